package models

import (
	"context"
	"strings"
	"time"

	"turnpost/models/db"
	"turnpost/models/names"
	"turnpost/models/roundrobin"
	"turnpost/models/visible"
	"turnpost/rules"
)

// Admin holds the use cases of an operator. They check no player's rights: they are for the operator's commands, which
// may run beside servers, and must never serve a player's request.
type Admin struct{ store *Store }

// Admin returns the use cases of operators.
func (s *Store) Admin() Admin { return Admin{s} }

// AdminPlayer is an account as shown to the operator.
type AdminPlayer struct {
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
	Player     playerRow `gorm:"embedded"`
	SeenAt     Millis
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

func (r *adminPlayerRow) view() AdminPlayer {
	return AdminPlayer{
		ID: r.Player.ID, Name: r.Player.Name, Email: r.Player.Email, CreatedAt: r.Player.CreatedAt.Time(),
		SeenAt:    r.SeenAt.Time(),
		Confirmed: r.Player.ConfirmedAt != 0, BannedAt: r.Player.BannedAt.Time(),
		Tokens: r.Tokens, Ongoing: r.Ongoing, Over: r.Over, Challenges: r.Challenges,
	}
}

// Players lists up to limit accounts of people by name, without deleted ones. A pattern matches names and addresses and
// ignores case: `*` matches any text and `?` any letter; without either it matches a substring. "" matches all.
func (a Admin) Players(ctx context.Context, pattern string, limit int) ([]AdminPlayer, error) {
	like := likePattern(pattern)
	var rows []adminPlayerRow
	err := a.store.read(ctx).Raw(selectAdminPlayer+`
		WHERE p.deleted_at = 0 AND p.name_key NOT IN `+houseNames+`
		AND (p.name_key LIKE ? ESCAPE '!' OR p.email_key LIKE ? ESCAPE '!')
		ORDER BY p.name_key`+db.Limit(limit), like, like).Scan(&rows).Error
	list := make([]AdminPlayer, 0, len(rows))
	for i := range rows {
		list = append(list, rows[i].view())
	}
	return list, err
}

// Player returns the account with a name, confirmed or not. Errors: CodeNotFound.
func (a Admin) Player(ctx context.Context, name string) (AdminPlayer, error) {
	var rows []adminPlayerRow
	err := a.store.read(ctx).Raw(selectAdminPlayer+"WHERE p.deleted_at = 0 AND p.name_key = ?", names.Key(name)).
		Scan(&rows).Error
	if err != nil {
		return AdminPlayer{}, err
	}
	if len(rows) == 0 || HouseLevel(name) != "" {
		return AdminPlayer{}, fail(CodeNotFound, "no_player", "name", visible.Clip(name, 40))
	}
	return rows[0].view(), nil
}

// Games lists up to limit games, ongoing ones first, then by the last change. A pattern, as in Players, matches IDs,
// rulesets, states and players' names.
func (a Admin) Games(ctx context.Context, pattern string, limit int) ([]*Game, error) {
	like := likePattern(pattern)
	return a.store.viewGames(ctx, selectGameAndTurn+`
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
func (tx *Tx) lockNamed(name string) (*playerRow, error) {
	row, err := findPlayer(tx.DB, "name_key = ? AND deleted_at = 0", names.Key(name))
	if err != nil {
		return nil, err
	}
	if row == nil || HouseLevel(name) != "" {
		return nil, fail(CodeNotFound, "no_player", "name", visible.Clip(name, 40))
	}
	return tx.lockPlayer(row.ID)
}

// BanPlayer excludes an account: its tokens are revoked, codes no longer sign it in, its open challenges are closed,
// and its ongoing games end as after a deletion: aborted if a side has not played yet, else won by the opponent. Its
// turns and messages stay. It gets no more mail.
// Errors: CodeNotFound, CodeConflict if it is already banned.
func (a Admin) BanPlayer(ctx context.Context, name string) error {
	return a.store.write(ctx, func(tx *Tx) error {
		row, err := tx.lockNamed(name)
		if err != nil {
			return err
		}
		banned := tx.Exec("UPDATE players SET banned_at = ? WHERE id = ? AND banned_at = 0", tx.at, row.ID)
		if banned.Error != nil {
			return banned.Error
		}
		if banned.RowsAffected == 0 {
			return fail(CodeConflict, "banned_already", "name", row.Name)
		}
		leaveEvents := func(p *playerRow) error { return tx.leaveEvents(p, roundrobin.Withdrawn) }
		for _, step := range []func(*playerRow) error{leaveEvents, tx.signOut, tx.closeChallenges, tx.leaveGames} {
			if err := step(row); err != nil {
				return err
			}
		}
		return tx.dropMail(row.ID, DropAccountBanned)
	})
}

// UnbanPlayer lets a banned account sign in again. Its games and challenges stay ended.
// Errors: CodeNotFound, CodeConflict if it is not banned.
func (a Admin) UnbanPlayer(ctx context.Context, name string) error {
	return a.store.write(ctx, func(tx *Tx) error {
		row, err := tx.lockNamed(name)
		if err != nil {
			return err
		}
		lifted := tx.Exec("UPDATE players SET banned_at = 0 WHERE id = ? AND banned_at > 0", row.ID)
		if lifted.Error == nil && lifted.RowsAffected == 0 {
			return fail(CodeConflict, "not_banned", "name", row.Name)
		}
		return lifted.Error
	})
}

// signOut revokes all tokens, sessions, codes and links of a player.
func (tx *Tx) signOut(p *playerRow) error { return tx.signOutEverywhere(p.ID) }

// banned reports whether a player is banned.
func (tx *Tx) banned(player int64) (bool, error) {
	var n int64
	err := tx.Raw("SELECT COUNT(*) FROM players WHERE id = ? AND banned_at > 0", player).Scan(&n).Error
	return n > 0, err
}

// SignOutPlayer revokes all tokens, codes and links of a player.
// Errors: CodeNotFound.
func (a Admin) SignOutPlayer(ctx context.Context, name string) error {
	return a.store.write(ctx, func(tx *Tx) error {
		row, err := tx.lockNamed(name)
		if err != nil {
			return err
		}
		return tx.signOut(row)
	})
}

// FinishGame ends an ongoing game by decision of an operator: with a result and ReasonAdjudicated, or without a result
// and with ReasonAnnulled. Both players are notified.
// Errors: CodeNotFound, CodeGameOver, CodeInvalid for any other result.
func (a Admin) FinishGame(ctx context.Context, id string, result rules.Result) (*Game, error) {
	unscored := result == rules.Drawn(ReasonAnnulled)
	if !unscored && result.Reason != ReasonAdjudicated {
		return nil, invalid("result", "bad_decision", "decided", ReasonAdjudicated, "annulled", ReasonAnnulled)
	}
	var game *Game
	err := a.store.write(ctx, func(tx *Tx) error {
		row, err := tx.loadGame(id)
		if err != nil {
			return err
		}
		if row.Status != Ongoing {
			return fail(CodeGameOver, "over_already", "game", row.ID, "reason", row.Reason)
		}
		if err := tx.finishGame(row, result); err != nil {
			return err
		}
		if err := tx.updateGame(row, row.Ply); err != nil {
			return err
		}
		last, err := turnAt(tx.DB, row.ID, row.Ply)
		game = row.gameAfter(tx.at, last)
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
	return a.store.pageLink(ctx, a.store.read(ctx), player, g)
}

// actLife is how long the log of operators' acts is kept.
const actLife = 2 * 365 * day

// Act is an act of an operator.
type Act struct {
	At       time.Time
	Operator string // who ran the command
	Command  string // without its arguments
	Player   string // whom it was about; "" for nobody
	Game     string
	Detail   string
	Outcome  string // "done", the reason why it was not done, or "" if it did not end

	PlayerID int64 // for RecordAct
}

// RecordAct adds an act to the log before it is done, so that no act is missing after a crash. FinishAct adds its
// outcome.
func (a Admin) RecordAct(ctx context.Context, act Act) (id int64, err error) {
	err = a.store.write(ctx, func(tx *Tx) error {
		return tx.Raw(`INSERT INTO operator_acts (at, operator, command, player_id, game_id, detail)
			VALUES (?, ?, ?, ?, ?, ?) RETURNING id`, tx.at, visible.Clip(act.Operator, 80), act.Command, act.PlayerID,
			act.Game, visible.Clip(act.Detail, 500)).Scan(&id).Error
	})
	return id, err
}

// FinishAct adds the outcome to a recorded act.
func (a Admin) FinishAct(ctx context.Context, id int64, outcome string) error {
	return a.store.write(ctx, func(tx *Tx) error {
		return tx.Exec("UPDATE operator_acts SET outcome = ? WHERE id = ?", visible.Clip(outcome, 300), id).Error
	})
}

// Acts lists the last acts of operators, oldest first.
func (a Admin) Acts(ctx context.Context, limit int) ([]Act, error) {
	var rows []struct {
		At                                               Millis
		Operator, Command, Player, Game, Detail, Outcome string
	}
	err := a.store.read(ctx).Raw(`SELECT * FROM (
		SELECT o.id, o.at, o.operator, o.command, COALESCE(p.name, '') AS player, o.game_id AS game, o.detail, o.outcome
		FROM operator_acts o LEFT JOIN players p ON p.id = o.player_id AND o.player_id > 0
		ORDER BY o.id DESC` + db.Limit(limit) + `) AS last ORDER BY id`).Scan(&rows).Error
	list := make([]Act, 0, len(rows))
	for _, r := range rows {
		list = append(list, Act{
			At: r.At.Time(), Operator: r.Operator, Command: r.Command, Player: r.Player, Game: r.Game,
			Detail: r.Detail, Outcome: r.Outcome,
		})
	}
	return list, err
}
