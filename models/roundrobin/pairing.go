// Package roundrobin arranges events in which everybody plays everybody: the lot, the pairings, which games run at a
// time, and the table. It knows no rows. All of it follows from the event's ID, the names of its players and what
// happened, in order, so that everybody can check it.
package roundrobin

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"slices"
	"time"
)

// MaxGroup is the number of players above which an event is divided into groups.
const MaxGroup = 12

// Pairing is one game of an event.
type Pairing struct {
	No            int // from 1, in the order of rounds
	Round         int // from 1
	First, Second string
}

// Lot returns the players in the order of the SHA-256 of "event:player". Nobody chooses it, and anybody can check it.
func Lot(event string, players []string) []string {
	sums := make(map[string][sha256.Size]byte, len(players))
	for _, p := range players {
		sums[p] = sha256.Sum256([]byte(event + ":" + p))
	}
	order := slices.Clone(players)
	slices.SortFunc(order, func(a, b string) int {
		first, second := sums[a], sums[b]
		return bytes.Compare(first[:], second[:])
	})
	return order
}

// Pairings returns the games of an event by Berger's tables, the players being numbered by the lot. With double, each
// pair plays again with sides changed.
func Pairings(event string, players []string, double bool) []Pairing {
	return Berger(Lot(event, players), double)
}

// Berger returns the games of players in the order of their numbers.
func Berger(order []string, double bool) []Pairing {
	even := len(order) + len(order)%2
	rounds := max(0, even-1)
	var list []Pairing
	add := func(first, second, round int) {
		if first <= len(order) && second <= len(order) {
			list = append(list, Pairing{Round: round + 1, First: order[first-1], Second: order[second-1]})
		}
		if double && first <= len(order) && second <= len(order) {
			list = append(list, Pairing{Round: round + 1 + rounds, First: order[second-1], Second: order[first-1]})
		}
	}
	for a := 1; a < even; a++ {
		for b := a + 1; b < even; b++ {
			first, second := a, b
			if (a+b)%2 == 0 {
				first, second = b, a
			}
			add(first, second, (a+b-2)%rounds)
		}
		if a <= even/2 {
			add(a, even, (2*a-2)%rounds)
		} else {
			add(even, a, (2*a-2)%rounds)
		}
	}
	number := make(map[string]int, len(order))
	for i, p := range order {
		number[p] = i
	}
	slices.SortStableFunc(list, func(x, y Pairing) int {
		return cmp.Or(x.Round-y.Round,
			min(number[x.First], number[x.Second])-min(number[y.First], number[y.Second]))
	})
	for i := range list {
		list[i].No = i + 1
	}
	return list
}

// Groups divides players into ceil(n / size) groups by a snake over their ratings; nil is no rating, and comes last.
// The lot decides among equal ones.
func Groups(event string, ratings map[string]*int, size int) [][]string {
	players := make([]string, 0, len(ratings))
	for p := range ratings {
		players = append(players, p)
	}
	order := Lot(event, players)
	slices.SortStableFunc(order, func(a, b string) int { return compareRatings(ratings[a], ratings[b]) })
	groups := make([][]string, (len(order)+size-1)/size)
	for i, p := range order {
		at := i % len(groups)
		if i/len(groups)%2 == 1 {
			at = len(groups) - 1 - at
		}
		groups[at] = append(groups[at], p)
	}
	return groups
}

// compareRatings puts higher ratings first and missing ones last.
func compareRatings(a, b *int) int {
	switch {
	case a == nil && b == nil:
		return 0
	case a == nil:
		return 1
	case b == nil:
		return -1
	}
	return *b - *a
}

// End returns when an event ends that begins at an instant, if each game takes as long as given: all at once, or at
// most atOnce games of a player at a time; 0 is no limit.
func End(begin time.Time, players int, double bool, atOnce int, game time.Duration) time.Time {
	games := max(0, players-1)
	if double {
		games *= 2
	}
	if games == 0 {
		return begin
	}
	if atOnce <= 0 || atOnce > games {
		atOnce = games
	}
	return begin.Add(time.Duration((games+atOnce-1)/atOnce) * game)
}
