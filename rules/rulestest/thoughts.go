package rulestest

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
	"unicode"

	"turnpost/rules"
	"turnpost/rules/rulestest/sample"
	"turnpost/rules/search"
)

// thoughts compares what a game tells the search with what it plays.
type thoughts struct {
	w        *witness
	thinker  search.Thinker
	hashes   map[uint64]rules.Position // positions by their hash
	byKey    map[string]uint64
	complete bool // all moves are listed
	seen     bool // Game.Seen reads some keys
	unseen   turnCase
}

// checkThoughts compares, if the house thinks by package search, the thoughts of the game with its play.
func checkThoughts(t testing.TB, w *witness) {
	t.Helper()
	house := w.r.House()
	thinker, is := house.(search.Thinker)
	if !is {
		t.Logf("the house is not made by search.New, and nothing of it is compared")
		return
	}
	levels, ok := thinker.Levels(w.setup)
	if !ok {
		t.Fatal("Game.Read does not take the setup")
	}
	checkLevels(t, levels)
	checkPace(t, w, house, levels[rules.Hard])
	check := thoughts{
		w: w, thinker: thinker, hashes: map[uint64]rules.Position{}, byKey: map[string]uint64{},
		complete: levels[rules.Hard].Width == 0,
	}
	rare := w.rare()
	turns := slices.Concat(rare, sampleTurns(w.turns, sample.Count(100, 8)))
	turns = append(turns, w.turns[max(0, len(w.turns)-min(10, len(w.ends))):]...) // the ends
	for n, c := range turns {
		said, want := check.turn(c)
		if want == "" && (n%8 == 0 || n < len(rare)) {
			said, want = check.listed(c)
		}
		if want == "" && n%8 == 0 {
			said, want = check.minimax(c)
		}
		if want != "" {
			c.fault(t, said, want)
			return
		}
	}
	if check.seen && check.unseen.before != nil {
		check.unseen.fault(t, fmt.Sprintf("Game.Seen does not read the key %q", check.unseen.played.Next.Key()),
			"the hash of the position, as of others")
		return
	}
	check.balance(t)
	check.match(t)
}

// checkLevels compares the parameters of the levels.
func checkLevels(t testing.TB, levels map[rules.Level]search.Level) {
	t.Helper()
	easy, medium, hard := levels[rules.Easy], levels[rules.Medium], levels[rules.Hard]
	deep := func(l search.Level) int {
		if l.Depth == 0 {
			return 1 << 10
		}
		return l.Depth
	}
	switch {
	case easy.Depth != 1:
		t.Errorf("easy looks %d turns ahead (0: as many as it can), not 1", easy.Depth)
	case easy.Noise == 0 && easy.Overlook == 0:
		t.Error("easy has neither Noise nor Overlook: a beginner never wins")
	case hard.Noise > 0 || hard.Overlook > 0:
		t.Errorf("hard leaves something to chance: %+v", hard)
	case deep(hard) < deep(medium) || deep(medium) < deep(easy) || medium.Noise > easy.Noise:
		t.Errorf("the levels are not in order: easy %+v, medium %+v, hard %+v", easy, medium, hard)
	}
	for level, l := range levels {
		if l.Depth == 0 && l.Nodes == 0 {
			t.Errorf("%s has neither Depth nor Nodes: it never ends", level)
		}
	}
}

// turn compares what the search knows of the positions before and after a turn.
func (h *thoughts) turn(c turnCase) (said, want string) {
	before, ok := h.thinker.Look(c.before)
	after, ok2 := h.thinker.Look(c.played.Next)
	result := c.played.Next.Result()
	said = fmt.Sprintf("the search knows %+v before it and %+v after it", brief(before), brief(after))
	switch {
	case !ok || !ok2 && !result.Over():
		return "Game.Read does not take the position", "every position of the game"
	case before.Mover != c.before.ToMove():
		return said, fmt.Sprintf("Game.Mover %d before it", c.before.ToMove())
	case before.Over:
		return said, "Game.Over false before it"
	case !result.Over() && after.Mover != c.played.Next.ToMove():
		return said, fmt.Sprintf("Game.Mover %d after it", c.played.Next.ToMove())
	case before.Value < search.MinValue || before.Value > search.MaxValue:
		return said, "Game.Value between MinValue and MaxValue"
	case result.Over() && ok2 && !after.Over && len(after.Moves) > 0 && !scored(c.played):
		return said, fmt.Sprintf("Game.Over true after it: the result is %+v", result)
	}
	if want := overFault(c.played, after.Over, after.Value, after.Mover); ok2 && want != "" {
		return said, want
	}
	if before.Sure && !winsInOne(c.before) {
		return "Game.Sure says before it that the mover wins by one turn", "that no turn wins at once"
	}
	if said, want := h.hash(c.before, before.Hash); want != "" {
		return said, want
	}
	key := c.played.Next.Key()
	if result.Over() || key == "" || !ok2 {
		return "", ""
	}
	seen, known := h.thinker.Seen(c.played.Next, key)
	if h.seen = h.seen || known; !known {
		h.unseen = c
	}
	if known && seen != after.Hash {
		return fmt.Sprintf("Game.Seen makes %x of the key %q", seen, key),
			fmt.Sprintf("the hash of the position after it, %x", after.Hash)
	}
	return h.hash(c.played.Next, after.Hash)
}

// brief leaves out the moves.
func brief(l search.Look) search.Look {
	l.Moves = nil
	return l
}

// overFault compares how the search values the end of a game, or a point, for a mover with who has won it.
func overFault(played rules.Played, over bool, value int, mover rules.Seat) string {
	if !over {
		return ""
	}
	result := played.Next.Result()
	winner := result.Winner
	if !result.Over() {
		i := slices.IndexFunc(played.Events, func(e rules.Event) bool { return e.Kind == rules.EventPoint })
		if i < 0 {
			return "Game.Over false after it: the game goes on"
		}
		winner = played.Events[i].Seat
	}
	sign := map[rules.Seat]int{mover: 1, mover.Other(): -1}[winner]
	if cmp.Compare(value, 0) != sign {
		return fmt.Sprintf("a value of Game.Over for seat %d, the Game.Mover, of which seat %d is the winner", mover, winner)
	}
	return ""
}

// winsInOne reports whether a turn, of those that are tried, wins the game or a point at once.
func winsInOne(p rules.Position) bool {
	turns, more, _, err := rules.Turns(p, "", "", maxComposed)
	if err != nil || more {
		return true // too many to know
	}
	for _, turn := range turns {
		played, err := p.Play(turn)
		if err != nil {
			continue
		}
		point := slices.ContainsFunc(played.Events, func(e rules.Event) bool {
			return e.Kind == rules.EventPoint && e.Seat == p.ToMove()
		})
		if result := played.Next.Result(); point || result.Over() && result.Winner == p.ToMove() {
			return true
		}
	}
	return false
}

// hash compares the hash of a position with those of others, and of variations of it.
func (h *thoughts) hash(p rules.Position, hash uint64) (said, want string) {
	positions := append([]rules.Position{p}, h.w.flipped(p)...)
	positions = append(positions, h.w.exchanged(p, rand.New(rand.NewPCG(1, hash)))...)
	for i, q := range positions {
		if i > 0 {
			look, ok := h.thinker.Look(q)
			if !ok || q.Result().Over() {
				continue
			}
			hash = look.Hash
		}
		if other, known := h.hashes[hash]; known &&
			(!sceneOf(other).shows(sceneOf(q)) || other.ToMove() != q.ToMove()) {
			return fmt.Sprintf("Game.Hash is %x for\n%s\nand for\n%s", hash, drawn(q), drawn(other)),
				"different hashes: the board or the side to move differs"
		} else if known && other.Key() != q.Key() && !sameTurns(other, q) {
			return fmt.Sprintf("Game.Hash is %x for\n%s\nand for\n%s", hash, drawn(q), drawn(other)),
				"different hashes: the keys and the turns differ"
		}
		h.hashes[hash] = q
		if key := q.Key(); key != "" {
			if other, known := h.byKey[key]; known && other != hash {
				return fmt.Sprintf("Game.Hash is %x and %x for positions with the key %q", hash, other, key), "equal hashes"
			}
			h.byKey[key] = hash
		}
	}
	return "", ""
}

// flipped returns the positions that differ from p in one word of the text, such as the side to move, or in a digit
// behind the board, which may become 0.
func (w *witness) flipped(p rules.Position) (list []rules.Position) {
	text := p.String()
	for _, other := range w.sideFields(text) {
		list = w.appendParsed(list, text, other)
	}
	for i := len(text) - 1; i >= 0 && text[i] != '/'; i-- {
		if text[i] > '0' && text[i] <= '9' {
			list = w.appendParsed(list, text, text[:i]+"0"+text[i+1:])
		}
	}
	return list
}

// exchanged returns positions that differ from p in the letter of a piece.
func (w *witness) exchanged(p rules.Position, rnd *rand.Rand) (list []rules.Position) {
	b := []byte(p.String())
	for range damagedTexts {
		i, k := rnd.IntN(len(b)), rnd.IntN(len(b))
		if b[i] != b[k] && unicode.IsLetter(rune(b[i])) && unicode.IsLetter(rune(b[k])) {
			changed := slices.Clone(b)
			changed[i] = b[k]
			list = w.appendParsed(list, string(b), string(changed))
		}
	}
	return list
}

// listed compares the moves that Game.Moves lists, and what Game.After makes of them, with the turns of the game.
func (h *thoughts) listed(c turnCase) (said, want string) {
	look, _ := h.thinker.Look(c.before)
	reached := map[uint64]bool{}
	for i, m := range look.Moves {
		reached[m.After] = true
		if sample.Short() && i%10 > 0 {
			continue
		}
		played, err := c.before.Play(m.Text)
		if err != nil {
			return fmt.Sprintf("Game.Moves lists %q before it, which is refused: %v", m.Text, err), "legal moves"
		}
		said := fmt.Sprintf("Game.After makes of %q before it: %+v", m.Text, m)
		result := played.Next.Result()
		if want := overFault(played, m.Over, m.Value, m.Mover); want != "" {
			return said, want
		}
		if result.Over() && !m.Over && result.Reason != rules.ReasonNoMoves {
			return said, fmt.Sprintf("Game.Over true after it: the result is %+v", result)
		}
		if next, ok := h.thinker.Look(played.Next); ok && !played.Next.Result().Over() && !next.Over &&
			!scored(played) && next.Hash != m.After {
			return fmt.Sprintf("Game.After makes of %q before it a position with the hash %x", m.Text, m.After),
				fmt.Sprintf("the hash %x of what Play makes of it:\n%s", next.Hash, drawn(played.Next))
		}
	}
	if !h.complete || hasManyTurns(c.before) {
		return "", ""
	}
	options, _ := c.before.Next("")
	for _, turn := range legalTurns(c.before, "") {
		i := slices.IndexFunc(options.Steps, func(s rules.Step) bool { return s.Text == turn })
		if i >= 0 && len(options.Steps[i].Places) == 0 {
			continue // a house may never pass or swap
		}
		played, err := c.before.Play(turn)
		if err != nil || played.Next.Result().Over() || scored(played) {
			continue
		}
		if next, ok := h.thinker.Look(played.Next); ok && !reached[next.Hash] {
			return fmt.Sprintf("Game.Moves lists %d moves before it", len(look.Moves)),
				fmt.Sprintf("all of them, with %q, since Level.Width is 0", turn)
		}
	}
	return "", ""
}

// scored reports whether a turn scored a point, after which a search may end.
func scored(played rules.Played) bool {
	return slices.ContainsFunc(played.Events, func(e rules.Event) bool { return e.Kind == rules.EventPoint })
}

// minimax compares the search with a plain one.
func (h *thoughts) minimax(c turnCase) (said, want string) {
	plain, searched, ok := h.thinker.Minimax(c.before)
	certain := searched > search.MaxValue || searched < search.MinValue
	same := certain && (plain > 0) == (searched > 0) && (plain > search.MaxValue || plain < search.MinValue)
	if !ok || plain == searched || same {
		return "", ""
	}
	return fmt.Sprintf("two turns ahead, the search values the position before it by %d", searched),
		fmt.Sprintf("%d, which a plain search finds: Hash, Slot, Mover or Over tell the search something else", plain)
}

// match lets a player who takes what Game.Value calls best play one who takes what it calls worst.
func (h *thoughts) match(t testing.TB) {
	t.Helper()
	games := sample.Count(8, 4)
	player := func(thinker rules.Thinker) Player {
		return func(t testing.TB, p rules.Position, seen []string, rnd *rand.Rand) string {
			t.Helper()
			turn, err := thinker.Turn(p, rules.Thought{Level: rules.Easy, Seed: rnd.Uint64(), Seen: seen})
			if err != nil {
				t.Fatalf("%v on\n%s", err, drawn(p))
			}
			return turn
		}
	}
	points := Match(t, h.w.r, h.w.variant, [2]Player{player(h.thinker.Greedy(1)), player(h.thinker.Greedy(-1))}, games)
	if points < float64(games)/2 && h.values() {
		t.Errorf("%s: who takes what Game.Value calls best has %.1f points of %d against who takes what it calls worst: "+
			"the value is for the Mover, and more is better", h.w.variant, points, games)
	}
}

// values reports whether Game.Value tells positions apart.
func (h *thoughts) values() bool {
	for _, c := range sampleTurns(h.w.turns, 20) {
		if look, ok := h.thinker.Look(c.before); ok && !look.Over && look.Value != 0 {
			return true
		}
	}
	return false
}
