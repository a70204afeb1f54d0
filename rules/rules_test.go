package rules

import (
	"reflect"
	"slices"
	"testing"
)

func TestSquareNames(t *testing.T) {
	for text, want := range map[string]Square{
		"a1": {0, 0}, "K11": {10, 10}, "o15": {14, 14}, "z99": {25, 98}, "a0": {0, -1}, "b1234": {1, 999},
	} {
		if got, ok := ParseSquare(text); !ok || got != want {
			t.Errorf("%q: %v, %v", text, got, ok)
		}
	}
	for _, text := range []string{"", "a", "1", "a01", "a1b", "á1", "-1"} {
		if got, ok := ParseSquare(text); ok {
			t.Errorf("%q is %v", text, got)
		}
	}
	if s, rest, ok := CutSquare("D10-d4"); !ok || s.String() != "d10" || rest != "-d4" {
		t.Errorf("%v %q %v", s, rest, ok)
	}
}

func TestSquaresOfLines(t *testing.T) {
	for line, want := range map[Line][]Square{
		{"a1", "c3"}: {{0, 0}, {1, 1}, {2, 2}}, {"d2", "b4"}: {{3, 1}, {2, 2}, {1, 3}}, {"b3", "b2"}: {{1, 2}, {1, 1}},
		{"a7", "c7"}: {{0, 6}, {1, 6}, {2, 6}}, {"a1", "b3"}: nil, {"a1", "a1"}: nil, {"a1", "x"}: nil, {"", "a1"}: nil,
	} {
		if got := line.Squares(); !slices.Equal(got, want) {
			t.Errorf("%v: %v, want %v", line, got, want)
		}
	}
}

func TestRanks(t *testing.T) {
	rows := []Row{{3, 3}, {0, 9}, {3, 3}}
	read := func(text string) (map[Square]byte, error) {
		board := map[Square]byte{}
		return board, ReadRanks(text, rows, func(s Square, letter byte) error {
			board[s] = letter
			return nil
		})
	}
	for _, text := range []string{"3/9/3", "x2/1x7/2x", "xxx/9/1x1"} {
		board, err := read(text)
		if err != nil {
			t.Errorf("%q: %v", text, err)
		}
		if got := string(WriteRanks(nil, rows, func(s Square) byte { return board[s] })); got != text {
			t.Errorf("%q is written %q", text, got)
		}
	}
	if board, _ := read("x2/9/3"); board[Square{3, 2}] != 'x' {
		t.Errorf("the short rank begins elsewhere: %v", board)
	}
	for _, text := range []string{
		"", "3/9", "3/9/3/3", "4/9/3", "2/9/3", "xxxx/9/3", "3/10/3", "3/0x8/3", "3/99999999999999999999/3", "3/9/x3",
	} {
		if board, err := read(text); err == nil {
			t.Errorf("%q is read as %v", text, board)
		}
	}
}

func FuzzReadRanks(f *testing.F) {
	f.Add("3/9/3")
	f.Add("x2/1x7/2x")
	rows := []Row{{3, 3}, {0, 9}, {3, 3}}
	f.Fuzz(func(t *testing.T, text string) {
		board := map[Square]byte{}
		err := ReadRanks(text, rows, func(s Square, letter byte) error {
			if letter == 0 {
				return Bad("no piece") // as every ruleset refuses invalid input
			}
			board[s] = letter
			return nil
		})
		if err != nil {
			return
		}
		once := string(WriteRanks(nil, rows, func(s Square) byte { return board[s] }))
		again := map[Square]byte{}
		err = ReadRanks(once, rows, func(s Square, letter byte) error {
			again[s] = letter
			return nil
		})
		if err != nil || len(again) != len(board) {
			t.Fatalf("%q, written %q: %v", text, once, err)
		}
	})
}

func TestMarks(t *testing.T) {
	got := Diagram{}.MarkBefore([]Event{
		{Kind: EventMoved, From: "a1", To: "b2"},
		{Kind: EventCaptured, At: "b2"},
		{Kind: EventCarried, From: "b2", To: "c3"},
		{Kind: EventShot, Way: []string{"c3", "c5"}},
		{Kind: EventMoved, From: "e1", To: "e2"},
		{Kind: EventPoint, At: "e15"},
	}).Marks
	if !slices.Equal(got.From, []string{"a1", "e1"}) || !slices.Equal(got.To, []string{"c3", "e2"}) ||
		!slices.Equal(got.Captured, []string{"b2"}) || len(got.Ways()) != 1 {
		t.Errorf("%+v", got)
	}
}

// Balls that are sown mark each bowl that got one, in their row or by their way; others only where they come to.
func TestMarksOfBowls(t *testing.T) {
	d := Diagram{Bowls: []Bowl{{Name: "a"}, {Name: "b", Column: 1}, {Name: "c", Column: 2}, {Name: "d", Row: 1}}}
	for _, tc := range []struct {
		e  Event
		to []string
	}{
		{Event{Kind: EventSown, From: "a", To: "c", Count: 2}, []string{"c", "b"}},
		{Event{Kind: EventSown, From: "b", To: "d", Way: []string{"b", "c", "d"}, Count: 2}, []string{"d", "c"}},
		{Event{Kind: EventStolen, From: "a", To: "c", Count: 2}, []string{"c"}},
	} {
		got := d.Mark([]Event{tc.e}).Marks
		if !slices.Equal(got.From, []string{tc.e.From}) || !slices.Equal(got.To, tc.to) {
			t.Errorf("%+v: %+v", tc.e, got)
		}
	}
}

// A piece that leaves the board where it arrives, or is turned away from there, is marked; where it stands elsewhere, the
// board was set up anew.
func TestMarksOfAPieceThatLeaves(t *testing.T) {
	moved := Event{Kind: EventMoved, From: "a1", To: "a2"}
	for _, tc := range []struct {
		last  Event
		marks bool
	}{
		{Event{Kind: "ferried", At: "a2"}, true},
		{Event{Kind: "turned", At: "a1", Way: []string{"a2", "b2", "b1"}}, true},
		{Event{Kind: EventPoint, At: "a2", Count: 1}, false},
		{Event{Kind: EventKicked, Way: []string{"a2", "b1"}}, false},
	} {
		got := Diagram{Files: 2, Ranks: 2, Pieces: []Piece{{Square: "b1"}}}.Mark([]Event{moved, tc.last}).Marks
		if !got.IsZero() != tc.marks {
			t.Errorf("after %s: %+v", tc.last.Kind, got)
		}
	}
}

// Steps keep their order, and a ricochet is part of the shot. A piece is tracked even if another one moved between its
// steps.
func TestMarkSteps(t *testing.T) {
	got := Diagram{}.MarkBefore([]Event{
		{Kind: EventMoved, From: "a1", To: "a2"},
		{Kind: EventShot, Way: []string{"b1", "b5"}},
		{Kind: EventRicocheted, At: "b5", Way: []string{"b5", "d7"}},
		{Kind: EventTookBall, At: "d7"},
		{Kind: EventMoved, From: "c1", To: "c2"},
		{Kind: EventMoved, From: "a2", To: "a3"},
	}).Marks
	want := []Arrow{
		{Way: []string{"a1", "a2"}},
		{Ball: true, Way: []string{"b1", "b5", "d7"}},
		{Way: []string{"c1", "c2"}},
		{Way: []string{"a2", "a3"}},
	}
	if !reflect.DeepEqual(got.Arrows, want) {
		t.Errorf("arrows %+v; want %+v", got.Arrows, want)
	}
	if !slices.Equal(got.From, []string{"a1", "c1"}) || !slices.Equal(got.To, []string{"a3", "c2"}) {
		t.Errorf("from %v to %v", got.From, got.To)
	}
}

// position implements as much of Position as a History needs.
type position struct {
	Position
	key    string
	result Result
}

func (p position) Key() string    { return p.key }
func (p position) Result() Result { return p.result }

func TestThirdTimeIsADraw(t *testing.T) {
	var h History
	last := func(key string, times int) {
		t.Helper()
		if k, n := h.Last(); k != key || n != times {
			t.Errorf("last: %q, %d times; want %q, %d", k, n, key, times)
		}
	}
	for i, p := range []position{{key: "x"}, {key: "y"}, {key: ""}, {key: ""}, {key: ""}, {key: "x"}} {
		if r := h.Reach(p); r.Over() {
			t.Fatalf("over at %d", i)
		}
		last(p.key, 1+i/5)
	}
	if r := h.Reach(position{key: "x", result: Won(First, "goal")}); r != Won(First, "goal") {
		t.Errorf("the result was replaced by %+v", r)
	}
	last("x", 1)
	if r := h.Reach(position{key: "x"}); r != Drawn(ReasonRepetition) {
		t.Errorf("the third time: %+v", r)
	}
	last("x", 3)
}

func TestRefusal(t *testing.T) {
	r, ok := RefusalOf(Illegal("blocked", "turn.blocked", "on", "a1"))
	if r.Code != "blocked" || r.Message.String() != "turn.blocked on=a1" || !ok {
		t.Error(r, ok)
	}
	if r, ok := RefusalOf(Unreadable("what")); r.Code != CodeSyntax || !ok {
		t.Error(r, ok)
	}
	if _, ok := RefusalOf(Bad("no")); ok {
		t.Error("a bad position is reported as a refused turn")
	}
}

func TestInfoFinds(t *testing.T) {
	info := Info{
		Sides:    [2]Side{{ID: "white"}, {ID: "black"}},
		Variants: []Variant{{ID: "standard"}, {ID: "short"}},
		Reasons:  []Reason{{"goal", "the Ball is in the goal"}},
	}
	if v, ok := info.Variant(""); !ok || v.ID != "standard" {
		t.Error(v, ok)
	}
	if _, ok := info.Variant("tall"); ok {
		t.Error("a variant that is not there")
	}
	if s, ok := info.Seat("black"); !ok || s != Second || info.SideID(s) != "black" || info.SideID(NoSeat) != "" {
		t.Error(s, ok)
	}
	if info.ReasonPhrase("goal") != "the Ball is in the goal" || info.ReasonPhrase("timeout") != "timeout" {
		t.Error("phrases")
	}
}
