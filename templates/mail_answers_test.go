package templates

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"turnpost/models"
	"turnpost/models/pace"
	"turnpost/rules"
	"turnpost/rules/catalog"
	"turnpost/rules/phrase"
	"turnpost/templates/board"
	"turnpost/templates/view"
	"turnpost/templates/words"
)

// sampleAnswer returns an answer to ann's mail.
func sampleAnswer(t testing.TB, about models.AnswerTopic) Mail {
	t.Helper()
	m := sampleMail(t, models.KindReplyAnswer)
	m.StopKind, m.StopGame, m.Replies, m.Game = "", "", true, nil
	m.Answer = &MailAnswer{About: about}
	return m
}

// listedSample returns a part of a list with the address of replies to it.
func listedSample(t testing.TB, kind models.Kind, n int) Mail {
	m := sampleMail(t, kind)
	m.StopKind, m.StopGame, m.Replies = "", "", true
	m.Page = fmt.Sprintf("%s/k/page-token-%d", m.Site, n)
	m.ReplyTo = fmt.Sprintf("play+%047d@play.example.org", n)
	return m
}

// gameOf returns a game at the beginning of a ruleset's default variant, with ann in the first seat.
func gameOf(t testing.TB, ruleset string, opponent string) *view.Game {
	t.Helper()
	r, found := rules.Find(catalog.All(), ruleset)
	if !found {
		t.Fatalf("no ruleset %s", ruleset)
	}
	info := r.Info(phrase.English)
	start, err := r.Start(info.Variants[0].ID)
	if err != nil {
		t.Fatal(err)
	}
	g := sampleGame(t)
	g.Ruleset, g.Variant, g.Title = info.ID, info.Variants[0].ID, info.Variants[0].Name
	g.Players = [2]view.Player{{Name: "ann", Side: info.Sides[0].Name}, {Name: opponent, Side: info.Sides[1].Name}}
	g.Reader, g.ToMove, g.Ply, g.LastTurn = rules.First, rules.First, 0, nil
	g.Board = &view.Board{Diagram: start.Diagram(phrase.English), Style: board.NewStyle(info)}
	return g
}

// sampleSettings are those of a new player.
func sampleSettings(zone string) []models.Setting {
	list := []models.Setting{
		{Name: "zone", Value: zone},
		{Name: "language", Value: "en"},
		{Name: "vacation", Value: "none"},
		{Name: "listed", Value: "yes"},
		{Name: "digest hour", Value: "8"},
		{Name: "quiet hours", Value: "22:00 to 07:00"},
		{Name: "reminders", Value: "usual"},
		{Name: "confirm turns", Value: "first"},
		{Name: "confirm replies", Value: "no"},
	}
	for _, kind := range []string{"game over", "your turn", "reminder", "offer", "challenge"} {
		list = append(list, models.Setting{Name: "mail " + kind, Value: "instant"})
	}
	return append(list, models.Setting{Name: "game k7m2q9xr", Value: "off"})
}

func rulesSample(t testing.TB, id string) *RulesBook {
	t.Helper()
	r, _ := rules.Find(catalog.All(), id)
	book, err := NewRulesBook(r, words.For("en"))
	if err != nil {
		t.Fatal(err)
	}
	return book
}

var answerCases = []struct {
	name   string
	about  models.AnswerTopic
	change func(t testing.TB, m *Mail)
}{
	{"answer-games", models.AnswerGames, func(t testing.TB, m *Mail) {
		for i, ruleset := range []string{"hnefatafl", "hanniball", "bohnduell"} {
			part := listedSample(t, models.KindYourTurn, i)
			if i > 0 {
				part.Game = gameOf(t, ruleset, "carol")
			} else {
				part.Game.DrawBy, part.Game.Unread = rules.First, 2
			}
			m.Listed = append(m.Listed, part)
		}
		offer := listedSample(t, models.KindOffer, 3)
		offer.Offer, offer.Game.ToMove, offer.Game.DrawBy = "draw", rules.First, rules.First
		m.Listed = append(m.Listed, offer, listedSample(t, models.KindChallenge, 4))
		theirs, sent := listedSample(t, models.KindYourTurn, 5), listedSample(t, models.KindChallenge, 6)
		theirs.Game.ToMove = rules.First
		sent.Challenge.Challenger, sent.Challenge.Opponent, sent.Challenge.Mine = "ann", "dora", true
		m.Elsewhere = []Mail{theirs, sent}
	}},
	{"answer-games-none", models.AnswerGames, func(testing.TB, *Mail) {}},
	{"answer-open", models.AnswerOpen, func(t testing.TB, m *Mail) {
		first, second := listedSample(t, models.KindChallenge, 1), listedSample(t, models.KindChallenge, 2)
		for _, c := range []*view.Challenge{first.Challenge, second.Challenge} {
			c.ToAnyone, c.Opponent = true, ""
		}
		second.Challenge.Challenger, second.Challenge.Message, second.Challenge.Seat = "carol", "", rules.NoSeat
		second.Challenge.Pace = pace.Pace{PerTurn: 72 * time.Hour}
		m.Listed, m.More = []Mail{first, second}, 1
	}},
	{"answer-open-none", models.AnswerOpen, func(testing.TB, *Mail) {}},
	{"answer-rules", models.AnswerRules, func(t testing.TB, m *Mail) { m.Rules = rulesSample(t, "hanniball") }},
	{"answer-history", models.AnswerHistory, func(t testing.TB, m *Mail) {
		g := sampleGame(t)
		g.Standing, g.Ply = "Defenders to move", 3
		m.History = &MailHistory{Game: g, First: 1, Turns: []*view.Turn{
			{Text: "d1-d4", Description: "bob moved an attacker from d1 to d4."},
			{Text: "f4-e4", Description: "ann moved a defender from f4 to e4."},
			{Text: "d4-d5xe5xd6", Description: "bob moved an attacker from d4 to d5 and captured the defenders on e5 and d6."},
		}}
	}},
	{"answer-record", models.AnswerRecord, func(t testing.TB, m *Mail) {
		m.History = &MailHistory{
			Game:   sampleGame(t),
			Record: "[Game \"hnefatafl\"]\n[Variant \"11x11\"]\n[Attackers \"bob\"]\n[Defenders \"ann\"]\n\n1. d1-d4 f4-e4 *\n",
		}
	}},
	{"answer-settings", models.AnswerSettings, func(_ testing.TB, m *Mail) {
		m.Answer.Settings = sampleSettings("Europe/Warsaw")
	}},
	{"answer-settings-expired", models.AnswerSettings, func(_ testing.TB, m *Mail) {
		m.Answer.Settings, m.Answer.Reason = sampleSettings("Europe/Warsaw")[:4], "expired"
	}},
	{"answer-settings-changed", models.AnswerChanged, func(_ testing.TB, m *Mail) {
		m.Answer.Settings = sampleSettings("Europe/Berlin")[:6]
		m.Answer.Changes = []models.SettingChange{
			{Name: "zone", Before: "Europe/Warsaw", After: "Europe/Berlin"},
			{Name: "game k7m2q9xr", After: "off"},
		}
	}},
	{"answer-help", models.AnswerHelp, func(testing.TB, *Mail) {}},
	{"answer-help-game", models.AnswerHelp, func(t testing.TB, m *Mail) {
		m.Game, m.Example = sampleGame(t), "d8-f8"
	}},
	{"answer-help-challenge", models.AnswerHelp, func(t testing.TB, m *Mail) { m.Challenge = sampleChallenge(t) }},
	{"answer-played", models.AnswerPlayed, func(t testing.TB, m *Mail) {
		m.Game = sampleGame(t)
		m.Game.LastTurn = &view.Turn{Seat: rules.Second, Description: "ann moved a defender from f8 to d8."}
		m.Game.ToMove = rules.First
	}},
}

func TestAnswersAsWritten(t *testing.T) {
	for _, c := range answerCases {
		t.Run(c.name, func(t *testing.T) {
			m := sampleAnswer(t, c.about)
			c.change(t, &m)
			checkAnswer(t, c.name, m)
		})
	}
	t.Run("answer-settings-refused", func(t *testing.T) {
		m := sampleAnswer(t, models.AnswerFaults)
		m.Kind, m.Answer.Settings = models.KindReplyRejected, sampleSettings("Europe/Warsaw")[:5]
		m.Answer.Faults = []MailFault{
			{
				Setting: models.Setting{Name: "zone", Value: "Europe/Warshaw"}, Form: "zone",
				Reason: `"Europe/Warshaw" is no IANA time zone`,
			},
			{
				Setting: models.Setting{Name: "mail your turn", Value: "<sometimes>"}, Form: "mail",
				Reason: "must be instant, digest or off",
			},
			{Setting: models.Setting{Name: "colour", Value: "blue"}, Reason: `"colour" is the name of no setting`},
		}
		checkAnswer(t, "answer-settings-refused", m)
	})
}

func checkAnswer(t *testing.T, name string, m Mail) {
	t.Helper()
	got, err := RenderMail(m)
	if err != nil {
		t.Fatal(err)
	}
	goldenMail(t, name+".txt", "Subject: "+got.Subject+"\n\n"+got.Text)
	goldenMail(t, name+".html", got.HTML)
	if m.Rules == nil { // the notation of a ruleset has lines that are not wrapped
		checkPlain(t, got.Text)
	}
	if shown := strings.Count(got.HTML, `src="cid:`); shown != len(got.Boards) {
		t.Errorf("the HTML shows %d boards; there are %d pictures", shown, len(got.Boards))
	}
}

// TestSettingsStandInLines checks that each setting has a line to itself in both forms of the mail.
func TestSettingsStandInLines(t *testing.T) {
	m := sampleAnswer(t, models.AnswerSettings)
	m.Answer.Settings = sampleSettings("Europe/Warsaw")
	got, err := RenderMail(m)
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(got.Text, "\n")
	for _, s := range m.Answer.Settings {
		if !slices.Contains(lines, s.String()) {
			t.Errorf("the text has no line %q", s)
		}
		if !strings.Contains(got.HTML, ">"+s.String()+"</div>") {
			t.Errorf("the HTML has no element %q", s)
		}
	}
}
