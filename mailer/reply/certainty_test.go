package reply

import (
	"reflect"
	"slices"
	"strings"
	"testing"
)

// The table in the comment of isSure holds.
func TestSureByTheLinesAround(t *testing.T) {
	for _, c := range []struct {
		text string
		want []Command
		sure bool
	}{
		{"resign", []Command{{Verb: Resign}}, true},
		{strings.Repeat("It rained.\n\n", maxBefore) + "resign", []Command{{Verb: Resign}}, true},
		{strings.Repeat("It rained.\n\n", maxBefore+1) + "resign", []Command{{Verb: Resign}}, false},
		{"Bartholomew Maximilian Kovács,\nresign", []Command{{Verb: Resign}}, true}, // 30 characters
		{"Bartholomew Maximilian Kovácsi,\nresign", []Command{{Verb: Resign}}, false},
		{"draw?", []Command{{Verb: Draw}}, false},
		{"Remis ?", []Command{{Verb: Draw}}, false},
		{"Ничья？", []Command{{Verb: Draw}}, false},
		{"takeback 2?", []Command{{Verb: Takeback, Count: 2}}, false},
		{"resign?", []Command{{Verb: Resign}}, false},
		{"accept??", []Command{{Verb: Accept}}, false},
		{"help?", []Command{{Verb: Help}}, true},
		{"I give up.", []Command{{Verb: Resign}}, true},
		{"I concede", []Command{{Verb: Resign}}, true},
		{"draw please", []Command{{Verb: Draw}}, true},
		{"Remis bitte", []Command{{Verb: Draw}}, true},
		{"I accept the draw.", []Command{{Verb: Draw}}, true},
		{"no thanks", []Command{{Verb: Decline}}, true},
		{"decline the draw", []Command{{Verb: Decline}}, true},
		{"d1-d4\n\ndraw?", []Command{{Verb: Turn, Text: "d1-d4"}, {Verb: Draw}}, false},
		{"draw?\n\nd1-d4", []Command{{Verb: Turn, Text: "d1-d4"}, {Verb: Draw}}, false},
		{"say draw?", say("draw?"), true},
		{"I thought about it.\n\nresign", []Command{{Verb: Resign}}, true},
		{"Hi Bob,\nresign", []Command{{Verb: Resign}}, true},
		{"d1-d4\nsay hi", append(turn("d1-d4"), say("hi")...), true},
		{"That was hard.\nresign", []Command{{Verb: Resign}}, true},
		{"My answer to that\nd1-d4", turn("d1-d4"), true},
		{"My answer to that\nresign", []Command{{Verb: Resign}}, false},
		{"Whatever happens, I will not\nresign", []Command{{Verb: Resign}}, false},
		{"I do not want to play:\nd1-d4", turn("d1-d4"), false},
		{"My answer is long enough to end the mail.\n\nBest regards,\ndraw", []Command{{Verb: Draw}}, false},
		{"draw\nis what you want", []Command{{Verb: Draw}}, false},
		{"Ann Example, London\n\ne14", turn("e14"), false},
		{"In case of f4-f5\nd1-d4", turn("d1-d4"), false},
		{"Assuming you take,\n\nd1-d4\n\nthen I win.", turn("d1-d4"), false},
		{"Last week I played\n\nd1-d4\n\nin the other game and lost.", turn("d1-d4"), false},
		{"Dear support,\n\nI sent\n\nd1-d4\n\nyesterday. Did it arrive?", turn("d1-d4"), false},
		{"What happens after\nd1-d4", turn("d1-d4"), false},
		{"d1-d4\nwould lose at once", turn("d1-d4"), false},
		{"d1-d4\nis what my son suggests", turn("d1-d4"), false},
		{"d1-d4\nlooks risky", turn("d1-d4"), false},
		{"d1-d4\nlooks like a mistake", turn("d1-d4"), false},
		{"d1-d4\nlooks like rain here", turn("d1-d4"), true},
		{"d1-d4\n\nwas your trip nice?", turn("d1-d4"), true},
		{"d1-d4\nes regnet", turn("d1-d4"), true},
		{"d1-d4\nist bei euch auch so kalt?", turn("d1-d4"), true},
		{"d1-d4\nwould you do that?", turn("d1-d4"), false},
		{"Is this legal?\n\nd1-d4", turn("d1-d4"), false},
		{"Can I play this?\n\nd1-d4", turn("d1-d4"), false},
		{"Geht das?\nd1-d4", turn("d1-d4"), false},
		{"Can you believe it?\n\nd1-d4", turn("d1-d4"), true},
		{"Bob wrote:\nd1-d4", turn("d1-d4"), false},
		{"Last time I played\nd1-d4", turn("d1-d4"), false},
		{"Well played\nd1-d4", turn("d1-d4"), true},
		{"My son says\nd1-d4", turn("d1-d4"), false},
		{"Show the board after\nd1-d4", turn("d1-d4"), false},
		{"Was hältst du von\nd1-d4", turn("d1-d4"), false},
		{"Your best move is\nd1-d4", turn("d1-d4"), false},
		{"going with\nd1-d4", turn("d1-d4"), true},
		{"Your move:\nd1-d4", turn("d1-d4"), false},
		{"Your last move was\n\nd1-d4", turn("d1-d4"), false},
		{"Dein Zug war\nd1-d4", turn("d1-d4"), false},
		{"Последний ход был\nd1-d4", turn("d1-d4"), false},
		{"My answer to your move:\nd1-d4", turn("d1-d4"), true},
		{"Your move surprised me\nd1-d4", turn("d1-d4"), true},
		{"Sollte ich\nd1-d4\nspielen?", turn("d1-d4"), false},
		{"Was passiert bei\nd1-d4\n?", turn("d1-d4"), false},
		{"Можно ли\nd1-d4", turn("d1-d4"), false},
		{"just a test:\nd1-d4", turn("d1-d4"), false},
		{"Nur ein Test:\nd1-d4", turn("d1-d4"), false},
		{"My idea:\n\nd1-d4", turn("d1-d4"), false},
		{"d1-d4\n\n(only if bob agrees to the takeback)", turn("d1-d4"), false},
		{"d1-d4\nnur wenn du das Remis ablehnst", turn("d1-d4"), false},
		{"Well played Bob\n\nd1-d4\n\nIn the end you will win.", turn("d1-d4"), true},
		{"Did you see the snow?\n\nd1-d4\n\nIs it cold?", turn("d1-d4"), true},
		{"Gut gespielt\n\nd1-d4\n\nviele Grüße", turn("d1-d4"), true},
	} {
		m, err := Read([]byte(plainHeader+c.text+"\n"), Options{Us: us, Readable: func(s string) bool {
			return s == "d1-d4" || s == "e14"
		}})
		if err != nil {
			t.Fatal(err)
		}
		sure, possible := m.Reply.Commands, m.Reply.Possible
		if !c.sure {
			sure, possible = possible, sure
		}
		if !reflect.DeepEqual(sure, c.want) || len(possible) > 0 {
			t.Errorf("%q: commands %+v, possible %+v", c.text, m.Reply.Commands, m.Reply.Possible)
		}
	}
}

// A vacation notice that no field shows to be one may have a line like the command. It is asked about beside somebody
// else's telephone number or address, and so is a vacation with a question mark, but none beside a person's words.
func TestAwayInNotices(t *testing.T) {
	away := []Command{{Verb: Away, From: "3 Dec", Until: "7 Dec"}}
	for _, text := range []string{
		"I am out of the office.\nAway from 3 Dec to 7 Dec\n\nIn urgent cases call 030 1234567.\n",
		"Away 3 Dec to 7 Dec\nMy substitute is bob@example.org.\n",
		"away 3 Dec to 7 Dec?\n", "away 3 Dec to 7 Dec (?)\n",
	} {
		m, err := Read([]byte(plainHeader+text), Options{})
		if err != nil || len(m.Reply.Commands) > 0 || !slices.Equal(m.Reply.Possible, away) {
			t.Errorf("%q is read as %+v, %v", text, m.Reply, err)
		}
	}
	for _, text := range []string{
		"Hi,\n\naway 3 Dec to 7 Dec\n\nthanks\n", "away 3 Dec to 7 Dec\n\nI visit my parents.\n",
		"Good evening,\nThat was a hard week, and I am glad that it is over.\naway 3 Dec to 7 Dec\n",
		"away 3 Dec to 7 Dec\n\nBest,\nAnn\nTel. 030 1234567\n",
	} {
		m, err := Read([]byte(plainHeader+text), Options{})
		if err != nil || !slices.Equal(m.Reply.Commands, away) {
			t.Errorf("%q is read as %+v, %v", text, m.Reply, err)
		}
	}
}
