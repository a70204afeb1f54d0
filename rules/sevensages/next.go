package sevensages

import (
	"slices"
	"strings"

	"turnpost/rules"
)

// Next lists the turns that start with prefix. The prefix of a kick may follow a path other than the canonical one;
// then the result lists the kicks that it can reach with one more leg.
func (p *position) Next(prefix string) (rules.Options, error) {
	if err := p.checkUnderWay(); err != nil {
		return rules.Options{}, err
	}
	_, refusal := p.Play(prefix)
	if refusal == nil {
		return rules.Options{MayEnd: true, Steps: []rules.Step{}}, nil
	}
	text := strings.ToLower(clean(prefix))
	steps := beginning(p.turns(), text)
	if len(steps) > 0 {
		return rules.Options{Steps: steps}, nil
	}
	steps, err := p.detours(text, refusal)
	return rules.Options{Steps: steps}, err
}

// turns returns all legal turns in canonical text: by the stone's square, slides by their end before kicks by the
// ball's end.
func (p *position) turns() []rules.Step {
	turns, room := make([]rules.Step, 0, 256), make([]string, 0, 512)
	var slides [maxSlides]square
	for from := range square(squares) {
		if p.board[from] != stoneOf(p.mover) {
			continue
		}
		ends := p.slides(from, slides[:0])
		slices.Sort(ends)
		for _, to := range ends {
			turns = append(turns, stepOf(&room, from, to, nil))
		}
		var kicked reach
		if !p.kicks(from, &kicked) {
			continue
		}
		for _, m := range kicked.moves(nil, from, p.ball) {
			turns = append(turns, stepOf(&room, from, p.ball, kicked.way(m.end)))
		}
	}
	return turns
}

// stepOf returns a turn as a step; a slide has no path. room provides the memory for the names of several steps'
// places.
func stepOf(room *[]string, from, to square, way []square) rules.Step {
	if cap(*room)-len(*room) < 2+len(way) {
		*room = make([]string, 0, 512+len(way))
	}
	begin := len(*room)
	*room = append(*room, from.String(), to.String())
	step := rules.Step{Text: turnText(from, to, way), Kind: rules.StepMove}
	for _, s := range way {
		*room = append(*room, s.String())
		step.Kind = rules.StepKick
	}
	step.Places = (*room)[begin:len(*room):len(*room)]
	return step
}

// beginning returns the turns that start with a text. A trailing number is first taken as complete: h1 is a prefix of
// h15-h14 only if no stone on h1 can move.
func beginning(turns []rules.Step, text string) []rules.Step {
	var whole, cut []rules.Step
	for _, turn := range turns {
		rest, ok := strings.CutPrefix(turn.Text, text)
		switch {
		case !ok:
		case rest != "" && rest[0] >= '0' && rest[0] <= '9':
			cut = append(cut, turn)
		default:
			whole = append(whole, turn)
		}
	}
	if len(whole) > 0 {
		return whole
	}
	return cut
}

// detours lists the kicks that a legal path over other pivots can reach with one more leg whose end starts with text.
// The error explains an empty list; refusal is the reason why text is not a turn.
func (p *position) detours(text string, refusal error) ([]rules.Step, error) {
	name := strings.TrimSuffix(text, "-")
	if _, ok := rules.ParseSquare(name); ok {
		return nil, p.stuck(name)
	}
	head, rest := text, ""
	if tilde := strings.LastIndexByte(text, '~'); tilde >= 0 {
		head, rest = text[:tilde], text[tilde+1:]
	}
	k, leg, err := p.oneLegOn(head)
	if steps := k.named(&leg, rest); len(steps) > 0 {
		return steps, nil
	}
	if err == nil || !unfinished(refusal) || unfinished(err) {
		return nil, refusal
	}
	return nil, err
}

// unfinished reports whether a turn was refused because it is incomplete.
func unfinished(refusal error) bool {
	r, _ := rules.RefusalOf(refusal)
	return r.Code == rules.CodeSyntax || r.Code == CodeKickNeedsEnd
}

// oneLegOn plays the beginning of a kick, at least the ball's start or a bounce, and finds the possible ends of the
// next leg.
func (p *position) oneLegOn(head string) (k kick, leg reach, err error) {
	w, err := readTurn(head)
	if err != nil {
		return k, leg, err
	}
	heading, err := p.checkLine(w)
	if err != nil {
		return k, leg, err
	}
	if err := p.checkPath(w, heading); err != nil {
		return k, leg, err
	}
	if k, err = p.strike(w, heading); err != nil {
		return k, leg, err
	}
	at, err := k.follow(w.way)
	if err != nil {
		return k, leg, err
	}
	for _, turn := range turns {
		k.leg(&leg, at.pivot, bounce{heading: (at.heading + turn) % directions})
	}
	if leg.count == 0 {
		return k, leg, rules.Illegal(CodeUnreachableEnd, "turn.dead_ball", "ball", k.ball, "pivot", at.pivot)
	}
	return k, leg, nil
}

// named returns the kicks to the ends whose names start with a text.
func (k *kick) named(ends *reach, text string) (turns []rules.Step) {
	if ends.count == 0 {
		return nil
	}
	var all reach
	var room []string
	k.explore(&all)
	for end := range square(squares) {
		if ends.has(end) && strings.HasPrefix(end.String(), text) {
			turns = append(turns, stepOf(&room, k.from, k.ball, all.way(end)))
		}
	}
	return turns
}

// stuck returns the reason why no turn starts with the stone on a square.
func (p *position) stuck(name string) error {
	from, err := squareNamed(name)
	if err != nil {
		return err
	}
	if err := p.checkStone(from); err != nil {
		return err
	}
	return rules.Illegal(CodeBlocked, "turn.stuck", "from", from)
}
