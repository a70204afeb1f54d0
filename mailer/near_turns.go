package mailer

import (
	"cmp"
	"errors"
	"slices"
	"strings"
	"unicode"

	"turnpost/rules"
)

// isUnreadable reports whether a text was no turn at all.
func isUnreadable(err error) bool {
	_, unreadable := errors.AsType[*rules.UnreadableTurn](err)
	return unreadable
}

// Limits of the search for similar turns.
const (
	nearBeam       = 12 // beginnings that are followed at a time
	nearSteps      = 6  // of a turn
	nearTurnsShown = 3
)

// nearTurns returns legal turns similar to a typed text, the most similar first. It builds turns step by step and
// follows the most similar beginnings, so that it needs no knowledge of the game.
func nearTurns(p rules.Position, typed string) []string {
	wanted := letters(typed)
	if wanted == "" || len(wanted) > 60 {
		return nil
	}
	type candidate struct {
		text     string
		distance int
	}
	var whole []candidate
	beam := []string{""}
	for range nearSteps {
		var next []candidate
		for _, prefix := range beam {
			options, err := p.Next(prefix)
			if err != nil {
				continue
			}
			for _, step := range options.Steps {
				text := joinStep(p, prefix, step.Text)
				if text == "" {
					continue
				}
				key := letters(text)
				if played, err := p.Play(text); err == nil {
					whole = append(whole, candidate{played.Turn, distance(key, wanted)})
				}
				next = append(next, candidate{text, distance(key, wanted[:min(len(wanted), len(key))])})
			}
		}
		slices.SortStableFunc(next, func(a, b candidate) int { return cmp.Compare(a.distance, b.distance) })
		beam = beam[:0]
		for _, c := range next[:min(len(next), nearBeam)] {
			beam = append(beam, c.text)
		}
	}
	slices.SortStableFunc(whole, func(a, b candidate) int {
		return cmp.Or(cmp.Compare(a.distance, b.distance), cmp.Compare(len(a.text), len(b.text)), cmp.Compare(a.text, b.text))
	})
	maxDistance := max(1, min(3, len(wanted)/3))
	var near []string
	for _, c := range whole {
		if c.distance <= maxDistance && len(near) < nearTurnsShown && !slices.Contains(near, c.text) {
			near = append(near, c.text)
		}
	}
	return near
}

// joinStep appends a step to the beginning of a turn; "" where the position understands no way of writing it. A step
// may replace an unfinished one at the end of the beginning.
func joinStep(p rules.Position, prefix, step string) string {
	for _, text := range []string{strings.TrimSpace(prefix + " " + step), prefix + step} {
		if _, err := p.Next(text); err == nil {
			return text
		}
	}
	return ""
}

// letters returns the part of a turn that is compared: letters and digits, in lower case.
func letters(text string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return unicode.ToLower(r)
		}
		return -1
	}, text)
}

// distance is the number of letters to change, add, drop or swap with their neighbor.
func distance(a, b string) int {
	before, last, row := make([]int, len(b)+1), make([]int, len(b)+1), make([]int, len(b)+1)
	for j := range last {
		last[j] = j
	}
	for i := range len(a) {
		row[0] = i + 1
		for j := range len(b) {
			cost := 1
			if a[i] == b[j] {
				cost = 0
			}
			row[j+1] = min(row[j]+1, last[j+1]+1, last[j]+cost)
			if i > 0 && j > 0 && a[i] == b[j-1] && a[i-1] == b[j] {
				row[j+1] = min(row[j+1], before[j-1]+1)
			}
		}
		before, last, row = last, row, before
	}
	return last[len(b)]
}
