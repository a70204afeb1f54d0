package reply

import (
	"reflect"
	"strings"
	"testing"

	"turnpost/rules"
)

func turn(text string) []Command { return []Command{{Verb: Turn, Text: text}} }

func say(text string) []Command { return []Command{{Verb: Say, Text: text}} }

// phrasings holds texts that people write instead of a plain command, and the commands in them: none if they are not
// clear.
var phrasings = map[string][]Command{
	"d1-d4":                           turn("d1-d4"),
	"  d1 - d4 !":                     turn("d1-d4"),
	"D1–D4":                           turn("D1-D4"),
	"d1→d4":                           turn("d1-d4"),
	"d1-\u200dd4":                     turn("d1-d4"),
	"d1d4":                            turn("d1d4"),
	"d1 d4":                           turn("d1 d4"),
	"d1 to d4":                        turn("d1 to d4"),
	"Kd1-d4xe4/d5+":                   turn("Kd1-d4xe4/d5+"),
	"b4-c6, c6-e7; e7~e8":             turn("b4-c6, c6-e7, e7~e8"),
	"d4-h8~k11~h14":                   turn("d4-h8~k11~h14"),
	"place 3":                         turn("place 3"),
	"p3.":                             turn("p3"),
	"*d1-d4*":                         turn("d1-d4"),
	"**d1-d4**.":                      turn("d1-d4"),
	"_d1-d4_":                         turn("d1-d4"),
	"`d1-d4`":                         turn("d1-d4"),
	"«d1-d4»":                         turn("d1-d4"),
	"»d1-d4«":                         turn("d1-d4"),
	"- d1-d4":                         turn("d1-d4"),
	"-d1-d4":                          turn("d1-d4"),
	"• d1-d4":                         turn("d1-d4"),
	"1. d1-d4":                        turn("d1-d4"),
	"13... d1-d4":                     turn("d1-d4"),
	"#13 d1-d4":                       turn("d1-d4"),
	"Turn 13: d1-d4":                  turn("d1-d4"),
	"My move: d1-d4":                  turn("d1-d4"),
	"my move is d1-d4.":               turn("d1-d4"),
	"I’ll go d1-d4":                   turn("d1-d4"),
	"turn=d1-d4":                      turn("d1-d4"),
	"Mein Zug: d1-d4":                 turn("d1-d4"),
	"Ход: д1":                         nil,
	"d1-d4 👍":                         turn("d1-d4"),
	"d1-d4 :)":                        turn("d1-d4"),
	"d1-d4 LG Ann":                    turn("d1-d4"),
	"d1-d4, viele Grüße Ann":          turn("d1-d4"),
	"Hmm, d1-d4":                      turn("d1-d4"),
	"Ну, d1-d4":                       turn("d1-d4"),
	"d1-d4 and good luck":             nil,
	"d1-d4, thanks":                   turn("d1-d4"),
	"d1-d4, danke!":                   turn("d1-d4"),
	"d1-d4. Merci et bonne chance":    nil,
	"d1-d4. Merci, bonne chance !":    turn("d1-d4"),
	"d1-d4 thanks Bob :)":             turn("d1-d4"),
	"d1-d4, thanks for nothing":       nil,
	"d1-d4, schönes Spiel":            turn("d1-d4"),
	"d1-d4, спасибо за игру!":         turn("d1-d4"),
	"Turn no. 1: d1-d4":               turn("d1-d4"),
	"Turn no: d1-d4":                  nil,
	"I play d1-d4. Be well!":          turn("d1-d4"),
	"Danke. d1-d4. Bis Montag!":       turn("d1-d4"),
	"d1-d4. Or d1-d5.":                nil,
	"No. d1-d4":                       nil,
	"d1-d4. No, wait.":                nil,
	"d1-d4, not":                      nil,
	"p3, thanks":                      nil,
	"Hi Bob, d1-d4":                   turn("d1-d4"),
	"Hi Bob, d1-d4 please":            turn("d1-d4"),
	"Hello, Bob, d1-d4. Thanks, Bob!": turn("d1-d4"),
	"OK, d1-d4":                       turn("d1-d4"),
	"ok d1-d4":                        turn("d1-d4"),
	"Na gut: d1-d4!":                  turn("d1-d4"),
	"Хорошо, d1-d4.":                  turn("d1-d4"),
	"I move from d1 to d4":            turn("d1 to d4"),
	"OK, not d1-d4":                   nil,
	"ok d1-d4 or d1-d5":               nil,
	"your move: d1-d4":                nil,
	"Ваш ход: d1-d4":                  nil,
	"d1-d4, your move":                turn("d1-d4"),
	"d1-d4. Ваш ход!":                 turn("d1-d4"),
	"Please move d1 to d4":            turn("d1 to d4"),
	"Na dann: d1-d4":                  turn("d1-d4"),
	"then d1-d4":                      turn("d1-d4"),
	"I choose d1-d4":                  turn("d1-d4"),
	"Мой ответ: d1-d4":                turn("d1-d4"),
	"Я играю d1-d4.":                  turn("d1-d4"),
	"Бью: d1-d4":                      turn("d1-d4"),
	"Ich schlage d1-d4!":              turn("d1-d4"),
	"I capture: d1-d4":                turn("d1-d4"),
	"OK, d1":                          nil,
	"Hi Bob, not d1-d4, thanks":       nil,
	"That was a long think, and in the end I found nothing better.\nd1-d4":                 turn("d1-d4"),
	"That was a long think, and in the end I found nothing better.\nd1-d4\nor is it d1-d5": nil,
	"away 2026-12-24 until 2027-01-02\nKind regards": {
		{Verb: Away, From: "2026-12-24", Until: "2027-01-02"},
	},
	"? d1-d4, please":                     {{Verb: Try, Text: "d1-d4"}},
	"accept, thanks":                      {{Verb: Accept}},
	"accept thanks":                       nil,
	"resign? thanks":                      nil,
	"no, d1-d4":                           nil,
	"not d1-d4":                           nil,
	"?d1-d4":                              {{Verb: Try, Text: "d1-d4"}},
	"d1-d4?":                              {{Verb: Try, Text: "d1-d4"}},
	"？ｄ１－ｄ４":                              {{Verb: Try, Text: "d1-d4"}},
	"d1-d4？":                              {{Verb: Try, Text: "d1-d4"}},
	"¿d1-d4?":                             {{Verb: Try, Text: "d1-d4"}},
	"¿ d1-d4 ?":                           {{Verb: Try, Text: "d1-d4"}},
	"?d1-d4??":                            {{Verb: Try, Text: "d1-d4"}},
	"؟ d1-d4":                             {{Verb: Try, Text: "d1-d4"}},
	"d1-d4 (?)":                           {{Verb: Try, Text: "d1-d4"}},
	"???":                                 nil,
	"RESIGN":                              {{Verb: Resign}},
	"d1--d4":                              turn("d1-d4"),
	"Cf. d1-d4":                           nil,
	"Bsp. d1-d4":                          nil,
	"Ann. d1-d4":                          turn("d1-d4"),
	"say 👍":                               {{Verb: Say, Text: "👍"}},
	"Say :-)":                             {{Verb: Say, Text: ":-)"}},
	"sag: hallo 👋":                        {{Verb: Say, Text: "hallo 👋"}},
	"*say hi*":                            {{Verb: Say, Text: "hi"}},
	"No, thanks!\n\nd1-d4":                turn("d1-d4"),
	"decline\nd1-d4":                      turn("d1-d4"),
	"d1-d4\n\ndecline":                    nil,
	"“Resign.”":                           {{Verb: Resign}},
	"I resign":                            {{Verb: Resign}},
	"resigned to my fate":                 nil,
	"resign now":                          {{Verb: ResignNow}},
	"*Resign now!*":                       {{Verb: ResignNow}},
	"I resign now.":                       {{Verb: ResignNow}},
	"resign now or never":                 nil,
	"I do not resign now":                 nil,
	"Draw!":                               {{Verb: Draw}},
	"draw?":                               nil,
	"Accept":                              {{Verb: Accept}},
	"Accepted":                            nil,
	"take back 3":                         {{Verb: Takeback, Count: 3}},
	"takeback":                            {{Verb: Takeback}},
	"away from 2026-12-01 until 10.12.":   {{Verb: Away, From: "2026-12-01", Until: "10.12"}},
	"away 1 Dec - 10 Dec":                 {{Verb: Away, From: "1 Dec", Until: "10 Dec"}},
	"away December 24th to January 2nd":   {{Verb: Away, From: "December 24th", Until: "January 2nd"}},
	"Away for two weeks, sorry":           nil,
	"plan d3-c3 : e4-e5":                  {{Verb: Plan, Text: "d3-c3 : e4-e5"}},
	"plan\n* : e4-e5\nd3-c3 : e5-e6":      {{Verb: Plan, Text: "* : e4-e5\nd3-c3 : e5-e6"}},
	"plan":                                nil,
	"plan none":                           {{Verb: Plan}},
	"plan to win this one":                nil,
	"Say: hello":                          say("hello"),
	"say\nhello\nthere\n\nnot this":       say("hello\nthere"),
	"say one\n\nsay two":                  say("one\n\ntwo"),
	"Say, when do we meet?":               nil,
	"say Well played\nthanks for that":    say("Well played\nthanks for that"),
	"say hi\nAnn Example\n+44 20 7946 00": say("hi"),
	"say hi\nd1-d4":                       nil,
	"d1-d4\nsay hi\n\nresign":             nil,
	"d1-d4\nd1-d4":                        turn("d1-d4"),
	"d1-d4\n\nSorry, I meant d1-d5":       nil,
	"I almost played\n\nd1-d4\n\nbut I need more time.": nil,
	"I cannot decide between\n\nd1-d4\n\nand\n\nd1-d5":  nil,
	"Ich schwanke zwischen\nd1-d4\nund\nd1-d5":          nil,
	"Never\n\nresign": nil,
	"There is no way that I would accept a\ndraw": nil,
	"I do not know what to\nsay about it":         nil,
	"Flat\ne1":                                    nil,
	"rematch":                                     {{Verb: Rematch}},
	"show":                                        {{Verb: Show}},
	"show me":                                     nil,
	"HELP!":                                       {{Verb: Help}},
	"help\nme with this please":                   nil,
	"mute":                                        {{Verb: Mute}},
	"Sorry for the delay!\n\nThanks for waiting.\n\nd1-d4": turn("d1-d4"),
	"Good game so far.\n\nThanks,\n\nAnn\n\ne1":            nil,
	"Nice game.\n\nAnn\n\np3":                              nil,
	"Hi bob\np3":                                           turn("p3"),
	"My move\n\np3":                                        turn("p3"),
	"I would rather not\nresign":                           nil,
	"d1-d4\n\nOops, wrong one: d1-d5":                      nil,
}

func TestPhrasing(t *testing.T) {
	for text, want := range phrasings {
		m, err := Read([]byte(plainHeader+text+"\n"), Options{})
		if err != nil {
			t.Fatal(err)
		}
		if got := m.Reply.Commands; len(got)+len(want) > 0 && !reflect.DeepEqual(got, want) {
			t.Errorf("%q is read as %+v, want %+v (possible %+v)", text, got, want, m.Reply.Possible)
		}
	}
}

// If the game is known, its turns displace texts that only look like turns, and steps on separate lines are one turn if
// only all of them together are legal.
func TestWhatTheGameSays(t *testing.T) {
	read := func(text string, turns, legal map[string]bool) Reply {
		m, err := Read([]byte(plainHeader+text+"\n"), Options{
			Readable: func(s string) bool { return turns[s] },
			Legal:    func(s string) bool { return legal[s] },
		})
		if err != nil {
			t.Fatal(err)
		}
		return m.Reply
	}
	set := func(all ...string) map[string]bool {
		out := map[string]bool{}
		for _, s := range all {
			out[s] = true
		}
		return out
	}
	if r := read("pass", set("pass"), nil); len(r.Commands) != 1 || r.Commands[0].Text != "pass" {
		t.Errorf("a turn in words: %+v", r)
	}
	if r := read("d1-d99", nil, nil); len(r.Commands) != 1 {
		t.Errorf("a turn that cannot be read must reach the game, which says why: %+v", r)
	}
	if r := read("e4\n\nd1-d4", set("d1-d4"), nil); len(r.Commands) != 1 || r.Commands[0].Text != "d1-d4" {
		t.Errorf("a square that is no turn: %+v", r)
	}
	steps := set("b4-c6", "c6-e7", "b4-c6 c6-e7")
	r := read("b4-c6\nc6-e7", steps, set("b4-c6 c6-e7"))
	if len(r.Commands) != 1 || r.Commands[0].Text != "b4-c6 c6-e7" {
		t.Errorf("steps on two lines: %+v", r)
	}
	if r := read("b4-c6\nc6-e7", steps, set("b4-c6", "b4-c6 c6-e7")); len(r.Commands) != 0 || len(r.Possible) != 2 {
		t.Errorf("a step that is a turn by itself: %+v", r)
	}
}

// A turn with words between its squares is shown with a hyphen: folding makes a mixture of alphabets of them.
func TestTurnsInWordsAsShown(t *testing.T) {
	readable := func(s string) bool { return rules.Notation{Squares: true}.Fold(s) == "d1-d4" }
	for _, typed := range []string{"с d1 на d4", "von d1 nach d4.", "Мой ход: с d1 на d4", "d1d4", "? d1 to d4"} {
		m, err := Read([]byte(plainHeader+typed+"\n"), Options{Readable: readable})
		if err != nil || len(m.Reply.Commands) != 1 || m.Reply.Commands[0].Text != "d1-d4" {
			t.Errorf("%q is shown as %+v, %v", typed, m.Reply, err)
		}
	}
}

// The question about several commands names the line that each came from, in every form of the mail.
func TestLinesOfPossibleCommands(t *testing.T) {
	for text, want := range map[string][]string{
		"d1-d4\n\nMy move: d1-d5":                    {"d1-d4", "My move: d1-d5"},
		"Hi Bob, d1-d4\n\n*resign*":                  {"Hi Bob, d1-d4", "*resign*"},
		"I would rather not\nresign":                 {"resign"},
		"d1-d4\nplan d3-c3 : e4-e5\n\nresign":        {"d1-d4", "resign"},
		"resign\n\nplan d3-c3 : e4-e5":               {"resign", "plan d3-c3 : e4-e5"},
		"I do not know what to\nsay about it":        {"say about it"},
		"say hi\nd1-d4":                              {"d1-d4", "say hi"},
		"say hi\nd1-d4\n\n? d1-d5":                   {"? d1-d5", "d1-d4"},
		"d1-d4\n\nSorry, I meant d1-d5\n\nnot d1-d6": {"d1-d4"},
	} {
		page := "Content-Type: multipart/alternative; boundary=a\n\n--a\n\n" + text +
			"\n--a\nContent-Type: text/html\n\n" + strings.ReplaceAll(text, "\n", "<br>") + "\n--a--\n"
		for _, raw := range []string{plainHeader + text, page} {
			m, err := Read([]byte(raw), Options{Us: us})
			if err != nil {
				t.Fatal(err)
			}
			if r := m.Reply; !reflect.DeepEqual(r.Lines, want) || len(r.Lines) != len(r.Possible) {
				t.Errorf("%q: lines %q of %+v", text, r.Lines, r.Possible)
			}
		}
	}
}

// What looks meant for the opponent is offered back as the text of one say, which is read as such.
func TestWordsForTheOpponent(t *testing.T) {
	for text, want := range map[string]string{
		"What a nice evening that was.":                         "What a nice evening that was.",
		"Hi Bob,\n\nyou really surprised me\nwith that Lion":    "you really surprised me with that Lion",
		"d1-d4\n\nThat was a long think, sorry!\n\nCheers\nAnn": "That was a long think, sorry!",
		"I never saw that coming.\n\nAnn Example":               "I never saw that coming.",
		"I never saw that coming.\nann@example.net | +44 20":    "I never saw that coming.",
		"I never saw that coming.\nTel. +44 20 7946 0000":       "I never saw that coming.",
		"d1-d4": "",
		"ok":    "",
		strings.Repeat("It rained for days.\n", 200): "",
	} {
		m, err := Read([]byte(plainHeader+text+"\n"), Options{})
		if err != nil {
			t.Fatal(err)
		}
		if m.Reply.Words != want {
			t.Errorf("%q: %q, want %q", text, m.Reply.Words, want)
		}
		if want == "" {
			continue
		}
		again, err := Read([]byte(plainHeader+"say "+m.Reply.Words+"\n"), Options{})
		if err != nil || !reflect.DeepEqual(again.Reply.Commands, say(want)) {
			t.Errorf("%q is read as %+v, %v", "say "+want, again.Reply, err)
		}
	}
}
