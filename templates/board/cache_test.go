package board

import (
	"strconv"
	"sync"
	"testing"

	"turnpost/rules"
)

func TestCacheKeepsWhatWasUsedLast(t *testing.T) {
	c := NewCache(2)
	drawn := 0
	ask := func(key string, s Style) {
		t.Helper()
		if _, err := c.PNG(key, func() rules.Diagram { drawn++; return rules.Diagram{Files: 3, Ranks: 3} }, s); err != nil {
			t.Fatal(err)
		}
	}
	steps := []struct {
		key   string
		style Style
		drawn int
	}{
		{"a", Style{}, 1},
		{"b", Style{}, 2},
		{"a", Style{}, 2},
		{"a", Style{Flip: true}, 3}, // another picture; "b" goes
		{"a", Style{}, 3},
		{"b", Style{}, 4},
	}
	for i, s := range steps {
		ask(s.key, s.style)
		if drawn != s.drawn {
			t.Errorf("after step %d, %d pictures were drawn; want %d", i, drawn, s.drawn)
		}
	}
}

func TestCacheKeepsNoError(t *testing.T) {
	c := NewCache(2)
	if _, err := c.PNG("a", func() rules.Diagram { return rules.Diagram{} }, Style{Scale: 9}); err == nil {
		t.Error("no error for scale 9")
	}
	if c.recent.Len() != 0 {
		t.Error("an error is kept")
	}
}

func TestCacheIsShared(t *testing.T) {
	c := NewCache(3)
	var want [5]string
	for i := range want {
		want[i] = string(drawPNG(t, rules.Diagram{Files: i + 1, Ranks: 1}, Style{}))
	}
	var wg sync.WaitGroup
	for i := range 8 {
		wg.Go(func() {
			for n := range 20 {
				size := (n + i) % len(want)
				draw := func() rules.Diagram { return rules.Diagram{Files: size + 1, Ranks: 1} }
				b, err := c.PNG(strconv.Itoa(size), draw, Style{})
				if err != nil || string(b) != want[size] {
					t.Errorf("%d files: not their picture (%v)", size+1, err)
				}
			}
		})
	}
	wg.Wait()
	if len(c.byKey) != 3 || c.recent.Len() != 3 {
		t.Errorf("%d keys and %d pictures are kept; want 3", len(c.byKey), c.recent.Len())
	}
}
