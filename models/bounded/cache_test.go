package bounded

import (
	"math/rand/v2"
	"sync"
	"testing"
)

func TestUnusedValuesAreDropped(t *testing.T) {
	c := New[int, int](10, nil)
	for key := range 100 {
		c.Put(key, key*key)
		if value, ok := c.Get(0); !ok || value != 0 {
			t.Fatalf("after %d values the one that is used is dropped", key+1)
		}
	}
	if _, ok := c.Get(50); ok {
		t.Error("a value that was not used is still cached")
	}
	if value, ok := c.Get(99); !ok || value != 99*99 {
		t.Errorf("the last value is %d, %v", value, ok)
	}
	if c.Len() > 10 {
		t.Errorf("%d values are cached", c.Len())
	}
	if c.Clear(); c.Len() != 0 {
		t.Errorf("%d values are left", c.Len())
	}
}

func TestHeavyValues(t *testing.T) {
	c := New[string](100, func(text string) int { return len(text) })
	c.Put("a", string(make([]byte, 50)))
	if _, ok := c.Get("a"); !ok {
		t.Error("a value of half of the limit is not cached")
	}
	c.Put("a", string(make([]byte, 51)))
	if text, ok := c.Get("a"); ok {
		t.Errorf("a value of %d is cached", len(text))
	}
	c.Put("b", "x")
	c.Put("b", "yy")
	if text, _ := c.Get("b"); text != "yy" || c.used != 2 {
		t.Errorf("%q of weight %d is cached", text, c.used)
	}
}

// TestLimit puts and gets values of many weights: they never weigh more than the limit, and are those that were put.
func TestLimit(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	c := New[int](1000, func(weight int) int { return weight })
	last := map[int]int{}
	for range 20_000 {
		key := random.IntN(60)
		if value, ok := c.Get(key); ok && value != last[key] {
			t.Fatalf("%d is %d, want %d", key, value, last[key])
		}
		if random.IntN(2) == 0 {
			last[key] = random.IntN(400)
			c.Put(key, last[key])
		}
		total, current := 0, 0
		for _, weight := range c.previous {
			total += weight
		}
		for _, weight := range c.current {
			current += weight
		}
		if total+current > 1000 || current != c.used {
			t.Fatalf("the values weigh %d and %d, counted as %d", total, current, c.used)
		}
	}
}

func TestConcurrentCallsGetTheSameValue(t *testing.T) {
	c := New[int, *int](10, nil)
	var made [8]*int
	var group sync.WaitGroup
	for i := range made {
		group.Go(func() { made[i] = c.GetOrPut(7, func() *int { return new(int) }) })
	}
	group.Wait()
	for _, value := range made {
		if value != made[0] {
			t.Fatal("two values of one key")
		}
	}
}

func BenchmarkGet(b *testing.B) {
	c := New[int, int](1000, nil)
	for key := range 500 {
		c.Put(key, key)
	}
	for i := 0; b.Loop(); i++ {
		c.Get(i % 500)
	}
}
