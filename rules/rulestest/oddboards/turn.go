package oddboards

import (
	"slices"
	"strings"

	"turnpost/rules"
	"turnpost/rules/phrase"
)

// begun is a partial turn.
type begun struct {
	position
	texts  []string
	events []rules.Event
	passed bool
	whole  bool // it ends with its last step
}

// take plays the steps of a turn; rest starts with the first word that is not a legal step.
func (p position) take(turn string) (b begun, rest []string) {
	b.position = p
	rest = strings.FieldsFunc(turn, func(r rune) bool { return r == ' ' || r == ',' })
	for len(rest) > 0 && !b.ended() {
		list := b.possible(len(b.texts))
		i := slices.IndexFunc(list, func(s possible) bool { return strings.EqualFold(s.Text, rest[0]) })
		if i < 0 {
			return b, rest
		}
		b.on, b.passed = list[i].on(), list[i].Kind == pass
		b.whole = b.passed || list[i].Kind == swap
		b.texts, b.events, rest = append(b.texts, list[i].Text), append(b.events, list[i].event), rest[1:]
	}
	return b, rest
}

// mustRob reports whether a piece of the other side must be taken.
func (b begun) mustRob() bool {
	return !b.ended() && len(b.texts) == 1 && b.form().robs && len(b.possible(1)) > 0
}

// ended reports whether no step may follow.
func (b begun) ended() bool {
	return b.whole || len(b.texts) == b.form().steps || b.on != "" && !strings.Contains(b.on, ".")
}

func (p position) Play(turn string) (rules.Played, error) {
	if result := p.Result(); result.Over() {
		return rules.Played{}, rules.Illegal(rules.CodeGameOver, "turn.over", "reason", phrase.New("reason."+result.Reason))
	}
	b, rest := p.take(turn)
	if len(rest) > 0 || len(b.texts) == 0 || b.mustRob() {
		return rules.Played{}, p.refuse(turn, rest)
	}
	next := position{p.variant, b.on, p.ply + 1, b.passed, b.passed && p.passed}
	if result := next.Result(); result.Over() {
		b.events = append(b.events, rules.Event{Kind: rules.EventEnded, Seat: result.Winner, Reason: result.Reason})
	}
	return rules.Played{Next: next, Turn: strings.Join(b.texts, " "), Events: b.events}, nil
}

// refuse returns the reason why a turn cannot be played: a place is not free, or the text is not a turn.
func (p position) refuse(turn string, rest []string) error {
	for i := range len(p.on) {
		if text := p.form().text(i); len(rest) > 0 && strings.TrimRight(strings.ToLower(rest[0]), "ql") == text {
			return rules.Illegal("closed", "turn.closed", "place", p.form().text(i))
		}
	}
	return rules.Unreadable("turn.unreadable", "turn", rules.Excerpt(turn))
}

func (p position) Next(prefix string) (rules.Options, error) {
	if p.Result().Over() {
		_, err := p.Play(prefix)
		return rules.Options{}, err
	}
	b, rest := p.take(prefix)
	options := rules.Options{MayEnd: len(rest) == 0 && len(b.texts) > 0 && !b.mustRob(), Steps: []rules.Step{}}
	if len(rest) > 1 || len(rest) == 1 && b.ended() {
		return rules.Options{}, p.refuse(prefix, rest)
	}
	for _, s := range b.possible(len(b.texts)) {
		if !b.ended() && (len(rest) == 0 || strings.HasPrefix(s.Text, strings.ToLower(rest[0]))) {
			options.Steps = append(options.Steps, s.Step)
		}
	}
	if len(rest) == 1 && len(options.Steps) == 0 {
		return rules.Options{}, p.refuse(prefix, rest)
	}
	return options, nil
}

func (p position) Diagram(lang string) rules.Diagram {
	f := p.form()
	d := rules.Diagram{Files: f.files, Ranks: f.ranks, Bottom: rules.NoSeat}
	if f.bowls != nil {
		d.Bottom = rules.Second
	}
	seats := map[byte]rules.Seat{'x': rules.First, 'o': rules.Second, '#': rules.NoSeat}
	for i := range len(p.on) {
		c := p.on[i]
		seat, taken := seats[c|0x20]
		if c == '#' {
			seat, taken = rules.NoSeat, true
		}
		switch {
		case f.bowls != nil:
			bowl := rules.Bowl{Name: f.bowls[i], Label: f.text(i), Kind: rules.BowlSmall, Row: i / 4, Column: i % 4}
			if bowl.Seat = rules.Seat(i / 4); taken {
				bowl.Balls = 1
			}
			d.Bowls = append(d.Bowls, bowl)
		case taken:
			letter := string(c)
			kind, shape := "stone", rules.ShapeDisc
			switch {
			case seat == rules.NoSeat:
				kind = "rock"
			case c < 'a':
				kind, shape = "caller", rules.ShapeKing
			}
			d.Pieces = append(d.Pieces, rules.Piece{
				Square: f.name(i), Seat: seat, Kind: kind, Shape: shape, ASCII: letter, Unicode: letter,
			})
		}
	}
	if p.variant == "wide" {
		for i := range f.files {
			d.Lines = append(d.Lines, rules.Line{f.name(i), f.name(f.files*(f.ranks-1) + i)},
				rules.Line{f.name(f.files * i), f.name(f.files*i + f.files - 1)})
		}
	}
	if f.files > 0 {
		d.Legend = []rules.Legend{
			{ASCII: "x o", Unicode: "x o", Text: "piece.stone"},
			{ASCII: "X O", Unicode: "X O", Text: "piece.caller"},
			{ASCII: "#", Unicode: "#", Text: "piece.rock"},
		}
	}
	return d.In(words.In(lang))
}

func describe(events []rules.Event, names [2]string) (sentences []phrase.Message) {
	for _, e := range events {
		if e.Kind == rules.EventEnded && e.Seat == rules.NoSeat {
			sentences = append(sentences, phrase.New("described.drawn"))
			continue
		}
		said := phrase.New("described."+e.Kind, "player", names[e.Seat], "from", e.From, "to", e.To, "at", e.At)
		sentences = append(sentences, said)
	}
	return sentences
}
