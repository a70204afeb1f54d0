package phrase

import (
	"slices"
	"strings"
	"testing"
	"testing/fstest"
)

const sample = `# how things are said
list.separator: ,_
list.last: _and_
blocked: the {piece} on {from} cannot go to {to}
piece.king: king
found: there {n#is|are} {n} {n#game|games}
ended: {outcome?won:You won {by}|lost:You lost|:Nobody won}.
taken: {player} captures {squares}
escaped: a \{gap\} and a \| bar
notation:
    first line
      second line

    after a gap: {n}
last: the end
`

func tables(t *testing.T, files map[string]string) *Tables {
	t.Helper()
	folder := fstest.MapFS{}
	for name, text := range files {
		folder[name] = &fstest.MapFile{Data: []byte(strings.ReplaceAll(text, "_", " "))}
	}
	ts, err := Load(folder)
	if err != nil {
		t.Fatal(err)
	}
	return ts
}

func TestSay(t *testing.T) {
	table := tables(t, map[string]string{"game.en.txt": sample}).In("en-GB")
	for _, c := range []struct {
		m    Message
		want string
	}{
		{New("blocked", "piece", New("piece.king"), "from", "d4", "to", "d6"), "the king on d4 cannot go to d6"},
		{New("found", "n", 1), "there is 1 game"},
		{New("found", "n", 0), "there are 0 games"},
		{New("ended", "outcome", "won", "by", "a nose"), "You won a nose."},
		{New("ended", "outcome", "lost"), "You lost."},
		{New("ended"), "Nobody won."},
		{New("taken", "player", "ann {n}", "squares", []string{"d4"}), "ann {n} captures d4"},
		{New("taken", "player", "ann", "squares", []string{"d4", "e5"}), "ann captures d4 and e5"},
		{
			New("taken", "player", "ann", "squares", []Message{New("last"), New("piece.king"), New("last")}),
			"ann captures the end, king and the end",
		},
		{New("escaped"), "a {gap} and a | bar"},
		{New("notation", "n", 3), "first line\n  second line\n\nafter a gap: 3"},
		{New("nowhere"), "[nowhere]"},
		{New("last").With("n", 1), "the end"},
		{New("blocked", "from", "d4"), "the {piece} on d4 cannot go to {to}"},
	} {
		if got := table.Say(c.m); got != c.want {
			t.Errorf("%v: %q, want %q", c.m, got, c.want)
		}
	}
}

func TestFillAsksForWhatItSays(t *testing.T) {
	table := tables(t, map[string]string{"game.en.txt": sample}).In(English)
	var asked []string
	arg := func(name string) any {
		asked = append(asked, name)
		return map[string]any{"outcome": "won", "by": 3}[name]
	}
	if got, found := table.Fill("ended", arg); got != "You won 3." || !found {
		t.Errorf("%q, %t", got, found)
	}
	if !slices.Equal(asked, []string{"outcome", "by"}) {
		t.Errorf("it asked for %q", asked)
	}
	if got, found := table.Fill("nowhere", arg); got != "" || found {
		t.Errorf("%q, %t", got, found)
	}
}

func TestAnotherLanguage(t *testing.T) {
	ts := tables(t, map[string]string{
		"game.en.txt": sample,
		"game.de.txt": "piece.king: König\nblocked: {piece} kann nicht von {from}\nextra: mehr\n",
	})
	german := ts.In("de-CH")
	if got := german.Say(New("blocked", "piece", New("piece.king"), "from", "d4")); got != "König kann nicht von d4" {
		t.Errorf("got %q", got)
	}
	if got := german.Text("last"); got != "the end" {
		t.Errorf("what German lacks is said as %q", got)
	}
	faults := strings.Join(ts.Faults("de"), "\n")
	for _, want := range []string{"de lacks last", "de: blocked lacks the gap to", "de: English has no extra"} {
		if !strings.Contains(faults, want) {
			t.Errorf("%q is not among the faults:\n%s", want, faults)
		}
	}
}

func TestPseudoMarksEveryWord(t *testing.T) {
	table := tables(t, map[string]string{"game.en.txt": sample}).In(Pseudo)
	got := table.Say(New("blocked", "piece", New("piece.king"), "from", "d4", "to", "d6"))
	if want := "⟦the⟧ ⟦king⟧ ⟦on⟧ d4 ⟦cannot⟧ ⟦go⟧ ⟦to⟧ d6"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	if got, want := Mark("it isn't d1-d4, x or 11x11"), "⟦it⟧ ⟦isn't⟧ d1-d4, x ⟦or⟧ 11x11"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestKeysIn(t *testing.T) {
	ts := tables(t, map[string]string{"game.en.txt": sample, "game.de.txt": "piece.king: König\n"})
	said := ts.In(Keys).Say(New("taken", "player", "ann", "squares", []Message{New("piece.king"), New("last")}))
	if got := KeysIn(said); !slices.Equal(got, []string{"taken", "piece.king", "last"}) {
		t.Errorf("%q was made of %q", said, got)
	}
	if got := KeysIn(ts.In(English).Text("last")); got != nil {
		t.Errorf("English says keys: %q", got)
	}
	if langs := ts.Languages(); !slices.Equal(langs, []string{"de", English}) {
		t.Errorf("languages %q", langs)
	}
	if keys := ts.Keys(); !slices.Contains(keys, "last") || !slices.IsSorted(keys) {
		t.Errorf("keys %q", keys)
	}
}

func TestUnmarked(t *testing.T) {
	for text, want := range map[string]string{
		"": "", Mark("all of it, d1-d4"): "", "plain ⟦marked⟧ words": "plain words",
		"⟦a⟧b isn't x9 x": "isn't", "cut ⟦off": "cut off",
	} {
		if got := strings.Join(Unmarked(text), " "); got != want {
			t.Errorf("of %q %q is unmarked, want %q", text, got, want)
		}
	}
}

func TestFaultsOfAFile(t *testing.T) {
	for _, text := range []string{
		"no key here\n", "a: b\na: c\n", "a: {open\n", "a: {n#one\n", "a: {n?one}\n", "a: close }\n", "a: {}\n", "",
		"a: {n#one}\n", "a: {n#one|two|three}\n",
	} {
		if _, err := Load(fstest.MapFS{"x.en.txt": {Data: []byte(text)}}); err == nil {
			t.Errorf("%q is accepted", text)
		}
	}
}

func FuzzReadFile(f *testing.F) {
	f.Add(sample)
	f.Add("a: {n?x:{m#1|2}|:}\n")
	f.Fuzz(func(t *testing.T, text string) {
		phrases, err := readFile(text, plurals[English])
		if err != nil {
			return
		}
		table := &Table{lang: English, phrases: phrases}
		for key := range phrases {
			table.Say(New(key, "n", 1))
		}
	})
}
