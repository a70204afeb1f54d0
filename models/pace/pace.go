// Package pace computes time controls: how long a side has for a turn, and when a player is reminded.
package pace

import (
	"strconv"
	"strings"
	"time"
)

// Pace is a time control: a bank of time that shrinks while the side is to move
// and grows by PerTurn with each of its turns up to Cap; or, without a bank, PerTurn
// for each turn.
type Pace struct {
	Bank, PerTurn, Cap time.Duration // Cap 0: none
}

// Default is the pace of a challenge without one.
const Default = "3d"

// The bounds of the time for one turn.
const (
	minTurn = time.Hour
	maxTurn = 60 * 24 * time.Hour
)

// Parse parses `3d`, `36h`, `14d+1d` or `14d+1d/21d`.
func Parse(text string) (p Pace, ok bool) {
	first, rest, banked := strings.Cut(text, "+")
	a, ok := ParseSpan(first)
	if !ok || a < minTurn || a > maxTurn {
		return Pace{}, false
	}
	if !banked {
		return Pace{PerTurn: a}, true
	}
	second, third, capped := strings.Cut(rest, "/")
	b, ok := ParseSpan(second)
	if !ok || b > maxTurn {
		return Pace{}, false
	}
	p = Pace{Bank: a, PerTurn: b}
	if capped {
		if p.Cap, ok = ParseSpan(third); !ok || p.Cap < a || p.Cap > 2*maxTurn {
			return Pace{}, false
		}
	}
	return p, true
}

// ParseSpan parses `36h` or `3d`.
func ParseSpan(text string) (time.Duration, bool) {
	if len(text) < 2 || len(text) > 5 {
		return 0, false
	}
	var unit time.Duration
	switch text[len(text)-1] {
	case 'h':
		unit = time.Hour
	case 'd':
		unit = 24 * time.Hour
	}
	n, err := strconv.ParseUint(text[:len(text)-1], 10, 16)
	return time.Duration(n) * unit, err == nil && unit > 0 && n > 0
}

// String formats the pace for Parse.
func (p Pace) String() string {
	text := formatSpan(p.PerTurn)
	if p.Bank > 0 {
		text = formatSpan(p.Bank) + "+" + text
		if p.Cap > 0 {
			text += "/" + formatSpan(p.Cap)
		}
	}
	return text
}

func formatSpan(d time.Duration) string {
	if d%(24*time.Hour) == 0 {
		return strconv.Itoa(int(d/(24*time.Hour))) + "d"
	}
	return strconv.Itoa(int(d/time.Hour)) + "h"
}

// Initial returns the time of a side at the start.
func (p Pace) Initial() time.Duration {
	if p.Bank > 0 {
		return p.Bank
	}
	return p.PerTurn
}

// After returns the time of a side for its next turn, given the time left when it played.
func (p Pace) After(left time.Duration) time.Duration {
	if p.Bank == 0 {
		return p.PerTurn
	}
	left = max(left, 0) + p.PerTurn
	if p.Cap > 0 {
		left = min(left, p.Cap)
	}
	return left
}
