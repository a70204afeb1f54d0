package reply

import (
	"reflect"
	"strings"
	"testing"

	"turnpost/rules/rulestest/sample"
)

// rulesets are the names that the tests of the desk know.
var rulesets = map[string]string{
	"hnefatafl": "hnefatafl", "sevensages": "sevensages", "7sages": "sevensages", "bohnduell": "bohnduell",
	"hanniball": "hanniball", RulesetKey("хнефатафл"): "hnefatafl",
	RulesetKey("7 мудрецов"):          "sevensages",
	RulesetKey("7 мудрецов короткая"): "sevensages short", RulesetKey("7 Sages kurz"): "sevensages short",
}

// deskLines holds first lines and the commands of the desk in them; nil for none.
var deskLines = map[string]*Command{
	"games":                         {Verb: Games},
	"  *Games*.":                    {Verb: Games},
	"games please":                  {Verb: Games},
	"Games, thanks!":                {Verb: Games},
	"My games":                      {Verb: Games},
	"games people play":             nil,
	"open":                          {Verb: Open},
	"open 7 Sages":                  {Verb: Open, Text: "sevensages"},
	"open the door":                 nil,
	"play hnefatafl":                {Verb: Play, Text: "hnefatafl"},
	"Play 7 Sages short 3d":         {Verb: Play, Text: "sevensages short 3d"},
	"play hnefatafl 9×9 5 days":     {Verb: Play, Text: "hnefatafl 9x9 5d"},
	"play hnefatafl 36h 7x7":        {Verb: Play, Text: "hnefatafl 7x7 36h"},
	"play bohnduell 14d+1d/21d":     {Verb: Play, Text: "bohnduell 14d+1d/21d"},
	"play hanniball against bob":    {Verb: Play, Text: "hanniball against bob"},
	"play hanniball vs the house":   {Verb: Play, Text: "hanniball against house"},
	"play hanniball vs house hard":  {Verb: Play, Text: "hanniball against house-hard"},
	"play hanniball with a@b.test":  {Verb: Play, Text: "hanniball against a@b.test"},
	"challenge: hnefatafl with bob": {Verb: Play, Text: "hnefatafl against bob"},
	"play":                          nil,
	"play chess":                    nil,
	"play nice":                     nil,
	"play hnefatafl with":           nil,
	"play hnefatafl one two three":  nil,
	"play bohnduell 3d 4d":          nil,
	"accept as Ann":                 {Verb: Accept, Text: "Ann"},
	"accept as a gift":              nil,
	"name Ann-2":                    {Verb: Name, Text: "Ann-2"},
	"name":                          nil,
	"name the place and the time":   nil,
	"register":                      {Verb: Register},
	"register Ann":                  {Verb: Register, Text: "Ann"},
	"register as Ann":               {Verb: Register, Text: "Ann"},
	"settings":                      {Verb: Settings},
	"settings are wrong":            nil,
	"rules":                         {Verb: Rules},
	"rules of Hnefatafl":            {Verb: Rules, Text: "hnefatafl"},
	"rules 7 sages":                 {Verb: Rules, Text: "sevensages"},
	"rules are rules":               nil,
	"history":                       {Verb: History},
	"history k7m2q9xr":              {Verb: History, Text: "k7m2q9xr"},
	"history is written":            nil,
	"record":                        {Verb: Record},
	"record K7M2Q9XR":               {Verb: Record, Text: "k7m2q9xr"},
	"stop":                          {Verb: Stop},
	"STOP!":                         {Verb: Stop},
	"Unsubscribe":                   {Verb: Stop},
	"cancel my mails":               {Verb: Stop},
	"please stop sending me mails":  {Verb: Stop},
	"stop sending me mails":         {Verb: Stop},
	"stop the clock":                nil,
	"report bob insults me":         {Verb: Report, Text: "bob insults me"},
	"Report: Он ругает меня – d1!": {Verb: Report, Text: "Он ругает меня – d1!"},
	"report":                 nil,
	"reporting bob":          nil,
	"help":                   {Verb: Help},
	"commands":               {Verb: Help},
	"yes":                    {Verb: Yes},
	"Yes, please":            {Verb: Yes},
	"yes but no":             nil,
	"yes\nbut I am not sure": {Verb: Yes},
	"Hi,\n\ngames\n\nAnn":    {Verb: Games},
	"Well played.\n\ngames":  nil,
	"> games":                nil,
	"d1-d4\ngames":           {Verb: Turn, Text: "d1-d4"},
	"games\n\nd1-d4":         {Verb: Turn, Text: "d1-d4"},
	"yes\n\nd1-d4":           {Verb: Turn, Text: "d1-d4"},
	"yes\nsay hello":         nil, // asked about, as below any other line
	"open\nresign now":       nil,
	"play d1-d4":             {Verb: Turn, Text: "d1-d4"},
}

func TestDesk(t *testing.T) {
	for text, want := range deskLines {
		m, err := Read([]byte(plainHeader+text+"\n"), Options{Rulesets: rulesets})
		if err != nil {
			t.Fatal(err)
		}
		switch got := m.Reply.Commands; {
		case want == nil && len(got) > 0, want != nil && (len(got) != 1 || got[0] != *want):
			t.Errorf("%q is read as %+v, want %+v (possible %+v)", text, got, want, m.Reply.Possible)
		}
	}
}

// No command of the desk is a turn of a game, or any other command of a reply.
func TestDeskIsApart(t *testing.T) {
	p := parser{rulesets: rulesets}
	for _, form := range deskForms {
		for _, begin := range form.begins {
			for _, text := range []string{begin, begin + " hnefatafl", begin + " Ann"} {
				c, ok := p.parse(text)
				if ok && form.verb != c.Verb {
					t.Errorf("%q is also %+v", text, c)
				}
			}
		}
	}
}

// Every mail of the corpus with a command is read as before if the names of rulesets are known.
func TestDeskLeavesReplies(t *testing.T) {
	for _, m := range sample.Every(8, loadMeant(t)) {
		before := readMail(t, m)
		if before.Kind != Human || len(before.Reply.Commands)+len(before.Reply.Possible) == 0 {
			continue
		}
		after, err := Read(mailOf(t, m), Options{Sent: loadSent(t, "testdata/sent", m.Sent), Us: us, Rulesets: rulesets})
		if err != nil || !reflect.DeepEqual(after, before) {
			t.Errorf("%s: %+v, before %+v, %v", m.File, after.Reply, before.Reply, err)
		}
	}
}

// A request to play has one form, which is parsed back.
func FuzzDesk(f *testing.F) {
	for text := range deskLines {
		f.Add(text)
	}
	f.Add("report bo\x01\x00insults\x93W\x1dE\xadd me")
	f.Fuzz(func(t *testing.T, text string) {
		o := Options{Rulesets: rulesets}
		c, ok := ParseDesk(text, o)
		if !ok {
			return
		}
		if strings.ContainsAny(c.Text, "\r\n\x00") || len(c.Text) > maxDeskLine {
			t.Fatalf("%q is %+v", text, c)
		}
		if c.Verb == Play {
			if again := ParsePlay(c.Text).String(); again != c.Text {
				t.Fatalf("%q is %q, parsed as %q", text, c.Text, again)
			}
		}
	})
}
