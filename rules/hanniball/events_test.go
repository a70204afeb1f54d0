package hanniball

import (
	"reflect"
	"testing"

	"turnpost/rules"
)

func TestEvents(t *testing.T) {
	white, black := rules.First, rules.Second
	for _, c := range []struct {
		position, turn string
		want           []rules.Event
	}{
		{"w Hb4 ha12 *i9", "b4-c6", []rules.Event{
			{Kind: rules.EventMoved, Seat: white, Piece: "Horse", From: "b4", To: "c6"},
		}},
		{"w Hb4 lc6 ha12 *c6", "b4-c6 c6-d8 d8/e10", []rules.Event{
			{Kind: rules.EventMoved, Seat: white, Piece: "Horse", From: "b4", To: "c6"},
			{Kind: rules.EventCaptured, Seat: black, Piece: "Lion", At: "c6"},
			{Kind: rules.EventTookBall, Seat: white, Piece: "Horse", At: "c6"},
			{Kind: rules.EventCarried, Seat: white, Piece: "Horse", From: "c6", To: "d8"},
			{Kind: rules.EventLeft, Seat: white, Piece: "Horse", From: "d8", To: "e10"},
		}},
		{"w Ed12 me14 hd13 *d12", "d12~e14~d13", []rules.Event{
			{Kind: rules.EventShot, Seat: white, Piece: "Elephant", Way: []string{"d12", "e14"}},
			{Kind: rules.EventRicocheted, Seat: black, Piece: "Monkey", At: "e14", Way: []string{"e14", "d13"}},
			{Kind: rules.EventTookBall, Seat: black, Piece: "Horse", At: "d13"},
		}},
		{"b hd2 Ha12 *d2", "d2~d1", []rules.Event{
			{Kind: rules.EventShot, Seat: black, Piece: "Horse", Way: []string{"d2", "d1"}},
			{Kind: rules.EventEnded, Seat: black, Reason: reasonGoal},
		}},
	} {
		played, err := place(t, c.position).Play(c.turn)
		if err != nil {
			t.Errorf("%s %q: %v", c.position, c.turn, err)
			continue
		}
		if !reflect.DeepEqual(played.Events, c.want) {
			t.Errorf("%s %q:\ngot  %+v\nwant %+v", c.position, c.turn, played.Events, c.want)
		}
	}
}
