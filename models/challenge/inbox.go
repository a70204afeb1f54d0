package challenge

import (
	"context"
	"slices"
	"time"

	"turnpost/models"
	"turnpost/models/account"
	"turnpost/models/core"
	"turnpost/models/notice"
	"turnpost/models/play"
	"turnpost/models/schema"
	"turnpost/models/secrets"
)

// Inbox lists what waits for a player.
type Inbox struct {
	Games      []*models.Game     // with the player to move, by deadline
	Offers     []*models.Game     // with an offer of the opponent, by deadline
	Messages   []*models.Game     // with unread messages, by last change, newest first
	Challenges []models.Challenge // undecided ones, newest first
}

// Inbox returns a player's inbox.
func (s *Store) Inbox(ctx context.Context, p models.Player) (Inbox, error) {
	now := models.ToMillis(s.Clock())
	seen, err := s.Snapshot(ctx).Inbox(p, now)
	if err != nil {
		return Inbox{}, err
	}
	return Inbox{
		Games: ongoingByDeadline(now, seen.Games), Offers: ongoingByDeadline(now, seen.Offers),
		Messages:   play.GamesAt(now, seen.Messages),
		Challenges: seen.Standing(now),
	}, nil
}

// ongoingByDeadline returns the ongoing games in order of their deadlines. They were read in that order, except for
// pending bulk changes, which can change deadlines and end games.
func ongoingByDeadline(now models.Millis, list []*core.ViewedGame) []*models.Game {
	games := slices.DeleteFunc(play.GamesAt(now, list), func(g *models.Game) bool { return g.Status != models.Ongoing })
	slices.SortFunc(games, models.ByDeadline)
	return games
}

// FeedKind is a form of a player's feed.
type FeedKind string

// The kinds of feeds.
const (
	FeedAtom FeedKind = "atom" // their notices
	FeedICS  FeedKind = "ics"  // the deadlines of the games that wait for them
)

// FeedSecrets are the secrets of a player's feeds, which are returned only once.
type FeedSecrets struct{ Atom, ICS string }

// CreateFeeds makes new secrets for a player's feeds. Earlier ones end.
func (s *Store) CreateFeeds(ctx context.Context, player int64) (made FeedSecrets, err error) {
	err = s.Write(ctx, func(tx *core.Tx) error {
		if err := account.CheckActor(tx, player); err != nil {
			return err
		}
		made = FeedSecrets{secrets.NewRequest(), secrets.NewRequest()}
		tx.SetResult(made)
		for kind, secret := range map[FeedKind]string{FeedAtom: made.Atom, FeedICS: made.ICS} {
			err := tx.Exec(`INSERT INTO feeds (player_id, kind, hash, created_at) VALUES (?, ?, ?, ?)
				ON CONFLICT (player_id, kind) DO UPDATE SET hash = excluded.hash, created_at = excluded.created_at`,
				player, kind, secrets.Hash(secret), tx.At).Error
			if err != nil {
				return err
			}
		}
		return nil
	})
	return made, err
}

// EndFeeds ends a player's feeds. It is idempotent.
func (s *Store) EndFeeds(ctx context.Context, player int64) error {
	return s.Write(ctx, func(tx *core.Tx) error {
		return tx.Exec("DELETE FROM feeds WHERE player_id = ?", player).Error
	})
}

// FeedsSince returns when the secrets of a player's feeds were made. found is false if the player has no feeds.
func (s *Store) FeedsSince(ctx context.Context, player int64) (since time.Time, found bool, err error) {
	var at []models.Millis
	err = s.Read(ctx).Raw("SELECT created_at FROM feeds WHERE player_id = ? AND kind = ?", player, FeedAtom).
		Scan(&at).Error
	if err != nil || len(at) == 0 {
		return time.Time{}, false, err
	}
	return at[0].Time(), true, nil
}

// OpenFeed returns the player whose feed has a secret, and when the secret was made.
// Errors: CodeNotFound for an unknown secret and one that has ended.
func (s *Store) OpenFeed(
	ctx context.Context, kind FeedKind, secret string,
) (p models.Player, since time.Time, err error) {
	var rows []struct {
		Player schema.PlayerRow `gorm:"embedded"`
		MadeAt models.Millis
	}
	err = s.Read(ctx).Raw(`SELECT players.*, feeds.created_at AS made_at FROM feeds
		JOIN players ON players.id = feeds.player_id
		WHERE feeds.hash = ? AND feeds.kind = ? AND players.deleted_at = 0 AND players.banned_at = 0`,
		secrets.Hash(secret), kind).Scan(&rows).Error
	if err != nil {
		return models.Player{}, time.Time{}, err
	}
	if len(rows) == 0 {
		return models.Player{}, time.Time{}, models.Fail(models.CodeNotFound, "no_feed")
	}
	return rows[0].Player.Player(), rows[0].MadeAt.Time(), nil
}

// newsRead is the maximum number of notices that are read for a feed.
const newsRead = 200

// NewsOf lists a player's newest notices about games and challenges for a feed. Quiet hours and limits of mail do not
// apply. A dropped notice is news only if the player merely gets no mail of its kind, or mail to them fails: all other
// reasons say that it is outdated or unwanted.
func (s *Store) NewsOf(ctx context.Context, player int64, limit int) ([]notice.Notice, error) {
	list, _, err := s.Notices(ctx, player, 0, newsRead)
	list = slices.DeleteFunc(list, func(n notice.Notice) bool {
		dropped := n.Status == models.Dropped && n.Reason != notice.DropKindOff && n.Reason != notice.DropMailFailing
		return dropped || n.Kind.About() == models.AboutAccount
	})
	return list[:min(len(list), limit)], err
}
