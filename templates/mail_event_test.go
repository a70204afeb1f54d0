package templates

import (
	"strings"
	"testing"
	"time"

	"turnpost/models"
	"turnpost/models/event"
	"turnpost/models/modeltest"
	"turnpost/models/roundrobin"
	"turnpost/rules"
	"turnpost/templates/view"
	"turnpost/templates/words"
)

// views returns the views of the catalog's games.
func sampleViews(t testing.TB) *view.Views {
	t.Helper()
	return view.New(modeltest.New(t, modeltest.Options{}).Store)
}

// sampleEvent is a round robin of five with ann, in the reader's language.
func sampleEvent(t testing.TB, reader view.Reader) *view.Event {
	return sampleViews(t).Event(event.Event{
		ID: "e7m2q9xr", Kind: event.RoundRobin, Ruleset: "hnefatafl", Variant: "7x7", Size: 5, AtOnce: 2,
		Terms: models.Terms{Pace: "2d"}, Status: event.EventRunning, Joined: 5,
		CreatedAt: mailNow.Add(-48 * time.Hour), BeganAt: mailNow,
	}, reader)
}

// sampleLadder is a ladder with a title.
func sampleLadder(t testing.TB, reader view.Reader) *view.Event {
	return sampleViews(t).Event(event.Event{
		ID: "e7m2q9xr", Kind: event.Ladder, Ruleset: "bohnduell", Variant: "standard", Title: "The <long> winter",
		Terms: models.Terms{Pace: "2d", NoVacation: true}, Status: event.EventRunning, Joined: 14, CreatedAt: mailNow,
	}, reader)
}

// sampleTable is that of three players, one of whom has left.
func sampleTable(reader view.Reader) []view.EventGroup {
	row := func(place, number, points, sb, wins, left int, name string, how roundrobin.Withdrawal) event.Row {
		r := event.Row{Number: number, Group: 1}
		r.Place, r.Player, r.Points, r.SB, r.Wins, r.Remaining, r.Withdrawn = place, name, points, sb, wins, left, how
		return r
	}
	return view.EventTable(event.Table{Groups: [][]event.Row{{
		row(1, 2, 3, 7, 1, 0, "ann", ""), row(2, 1, 1, 2, 0, 1, "bob", ""),
		row(0, 3, 0, 0, 0, 0, "cleo", roundrobin.Withdrawn),
	}}}, reader)
}

// eventMails are the mails about events, in the language of their reader.
var eventMails = []struct {
	name string
	kind models.Kind
	fill func(t *testing.T, m *Mail)
}{
	{"event-began", models.KindEventBegan, func(t *testing.T, m *Mail) {
		m.Replies, m.Event = true, sampleEvent(t, m.Reader)
		for i := range 2 {
			entry := listedSample(t, models.KindYourTurn, i+1)
			entry.Reader, entry.Game = m.Reader, gameOf(t, "hnefatafl", []string{"bob", "cleo"}[i])
			m.Listed = append(m.Listed, entry)
		}
		other := listedSample(t, models.KindYourTurn, 3)
		other.Reader, other.ReplyTo, other.Game = m.Reader, "", gameOf(t, "hnefatafl", "dan")
		other.Game.Reader = rules.Second
		other.Game.Players[0], other.Game.Players[1] = other.Game.Players[1], other.Game.Players[0]
		m.Elsewhere = []Mail{other}
	}},
	{"event-place", models.KindEventPlace, func(t *testing.T, m *Mail) {
		m.Event, m.Place = sampleLadder(t, m.Reader), 3
		m.Places = strings.Fields("bob cleo ann dan eve finn gus hal ivy jon kit lou max ned")
	}},
	{"event-place-left", models.KindEventPlace, func(t *testing.T, m *Mail) {
		m.Event, m.Places = sampleLadder(t, m.Reader), []string{"bob", "cleo"}
	}},
	{"event-ended", models.KindEventEnded, func(t *testing.T, m *Mail) {
		m.Event, m.Place, m.Table = sampleEvent(t, m.Reader), 1, sampleTable(m.Reader)
		m.Event.Status, m.Event.EndedAt = event.EventEnded, mailNow
	}},
	{"events", models.KindReplyAnswer, func(t *testing.T, m *Mail) {
		m.Answer, m.Events = &MailAnswer{About: models.AnswerEvents}, []*view.Event{
			sampleEvent(t, m.Reader), sampleLadder(t, m.Reader),
		}
	}},
	{"events-none", models.KindReplyAnswer, func(_ *testing.T, m *Mail) {
		m.Answer = &MailAnswer{About: models.AnswerEvents}
	}},
	{"event-table", models.KindReplyAnswer, func(t *testing.T, m *Mail) {
		m.Answer, m.Event, m.Table = &MailAnswer{About: models.AnswerTable}, sampleEvent(t, m.Reader), sampleTable(m.Reader)
	}},
	{"event-joined", models.KindDeskAnswer, func(t *testing.T, m *Mail) {
		m.Answer = &MailAnswer{About: models.AnswerDeskDone, Reason: "join", Typed: "join e7m2q9xr"}
		m.Event = sampleEvent(t, m.Reader)
	}},
}

func TestMailsAboutEvents(t *testing.T) {
	for _, lang := range words.All() {
		for _, c := range eventMails {
			t.Run(c.name+"-"+lang, func(t *testing.T) {
				m := sampleMail(t, models.KindDigest)
				m.Kind, m.Reader.Language, m.Waiting = c.kind, words.For(lang), 0
				if !c.kind.MayBeOff() {
					m.StopKind = ""
				}
				c.fill(t, &m)
				got, err := RenderMail(m)
				if err != nil {
					t.Fatal(err)
				}
				checkPlain(t, got.Text)
				goldenMail(t, c.name+"-"+lang+".txt", "Subject: "+got.Subject+"\n\n"+got.Text)
				goldenMail(t, c.name+"-"+lang+".html", got.HTML)
			})
		}
	}
}

func TestQuarters(t *testing.T) {
	for n, want := range []string{"0", "¼", "½", "¾", "1", "1¼", "1½", "1¾", "2"} {
		if got := view.Quarters(n); got != want {
			t.Errorf("%d quarters: %s, want %s", n, got, want)
		}
	}
	for halves, want := range []string{"0", "½", "1", "1½", "2"} {
		if got := view.Points(halves); got != want {
			t.Errorf("%d halves: %s, want %s", halves, got, want)
		}
	}
	for score, want := range []string{"0 – 1", "½ – ½", "1 – 0"} {
		if got := view.Result(score); got != want {
			t.Errorf("score %d: %s, want %s", score, got, want)
		}
	}
}
