package pace

import (
	"testing"
	"time"
)

func TestParse(t *testing.T) {
	const day = 24 * time.Hour
	for text, want := range map[string]Pace{
		"3d":         {PerTurn: 3 * day},
		"1h":         {PerTurn: time.Hour},
		"36h":        {PerTurn: 36 * time.Hour},
		"14d+1d":     {Bank: 14 * day, PerTurn: day},
		"14d+1d/21d": {Bank: 14 * day, PerTurn: day, Cap: 21 * day},
		"60d+60d":    {Bank: 60 * day, PerTurn: 60 * day},
		"1001h":      {PerTurn: 1001 * time.Hour},

		"14d+1d/14d":  {Bank: 14 * day, PerTurn: day, Cap: 14 * day},
		"14d+1d/120d": {Bank: 14 * day, PerTurn: day, Cap: 120 * day},
	} {
		got, ok := Parse(text)
		if !ok || got != want || got.String() != text {
			t.Errorf("%s: %+v, %v, written %s", text, got, ok, got)
		}
	}
	for _, bad := range []string{
		"", "3", "d", "0d", "-1d", "61d", "3m", "3d ", "3d+", "3d+61d", "3d+0d", "3d+1d/", "3d+1d/2d", "3d+1d/121d", "3.5d",
		"3d 3d", "1d/2d", "100000h",
	} {
		if p, ok := Parse(bad); ok {
			t.Errorf("%q reads as %+v", bad, p)
		}
	}
}

func TestTimeAfterATurn(t *testing.T) {
	for _, c := range []struct {
		pace                string
		left, initial, want time.Duration // hours
	}{
		{"36h", 5, 36, 36},
		{"10h+2h", 5, 10, 7},
		{"10h+2h", -3, 10, 2},
		{"10h+2h/11h", 10, 10, 11},
	} {
		p, ok := Parse(c.pace)
		if !ok {
			t.Fatal(c.pace)
		}
		if p.Initial() != c.initial*time.Hour || p.After(c.left*time.Hour) != c.want*time.Hour {
			t.Errorf("%s: %v at first, %v after a turn", c.pace, p.Initial(), p.After(c.left*time.Hour))
		}
	}
}

func TestNextReminder(t *testing.T) {
	list := func(texts ...string) (l []Reminder) {
		for _, text := range texts {
			r, ok := ParseReminder(text)
			if !ok {
				t.Fatal(text)
			}
			l = append(l, r)
		}
		return l
	}
	for name, c := range map[string]struct {
		list              []Reminder
		total, left, want time.Duration // hours
	}{
		"default of three days":            {nil, 72, 72, 24},
		"default of two days":              {nil, 48, 48, 12},
		"one by default":                   {nil, 72, 24, 0},
		"the first of a list":              {list("50%", "24h", "3h"), 72, 72, 36},
		"the last of a list":               {list("3h", "24h", "50%"), 72, 24, 3},
		"none":                             {[]Reminder{}, 72, 72, 0},
		"more than the turn has":           {list("5d"), 72, 72, 0},
		"as much as the turn began with":   {list("3d"), 72, 80, 0},
		"a clock that has run out already": {nil, 72, -1, 0},
		"a bank of many years":             {list("99%"), 100 * 365 * 24, 100 * 365 * 24, 99 * 365 * 24},
	} {
		if got := NextReminder(c.list, c.total*time.Hour, c.left*time.Hour); got != c.want*time.Hour {
			t.Errorf("%s: at %v, want %d h", name, got, c.want)
		}
	}
	for _, bad := range []string{"", "%", "0%", "100%", "3m", "61d", "-1h", "h"} {
		if r, ok := ParseReminder(bad); ok {
			t.Errorf("%q reads as %+v", bad, r)
		}
	}
}

func FuzzParse(f *testing.F) {
	for _, text := range []string{"3d", "14d+1d/21d", "+/", "1h+1h"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		p, ok := Parse(text)
		if !ok {
			return
		}
		if again, ok := Parse(p.String()); !ok || again != p {
			t.Fatalf("%q: %v, %v, %v", text, p, again, ok)
		}
	})
}
