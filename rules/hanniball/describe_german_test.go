package hanniball

import "testing"

// German declines pieces and chooses their articles by gender.
func TestDescribeInGerman(t *testing.T) {
	for _, c := range []struct{ position, turn, want string }{
		{"w Hb4 lc6 ha12 *c6", "b4-c6", "Das Pferd von ann schlug den Löwen von bob auf c6 und nahm den Ball."},
		{
			"w Ed12 hd13 me14 *d12", "d12~e14~d13",
			"Der Elefant von ann auf d12 schoss den Ball mit Abpraller am Affen von bob auf e14 nach d13, " +
				"wo das Pferd von bob ihn hat.",
		},
		{
			"w Lb4 Lc5 ha12 *b4", "b4~c5 c5~c6",
			"Der Löwe von ann auf b4 schoss den Ball nach c5, wo ein anderer Löwe von ann ihn bekam. " +
				"Dieser Löwe schoss ihn nach c6.",
		},
	} {
		played, err := place(t, c.position).Play(c.turn)
		if err != nil {
			t.Fatal(err)
		}
		if got := New().Describe("de", played.Events, [2]string{"ann", "bob"}); got != c.want {
			t.Errorf("%q\ngot  %s\nwant %s", c.turn, got, c.want)
		}
	}
}
