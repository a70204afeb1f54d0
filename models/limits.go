package models

import (
	"cmp"
	"encoding/base64"
	"slices"
	"time"

	"turnpost/models/networks"
)

// Bound is an allowance: Count at once, and as many again spread over each Per. The zero value
// means the default; a negative Count means no bound.
type Bound struct {
	Count int
	Per   time.Duration
}

// Limits bound what players and strangers, who have no account, can cause. Zero values mean the defaults.
type Limits struct {
	// Mail that one player causes to another by challenges, offers and vacations, and by messages.
	SenderHour, SenderDay   Bound
	MessageHour, MessageDay Bound
	// Ledger rows of mail beyond those bounds; further causes are refused.
	Dropped Bound
	// Mailed challenges by name to one player from all players they never played with.
	NeverPlayed Bound
	// Invitations to one mailbox without a known owner, from all players together.
	Invitations Bound
	// Mails with codes: to one mailbox while none is used, and to one address in a short time.
	CodeMails, CodeGap Bound
	// Requests for codes: of one network (of wider ones networks.WiderBy times as many), and of everybody for addresses
	// without an account, including registrations.
	CodeAsker, CodeStrangers Bound
	// Wrong codes: from one network for one address outside a code request; from everybody for one address; and
	// from everybody for all addresses. Networks from which the account was signed in before count only for the first,
	// and a code request's own tries do not count for the last.
	Guesser, Guesses, Spraying Bound

	// Changes of address that one account requests.
	AddressChanges Bound

	// Negative values mean no bound.
	OpenChallenges     int // of one player
	ChallengesTogether int // open ones from one player to another
	GamesTogether      int // ongoing ones between two players

	// Games with the house: ongoing ones of one player and of all, and new ones of one player.
	HouseTogether, HouseGames int
	HouseDay                  Bound

	// Reports of one player, and mails about reports to the operator.
	Reports, ReportMails Bound
}

const day = 24 * time.Hour

// DefaultLimits leave room for the busiest legitimate use.
func DefaultLimits() Limits {
	return Limits{
		SenderHour: Bound{8, time.Hour}, SenderDay: Bound{30, day},
		MessageHour: Bound{30, time.Hour}, MessageDay: Bound{100, day},
		Dropped: Bound{500, day}, NeverPlayed: Bound{10, day}, Invitations: Bound{3, day},
		CodeMails: Bound{4, day}, CodeGap: Bound{1, 5 * time.Minute},
		CodeAsker: Bound{300, day}, CodeStrangers: Bound{10_000, day},
		Guesser: Bound{20, 3 * time.Hour}, Guesses: Bound{1000, day}, Spraying: Bound{1000, day},
		AddressChanges: Bound{5, day},
		OpenChallenges: 50, ChallengesTogether: 10, GamesTogether: 200,
		HouseTogether: 5, HouseGames: 5000, HouseDay: Bound{20, day},
		Reports: Bound{10, day}, ReportMails: Bound{50, day},
	}
}

// orDefault replaces zero values by the defaults.
func (l Limits) orDefault() Limits {
	d := DefaultLimits()
	return Limits{
		SenderHour: cmp.Or(l.SenderHour, d.SenderHour), SenderDay: cmp.Or(l.SenderDay, d.SenderDay),
		MessageHour: cmp.Or(l.MessageHour, d.MessageHour), MessageDay: cmp.Or(l.MessageDay, d.MessageDay),
		Dropped: cmp.Or(l.Dropped, d.Dropped), NeverPlayed: cmp.Or(l.NeverPlayed, d.NeverPlayed),
		Invitations: cmp.Or(l.Invitations, d.Invitations),
		CodeMails:   cmp.Or(l.CodeMails, d.CodeMails), CodeGap: cmp.Or(l.CodeGap, d.CodeGap),
		CodeAsker: cmp.Or(l.CodeAsker, d.CodeAsker), CodeStrangers: cmp.Or(l.CodeStrangers, d.CodeStrangers),
		Guesser: cmp.Or(l.Guesser, d.Guesser), Guesses: cmp.Or(l.Guesses, d.Guesses),
		Spraying:           cmp.Or(l.Spraying, d.Spraying),
		AddressChanges:     cmp.Or(l.AddressChanges, d.AddressChanges),
		OpenChallenges:     cmp.Or(l.OpenChallenges, d.OpenChallenges),
		ChallengesTogether: cmp.Or(l.ChallengesTogether, d.ChallengesTogether),
		GamesTogether:      cmp.Or(l.GamesTogether, d.GamesTogether),
		HouseTogether:      cmp.Or(l.HouseTogether, d.HouseTogether),
		HouseGames:         cmp.Or(l.HouseGames, d.HouseGames),
		HouseDay:           cmp.Or(l.HouseDay, d.HouseDay),
		Reports:            cmp.Or(l.Reports, d.Reports),
		ReportMails:        cmp.Or(l.ReportMails, d.ReportMails),
	}
}

// step returns the time in which one unit of the allowance comes back.
func (b Bound) step() Millis { return max(1, Millis(b.Per.Milliseconds())/Millis(b.Count)) }

// full returns how far in the future a spent allowance becomes whole.
func (b Bound) full() Millis { return b.step() * Millis(b.Count) }

// scoped is a bound on one scope.
type scoped struct {
	scope string
	bound Bound
}

// take spends one unit of a scope's allowance and reports whether one was left. The only stored state is one row a
// scope: the instant at which the allowance is whole again. An instant too far in the future comes from a clock that
// was ahead, and is ignored.
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

// noneRefused is the result of takeAll if each scope had some of its allowance left.
const noneRefused = -1

// takeAll spends one unit of each scope's allowance. If a scope has none left, it returns the index of the first such
// scope and spends nothing.
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

// spend spends one unit of each scope's allowance. If a scope has none left, it spends nothing, and the error is
// CodeTooMany with a message by its key and pairs of names and values.
func (tx *Tx) spend(all []scoped, key string, pairs ...any) error {
	refused, err := tx.takeAll(all...)
	if err != nil || refused == noneRefused {
		return err
	}
	wait, err := tx.wait(all[refused])
	if err != nil {
		return err
	}
	return tooMany(wait, key, pairs...)
}

// giveBack returns one unit to the allowance of each scope.
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

// byNetwork returns a bound for each of an asker's networks, larger for wider ones, on the same things. The widest
// comes first: if its allowance is spent, nothing is stored for the narrower ones.
func (tx *Tx) byNetwork(kind string, a Asker, b Bound, things ...string) []scoped {
	var list []scoped
	for _, network := range networks.Prefixes(a.Network) {
		list = append(list, scoped{tx.scopeOf(kind, append([]string{network}, things...)...), b})
		b.Count *= networks.WiderBy
	}
	slices.Reverse(list)
	return list
}

// wait returns the time until a unit of the allowance is available; 0 if one is.
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

// scopeOf names a scope by things that must not be readable in the name.
func (tx *Tx) scopeOf(kind string, things ...string) string {
	text := "bound " + kind
	for _, thing := range things {
		text += "\x00" + thing
	}
	return kind + "." + base64.RawURLEncoding.EncodeToString(tx.store.mac([]byte(text)))
}

// Limits on what two accounts have in common, and on the open challenges of an account.

// mayChallenge checks that a player has not too many open challenges, in total and to one player.
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

// mayBegin checks that two players have not too many ongoing games.
func (tx *Tx) mayBegin(a, b int64) error {
	var together int64
	err := tx.Raw(`SELECT (SELECT COUNT(*) FROM games WHERE first_id = ? AND second_id = ? AND status = 'ongoing'
		AND event_id = '')
		+ (SELECT COUNT(*) FROM games WHERE first_id = ? AND second_id = ? AND status = 'ongoing' AND event_id = '')`,
		a, b, b, a).Scan(&together).Error
	if most := tx.store.limits.GamesTogether; err == nil && most > 0 && together >= int64(most) {
		return fail(CodeTooMany, "too_many_games_together", "n", together)
	}
	return err
}

// mayWriteToStranger refuses messages to addresses from accounts without a finished game with another
// player: their recipients have not asked for anything, and an account is free.
func (tx *Tx) mayWriteToStranger(row *challengeRow) error {
	if row.Invited == "" || row.Message == "" {
		return nil
	}
	var finished []string
	err := tx.Raw(`SELECT id FROM games
		WHERE first_id = ? AND status = 'finished' AND second_id NOT IN `+houseIDs+`
		UNION ALL SELECT id FROM games
		WHERE second_id = ? AND status = 'finished' AND first_id NOT IN `+houseIDs+` LIMIT 1`,
		row.ChallengerID, row.ChallengerID).Scan(&finished).Error
	if err != nil || len(finished) > 0 {
		return err
	}
	e := fail(CodeForbidden, "words_to_stranger")
	e.Field = "message"
	return e
}
