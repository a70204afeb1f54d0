package templates

import (
	"strings"
	"testing"

	"turnpost/models"
	"turnpost/models/event"
	"turnpost/models/pace"
	"turnpost/models/roundrobin"
	"turnpost/templates/words"
)

func TestEventTableText(t *testing.T) {
	over := func(points int) event.Cell { return event.Cell{State: roundrobin.Over, Points: points} }
	table := event.Table{Groups: [][]event.Row{{
		{
			Row: roundrobin.Row{Place: 1, Points: 5, SB: 7, Wins: 2, Remaining: 1}, Ref: models.PlayerRef{Name: "ann"},
			Number:  2,
			Against: [][]event.Cell{{over(2), over(1)}, nil, {over(2), {State: roundrobin.Running}}},
		},
		{
			Row: roundrobin.Row{Place: 2, Points: 1}, Ref: models.PlayerRef{Name: "bob"}, Number: 1,
			Against: [][]event.Cell{nil, {over(0), over(1)}, {{State: roundrobin.Waiting}, {State: roundrobin.Void}}},
		},
	}}}
	want := "place  no  player  01 02  points  sb    wins  remaining\n" +
		"1      2   ann     1½ xx 1*  2½      1.75  2     1\n" +
		"2      1   bob     xx 0½ .-  ½       0     0     0\n"
	got := EventTableText(table, words.For(""))
	if fields(got) != fields(want) {
		t.Errorf("%s", got)
	}
	table.Groups = append(table.Groups, table.Groups[0])
	got = EventTableText(table, words.For(""))
	if !strings.Contains(got, "Group 1\n") || !strings.Contains(got, "Group 2\n") {
		t.Errorf("%s", got)
	}
	if got := EventTableText(event.Table{}, words.For("")); got != EmptyText(words.For("")) {
		t.Errorf("%q", got)
	}
}

func fields(text string) string { return strings.Join(strings.Fields(text), " ") }

// The rules name what an event asks, in every language.
func TestEventRules(t *testing.T) {
	each, _ := pace.Parse("3d")
	e := event.Event{
		ID: "k3jx9d2m", Kind: event.RoundRobin, Size: 24, Double: true, AtOnce: 4,
		Terms: models.Terms{Pace: "3d", MinReliability: 80, NoVacation: true},
	}
	for _, locale := range []string{"en", "ru", "de"} {
		language := words.For(locale)
		text := strings.Join(EventRules(e, language), "\n")
		for _, part := range []string{"24", "80 %", "4", e.ID, language.Pace(0, each.PerTurn, 0)} {
			if !strings.Contains(text, part) {
				t.Errorf("%s: %q is missing in\n%s", locale, part, text)
			}
		}
	}
	if text := EventRulesText(EventRules(e, words.For("en"))); !strings.HasPrefix(text, "- It begins when 24 players") {
		t.Errorf("%s", text)
	}
}
