// Package oddboards is a game of unusual boards and steps, for tests of everything that shows games: no board at all,
// one square, 19×19 points on lines, places with long names, 28,000 turns in a position, steps that differ only by kind,
// steps that return to a place, passes, a word that is a turn once. It is not in the catalog.
package oddboards

import (
	"embed"
	"maps"
	"slices"
	"strconv"
	"strings"

	"turnpost/rules"
)

//go:embed words.*.txt rules.*.md
var wordFiles embed.FS

var words = rules.LoadWords(wordFiles)

// Kinds of steps in addition to the shared ones.
const (
	quiet = "quiet"
	loud  = "loud"
	round = "round" // to a place and back
	pass  = "pass"
	swap  = "swap" // all pieces change sides
	rob   = "rob"  // a piece of the other side is taken
)

// form is the definition of a variant.
type form struct {
	files, ranks int
	bowls        []string          // names of bowls; without them the places are squares
	start        string            // content of the places in order: . free, # blocked, x o pieces, X O loud ones
	shouts       map[string]string // steps that touch no place, with their kinds
	voices       []string          // kinds of taking a place
	steps        int               // maximum number in a turn
	moves        bool              // a piece can move to the next place, or there and back
	swaps        bool              // the second turn may be to swap
	robs         bool              // the second step of a turn takes a piece of the other side, if it has one
	turns        int               // maximum number in a game
}

var halls = []string{
	"the great hall, at the north gate", "a hall with a very long name that no board has room for and no line either",
	"a=b&c#d+e %41", "היכל הצפון", `"quoted" <b>hall</b>`, "hall", "the last hall?", "1",
}

var forms = map[string]form{
	"wide": {
		files: 19, ranks: 19, start: strings.Repeat(".", 19*19), voices: []string{quiet},
		shouts: map[string]string{pass: pass}, steps: 1, turns: 400,
	},
	"pairs": {
		files: 13, ranks: 13, start: strings.Repeat(".", 13*13), voices: []string{quiet},
		shouts: map[string]string{pass: pass}, steps: 2, swaps: true, turns: 8,
	},
	"one":  {files: 1, ranks: 1, start: ".", voices: []string{quiet}, steps: 1, turns: 1},
	"bare": {shouts: map[string]string{"whisper": quiet, "shout": loud}, steps: 1, turns: 4},
	"halls": {
		bowls: halls, start: "........", voices: []string{quiet}, shouts: map[string]string{pass: pass}, steps: 2, turns: 20,
	},
	"loud": {
		files: 3, ranks: 3, start: "....#....", voices: []string{quiet, loud}, shouts: map[string]string{pass: pass},
		steps: 2, moves: true, turns: 40,
	},
	"robbers": {
		files: 3, ranks: 3, start: ".........", voices: []string{quiet}, shouts: map[string]string{pass: pass},
		steps: 2, robs: true, turns: 20,
	},
}

// New returns the ruleset.
func New() rules.Ruleset {
	return rules.New(rules.Definition{
		ID: "oddboards", Version: 1, Words: words,
		Sides: [2]string{"early", "late"}, Variants: []string{"wide", "pairs", "one", "bare", "halls", "loud", "robbers"},
		Faults:  []string{rules.CodeGameOver, rules.CodeSyntax, "closed"},
		Reasons: []string{"end"},
		Examples: []rules.Example{
			{Turn: "k10q", Text: "example.middle"},
			{Variant: "bare", Turn: "shout", Text: "example.shout"},
			{Variant: "pairs", Position: "x" + strings.Repeat(".", 168) + " 1 play", Turn: "swap", Text: "example.swap"},
			{Variant: "loud", Position: "x...#.... 2 play", Targets: "a1", Text: "example.moves"},
			{Variant: "loud", Position: "X...#.... 2 play", Targets: "a1", Text: "example.calls"},
			{Variant: "robbers", Position: "x........ 1 play", Turn: "b1q xa1", Text: "example.rob"},
			{Variant: "loud", Turn: "b2l", Text: "example.closed", Fault: "closed"},
		},
		Notation: rules.Notation{Steps: true},
		Start: func(variant string) (rules.Position, error) {
			return position{variant: variant, on: forms[variant].start}, nil
		},
		Parse: parse, Describe: describe,
	})
}

// position is the content of the places and the number of turns played.
type position struct {
	variant, on string
	ply         int
	passed      bool // the last turn was a pass
	over        bool // both sides passed
}

func parse(variant, text string) (rules.Position, error) {
	f := forms[variant]
	fields := strings.Fields(text)
	bad := rules.Bad("position.text", "position", rules.Excerpt(text))
	if len(fields) != 3 {
		return nil, bad
	}
	ply, err := strconv.Atoi(fields[1])
	p := position{variant, strings.TrimPrefix(fields[0], "-"), ply, fields[2] != "play", fields[2] == "over"}
	sameBoard := func(r rune) bool { return !strings.ContainsRune(".#xoXO", r) }
	if err != nil || len(p.on) != len(f.start) || strings.ContainsFunc(p.on, sameBoard) || ply < 0 || ply > f.turns ||
		p.String() != text {
		return nil, bad
	}
	return p, nil
}

func (p position) form() form { return forms[p.variant] }

func (p position) String() string {
	state := "play"
	switch {
	case p.over:
		state = "over"
	case p.passed:
		state = "passed"
	}
	on := p.on
	if on == "" {
		on = "-"
	}
	return on + " " + strconv.Itoa(p.ply) + " " + state
}

func (p position) Key() string        { return "" }
func (p position) ToMove() rules.Seat { return rules.Seat(p.ply % 2) }

func (p position) Result() rules.Result {
	if !p.over && p.ply < p.form().turns && (p.on == "" || strings.Contains(p.on, ".")) {
		return rules.Result{}
	}
	early, late := strings.Count(strings.ToLower(p.on), "x"), strings.Count(strings.ToLower(p.on), "o")
	switch {
	case early > late:
		return rules.Won(rules.First, "end")
	case late > early:
		return rules.Won(rules.Second, "end")
	}
	return rules.Drawn("end")
}

// name returns the name of a place in the diagram.
func (f form) name(i int) string {
	if f.bowls != nil {
		return f.bowls[i]
	}
	return rules.Square{File: i % f.files, Rank: i / f.files}.String()
}

// text returns the name of a place in turns.
func (f form) text(i int) string {
	if f.bowls != nil {
		return strconv.Itoa(i + 1)
	}
	return f.name(i)
}

// possible is a step and its effect on the places.
type possible struct {
	rules.Step
	on    func() string // the content of the places after it, made only for the step that is taken
	event rules.Event
}

// possible lists the legal steps of the side to move after n others.
func (p position) possible(n int) (list []possible) {
	f, seat := p.form(), p.ToMove()
	list = make([]possible, 0, len(p.on)*len(f.voices)+len(f.shouts)+1)
	add := func(text, kind string, on func() string, e rules.Event, places ...string) {
		e.Seat = seat
		list = append(list, possible{rules.Step{Text: text, Places: append([]string{}, places...), Kind: kind}, on, e})
	}
	set := func(i int, c byte) string { return p.on[:i] + string(c) + p.on[i+1:] }
	same := func() string { return p.on }
	if f.robs && n == 1 {
		for i := range len(p.on) {
			if p.on[i] == "ox"[seat] {
				at := f.name(i)
				taken := rules.Event{Kind: rules.EventCaptured, At: at}
				add("x"+at, rob, func() string { return set(i, '.') }, taken, at)
				list[len(list)-1].event.Seat = seat.Other()
			}
		}
		return list
	}
	for i := range len(p.on) {
		at, next := f.name(i), (i+1)%len(p.on)
		for _, voice := range f.voices {
			if p.on[i] != '.' {
				continue
			}
			c, sign := "xo"[seat], "q"
			if voice == loud {
				c, sign = "XO"[seat], "l"
			}
			placed := rules.Event{Kind: rules.EventPlaced, To: at, Count: 1}
			add(f.text(i)+sign, voice, func() string { return set(i, c) }, placed, at)
		}
		if mine := p.on[i]|0x20 == "xo"[seat]; mine && f.moves && p.on[next] == '.' {
			there := f.name(next)
			moved := func() string {
				left := set(i, '.')
				return left[:next] + p.on[i:i+1] + left[next+1:]
			}
			way := f.text(i) + "-" + f.text(next)
			add(way, rules.StepMove, moved, rules.Event{Kind: rules.EventMoved, From: at, To: there}, at, there)
			add(way+"-"+f.text(i), round, same, rules.Event{Kind: round, At: there}, at, there, at)
		}
	}
	if f.swaps && p.ply == 1 && n == 0 {
		swapped := func() string { return strings.NewReplacer("x", "o", "o", "x").Replace(p.on) }
		add(swap, swap, swapped, rules.Event{Kind: swap})
	}
	for _, text := range slices.Sorted(maps.Keys(f.shouts)) {
		if f.shouts[text] != pass || n == 0 {
			add(text, f.shouts[text], same, rules.Event{Kind: f.shouts[text]})
		}
	}
	return list
}
