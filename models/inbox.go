package models

import (
	"context"
	"slices"
	"time"

	"turnpost/models/db"
	"turnpost/models/secrets"
)

// Inbox lists what waits for a player.
type Inbox struct {
	Games      []*Game     // with the player to move, by deadline
	Offers     []*Game     // with an offer of the opponent
	Messages   []*Game     // with unread messages, by last change, newest first
	Challenges []Challenge // undecided ones, newest first
}

// MaxInbox is the maximum length of each list of an inbox.
const MaxInbox = 100

// The lists of an inbox.
var (
	inboxToMove = newGameList(`WHERE g.status = 'ongoing' AND g.to_move_id = ?
		ORDER BY g.deadline_at, g.id` + db.Limit(MaxInbox))
	inboxOffers = newGameList(`WHERE g.id IN (
		SELECT id FROM games WHERE second_id = ? AND status = 'ongoing' AND (draw_by = 0 OR takeback_by = 0)
		UNION SELECT id FROM games WHERE first_id = ? AND status = 'ongoing' AND (draw_by = 1 OR takeback_by = 1))
		ORDER BY g.deadline_at, g.id` + db.Limit(MaxInbox))
	inboxMessages = newGameList(`
		WHERE g.id IN (SELECT game_id FROM chats WHERE player_id = ? AND unread > 0)
		ORDER BY g.updated_at DESC, g.id DESC` + db.Limit(MaxInbox))
)

// Inbox returns a player's inbox.
func (s *Store) Inbox(ctx context.Context, p Player) (Inbox, error) {
	now := ToMillis(s.now())
	seen, err := s.snapshot(ctx).inbox(p, now)
	if err != nil {
		return Inbox{}, err
	}
	return Inbox{
		Games: ongoingByDeadline(now, seen.games), Offers: ongoingByDeadline(now, seen.offers),
		Messages:   gamesAt(now, seen.messages),
		Challenges: seen.standing(now),
	}, nil
}

// ongoingByDeadline returns the ongoing games in order of their deadlines. They were read in that order, except for
// pending bulk changes, which can change deadlines and end games.
func ongoingByDeadline(now Millis, list []*viewedGame) []*Game {
	games := slices.DeleteFunc(gamesAt(now, list), func(g *Game) bool { return g.Status != Ongoing })
	slices.SortStableFunc(games, func(a, b *Game) int { return a.Deadline.Compare(b.Deadline) })
	return games
}

// cachedInbox is a cached inbox. It must not be modified.
type cachedInbox struct {
	state                   int64  // of the database, or an earlier one
	at                      Millis // the time at which unexpired challenges were selected
	email                   string // of the player, for challenges to their address
	games, offers, messages []*viewedGame
	challenges              []Challenge
}

// stands reports whether reading the inbox again would return the same. Time alone adds no challenge, unless a clock
// goes back or others move up.
func (b *cachedInbox) stands(state int64, email string, now Millis) bool {
	return state != 0 && b.state == state && b.email == email && b.at <= now && len(b.challenges) < MaxInbox
}

// standing returns the challenges that have not expired.
func (b *cachedInbox) standing(now Millis) []Challenge {
	return slices.DeleteFunc(slices.Clone(b.challenges), func(c Challenge) bool { return ToMillis(c.ExpiresAt) <= now })
}

// size returns the number of games that the inbox holds, or may hold.
func (b *cachedInbox) size() int {
	return 1 + len(b.games) + len(b.offers) + len(b.messages) + len(b.challenges)
}

// inbox reads an inbox and reuses the unchanged parts of the cached one.
func (l snapshot) inbox(p Player, now Millis) (*cachedInbox, error) {
	known := l.gameCache.inbox(p.ID)
	if known.stands(l.state, p.Email, now) {
		return known, nil
	}
	read := &cachedInbox{state: l.state, at: now, email: p.Email}
	has, err := l.inboxHas(p, len(known.games) > 0)
	if err == nil {
		read.games, err = l.listByFingerprints(inboxToMove, has.fingerprints, known.games, p.ID)
	}
	if err == nil && has.offers {
		read.offers, err = l.list(inboxOffers, known.offers, p.ID, p.ID)
	}
	if err == nil && has.messages {
		read.messages, err = l.list(inboxMessages, known.messages, p.ID)
	}
	if err == nil && has.challenges {
		read.challenges, _, err = l.Challenges(l.ctx, p, BoxIn, "", MaxInbox)
	}
	if err == nil {
		l.gameCache.keepInbox(p.ID, read)
	}
	return read, err
}

// inboxHas tells which lists of an inbox may have entries: finding out that one of the rarer lists is empty costs far
// less than reading it.
type inboxHas struct {
	fingerprints                 string // of the games to move, if requested
	offers, messages, challenges bool
}

const selectInboxHas = `
	EXISTS (SELECT 1 FROM games WHERE second_id = ? AND status = 'ongoing' AND (draw_by = 0 OR takeback_by = 0))
	OR EXISTS (SELECT 1 FROM games WHERE first_id = ? AND status = 'ongoing' AND (draw_by = 1 OR takeback_by = 1)),
	EXISTS (SELECT 1 FROM chats WHERE player_id = ? AND unread > 0),
	EXISTS (SELECT 1 FROM challenges WHERE opponent_id = ? AND status = 'open')
	OR EXISTS (SELECT 1 FROM challenges WHERE invited = ? AND invited <> '')`

// The same query with and without the fingerprints of the games to move.
var (
	inboxHasWithFingerprints = "SELECT (" + inboxToMove.fingerprints + ")," + selectInboxHas
	inboxHasAlone            = "SELECT ''," + selectInboxHas
)

func (l snapshot) inboxHas(p Player, fingerprints bool) (has inboxHas, err error) {
	query, args := inboxHasAlone, []any{p.ID, p.ID, p.ID, p.ID, emailKeyOf(p)}
	if fingerprints {
		query, args = inboxHasWithFingerprints, append([]any{p.ID}, args...)
	}
	err = db.Query(l.read(l.ctx), func(c *db.Columns) error {
		has = inboxHas{c.Text(), c.Bool(), c.Bool(), c.Bool()}
		return nil
	}, query, args...)
	return has, err
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
	err = s.write(ctx, func(tx *Tx) error {
		if err := tx.checkActor(player); err != nil {
			return err
		}
		made = FeedSecrets{secrets.NewRequest(), secrets.NewRequest()}
		tx.setResult(made)
		for kind, secret := range map[FeedKind]string{FeedAtom: made.Atom, FeedICS: made.ICS} {
			err := tx.Exec(`INSERT INTO feeds (player_id, kind, hash, created_at) VALUES (?, ?, ?, ?)
				ON CONFLICT (player_id, kind) DO UPDATE SET hash = excluded.hash, created_at = excluded.created_at`,
				player, kind, secrets.Hash(secret), tx.at).Error
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
	return s.write(ctx, func(tx *Tx) error {
		return tx.Exec("DELETE FROM feeds WHERE player_id = ?", player).Error
	})
}

// FeedsSince returns when the secrets of a player's feeds were made. found is false if the player has no feeds.
func (s *Store) FeedsSince(ctx context.Context, player int64) (since time.Time, found bool, err error) {
	var at []Millis
	err = s.read(ctx).Raw("SELECT created_at FROM feeds WHERE player_id = ? AND kind = ?", player, FeedAtom).
		Scan(&at).Error
	if err != nil || len(at) == 0 {
		return time.Time{}, false, err
	}
	return at[0].Time(), true, nil
}

// OpenFeed returns the player whose feed has a secret, and when the secret was made.
// Errors: CodeNotFound for an unknown secret and one that has ended.
func (s *Store) OpenFeed(ctx context.Context, kind FeedKind, secret string) (p Player, since time.Time, err error) {
	var rows []struct {
		Player playerRow `gorm:"embedded"`
		MadeAt Millis
	}
	err = s.read(ctx).Raw(`SELECT players.*, feeds.created_at AS made_at FROM feeds
		JOIN players ON players.id = feeds.player_id
		WHERE feeds.hash = ? AND feeds.kind = ? AND players.deleted_at = 0 AND players.banned_at = 0`,
		secrets.Hash(secret), kind).Scan(&rows).Error
	if err != nil {
		return Player{}, time.Time{}, err
	}
	if len(rows) == 0 {
		return Player{}, time.Time{}, fail(CodeNotFound, "no_feed")
	}
	return rows[0].Player.player(), rows[0].MadeAt.Time(), nil
}

// newsRead is the maximum number of notices that are read for a feed.
const newsRead = 200

// NewsOf lists a player's newest notices about games and challenges for a feed. Quiet hours and limits of mail do not
// apply. A dropped notice is news only if the player merely gets no mail of its kind, or mail to them fails: all other
// reasons say that it is outdated or unwanted.
func (s *Store) NewsOf(ctx context.Context, player int64, limit int) ([]Notice, error) {
	list, _, err := s.Notices(ctx, player, 0, newsRead)
	list = slices.DeleteFunc(list, func(n Notice) bool {
		dropped := n.Status == Dropped && n.Reason != DropKindOff && n.Reason != DropMailFailing
		return dropped || n.Kind.About() == AboutAccount
	})
	return list[:min(len(list), limit)], err
}
