package store

import (
	"cmp"
	"context"
	"database/sql"
	"slices"
	"strconv"
	"testing"
	"time"

	"turnpost/models"
	"turnpost/models/account"
	"turnpost/models/challenge"
	"turnpost/models/mailbox"
	"turnpost/models/notice"
	"turnpost/models/play"
	"turnpost/rules/rulestest/sample"
)

// deliver sends the whole outbox and returns the mails in order.
func (w *world) deliver() []*mailbox.Content {
	w.t.Helper()
	var out []*mailbox.Content
	for {
		claims := w.claim()
		if len(claims) == 0 {
			return out
		}
		for _, claim := range claims {
			c, err := w.ComposeContent(context.Background(), claim)
			if err != nil {
				w.t.Fatal(err)
			}
			if c == nil {
				continue
			}
			if err := w.Settle(context.Background(), claim.Sent()); err != nil {
				w.t.Fatal(err)
			}
			out = append(out, c)
		}
	}
}

// claim claims mails for a minute, as a worker does.
func (w *world) claim() []mailbox.Claim {
	w.t.Helper()
	claims, err := w.ClaimNotices(context.Background(), 10, time.Minute)
	if err != nil {
		w.t.Fatal(err)
	}
	return claims
}

// Player registers a player and signs in.
func (w *world) player(name string) models.Player {
	w.t.Helper()
	return w.playerAt(name, name+"@example.org")
}

// playerAt is player for one with another address.
func (w *world) playerAt(name, address string) models.Player {
	w.t.Helper()
	if err := w.Register(w.t.Context(), account.NewPlayer{Name: name, Email: address}); err != nil {
		w.t.Fatal(err)
	}
	_, p, err := w.SignIn(w.t.Context(), address, w.code(address), account.NewToken{Label: "test"})
	if err != nil {
		w.t.Fatal(err)
	}
	return p
}

// code delivers the mail and returns the code for an address.
func (w *world) code(address string) string {
	w.t.Helper()
	for _, c := range w.deliver() {
		if c.Kind == models.KindCode && c.To.Email == address {
			return c.Code
		}
	}
	w.t.Fatalf("no code for %s", address)
	return ""
}

// Game starts a game in which a has the first seat.
func (w *world) game(a, b models.Player, ruleset, variant string) *models.Game {
	w.t.Helper()
	c, err := w.CreateChallenge(w.t.Context(), a, challenge.NewChallenge{
		Ruleset: ruleset, Variant: variant, Opponent: b.Name, Seat: "first",
	})
	if err != nil {
		w.t.Fatal(err)
	}
	g, err := w.AcceptChallenge(w.t.Context(), b, c.ID)
	if err != nil {
		w.t.Fatal(err)
	}
	return g
}

func (w *world) play(g *models.Game, p models.Player, turn string) *models.Game {
	w.t.Helper()
	g, err := w.PlayTurn(w.t.Context(), models.TurnInput{Game: g.ID, Player: p.ID, Text: turn, Via: models.ViaHTTP})
	if err != nil {
		w.t.Fatal(err)
	}
	return g
}

// contents returns the contents of mails, one for each notice, in the order in which the notices were queued.
func contents(mails []*mailbox.Content) []*mailbox.Content {
	var list []*mailbox.Content
	for _, c := range mails {
		if c.Kind != models.KindDigest {
			list = append(list, c)
		}
		list = append(list, c.Secondary...)
	}
	slices.SortFunc(list, func(a, b *mailbox.Content) int { return cmp.Compare(a.Row.ID, b.Row.ID) })
	return list
}

// kinds lists the kinds of mails' contents, regardless of bundles.
func kinds(mails []*mailbox.Content) string {
	text := ""
	for _, c := range contents(mails) {
		name := c.To.Name
		if name == "" {
			name = c.To.Email
		}
		text += string(c.Kind) + ":" + name + " "
	}
	return text
}

func wantCode(t *testing.T, err error, code models.Code) {
	t.Helper()
	if models.CodeOf(err) != code {
		t.Fatalf("error is %v, want %s", err, code)
	}
}

// stepOfRun is the longest time in whole minutes, and in equal parts of an hour, between two heartbeats that are no
// outage.
const stepOfRun = 4 * time.Minute

// Run advances time with a running server and returns the mails.
func (w *world) run(d time.Duration) []*mailbox.Content {
	w.t.Helper()
	var out []*mailbox.Content
	w.eachStep(d, "", func() { out = append(out, w.deliver()...) })
	return out
}

// eachStep advances time in steps and calls after, following the sweep, where the step or a new hour
// makes something due. Otherwise the server only gives its heartbeat: sweeps that find nothing were a third of the
// work of these tests. Queued notices count where the condition andNotice holds.
func (w *world) eachStep(d time.Duration, andNotice string, after func()) {
	w.t.Helper()
	for end := w.now().Add(d); w.now().Before(end); {
		if sample.Short() {
			w.skipSteps(end, andNotice)
		}
		hour := w.now().Truncate(time.Hour)
		w.pass(min(stepOfRun, end.Sub(w.now())))
		if w.now().Before(end) && w.now().Truncate(time.Hour).Equal(hour) && !w.anythingDue(w.now(), andNotice) {
			if err := w.Heartbeat(w.t.Context()); err != nil {
				w.t.Fatal(err)
			}
			continue
		}
		w.sweep()
		after()
	}
}

// skipSteps advances time by the steps of eachStep in which nothing is due, up to the last before the end or the next
// quarter of a day, and records their heartbeats by one statement.
func (w *world) skipSteps(end time.Time, andNotice string) {
	w.t.Helper()
	const quarter = 6 * time.Hour
	if next := w.now().Truncate(quarter).Add(quarter); next.Before(end) {
		end = next
	}
	for steps := (end.Sub(w.now()) - 1) / stepOfRun; steps > 1; steps /= 2 {
		if at := w.now().Add(steps * stepOfRun); !w.anythingDue(at, andNotice) {
			w.pass(at.Sub(w.now()))
			const beat = `UPDATE heartbeats SET at = @at, steady_at = CASE
				WHEN steady_at + 2 * (@at - at) < @at THEN steady_at + 2 * (@at - at) ELSE @at END`
			if err := w.DB.Writer().Exec(beat, sql.Named("at", models.ToMillis(at))).Error; err != nil {
				w.t.Fatal(err)
			}
			return
		}
	}
}

// anythingDue reports whether a sweep or the mail worker may have something to do from now until a time.
func (w *world) anythingDue(until time.Time, andNotice string) bool {
	w.t.Helper()
	var due bool
	now, then := models.ToMillis(w.now()), models.ToMillis(until)
	err := w.DB.Writer().Raw(`SELECT EXISTS (SELECT 1 FROM games WHERE status = 'ongoing' AND `+play.DueColumn+` <= ?)
		OR EXISTS (SELECT 1 FROM notices WHERE done_at = 0 AND next_at <= ? AND lease_until <= ? `+andNotice+`)
		OR EXISTS (SELECT 1 FROM challenges WHERE status = 'open' AND expires_at <= ?)
		OR EXISTS (SELECT 1 FROM vacations v JOIN players p ON p.id = v.player_id
			WHERE v.until_at > ? AND p.away_until <= ? AND p.away_until < v.from_at)
		OR EXISTS (SELECT 1 FROM event_games WHERE to_end = 1)
		OR EXISTS (SELECT 1 FROM bulk_changes WHERE walked_at = 0)`, then, then, then, then, now, then).Scan(&due).Error
	if err != nil {
		w.t.Fatal(err)
	}
	return due
}

func (w *world) sweep() {
	w.t.Helper()
	if _, err := w.SweepClocks(w.t.Context()); err != nil {
		w.t.Fatal(err)
	}
}

func (w *world) find(g *models.Game) *models.Game {
	w.t.Helper()
	now, err := w.Game(w.t.Context(), g.ID)
	if err != nil {
		w.t.Fatal(err)
	}
	return now
}

func (w *world) paced(a, b models.Player, pace string) *models.Game {
	w.t.Helper()
	c, err := w.CreateChallenge(w.t.Context(), a, challenge.NewChallenge{
		Ruleset: "hnefatafl", Variant: "7x7", Opponent: b.Name, Seat: "first", Terms: models.Terms{Pace: pace},
	})
	if err != nil {
		w.t.Fatal(err)
	}
	g, err := w.AcceptChallenge(w.t.Context(), b, c.ID)
	if err != nil {
		w.t.Fatal(err)
	}
	w.sweep()
	w.deliver()
	return g
}

func (w *world) set(p models.Player, s models.Settings) {
	w.t.Helper()
	patch := models.ProfilePatch{Mail: s.Mail, Games: s.Games}
	if s.DigestHour != nil {
		patch.Put("digest_hour", strconv.Itoa(*s.DigestHour))
	}
	if q := s.Quiet; q != nil {
		patch.Put("quiet", q.From, q.Until)
	}
	if _, err := w.UpdateProfile(w.t.Context(), p.ID, patch); err != nil {
		w.t.Fatal(err)
	}
}

// Newest returns the player's last notice of a kind.
func (w *world) newest(p models.Player, kind models.Kind) notice.Notice {
	w.t.Helper()
	list, _, err := w.Notices(w.t.Context(), p.ID, 0, 50)
	if err != nil {
		w.t.Fatal(err)
	}
	for _, n := range list {
		if n.Kind == kind {
			return n
		}
	}
	w.t.Fatalf("%s has no notice of kind %s", p.Name, kind)
	return notice.Notice{}
}

// runWithoutMail advances time with a running server whose mail waits.
func (w *world) runWithoutMail(d time.Duration) {
	w.t.Helper()
	w.eachStep(d, "AND 1 = 0", func() {})
}
