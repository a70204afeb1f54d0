package templates

import (
	"bytes"
	"image/png"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"golang.org/x/net/html"

	"turnpost/rules"
)

var mailNow = time.Date(2026, 11, 21, 10, 15, 0, 0, time.UTC)

// sampleMail is a mail of a kind to ann, who plays the defenders of a game of
// Hnefatafl at turn 13.
func sampleMail(t testing.TB, kind string) Mail {
	t.Helper()
	warsaw, err := time.LoadLocation("Europe/Warsaw")
	if err != nil {
		t.Fatal(err)
	}
	m := Mail{
		Kind: kind, Locale: "en-GB", Now: mailNow, Zone: warsaw, Site: "https://play.example.org",
		Name: "ann", Email: "ann@example.org", PictureName: "board@example.org",
	}
	switch kind {
	case "code":
		m.Code, m.Expires = "01234567", mailNow.Add(15*time.Minute)
	case "test":
	case "digest":
		m.StopKind = m.Site + "/unsubscribe/kind-token"
	case "challenge", "challenge_answer":
		m.Challenge = sampleChallenge(t)
		m.StopKind = m.Site + "/unsubscribe/kind-token"
	default:
		m.Game, m.Offer = sampleGame(t), "draw"
		m.StopKind, m.StopGame = m.Site+"/unsubscribe/kind-token", m.Site+"/unsubscribe/game-token"
	}
	return m
}

func sampleGame(t testing.TB) *MailGame {
	t.Helper()
	s := samples[0]
	info := s.ruleset.Info()
	style := s.style()
	style.Flip = true
	return &MailGame{
		ID: "k7m2q9xr", Ruleset: info.ID, Variant: s.variant, Title: "Hnefatafl 11×11", Opponent: "bob",
		Side: "Defenders", ToMove: "Defenders", MyTurn: true, Turn: 13, Deadline: mailNow.Add(74*time.Hour + 45*time.Minute),
		LastTurn: &MailTurn{Told: "bob moved an attacker from d8 to f8.", Message: "Mind your king.\n\nHe is a long way from home, and my men stand on every road that leads to the corner."},
		Board:    s.diagram(t), Style: style,
	}
}

func sampleChallenge(t testing.TB) *MailChallenge {
	t.Helper()
	s := samples[0]
	start, err := s.ruleset.Start("9x9")
	if err != nil {
		t.Fatal(err)
	}
	return &MailChallenge{
		ID: "w3n8t5bz", Ruleset: "hnefatafl", Variant: "9x9", Title: "Hnefatafl 9×9", Summary: s.ruleset.Info().Summary,
		Challenger: "bob", Side: "Attackers", MovesFirst: true, Message: "A quick one?", Each: 36 * time.Hour,
		Board: start.Diagram(), Style: NewBoardStyle(s.ruleset.Info()),
	}
}

var mailCases = []struct {
	name, kind string
	change     func(t *testing.T, m *Mail)
}{
	{name: "code"},
	{name: "test"},
	{name: "challenge"},
	{name: "challenge-stranger", kind: "challenge", change: func(t *testing.T, m *Mail) {
		m.Name, m.Challenge.Side = "", ""
		m.Challenge.Bank, m.Challenge.Each, m.Challenge.Cap = 14*24*time.Hour, 24*time.Hour, 21*24*time.Hour
	}},
	{name: "challenge-accepted", kind: "challenge_answer", change: func(t *testing.T, m *Mail) {
		m.Challenge.Challenger, m.Challenge.Opponent, m.Accepted = "ann", "bob", true
		m.Game = &MailGame{ID: "k7m2q9xr", Opponent: "bob", Side: "Attackers", MyTurn: true}
	}},
	{name: "challenge-declined", kind: "challenge_answer", change: func(t *testing.T, m *Mail) {
		m.Challenge.Challenger, m.Challenge.Opponent = "ann", "bob"
	}},
	{name: "your-turn", kind: "your_turn"},
	{name: "your-turn-first", kind: "your_turn", change: func(t *testing.T, m *Mail) {
		m.Game.Notation, m.Game.Board = samples[0].ruleset.Info().Notation, sampleChallenge(t).Board
		m.Game.LastTurn, m.Game.Turn, m.Game.Side, m.Game.ToMove, m.Game.Style.Flip = nil, 1, "Attackers", "Attackers", false
	}},
	{name: "your-turn-draw-offered", kind: "your_turn", change: func(t *testing.T, m *Mail) { m.Game.DrawOffered = true }},
	{name: "your-turn-plan-ended", kind: "your_turn", change: func(t *testing.T, m *Mail) {
		m.Game.PlanEnded, m.Game.PlanDetail = "refused", "f8-f3: the defender on f7 stands in the way"
	}},
	{name: "plan", change: planSample},
	{name: "plan-done", kind: "plan", change: func(t *testing.T, m *Mail) {
		planSample(t, m)
		m.Game.PlanDone = true
	}},
	{name: "reminder", change: func(t *testing.T, m *Mail) {
		m.Game.Deadline, m.Game.Left = mailNow.Add(24*time.Hour-time.Second), 24*time.Hour-time.Second
	}},
	{name: "reminder-offers", kind: "reminder", change: func(t *testing.T, m *Mail) {
		m.Game.Deadline, m.Game.Left = mailNow.Add(50*time.Minute), 50*time.Minute
		m.Game.DrawOffered, m.Game.TakebackOffered, m.Game.TakebackTo = true, true, 10
	}},
	{name: "away", change: func(t *testing.T, m *Mail) {
		m.AwayFrom, m.AwayUntil = time.Date(2027, 3, 26, 23, 0, 0, 0, time.UTC), time.Date(2027, 3, 28, 22, 0, 0, 0, time.UTC)
	}},
	{name: "offer"},
	{name: "offer-takeback", kind: "offer", change: takebackSample},
	{name: "takeback-accepted", kind: "offer_answer", change: func(t *testing.T, m *Mail) {
		m.Offer, m.Accepted, m.AnswerPly = "takeback", true, 12
	}},
	{name: "takeback-declined", kind: "offer_answer", change: func(t *testing.T, m *Mail) {
		m.Offer, m.Game.MyTurn, m.Game.ToMove = "takeback", false, "Attackers"
	}},
	{name: "offer-at-their-turn", kind: "offer", change: func(t *testing.T, m *Mail) { m.Game.MyTurn, m.Game.ToMove = false, "Attackers" }},
	{name: "offer-declined", kind: "offer_answer"},
	{name: "message", change: messageSample},
	{name: "messages", kind: "message", change: func(t *testing.T, m *Mail) {
		messageSample(t, m)
		m.Messages = append([]MailMessage{{Ply: 0, At: mailNow.Add(-26 * time.Hour), Text: "Hello!\nHave a good game."}}, m.Messages...)
		m.Game.Outcome = "won"
	}},
	{name: "game-over-won", kind: "game_over", change: func(t *testing.T, m *Mail) {
		m.Game.Outcome, m.Game.ReasonPhrase = "won", "the king reached a corner"
	}},
	{name: "game-over-lost", kind: "game_over", change: func(t *testing.T, m *Mail) {
		m.Game.Outcome, m.Game.ReasonPhrase = "lost", ReasonPhrase(rules.Info{}, "timeout", "")
	}},
	{name: "game-over-drawn", kind: "game_over", change: func(t *testing.T, m *Mail) {
		m.Game.Outcome, m.Game.ReasonPhrase = "drawn", ReasonPhrase(rules.Info{}, "agreement", "")
	}},
	{name: "game-over-aborted", kind: "game_over", change: func(t *testing.T, m *Mail) {
		m.Game.Outcome, m.Game.ReasonPhrase = "aborted", ReasonPhrase(rules.Info{}, "aborted", "")
	}},
	{name: "your-turn-first-accepted", kind: "your_turn", change: func(t *testing.T, m *Mail) {
		m.Game.Board, m.Game.LastTurn, m.Game.Turn = sampleChallenge(t).Board, nil, 1
		answer := sampleMail(t, "challenge_answer")
		answer.Challenge.Challenger, answer.Challenge.Opponent, answer.Accepted, answer.Game = "ann", "bob", true, m.Game
		m.With = []Mail{answer}
	}},
	{name: "your-turn-and-offer", kind: "your_turn", change: func(t *testing.T, m *Mail) {
		m.Game.DrawOffered = true
		m.With = []Mail{sampleMail(t, "offer")}
	}},
	{name: "game-over-and-plan", kind: "game_over", change: func(t *testing.T, m *Mail) {
		m.Game.Outcome, m.Game.ReasonPhrase = "won", "the king reached a corner"
		plan := sampleMail(t, "plan")
		plan.Game.Outcome, plan.Game.PlanDone, plan.Game.Answered = "won", true, &MailTurn{Told: "bob moved an attacker from a4 to b4.", Message: "Now what?"}
		m.With = []Mail{plan}
	}},
	{name: "digest", change: func(t *testing.T, m *Mail) {
		for i := range 6 {
			turn := sampleMail(t, "your_turn")
			turn.Game.ID, turn.Game.DrawOffered = "game"+string(rune('0'+i)), i == 1
			turn.Game.Deadline = turn.Game.Deadline.Add(time.Duration(i) * 5 * time.Hour)
			m.With = append(m.With, turn)
		}
		over := sampleMail(t, "game_over")
		over.Game.Outcome, over.Game.ReasonPhrase = "won", ReasonPhrase(rules.Info{}, "timeout", "bob")
		m.With = append(m.With, over, sampleMail(t, "challenge"))
	}},
	{name: "digest-news", kind: "digest", change: func(t *testing.T, m *Mail) { m.With = []Mail{sampleMail(t, "challenge")} }},
}

func takebackSample(_ *testing.T, m *Mail) {
	m.Offer, m.Game.TakebackOffered, m.Game.TakebackTo = "takeback", true, 10
}

func messageSample(_ *testing.T, m *Mail) {
	m.Messages = []MailMessage{{Ply: 12, At: mailNow.Add(-time.Minute), Text: "Nice <move>. I need a day to think about it, and then another one, I am afraid."}}
}

// planSample makes the last turn one of ann's plan.
func planSample(_ *testing.T, m *Mail) {
	m.Game.Answered = &MailTurn{Told: "bob moved an attacker from a7 to a9.", Message: m.Game.LastTurn.Message}
	m.Game.LastTurn = &MailTurn{Told: "ann moved a defender from f8 to d8."}
	m.Game.MyTurn, m.Game.ToMove = false, "Attackers"
}

func TestMailsAsWritten(t *testing.T) {
	for _, c := range mailCases {
		t.Run(c.name, func(t *testing.T) {
			kind := c.kind
			if kind == "" {
				kind = c.name
			}
			m := sampleMail(t, kind)
			if c.change != nil {
				c.change(t, &m)
			}
			got, err := RenderMail(m)
			if err != nil {
				t.Fatal(err)
			}
			goldenMail(t, c.name+".txt", "Subject: "+got.Subject+"\n\n"+got.Text)
			goldenMail(t, c.name+".html", got.HTML)
			checkPlain(t, got.Text)
			checkPicture(t, m, got)
		})
	}
}

// goldenMail compares with a file of testdata/mails, or writes it.
func goldenMail(t *testing.T, name, got string) {
	t.Helper()
	path := filepath.Join("testdata", "mails", name)
	if *update {
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Errorf("%s is written otherwise now (-update accepts it):\n%s", name, got)
	}
}

// checkPlain looks for lines that a mail program would break.
func checkPlain(t *testing.T, text string) {
	t.Helper()
	for line := range strings.Lines(text) {
		line = strings.TrimSuffix(line, "\n")
		long := utf8.RuneCountInString(line) > textWidthLimit && strings.Contains(strings.TrimSpace(line), " ")
		if long && !strings.HasPrefix(line, "    ") {
			t.Errorf("a line of %d columns: %s", utf8.RuneCountInString(line), line)
		}
		if line != strings.TrimRight(line, " ") && line != "-- " {
			t.Errorf("blanks at the end of %q", line)
		}
	}
}

// checkPicture wants pictures that can be read and are shown, about the width of a mail.
func checkPicture(t *testing.T, m Mail, got MailText) {
	t.Helper()
	if shown := strings.Count(got.HTML, `src="cid:`); shown != len(got.Boards) {
		t.Fatalf("the HTML shows %d boards; there are %d pictures", shown, len(got.Boards))
	}
	for i, board := range got.Boards {
		if (i == 0 && board.ID != m.PictureName) || strings.Count(got.HTML, `src="cid:`+board.ID+`"`) != 1 {
			t.Errorf("picture %d, %s, is not shown once", i, board.ID)
		}
		if _, err := png.Decode(bytes.NewReader(board.PNG)); err != nil {
			t.Error(err)
		}
	}
	if len(got.Boards) == 0 {
		return
	}
	if w := attribute(t, got.HTML, "img", "width"); w != "533" && w != "445" {
		t.Errorf("the board is shown %s pixels wide", w)
	}
}

// attribute is the value of an attribute of the first such element.
func attribute(t *testing.T, page, element, name string) string {
	t.Helper()
	root, err := html.Parse(strings.NewReader(page))
	if err != nil {
		t.Fatal(err)
	}
	for node := range root.Descendants() {
		if node.Type != html.ElementNode || node.Data != element {
			continue
		}
		for _, a := range node.Attr {
			if a.Key == name {
				return a.Val
			}
		}
	}
	return ""
}

func TestMailRefusesWhatIsIncomplete(t *testing.T) {
	for _, kind := range []string{"", "nothing", "your_turn", "reminder", "away", "offer", "offer_answer", "game_over", "challenge", "challenge_answer"} {
		if got, err := RenderMail(Mail{Kind: kind, Now: mailNow}); err == nil {
			t.Errorf("kind %q without anything is written: %q", kind, got.Subject)
		}
	}
}

func TestMailRefusesWhatIsIncompleteBesides(t *testing.T) {
	for _, kind := range []string{"your_turn", "digest"} {
		for _, with := range []string{"nothing", "your_turn", "offer"} {
			m := sampleMail(t, kind)
			m.With = []Mail{{Kind: with, Now: mailNow}}
			if got, err := RenderMail(m); err == nil {
				t.Errorf("kind %q with %q without anything is written: %q", kind, with, got.Subject)
			}
		}
	}
}

func TestMailInALanguageWithoutWordsIsEnglish(t *testing.T) {
	m := sampleMail(t, "code")
	want, err := RenderMail(m)
	if err != nil {
		t.Fatal(err)
	}
	for _, locale := range []string{"", "pl", "tlh-x-pqd", "EN"} {
		m.Locale = locale
		got, err := RenderMail(m)
		if err != nil || got.Text != want.Text {
			t.Errorf("locale %q: %v %s", locale, err, got.Text)
		}
	}
}

func TestSpan(t *testing.T) {
	for _, c := range []struct {
		length time.Duration
		want   string
	}{
		{-time.Hour, "0 minutes"},
		{29 * time.Second, "0 minutes"},
		{59 * time.Second, "1 minute"},
		{time.Minute, "1 minute"},
		{59 * time.Minute, "59 minutes"},
		{time.Hour, "1 hour"},
		{25*time.Hour - time.Minute, "24 hours 59 minutes"},
		{36 * time.Hour, "36 hours"},
		{48 * time.Hour, "2 days"},
		{72*time.Hour + 59*time.Minute, "3 days"},
		{73 * time.Hour, "3 days 1 hour"},
	} {
		w := newMailWriter(Mail{Kind: "your_turn", Now: mailNow, Game: &MailGame{Deadline: mailNow.Add(c.length)}})
		want := "You have until " + w.When(w.Game.Deadline) + ": " + c.want + "."
		if got := w.say("deadline"); got != want || w.err != nil {
			t.Errorf("%v is told as %q, %v; want %q", c.length, got, w.err, want)
		}
	}
}

func TestShellWord(t *testing.T) {
	for text, want := range map[string]string{
		"":                         "''",
		"https://example.org/v1/x": "https://example.org/v1/x",
		"YOUR TURN":                "'YOUR TURN'",
		"o'brien@example.org":      `'o'\''brien@example.org'`,
		"$(reboot)`reboot`":        "'$(reboot)`reboot`'",
	} {
		if got := shellWord(text); got != want {
			t.Errorf("shellWord(%q) = %s, want %s", text, got, want)
		}
	}
}
