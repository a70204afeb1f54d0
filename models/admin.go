package models

import (
	"context"
	"strings"
	"time"

	"turnpost/models/names"
	"turnpost/models/roundrobin"
	"turnpost/models/secrets"
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
		ORDER BY p.name_key LIMIT ?`, like, like, limit).Scan(&rows).Error
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
		ORDER BY CASE WHEN g.status = 'ongoing' THEN 0 ELSE 1 END, g.updated_at DESC, g.id LIMIT ?`,
		like, like, like, like, like, limit)
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

// RenamePlayer changes a player's name, without the limits for players. The previous name stays reserved for them
// for NameReserved.
// Errors: CodeNotFound, CodeInvalid for an invalid name, CodeNameTaken for another player's name.
func (a Admin) RenamePlayer(ctx context.Context, name, to string) error {
	if err := checkName(to); err != nil {
		return err
	}
	return a.store.write(ctx, func(tx *Tx) error {
		row, err := tx.lockNamed(name)
		if err != nil || row.Name == to {
			return err
		}
		if err := tx.claimName(to, row.EmailKey); err != nil {
			return err
		}
		if names.Key(to) != row.NameKey {
			if err := tx.reserveName(row); err != nil {
				return err
			}
		}
		return tx.Exec("UPDATE players SET name = ?, name_key = ?, renamed_at = ? WHERE id = ?",
			to, names.Key(to), tx.at, row.ID).Error
	})
}

// MailCode queues a mail with a new sign-in code for a player, regardless of limits.
// Errors: CodeNotFound, CodeConflict if the account is banned.
func (a Admin) MailCode(ctx context.Context, name string) error {
	return a.store.write(ctx, func(tx *Tx) error {
		row, err := tx.lockNamed(name)
		if err != nil {
			return err
		}
		banned, err := tx.banned(row.ID)
		if err != nil {
			return err
		}
		if banned {
			return fail(CodeConflict, "banned_no_code", "name", row.Name)
		}
		return tx.notify(
			notice{Key: "code.admin." + secrets.NewID() + secrets.NewID(), Kind: KindCode, PlayerID: row.ID, Email: row.Email},
		)
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
