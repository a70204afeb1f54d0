package mailer

import (
	"cmp"
	"errors"
	"slices"
	"strings"
	"unicode"

	"turnpost/rules"
)

// isUnreadable tells whether a text was no turn at all.
func isUnreadable(err error) bool {
	_, unreadable := errors.AsType[*rules.UnreadableTurn](err)
	return unreadable
}

// Limits of the search for turns that look like one.
const (
	nearBeam       = 12 // beginnings that are followed at a time
	nearSteps      = 6  // of a turn
	nearTurnsShown = 3
)

// nearTurns finds legal turns that look like what was typed, the nearest first. It builds turns step by step and
// follows the beginnings that are most alike, so that it needs to know no game.
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
	most := max(1, min(3, len(wanted)/3))
	var near []string
	for _, c := range whole {
		if c.distance <= most && len(near) < nearTurnsShown && !slices.Contains(near, c.text) {
			near = append(near, c.text)
		}
	}
	return near
}

// joinStep is a beginning of a turn with one more step, "" where no way of writing it is understood. A step may stand
// for an unfinished one at the end of the beginning; the position tells.
func joinStep(p rules.Position, prefix, step string) string {
	for _, text := range []string{strings.TrimSpace(prefix + " " + step), prefix + step} {
		if _, err := p.Next(text); err == nil {
			return text
		}
	}
	return ""
}

// letters is what of a turn is compared: letters and digits, in lower case.
func letters(text string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return unicode.ToLower(r)
		}
		return -1
	}, text)
}

// distance is how many letters must be changed, added, dropped or swapped with their neighbour.
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
