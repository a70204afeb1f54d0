package admin

import (
	"context"
	"strings"
	"time"

	"turnpost/models"
	"turnpost/models/account"
	"turnpost/models/core"
	"turnpost/models/db"
	"turnpost/models/event"
	"turnpost/models/names"
	"turnpost/models/notice"
	"turnpost/models/play"
	"turnpost/models/roundrobin"
	"turnpost/models/schema"
	"turnpost/models/upkeep"
	"turnpost/models/visible"
	"turnpost/rules"
)

// Admin holds the use cases of an operator. They check no player's rights: they are for the operator's commands, which
// may run beside servers, and must never serve a player's request.
type Admin struct{ store *Store }

// Admin returns the use cases of operators.
func (s *Store) Admin() Admin { return Admin{s} }

// Player is an account as shown to the operator.
type Player struct {
	ID            int64
	Name, Email   string
	CreatedAt     time.Time
	SeenAt        time.Time // last use of a token, rounded to the hour; zero: never
	Confirmed     bool
	BannedAt      time.Time // zero: not banned
	Tokens        int
	Ongoing, Over int // numbers of games
	Challenges    int // number of open ones, by the player or to them by name
}

type adminPlayerRow struct {
	Player     schema.PlayerRow `gorm:"embedded"`
	SeenAt     models.Millis
	Tokens     int
	Ongoing    int
	Over       int
	Challenges int
}

const selectAdminPlayer = `
	SELECT p.*, (SELECT COUNT(*) FROM tokens WHERE player_id = p.id) AS tokens,
	       (SELECT COALESCE(MAX(used_at), 0) FROM tokens WHERE player_id = p.id) AS seen_at,
	       (SELECT COUNT(*) FROM games WHERE first_id = p.id AND status = 'ongoing')
	       + (SELECT COUNT(*) FROM games WHERE second_id = p.id AND status = 'ongoing') AS ongoing,
	       (SELECT COUNT(*) FROM games WHERE first_id = p.id AND status <> 'ongoing')
	       + (SELECT COUNT(*) FROM games WHERE second_id = p.id AND status <> 'ongoing') AS over,
	       (SELECT COUNT(*) FROM challenges WHERE challenger_id = p.id AND status = 'open')
	       + (SELECT COUNT(*) FROM challenges WHERE opponent_id = p.id AND status = 'open') AS challenges
	FROM players p `

func (r *adminPlayerRow) view() Player {
	return Player{
		ID: r.Player.ID, Name: r.Player.Name, Email: r.Player.Email, CreatedAt: r.Player.CreatedAt.Time(),
		SeenAt:    r.SeenAt.Time(),
		Confirmed: r.Player.ConfirmedAt != 0, BannedAt: r.Player.BannedAt.Time(),
		Tokens: r.Tokens, Ongoing: r.Ongoing, Over: r.Over, Challenges: r.Challenges,
	}
}

// Players lists up to limit accounts of people by name, without deleted ones. A pattern matches names and addresses and
// ignores case: `*` matches any text and `?` any letter; without either it matches a substring. "" matches all.
func (a Admin) Players(ctx context.Context, pattern string, limit int) ([]Player, error) {
	like := likePattern(pattern)
	var rows []adminPlayerRow
	err := a.store.Read(ctx).Raw(selectAdminPlayer+`
		WHERE p.deleted_at = 0 AND p.name_key NOT IN `+schema.HouseNames+`
		AND (p.name_key LIKE ? ESCAPE '!' OR p.email_key LIKE ? ESCAPE '!')
		ORDER BY p.name_key`+db.Limit(limit), like, like).Scan(&rows).Error
	list := make([]Player, 0, len(rows))
	for i := range rows {
		list = append(list, rows[i].view())
	}
	return list, err
}

// Player returns the account with a name, confirmed or not. Errors: CodeNotFound.
func (a Admin) Player(ctx context.Context, name string) (Player, error) {
	var rows []adminPlayerRow
	err := a.store.Read(ctx).Raw(selectAdminPlayer+"WHERE p.deleted_at = 0 AND p.name_key = ?", names.Key(name)).
		Scan(&rows).Error
	if err != nil {
		return Player{}, err
	}
	if len(rows) == 0 || models.HouseLevel(name) != "" {
		return Player{}, models.Fail(models.CodeNotFound, "no_player", "name", visible.Clip(name, 40))
	}
	return rows[0].view(), nil
}

// Games lists up to limit games, ongoing ones first, then by the last change. A pattern, as in Players, matches IDs,
// rulesets, states and players' names.
func (a Admin) Games(ctx context.Context, pattern string, limit int) ([]*models.Game, error) {
	like := likePattern(pattern)
	return a.store.ViewGames(ctx, core.SelectGameAndTurn+`
		WHERE g.id LIKE ? ESCAPE '!' OR g.ruleset LIKE ? ESCAPE '!' OR g.status LIKE ? ESCAPE '!'
			OR a.name_key LIKE ? ESCAPE '!' OR b.name_key LIKE ? ESCAPE '!'
		ORDER BY CASE WHEN g.status = 'ongoing' THEN 0 ELSE 1 END, g.updated_at DESC, g.id`+db.Limit(limit),
		like, like, like, like, like)
}

// likePattern converts a pattern with * and ? to a pattern of LIKE, escaped by `!`.
func likePattern(pattern string) string {
	if !strings.ContainsAny(pattern, "*?") {
		pattern = "*" + pattern + "*"
	}
	return strings.NewReplacer("!", "!!", "%", "!%", "_", "!_", "*", "%", "?", "_").Replace(strings.ToLower(pattern))
}

// lockNamed loads and locks a player by name.
func lockNamed(tx *core.Tx, name string) (*schema.PlayerRow, error) {
	row, err := schema.FindPlayer(tx.DB, "name_key = ? AND deleted_at = 0", names.Key(name))
	if err != nil {
		return nil, err
	}
	if row == nil || models.HouseLevel(name) != "" {
		return nil, models.Fail(models.CodeNotFound, "no_player", "name", visible.Clip(name, 40))
	}
	return account.LockPlayer(tx, row.ID)
}

// BanPlayer excludes an account: its tokens are revoked, codes no longer sign it in, its open challenges are closed,
// and its ongoing games end as after a deletion: aborted if a side has not played yet, else won by the opponent. Its
// turns and messages stay. It gets no more mail.
// Errors: CodeNotFound, CodeConflict if it is already banned.
func (a Admin) BanPlayer(ctx context.Context, name string) error {
	return a.store.Write(ctx, func(tx *core.Tx) error {
		row, err := lockNamed(tx, name)
		if err != nil {
			return err
		}
		banned := tx.Exec("UPDATE players SET banned_at = ? WHERE id = ? AND banned_at = 0", tx.At, row.ID)
		if banned.Error != nil {
			return banned.Error
		}
		if banned.RowsAffected == 0 {
			return models.Fail(models.CodeConflict, "banned_already", "name", row.Name)
		}
		leaveEvents := func(tx *core.Tx, p *schema.PlayerRow) error { return event.LeaveEvents(tx, p, roundrobin.Withdrawn) }
		for _, step := range []func(*core.Tx, *schema.PlayerRow) error{
			leaveEvents, signOut, upkeep.CloseChallenges, upkeep.LeaveGames,
		} {
			if err := step(tx, row); err != nil {
				return err
			}
		}
		return notice.DropMail(tx, row.ID, notice.DropAccountBanned)
	})
}

// UnbanPlayer lets a banned account sign in again. Its games and challenges stay ended.
// Errors: CodeNotFound, CodeConflict if it is not banned.
func (a Admin) UnbanPlayer(ctx context.Context, name string) error {
	return a.store.Write(ctx, func(tx *core.Tx) error {
		row, err := lockNamed(tx, name)
		if err != nil {
			return err
		}
		lifted := tx.Exec("UPDATE players SET banned_at = 0 WHERE id = ? AND banned_at > 0", row.ID)
		if lifted.Error == nil && lifted.RowsAffected == 0 {
			return models.Fail(models.CodeConflict, "not_banned", "name", row.Name)
		}
		return lifted.Error
	})
}

// signOut revokes all tokens, sessions, codes and links of a player.
func signOut(tx *core.Tx, p *schema.PlayerRow) error { return account.SignOutEverywhere(tx, p.ID) }

// SignOutPlayer revokes all tokens, codes and links of a player.
// Errors: CodeNotFound.
func (a Admin) SignOutPlayer(ctx context.Context, name string) error {
	return a.store.Write(ctx, func(tx *core.Tx) error {
		row, err := lockNamed(tx, name)
		if err != nil {
			return err
		}
		return signOut(tx, row)
	})
}

// FinishGame ends an ongoing game by decision of an operator: with a result and ReasonAdjudicated, or without a result
// and with ReasonAnnulled. Both players are notified.
// Errors: CodeNotFound, CodeGameOver, CodeInvalid for any other result.
func (a Admin) FinishGame(ctx context.Context, id string, result rules.Result) (*models.Game, error) {
	unscored := result == rules.Drawn(models.ReasonAnnulled)
	if !unscored && result.Reason != models.ReasonAdjudicated {
		return nil, models.Invalid("result", "bad_decision", "decided", models.ReasonAdjudicated, "annulled",
			models.ReasonAnnulled)
	}
	var game *models.Game
	err := a.store.Write(ctx, func(tx *core.Tx) error {
		row, err := play.LockGame(tx, id)
		if err != nil {
			return err
		}
		if row.Status != models.Ongoing {
			return models.Fail(models.CodeGameOver, "over_already", "game", row.ID, "reason", row.Reason)
		}
		if err := play.FinishGame(tx, row, result); err != nil {
			return err
		}
		if err := tx.UpdateGame(row, row.Ply); err != nil {
			return err
		}
		last, err := play.TurnAt(tx.DB, row.ID, row.Ply)
		game = row.GameAfter(tx.At, last)
		return err
	})
	return game, err
}

// PageLink returns a link by which a player's browser shows a game without signing in, as mails about the game have it.
// Errors: CodeNotFound.
func (a Admin) PageLink(ctx context.Context, player int64, game string) (string, error) {
	g, err := a.store.Game(ctx, game)
	if err != nil {
		return "", err
	}
	return a.store.PageLink(ctx, a.store.Read(ctx), player, g)
}

// Act is an act of an operator.
type Act struct {
	At         time.Time
	Operator   string // the system's user who ran the command, or the name of the player
	OperatorID int64  // the player who did it in a browser; 0 for a command
	Command    string // without its arguments
	Player     string // whom it was about; "" for nobody
	Game       string
	Detail     string
	Outcome    string // "done", the reason why it was not done, or "" if it did not end

	PlayerID int64 // whom it is about, when it is recorded
}

// RecordAct adds an act to the log. FinishAct adds its outcome.
func (a Admin) RecordAct(ctx context.Context, act Act) (id int64, err error) {
	err = a.store.Write(ctx, func(tx *core.Tx) error {
		return tx.Raw(`INSERT INTO operator_acts (at, operator, operator_id, command, player_id, game_id, detail)
			VALUES (?, ?, ?, ?, ?, ?, ?) RETURNING id`, tx.At, visible.Clip(act.Operator, 80), act.OperatorID, act.Command,
			act.PlayerID, act.Game, visible.Clip(act.Detail, 500)).Scan(&id).Error
	})
	return id, err
}

// FinishAct adds the outcome to a recorded act.
func (a Admin) FinishAct(ctx context.Context, id int64, outcome string) error {
	return a.store.Write(ctx, func(tx *core.Tx) error {
		return tx.Exec("UPDATE operator_acts SET outcome = ? WHERE id = ?", visible.Clip(outcome, 300), id).Error
	})
}

// Acts lists the last acts of operators, oldest first.
func (a Admin) Acts(ctx context.Context, limit int) ([]Act, error) {
	var rows []struct {
		At                                               models.Millis
		OperatorID                                       int64
		Operator, Command, Player, Game, Detail, Outcome string
	}
	err := a.store.Read(ctx).Raw(`SELECT * FROM (
		SELECT o.id, o.at, COALESCE(q.name, o.operator) AS operator, o.operator_id, o.command,
			COALESCE(p.name, '') AS player, o.game_id AS game, o.detail, o.outcome
		FROM operator_acts o LEFT JOIN players p ON p.id = o.player_id AND o.player_id > 0
		LEFT JOIN players q ON q.id = o.operator_id AND o.operator_id > 0
		ORDER BY o.id DESC` + db.Limit(limit) + `) AS last ORDER BY id`).Scan(&rows).Error
	list := make([]Act, 0, len(rows))
	for _, r := range rows {
		list = append(list, Act{
			At: r.At.Time(), Operator: r.Operator, OperatorID: r.OperatorID, Command: r.Command, Player: r.Player,
			Game: r.Game, Detail: r.Detail, Outcome: r.Outcome,
		})
	}
	return list, err
}
