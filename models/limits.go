package models

import (
	"cmp"
	"encoding/base64"
	"slices"
	"time"

	"turnpost/models/networks"
	"turnpost/rules"
)

// Bound is an allowance: Count at once, and as many again spread over each Per. The zero value
// stands for the default; a negative Count bounds nothing.
type Bound struct {
	Count int
	Per   time.Duration
}

// Limits bound what players and strangers can cause. Zero values stand for the defaults.
type Limits struct {
	// Mail that one player causes to another by challenges, offers and vacations, and by messages.
	SenderHour, SenderDay   Bound
	MessageHour, MessageDay Bound
	// Ledger rows of mail over those bounds; what would cause more is refused.
	Dropped Bound
	// Challenges by name that one player is mailed by all whom they never played with.
	Strangers Bound
	// Invitations that one mailbox without a known owner gets, from all players together.
	Invitations Bound
	// Mails with codes: to one mailbox while none is used, and to one address in a short time.
	CodeMails, CodeGap Bound
	// Requests for codes: of one network (of wider ones networks.WiderBy times as many), and of everybody for addresses
	// without an account, registrations among them.
	CodeAsker, CodeStrangers Bound
	// Wrong codes: of one network for one address without a request of its own; of everybody for one address; and
	// of everybody for all addresses. Networks from which the account was signed in before count to the first only,
	// and a request's own tries not to the last.
	Guesser, Guesses, Spraying Bound

	// Changes of address that one account asks for.
	AddressChanges Bound

	// Negative ones bound nothing.
	OpenChallenges     int // that one player has out
	ChallengesTogether int // open ones from one player to another
	GamesTogether      int // under way between two players
}

const day = 24 * time.Hour

// DefaultLimits leave room for the busiest honest use.
func DefaultLimits() Limits {
	return Limits{
		SenderHour: Bound{8, time.Hour}, SenderDay: Bound{30, day},
		MessageHour: Bound{30, time.Hour}, MessageDay: Bound{100, day},
		Dropped: Bound{500, day}, Strangers: Bound{10, day}, Invitations: Bound{3, day},
		CodeMails: Bound{4, day}, CodeGap: Bound{1, 5 * time.Minute},
		CodeAsker: Bound{300, day}, CodeStrangers: Bound{10_000, day},
		Guesser: Bound{20, 3 * time.Hour}, Guesses: Bound{1000, day}, Spraying: Bound{1000, day},
		AddressChanges: Bound{5, day},
		OpenChallenges: 50, ChallengesTogether: 10, GamesTogether: 200,
	}
}

// orDefault fills in the defaults.
func (l Limits) orDefault() Limits {
	d := DefaultLimits()
	return Limits{
		SenderHour: cmp.Or(l.SenderHour, d.SenderHour), SenderDay: cmp.Or(l.SenderDay, d.SenderDay),
		MessageHour: cmp.Or(l.MessageHour, d.MessageHour), MessageDay: cmp.Or(l.MessageDay, d.MessageDay),
		Dropped: cmp.Or(l.Dropped, d.Dropped), Strangers: cmp.Or(l.Strangers, d.Strangers),
		Invitations: cmp.Or(l.Invitations, d.Invitations),
		CodeMails:   cmp.Or(l.CodeMails, d.CodeMails), CodeGap: cmp.Or(l.CodeGap, d.CodeGap),
		CodeAsker: cmp.Or(l.CodeAsker, d.CodeAsker), CodeStrangers: cmp.Or(l.CodeStrangers, d.CodeStrangers),
		Guesser: cmp.Or(l.Guesser, d.Guesser), Guesses: cmp.Or(l.Guesses, d.Guesses),
		Spraying:           cmp.Or(l.Spraying, d.Spraying),
		AddressChanges:     cmp.Or(l.AddressChanges, d.AddressChanges),
		OpenChallenges:     cmp.Or(l.OpenChallenges, d.OpenChallenges),
		ChallengesTogether: cmp.Or(l.ChallengesTogether, d.ChallengesTogether),
		GamesTogether:      cmp.Or(l.GamesTogether, d.GamesTogether),
	}
}

// step is the time that one of the allowance takes to come back.
func (b Bound) step() Millis { return max(1, Millis(b.Per.Milliseconds())/Millis(b.Count)) }

// full is how far ahead a spent allowance lies.
func (b Bound) full() Millis { return b.step() * Millis(b.Count) }

// scoped is a bound on one thing.
type scoped struct {
	scope string
	bound Bound
}

// take spends one of a scope's allowance; false where none is left. One row a scope is all that is
// stored: the instant at which the allowance is whole again. An instant that no allowance reaches is
// left from a clock that was ahead, and counts for nothing.
func (tx *Tx) take(s scoped) (bool, error) {
	if s.bound.Count < 0 {
		return true, nil
	}
	step, full := s.bound.step(), tx.at+s.bound.full()
	taken := tx.Exec(`INSERT INTO bounds (scope, until_at) VALUES (?, ?)
		ON CONFLICT (scope) DO UPDATE SET until_at =
			CASE WHEN bounds.until_at < ? OR bounds.until_at > ? THEN ? ELSE bounds.until_at + ? END
		WHERE bounds.until_at <= ? OR bounds.until_at > ?`,
		s.scope, tx.at+step, tx.at, full, tx.at+step, step, full-step, full)
	return taken.RowsAffected == 1, taken.Error
}

// noneRefused is what takeAll returns where each scope had some of its allowance left.
const noneRefused = -1

// takeAll spends one of each scope's allowance. Where a scope has none left it returns the index of the first such
// scope, and no allowance is spent.
func (tx *Tx) takeAll(all ...scoped) (refused int, err error) {
	for i, s := range all {
		ok, err := tx.take(s)
		if err != nil {
			return i, err
		}
		if !ok {
			return i, tx.giveBack(all[:i]...)
		}
	}
	return noneRefused, nil
}

// giveBack returns one to the allowance of each scope.
func (tx *Tx) giveBack(all ...scoped) error {
	for _, s := range all {
		if s.bound.Count < 0 {
			continue
		}
		err := tx.Exec("UPDATE bounds SET until_at = until_at - ? WHERE scope = ?", s.bound.step(), s.scope).Error
		if err != nil {
			return err
		}
	}
	return nil
}

// byNetwork bounds each of an asker's networks for the same things, the wider ones by more. The widest comes first:
// where its allowance is spent, nothing is stored of the narrower ones.
func (tx *Tx) byNetwork(kind string, a Asker, b Bound, things ...string) []scoped {
	var list []scoped
	for _, network := range networks.Prefixes(a.Network) {
		list = append(list, scoped{tx.scopeOf(kind, append([]string{network}, things...)...), b})
		if b.Count > 0 {
			b.Count *= networks.WiderBy
		}
	}
	slices.Reverse(list)
	return list
}

// wait is how long until one of the allowance is there; 0 where one is.
func (tx *Tx) wait(s scoped) (time.Duration, error) {
	var until []Millis
	err := tx.Raw("SELECT until_at FROM bounds WHERE scope = ?", s.scope).Scan(&until).Error
	if err != nil || len(until) == 0 || s.bound.Count < 0 || until[0] > tx.at+s.bound.full() {
		return 0, err
	}
	return max(0, until[0].Sub(tx.at+s.bound.full()-s.bound.step())), nil
}

// forget makes allowances whole again.
func (tx *Tx) forget(scopes ...string) error {
	return tx.Exec("DELETE FROM bounds WHERE scope IN ?", scopes).Error
}

// scopeOf names a scope by things that must not be readable in it.
func (tx *Tx) scopeOf(kind string, things ...string) string {
	text := "bound " + kind
	for _, thing := range things {
		text += "\x00" + thing
	}
	return kind + "." + base64.RawURLEncoding.EncodeToString(tx.store.mac([]byte(text)))
}

// Bounds of what two accounts can have together, and of what an account has out.

// mayChallenge checks that a player has not too many challenges out, to all or to one player.
func (tx *Tx) mayChallenge(row *challengeRow) error {
	limits := tx.store.limits
	var out, together int64
	err := tx.Raw("SELECT COUNT(*) FROM challenges WHERE challenger_id = ? AND status = ?",
		row.ChallengerID, ChallengeOpen).Scan(&out).Error
	if err != nil {
		return err
	}
	if limits.OpenChallenges > 0 && out >= int64(limits.OpenChallenges) {
		return fail(CodeTooMany, "too_many_challenges", "n", out)
	}
	switch {
	case row.OpponentID != nil:
		err = tx.Raw("SELECT COUNT(*) FROM challenges WHERE challenger_id = ? AND status = ? AND opponent_id = ?",
			row.ChallengerID, ChallengeOpen, *row.OpponentID).Scan(&together).Error
	case row.Invited != "":
		err = tx.Raw("SELECT COUNT(*) FROM challenges WHERE challenger_id = ? AND status = ? AND invited = ?",
			row.ChallengerID, ChallengeOpen, row.Invited).Scan(&together).Error
	}
	if err == nil && limits.ChallengesTogether > 0 && together >= int64(limits.ChallengesTogether) {
		return fail(CodeTooMany, "too_many_challenges_together", "n", together)
	}
	return err
}

// mayBegin checks that two players have not too many games under way.
func (tx *Tx) mayBegin(a, b int64) error {
	var together int64
	err := tx.Raw(`SELECT (SELECT COUNT(*) FROM games WHERE first_id = ? AND second_id = ? AND status = 'ongoing')
		+ (SELECT COUNT(*) FROM games WHERE first_id = ? AND second_id = ? AND status = 'ongoing')`,
		a, b, b, a).Scan(&together).Error
	if most := tx.store.limits.GamesTogether; err == nil && most > 0 && together >= int64(most) {
		return fail(CodeTooMany, "too_many_games_together", "n", together)
	}
	return err
}

// mayWriteToStranger keeps words of accounts that have finished no game from addresses: whoever gets
// them has not asked for anything, and an account costs nothing.
func (tx *Tx) mayWriteToStranger(row *challengeRow) error {
	if row.Invited == "" || row.Message == "" {
		return nil
	}
	var finished []string
	err := tx.Raw(`SELECT id FROM games WHERE first_id = ? AND status = 'finished' UNION ALL
		SELECT id FROM games WHERE second_id = ? AND status = 'finished' LIMIT 1`,
		row.ChallengerID, row.ChallengerID).Scan(&finished).Error
	if err != nil || len(finished) > 0 {
		return err
	}
	e := fail(CodeForbidden, "words_to_stranger")
	e.Field = "message"
	return e
}

// actor locks the player who acts, so that nothing is done by somebody whose account is deleted or
// banned while the request is under way. Whoever locks both a player and a game takes the player first.
func (tx *Tx) actor(player int64) (*playerRow, error) {
	row, err := tx.lockPlayer(player)
	if CodeOf(err) == CodeNotFound {
		return nil, fail(CodeUnauthorized, "account_deleted")
	}
	if err == nil && row.BannedAt > 0 {
		return nil, fail(CodeUnauthorized, "account_banned")
	}
	return row, err
}

// stillHere is actor for those who need only know.
func (tx *Tx) stillHere(player int64) error {
	_, err := tx.actor(player)
	return err
}

// mayOffer refuses offers in a running game where either player has blocked the other.
func (tx *Tx) mayOffer(row *gameRow, seat rules.Seat) error {
	to := seat.Other()
	return tx.mustNotBlock(row.side(seat).ID, row.side(to).ref(), "offers")
}
