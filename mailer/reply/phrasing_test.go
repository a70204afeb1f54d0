package reply

import (
	"reflect"
	"testing"
)

func turn(text string) []Command { return []Command{{Verb: Turn, Text: text}} }

func say(text string) []Command { return []Command{{Verb: Say, Text: text}} }

// phrasings holds texts that people write instead of a plain command, and the commands in them: none if they are not
// clear.
var phrasings = map[string][]Command{
	"d1-d4":                               turn("d1-d4"),
	"  d1 - d4 !":                         turn("d1-d4"),
	"D1–D4":                               turn("D1-D4"),
	"d1→d4":                               turn("d1-d4"),
	"d1-\u200dd4":                         turn("d1-d4"),
	"d1d4":                                turn("d1d4"),
	"d1 d4":                               turn("d1 d4"),
	"d1 to d4":                            turn("d1 to d4"),
	"Kd1-d4xe4/d5+":                       turn("Kd1-d4xe4/d5+"),
	"b4-c6, c6-e7; e7~e8":                 turn("b4-c6, c6-e7, e7~e8"),
	"d4-h8~k11~h14":                       turn("d4-h8~k11~h14"),
	"place 3":                             turn("place 3"),
	"p3.":                                 turn("p3"),
	"*d1-d4*":                             turn("d1-d4"),
	"**d1-d4**.":                          turn("d1-d4"),
	"_d1-d4_":                             turn("d1-d4"),
	"`d1-d4`":                             turn("d1-d4"),
	"«d1-d4»":                             turn("d1-d4"),
	"»d1-d4«":                             turn("d1-d4"),
	"- d1-d4":                             turn("d1-d4"),
	"-d1-d4":                              turn("d1-d4"),
	"• d1-d4":                             turn("d1-d4"),
	"1. d1-d4":                            turn("d1-d4"),
	"13... d1-d4":                         turn("d1-d4"),
	"Turn 13: d1-d4":                      turn("d1-d4"),
	"My move: d1-d4":                      turn("d1-d4"),
	"my move is d1-d4.":                   turn("d1-d4"),
	"I’ll go d1-d4":                       turn("d1-d4"),
	"turn=d1-d4":                          turn("d1-d4"),
	"Mein Zug: d1-d4":                     turn("d1-d4"),
	"Ход: д1":                             nil,
	"d1-d4 👍":                             turn("d1-d4"),
	"d1-d4 :)":                            turn("d1-d4"),
	"d1-d4 and good luck":                 nil,
	"d1-d4, thanks":                       turn("d1-d4"),
	"d1-d4, danke!":                       turn("d1-d4"),
	"d1-d4. Merci et bonne chance":        nil,
	"d1-d4. Merci, bonne chance !":        turn("d1-d4"),
	"d1-d4 thanks Bob :)":                 turn("d1-d4"),
	"d1-d4, thanks for nothing":           nil,
	"d1-d4, not":                          nil,
	"p3, thanks":                          nil,
	"Hi Bob, d1-d4":                       turn("d1-d4"),
	"Hi Bob, d1-d4 please":                nil,
	"? d1-d4, please":                     {{Verb: Try, Text: "d1-d4"}},
	"accept, thanks":                      {{Verb: Accept}},
	"accept thanks":                       nil,
	"resign? thanks":                      nil,
	"no, d1-d4":                           nil,
	"not d1-d4":                           nil,
	"?d1-d4":                              {{Verb: Try, Text: "d1-d4"}},
	"d1-d4?":                              {{Verb: Try, Text: "d1-d4"}},
	"RESIGN":                              {{Verb: Resign}},
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
