package rating

import (
	"math"
	"testing"
	"time"
)

const day = 24 * time.Hour

// The figures that decided for fractional periods.
func TestDeviationOfSlowGames(t *testing.T) {
	r := Rating{1500, 60, 0.06}
	if got := r.After(2 * 365 * day).ShownDeviation(); got != 122 {
		t.Errorf("two years away leave a deviation of %d, want 122", got)
	}
	whole := r.After(10 * day)
	parts := r.After(3 * day).After(7 * day)
	if math.Abs(whole.Deviation-parts.Deviation) > 1e-9 {
		t.Errorf("ten days at once give %v, in two parts %v", whole.Deviation, parts.Deviation)
	}
	if got := r.After(-day); got != r {
		t.Errorf("clocks that go back change the rating to %+v", got)
	}
	if got := r.After(200 * 365 * day).Deviation; got != 350 {
		t.Errorf("after two centuries the deviation is %v", got)
	}
}

func TestDeviationHasALowerLimit(t *testing.T) {
	a, b := Rating{1500, 31, 0.0001}, Rating{1500, 31, 0.0001}
	for range 200 {
		a, b = Play(a, b, 0.5)
	}
	if a.Deviation != 30 || b.Deviation != 30 {
		t.Errorf("deviations %v and %v, want 30", a.Deviation, b.Deviation)
	}
}

func TestRoundHalfUp(t *testing.T) {
	for x, want := range map[float64]int{1522.5: 1523, 1522.499999: 1522, -0.5: 0, -1.5: -1, 0: 0, 1523: 1523} {
		if got := RoundHalfUp(x); got != want {
			t.Errorf("%v is shown as %d, want %d", x, got, want)
		}
	}
}

func TestCauses(t *testing.T) {
	rated := Facts{Asked: true, Reason: "rules", Played: true}
	for name, c := range map[string]struct {
		change func(f *Facts)
		want   Cause
	}{
		"rated": {func(*Facts) {}, ""},
		"not asked for, before all else": {
			func(f *Facts) { f.Asked, f.House, f.Reason = false, true, "adjudicated" }, "unrated",
		},
		"house before annulled":  {func(f *Facts) { f.House, f.Reason = true, "annulled" }, "house"},
		"aborted":                {func(f *Facts) { f.Reason, f.Played = "aborted", false }, "aborted"},
		"annulled after the end": {func(f *Facts) { f.Ended = CauseAnnulled }, "annulled"},
		"deleted":                {func(f *Facts) { f.Ended, f.Played = CauseDeleted, false }, "deleted"},
		"withdrawn":              {func(f *Facts) { f.Reason = "withdrawn" }, "withdrawn"},
		"unplayed": {
			func(f *Facts) { f.Reason, f.Absent, f.Played = "timeout", true, false }, "unplayed",
		},
		"absent before pair":    {func(f *Facts) { f.Reason, f.Absent, f.Pair = "timeout", true, 4 }, "absent"},
		"resigned while absent": {func(f *Facts) { f.Reason, f.Absent = "resignation", true }, ""},
		"the fourth of a pair":  {func(f *Facts) { f.Pair = 3 }, ""},
		"the fifth of a pair":   {func(f *Facts) { f.Pair = 4 }, "pair"},
	} {
		f := rated
		c.change(&f)
		if got := f.Cause(); got != c.want {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
}

func ratedGame(first, second string, at time.Duration) *Game[string] {
	return &Game[string]{
		Facts: Facts{Asked: true, Reason: "rules", Played: true}, Pool: Pool{"hnefatafl", "7x7"},
		Players: [2]string{first, second}, Score: 1, At: time.Unix(0, 0).Add(at),
	}
}

func TestPairLimitIsAWindow(t *testing.T) {
	l := NewLedger[string]()
	add := func(first, second string, at time.Duration, want Cause) {
		t.Helper()
		if got := l.Add(ratedGame(first, second, at)).Cause; got != want {
			t.Errorf("at %v: %q, want %q", at, got, want)
		}
	}
	for i := range 4 {
		players := [2]string{"ann", "ben"}
		add(players[i%2], players[1-i%2], time.Duration(i)*day, "")
	}
	add("ann", "ben", 4*day, CausePair)
	add("ann", "cat", 4*day, "")
	add("ann", "ben", 30*day-1, CausePair)
	add("ben", "ann", 30*day, "") // the first is out of the window; those not rated never count
	add("ann", "ben", 30*day+1, CausePair)
	other := ratedGame("ann", "ben", 30*day+2)
	other.Pool.Variant = "9x9"
	if got := l.Add(other).Cause; got != "" {
		t.Errorf("another pool: %q", got)
	}
}

// ranked reports whether a ranking shows the player at an instant.
func ranked(s Standing, at time.Time) bool {
	return s.Games >= MinGames && s.Opponents >= MinOpponents && !s.Now(at).Provisional()
}

func TestRankedAfterEnoughOpponents(t *testing.T) {
	l, pool := NewLedger[string](), Pool{"hnefatafl", "7x7"}
	at := time.Duration(0)
	play := func(first, second string) {
		at += 2 * day
		l.Add(ratedGame(first, second, at))
	}
	others := []string{"b", "c", "d", "e", "f"}
	for range 8 { // so that they are established
		for i := range others {
			play(others[i], others[(i+1)%5])
			play(others[(i+2)%5], others[i])
		}
	}
	for i := range 24 {
		players := [2]string{"a", others[i/2%4]}
		play(players[i%2], players[1-i%2])
	}
	a := l.Standing("a", pool)
	if now := time.Unix(0, 0).Add(at); ranked(a, now) || a.Opponents != 4 {
		t.Errorf("ranked after four opponents: %+v", a)
	}
	play("a", "f")
	play("f", "a")
	a = l.Standing("a", pool)
	now := time.Unix(0, 0).Add(at)
	if !ranked(a, now) {
		t.Errorf("not ranked after five opponents: %+v", a)
	}
	if ranked(a, now.Add(5*365*day)) {
		t.Error("ranked after five years away")
	}
	if len(l.pairs) > 20 {
		t.Errorf("%d pairs are remembered", len(l.pairs))
	}
}

// FuzzPlay checks what must hold for every game: bounds, finite numbers, winners who do not lose points.
func FuzzPlay(f *testing.F) {
	f.Add(1500.0, 350.0, 0.06, 1500.0, 350.0, 0.06, 1.0, uint32(0))
	f.Add(900.0, 30.0, 0.02, 2900.0, 30.0, 0.2, 1.0, uint32(86400))
	f.Add(-500.0, 31.0, 1e-5, 4000.0, 340.0, 0.06, 0.0, uint32(1<<31))
	f.Fuzz(func(t *testing.T, r1, d1, v1, r2, d2, v2, score float64, seconds uint32) {
		bound := func(x, low, high float64) float64 {
			if math.IsNaN(x) {
				return low
			}
			return min(max(x, low), high)
		}
		s := Score(math.Round(bound(score, 0, 1)*2) / 2)
		a := Rating{bound(r1, -1000, 4000), bound(d1, 30, 350), bound(v1, 1e-6, 0.3)}
		b := Rating{bound(r2, -1000, 4000), bound(d2, 30, 350), bound(v2, 1e-6, 0.3)}
		a2, b2 := Play(a.After(time.Duration(seconds)*time.Second), b, s)
		for _, r := range []Rating{a2, b2} {
			if !(r.Deviation >= 30 && r.Deviation <= 350 && r.Volatility > 0 && !math.IsInf(r.Volatility, 0)) ||
				math.IsNaN(r.Rating) || math.IsInf(r.Rating, 0) {
				t.Fatalf("%+v, %+v, %v give %+v, %+v", a, b, s, a2, b2)
			}
		}
		if s == 1 && (a2.Rating < a.Rating || b2.Rating > b.Rating) {
			t.Fatalf("%+v wins against %+v and gets %+v, %+v", a, b, a2, b2)
		}
		c2, d2x := Play(b, a.After(time.Duration(seconds)*time.Second), 1-s)
		if c2 != b2 || d2x != a2 {
			t.Fatalf("the sides matter: %+v, %+v and %+v, %+v", a2, b2, d2x, c2)
		}
	})
}
