package rulestest

import (
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"
	"testing"
	"unicode"

	"turnpost/rules"
	"turnpost/rules/phrase"
)

// checkPictures compares the diagrams of the positions with their texts, with each other and with the words.
func checkPictures(t testing.TB, w *witness) {
	t.Helper()
	info := w.r.Info(phrase.English)
	g := gallery{t: t, w: w, info: info, looks: map[man]rules.Piece{}, letters: map[byte]man{}}
	first := w.setup.Diagram(phrase.English)
	g.colours(first)
	g.bottom(first)
	g.regions(first)
	g.lines(first)
	positions := []rules.Position{w.setup}
	for _, c := range w.turns {
		positions = append(positions, c.played.Next)
	}
	for _, p := range positions {
		d := p.Diagram(phrase.English)
		if !g.frame(p, first, d) || !g.pieces(p, d) || !g.legend(p, d) || !g.text(p, d) || !g.languages(p, d) {
			return
		}
	}
	g.counters(positions)
	g.alike()
	g.sides()
}

// gallery is what the pictures of a variant have shown so far.
type gallery struct {
	t       testing.TB
	w       *witness
	info    rules.Info
	looks   map[man]rules.Piece // how each kind of each side is drawn
	letters map[byte]man        // the letters of position texts
	noText  bool                // the text does not list the squares rank by rank
}

func (g *gallery) wrong(p rules.Position, said, want string, args ...any) bool {
	g.t.Helper()
	g.t.Errorf("%s: the board\n%s\nsaid: %s\nwant: %s", g.w.variant, drawn(p), said, fmt.Sprintf(want, args...))
	return false
}

// colours compares the colours of the sides with their IDs.
func (g *gallery) colours(d rules.Diagram) {
	for seat, side := range g.info.Sides {
		colour := d.Colours[seat]
		if colour == "" {
			colour = [2]rules.Colour{rules.ColourBlack, rules.ColourWhite}[seat]
		}
		for _, named := range []rules.Colour{rules.ColourBlack, rules.ColourWhite, rules.ColourGreen, rules.ColourRed} {
			if strings.EqualFold(side.ID, string(named)) && colour != named {
				g.wrong(g.w.setup, fmt.Sprintf("the colour of the side %s is %s", side.ID, colour),
					"Diagram.Colours as the IDs say")
			}
		}
	}
}

// colourWords are beginnings of the words for the colours.
var colourWords = map[string]map[rules.Colour]string{
	"en": {rules.ColourBlack: "black", rules.ColourWhite: "white", rules.ColourGreen: "green", rules.ColourRed: "red"},
	"de": {rules.ColourBlack: "schwarz", rules.ColourWhite: "weiß", rules.ColourGreen: "grün", rules.ColourRed: "rot"},
	"ru": {rules.ColourBlack: "ч", rules.ColourWhite: "бел", rules.ColourGreen: "зел", rules.ColourRed: "крас"},
}

// sides compares, in every language, the names of the sides with their IDs, if these are colours, and with the words
// that the names and the legend of their own pieces have.
func (g *gallery) sides() {
	for _, lang := range g.w.r.Phrases().Languages() {
		info, texts := g.w.r.Info(lang), map[string][2]string{}
		for seat, side := range info.Sides {
			for colour, begin := range colourWords[lang] {
				other := info.Sides[1-seat]
				called := strings.HasPrefix(strings.ToLower(side.Name), begin)
				if called && side.ID != string(colour) && other.ID == string(colour) {
					what := fmt.Sprintf("in %s, the side %s is called %s", lang, side.ID, side.Name)
					g.wrong(g.w.setup, what, "names that fit the IDs")
				}
			}
			words := g.ownWords(rules.Seat(seat), lang)
			if lang == phrase.English {
				words += " " + side.ID
			}
			texts[side.ID] = [2]string{side.Name + " " + side.Player, words}
		}
		if one, other := crossed(texts, true); one != "" {
			g.wrong(g.w.setup, fmt.Sprintf("in %s, %s is %q and its pieces %q; %s is %q and its pieces %q",
				lang, one, texts[one][0], texts[one][1], other, texts[other][0], texts[other][1]), "the words of the own side")
		}
	}
}

// ownWords returns what a language says of the pieces of a side: the names of kinds, and the legend of symbols, that
// the other side does not have.
func (g *gallery) ownWords(seat rules.Seat, lang string) (said string) {
	say := g.w.r.Phrases().In(lang)
	for one, look := range g.looks {
		if one.seat != seat {
			continue
		}
		if _, shared := g.looks[man{seat.Other(), one.kind}]; !shared {
			said += " " + say.Text("piece."+one.kind)
		}
		for _, l := range g.w.setup.Diagram(lang).Legend {
			if l.ASCII == look.ASCII {
				said += " " + l.Text
			}
		}
	}
	return said
}

// bottom compares Diagram.Bottom with where the pieces of the sides begin.
func (g *gallery) bottom(d rules.Diagram) {
	var sum, n [2]int
	for _, piece := range d.Pieces {
		if s, ok := rules.ParseSquare(piece.Square); ok && piece.Seat != rules.NoSeat {
			sum[piece.Seat] += s.Rank
			n[piece.Seat]++
		}
	}
	for _, b := range d.Bowls {
		sum[b.Seat] -= b.Row
		n[b.Seat]++
	}
	for _, r := range d.Regions {
		for _, square := range r.Squares {
			if s, ok := rules.ParseSquare(square); ok && r.Seat != rules.NoSeat {
				sum[r.Seat] += s.Rank
				n[r.Seat]++
			}
		}
	}
	lower := rules.NoSeat
	if n[0] > 0 && n[1] > 0 {
		switch one, other := sum[0]*n[1], sum[1]*n[0]; {
		case one < other:
			lower = rules.First
		case one > other:
			lower = rules.Second
		}
	}
	said := fmt.Sprintf("Diagram.Bottom is seat %d", d.Bottom)
	switch {
	case d.Bottom == lower || d.Bottom == rules.NoSeat && n[0] != n[1]:
	case lower == rules.NoSeat && n[0]+n[1] == 0:
		g.wrong(g.w.setup, said, "rules.NoSeat: the setup looks the same from both sides, so that nobody wants it turned")
	case lower != rules.NoSeat:
		g.wrong(g.w.setup, said, "%d: the pieces of that side begin at the bottom", lower)
	}
}

// regions compares the owner of each region with where its pieces begin.
func (g *gallery) regions(d rules.Diagram) {
	kinds := map[string]rules.RegionKind{}
	for _, r := range d.Regions {
		for _, square := range r.Squares {
			if kind, twice := kinds[square]; twice && (kind == rules.RegionVoid) != (r.Kind == rules.RegionVoid) {
				g.wrong(g.w.setup, square+" is in a region "+string(kind)+" and in one "+string(r.Kind), "one of them")
			}
			kinds[square] = r.Kind
		}
	}
	rank := func(list []string) (mean float64) {
		for _, name := range list {
			s, _ := rules.ParseSquare(name)
			mean += float64(s.Rank) / float64(len(list))
		}
		return mean
	}
	var squares [2][]string
	for _, piece := range d.Pieces {
		if piece.Seat != rules.NoSeat {
			squares[piece.Seat] = append(squares[piece.Seat], piece.Square)
		}
	}
	home := [2]float64{rank(squares[0]), rank(squares[1])}
	for _, r := range d.Regions {
		if r.Seat == rules.NoSeat || len(squares[0]) == 0 || len(squares[1]) == 0 {
			continue
		}
		at := rank(r.Squares)
		own, other := at-home[r.Seat], at-home[r.Seat.Other()]
		if own*own > other*other && (r.Kind == rules.RegionGoal || r.Kind == rules.RegionArea) {
			g.wrong(g.w.setup, fmt.Sprintf("the region %s of seat %d is %v", r.Kind, r.Seat, r.Squares),
				"the owner whose pieces begin there")
		}
	}
}

// lines checks that the lines of a board of points are straight, begin and end at points, and lead to each point.
func (g *gallery) lines(d rules.Diagram) {
	led, place := map[rules.Square]bool{}, places(d)
	for _, l := range d.Lines {
		squares := l.Squares()
		for _, s := range squares {
			led[s] = true
		}
		if squares == nil || !place(l[0]) || !place(l[1]) {
			g.wrong(g.w.setup, fmt.Sprintf("a line joins %s and %s", l[0], l[1]), "two points of a rank, a file or a diagonal")
		}
	}
	for i := range d.Files * d.Ranks {
		s := rules.Square{File: i % d.Files, Rank: i / d.Files}
		if len(d.Lines) > 0 && !led[s] && place(s.String()) {
			g.wrong(g.w.setup, s.String()+" is on no line", "one, or %s in a region of the kind %s", s, rules.RegionVoid)
		}
	}
}

// frame compares what stays the same in a game.
func (g *gallery) frame(p rules.Position, first, d rules.Diagram) bool {
	same := func(d rules.Diagram) rules.Diagram {
		d.Pieces, d.Ball, d.Counters = nil, "", nil
		d.Bowls = slices.Clone(d.Bowls)
		for i := range d.Bowls {
			d.Bowls[i].Balls = 0
		}
		return d
	}
	if a, b := same(first), same(d); !reflect.DeepEqual(a, b) {
		return g.wrong(p, fmt.Sprintf("%+v", b), "the size, regions, lines, legend, colours and bottom of the setup: %+v", a)
	}
	if len(first.Counters) != len(d.Counters) {
		return g.wrong(p, fmt.Sprintf("the counters are %v", d.Counters), "as many as in the setup: %v", first.Counters)
	}
	seats := map[rules.Seat]int{}
	for _, b := range d.Bowls {
		seats[b.Seat]++
	}
	if seats[rules.First] != seats[rules.Second] {
		return g.wrong(p, fmt.Sprintf("the bowls by seat: %v", seats), "as many of each side")
	}
	return true
}

// pieces checks that each kind of piece of a side always looks the same, and that the kinds differ.
func (g *gallery) pieces(p rules.Position, d rules.Diagram) bool {
	holders := 0
	for _, piece := range d.Pieces {
		if piece.Ball {
			holders++
		}
		if piece.Seat < rules.NoSeat || piece.Seat > rules.Second {
			return g.wrong(p, fmt.Sprintf("the seat %d of the piece on %s", piece.Seat, piece.Square), "a seat")
		}
		look := piece
		look.Square, look.Ball = "", false
		here := man{piece.Seat, piece.Kind}
		if earlier, known := g.looks[here]; known && earlier != look {
			return g.wrong(p, fmt.Sprintf("the piece on %s is drawn as %+v", piece.Square, look), "as before: %+v", earlier)
		}
		g.looks[here] = look
	}
	if holders > 1 || holders > 0 && d.Ball != "" {
		return g.wrong(p, fmt.Sprintf("%d pieces hold the ball, and it is on %q", holders, d.Ball), "one ball")
	}
	return true
}

// alike checks that pieces of different kinds can be told apart in pictures too, and that those of one kind of both
// sides differ by colour alone.
func (g *gallery) alike() {
	for a, one := range g.looks {
		for b, other := range g.looks {
			picture := func(p rules.Piece) string { return p.Letter + " " + string(p.Shape) }
			switch {
			case a == b:
			case a.kind == b.kind && (!strings.EqualFold(one.Letter, other.Letter) || one.Shape != other.Shape):
				g.wrong(g.w.setup, fmt.Sprintf("%+v and %+v", one, other), "one shape for pieces of one kind")
			case a.seat == b.seat && a.kind != b.kind && picture(one) == picture(other):
				g.wrong(g.w.setup, fmt.Sprintf("%+v and %+v", one, other), "another letter or shape for another kind")
			case a.kind != b.kind && one.Name == other.Name && a.seat == b.seat:
				g.wrong(g.w.setup, fmt.Sprintf("%+v and %+v", one, other), "another name for another kind")
			}
		}
	}
	g.tones()
}

// filled and hollow are symbols of which everybody takes the one for black and the other for white.
const filled, hollow = "●■▲◆⬤♟♞♝♜♛♚⛂⛃", "○□△◇◯♙♘♗♖♕♔⛀⛁"

// tones checks that filled symbols are of the dark side, if there are hollow ones too.
func (g *gallery) tones() {
	dark := rules.First
	switch g.w.setup.Diagram(phrase.English).Colours[rules.First] {
	case rules.ColourWhite, rules.ColourRed:
		dark = rules.Second
	}
	var seats [2][]rules.Seat // of hollow and of filled pieces
	for one, look := range g.looks {
		if one.seat != rules.NoSeat && strings.Contains(hollow, look.Unicode) {
			seats[0] = append(seats[0], one.seat)
		} else if one.seat != rules.NoSeat && strings.Contains(filled, look.Unicode) {
			seats[1] = append(seats[1], one.seat)
		}
	}
	if len(seats[0]) > 0 && len(seats[1]) > 0 &&
		(slices.Contains(seats[0], dark) || slices.Contains(seats[1], dark.Other())) {
		g.wrong(g.w.setup, fmt.Sprintf("hollow symbols are of the seats %v, filled ones of %v", seats[0], seats[1]),
			"a filled symbol for the dark side, which is seat %d, and a hollow one for the other", dark)
	}
}

// legend checks that every symbol is explained by the words of its piece or mark.
func (g *gallery) legend(p rules.Position, d rules.Diagram) bool {
	if len(d.Legend) == 0 {
		if len(d.Pieces) > 0 && len(g.looks) > 2 {
			return g.wrong(p, "there is no legend", "an entry for each symbol")
		}
		return true
	}
	for _, piece := range d.Pieces {
		i := slices.IndexFunc(d.Legend, func(l rules.Legend) bool {
			return slices.Contains(strings.Fields(l.ASCII), piece.ASCII)
		})
		if i < 0 || !slices.Contains(strings.Fields(d.Legend[i].Unicode), piece.Unicode) {
			return g.wrong(p, fmt.Sprintf("the legend is %+v", d.Legend),
				"one entry with the symbols %s and %s of the piece on %s", piece.ASCII, piece.Unicode, piece.Square)
		}
		text := strings.ToLower(d.Legend[i].Text)
		alone := len(strings.Fields(d.Legend[i].ASCII)) == 1
		for other, look := range g.looks {
			if other.kind != piece.Kind && says(text, look.Name) && !says(text, piece.Name) {
				return g.wrong(p, fmt.Sprintf("the legend of %s is %q", piece.ASCII, text), "words of %q", piece.Name)
			}
		}
		if alone && !says(text, piece.Name) {
			return g.wrong(p, fmt.Sprintf("the legend of %s is %q", piece.ASCII, text), "the name of the piece, which is %q",
				piece.Name)
		}
		if piece.Seat == rules.NoSeat || !alone {
			continue
		}
		own, other := g.info.Sides[piece.Seat], g.info.Sides[piece.Seat.Other()]
		if !namesSide(text, own) && namesSide(text, other) {
			return g.wrong(p, fmt.Sprintf("the legend of %s is %q", piece.ASCII, text),
				"words of the side %s, whose piece is on %s", own.Name, piece.Square)
		}
	}
	return true
}

// namesSide reports whether a text names a side by its ID or its name, in the singular or the plural.
func namesSide(text string, side rules.Side) bool {
	return says(text, side.ID) || says(text, side.Name) || says(text, side.Player)
}

// says reports whether a text has the words of a name, in the singular or the plural.
func says(text, name string) bool {
	words := func(s string) []string {
		apart := func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }
		list := strings.FieldsFunc(strings.ToLower(s), apart)
		for i := range list {
			if len(list[i]) > 3 {
				list[i] = strings.TrimSuffix(list[i], "s")
			}
		}
		return list
	}
	want, got := words(name), words(text)
	for i := range got {
		if len(want) > 0 && len(got)-i >= len(want) && slices.Equal(got[i:i+len(want)], want) {
			return true
		}
	}
	return false
}

// text compares the board with the position text if that lists the squares rank by rank, each letter a piece.
func (g *gallery) text(p rules.Position, d rules.Diagram) bool {
	on, _, ok := ranksOf(p.String(), d)
	if g.noText = g.noText || !ok; g.noText {
		return true
	}
	shown := map[string]man{}
	for _, piece := range d.Pieces {
		shown[piece.Square] = man{piece.Seat, piece.Kind}
	}
	for _, square := range slices.Sorted(maps.Keys(on)) {
		here, any := shown[square]
		letter := on[square]
		if square == d.Ball && !any {
			continue
		}
		delete(shown, square)
		if !any {
			return g.wrong(p, fmt.Sprintf("the text has %c on %s, the diagram nothing", letter, square),
				"a diagram like the text")
		}
		if known, is := g.letters[letter]; is && known != here {
			return g.wrong(p, fmt.Sprintf("the %c on %s is drawn as the %s", letter, square, here),
				"the %s, as elsewhere", known)
		}
		g.letters[letter] = here
	}
	for square, extra := range shown {
		return g.wrong(p, fmt.Sprintf("the diagram has the %s on %s, the text nothing", extra, square),
			"a diagram like the text")
	}
	return g.cases(p)
}

// cases compares letters that differ in case alone: in all pairs they are of both sides, as in chess, or else of two
// kinds of a side, as in draughts.
func (g *gallery) cases(p rules.Position) bool {
	sides, kinds := false, ""
	for _, letter := range slices.Sorted(maps.Keys(g.letters)) {
		one, other := g.letters[letter], g.letters[letter^0x20]
		switch {
		case other.kind == "":
		case other.seat != one.seat:
			sides = true
		default:
			kinds = fmt.Sprintf("%c and %c are of one side", letter, letter^0x20)
			sides = sides || other.kind == one.kind
		}
	}
	if sides && kinds != "" {
		return g.wrong(p, kinds, "letters of both cases for both sides")
	}
	return true
}

// ranksOf reads the first word of a position text as WriteRanks writes it, and returns the rows by which it is written:
// full ranks, or the parts of them that are on the board.
func ranksOf(text string, d rules.Diagram) (on map[string]byte, rows []rules.Row, ok bool) {
	placement, _, _ := strings.Cut(text, " ")
	if d.Files == 0 || strings.Count(placement, "/") != d.Ranks-1 {
		return nil, nil, false
	}
	for _, rows := range [][]rules.Row{rules.Rectangle(d.Files, d.Ranks), rowsOf(d)} {
		on = map[string]byte{}
		err := rules.ReadRanks(placement, rows, func(s rules.Square, letter byte) error {
			if letter != '.' && letter != '-' && letter != '_' { // some texts write empty squares so
				on[s.String()] = letter
			}
			return nil
		})
		if err == nil {
			return on, rows, true
		}
	}
	return nil, nil, false
}

// rowsOf returns the part of each rank from its first square to its last one, without what is void beside them.
func rowsOf(d rules.Diagram) []rules.Row {
	void := map[string]bool{}
	for _, region := range d.Regions {
		for _, square := range region.Squares {
			void[square] = void[square] || region.Kind == rules.RegionVoid
		}
	}
	rows := make([]rules.Row, d.Ranks)
	for rank := range rows {
		for file := range d.Files {
			if void[rules.Square{File: file, Rank: rank}.String()] {
				continue
			}
			if rows[rank].Files == 0 {
				rows[rank].FirstFile = file
			}
			rows[rank].Files = file - rows[rank].FirstFile + 1
		}
	}
	return rows
}

// languages checks that a diagram differs in its words alone in another language.
func (g *gallery) languages(p rules.Position, d rules.Diagram) bool {
	plain := diagramWithoutWords(d)
	for _, lang := range g.w.r.Phrases().Languages() {
		if other := diagramWithoutWords(p.Diagram(lang)); !reflect.DeepEqual(plain, other) {
			return g.wrong(p, fmt.Sprintf("in %s: %+v", lang, other), "the diagram in English: %+v", plain)
		}
	}
	return true
}

// counters checks that the counters are of the seats whose they are: none shows what the other side has, and in a turn
// a side gets more and the other less, never the other way round.
func (g *gallery) counters(positions []rules.Position) {
	for i, c := range g.w.setup.Diagram(phrase.English).Counters {
		if c.Seat == rules.NoSeat {
			continue
		}
		for what, count := range countable {
			own, other := true, true
			for _, p := range positions {
				d := p.Diagram(phrase.English)
				own = own && d.Counters[i].Value == count(d, c.Seat)
				other = other && d.Counters[i].Value == count(d, c.Seat.Other())
			}
			if other && !own {
				g.wrong(positions[len(positions)-1], fmt.Sprintf("the counter %q of seat %d is always the other side's %s",
					c.Label, c.Seat, what), "the counter of the side whose it is")
				return
			}
		}
	}
	for _, c := range g.w.turns {
		want := gainFault(c)
		if want == "" {
			want = meaningFault(c)
		}
		if want != "" {
			c.fault(g.t, fmt.Sprintf("the counters go from %+v to %+v", c.before.Diagram(phrase.English).Counters,
				c.played.Next.Diagram(phrase.English).Counters), want)
			return
		}
	}
}

// countable is what a counter may show of a side.
var countable = map[string]func(d rules.Diagram, seat rules.Seat) int{
	"pieces": func(d rules.Diagram, seat rules.Seat) (n int) {
		for _, piece := range d.Pieces {
			if piece.Seat == seat {
				n++
			}
		}
		return n
	},
	"large bowl": func(d rules.Diagram, seat rules.Seat) int { return ballsIn(d, seat, rules.BowlLarge) },
	"stock":      func(d rules.Diagram, seat rules.Seat) int { return ballsIn(d, seat, rules.BowlStock) },
}

func ballsIn(d rules.Diagram, seat rules.Seat, kind rules.BowlKind) (n int) {
	for _, b := range d.Bowls {
		if b.Seat == seat && b.Kind == kind {
			n += b.Balls
		}
	}
	return n
}

// gainFault compares the change of the counters with who placed and captured, or returns "".
func gainFault(c turnCase) string {
	mover := c.before.ToMove()
	var captured, placed, other bool
	for _, e := range c.played.Events {
		switch {
		case e.Kind == rules.EventCaptured && e.Seat == mover.Other():
			captured = true
		case e.Kind == rules.EventPlaced && e.Seat == mover:
			placed = true
		case e.Kind != rules.EventMoved && e.Kind != rules.EventEnded:
			other = true
		}
	}
	before, after := c.before.Diagram(phrase.English).Counters, c.played.Next.Diagram(phrase.English).Counters
	var changed [2]int
	for i := range after {
		change := after[i].Value - before[i].Value
		if change == 0 || after[i].Seat == rules.NoSeat {
			continue
		}
		changed[after[i].Seat]++
		own := after[i].Seat == mover
		if captured && !other && (change > 0) != own && (!placed || !own) { // a placed piece may leave a stock
			return fmt.Sprintf("that a capture by seat %d raises a counter of that seat or lowers one of the other", mover)
		}
	}
	if placed && !captured && !other && changed[mover] == 0 && changed[mover.Other()] > 0 {
		return fmt.Sprintf("that seat %d, which placed a piece, has another number, not the other side alone", mover)
	}
	return ""
}

// meanings are beginnings of the words by which an English label says what a counter has, and how much that changes by
// a turn with captures and placements of its side.
var meanings = []struct {
	words  []string
	change func(captured, placed int) int
}{
	{[]string{"captur", "taken", "prison"}, func(captured, _ int) int { return captured }},
	{[]string{"hand", "stock", "reserv", "unplac"}, func(_, placed int) int { return -placed }},
}

// meaningFault compares the change of the counters whose label says what they count with the events, or returns "". A
// side may have several of one meaning, such as a hand for each kind of piece: what changes is their sum.
func meaningFault(c turnCase) string {
	var captured, placed [2]int // by seat
	for _, e := range c.played.Events {
		switch {
		case e.Kind == rules.EventCaptured && e.Seat != rules.NoSeat:
			captured[e.Seat.Other()]++
		case e.Kind == rules.EventPlaced && e.Seat != rules.NoSeat:
			placed[e.Seat] += max(1, e.Count)
		case e.Kind != rules.EventMoved && e.Kind != rules.EventEnded && e.Kind != rules.EventSkipped:
			return ""
		}
	}
	before, after := c.before.Diagram(phrase.English).Counters, c.played.Next.Diagram(phrase.English).Counters
	for _, m := range meanings {
		for _, seat := range []rules.Seat{rules.First, rules.Second} {
			var labels []string
			got, want := 0, m.change(captured[seat], placed[seat])
			for i, counter := range after {
				if counter.Seat == seat && begins(counter.Label, m.words) {
					labels = append(labels, counter.Label)
					got += counter.Value - before[i].Value
				}
			}
			if len(labels) > 0 && got != want && (want != 0 || captured == [2]int{}) {
				return fmt.Sprintf("that the counter %q of seat %d changes by %d, as the events tell",
					strings.Join(labels, " + "), seat, want)
			}
		}
	}
	return ""
}
