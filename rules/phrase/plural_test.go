package phrase

import (
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	cldr "golang.org/x/text/feature/plural"
	"golang.org/x/text/language"
)

var pluralNames = map[cldr.Form]string{
	cldr.Zero: "zero", cldr.One: "one", cldr.Two: "two", cldr.Few: "few", cldr.Many: "many",
	cldr.Other: "other",
}

func TestPluralsAreThoseOfUnicode(t *testing.T) {
	for tag, rule := range plurals {
		used := map[string]bool{}
		for n := range 1001 {
			want := pluralNames[cldr.Cardinal.MatchPlural(language.Make(tag), n, 0, 0, 0, 0)]
			if got := rule.forms[rule.index(n)]; got != want {
				t.Errorf("%s: %d has the form %s, want %s", tag, n, got, want)
			}
			used[want] = true
		}
		if len(used) != len(rule.forms) {
			t.Errorf("%s: the forms %v, used are %v", tag, rule.forms, used)
		}
	}
}

func TestPluralsOfALanguage(t *testing.T) {
	ts := tables(t, map[string]string{
		"game.en.txt": "found: {n#{n} ball|{n} balls}\n",
		"game.ru.txt": "found: {n#{n} шар|{n} шара|{n} шаров}\n",
	})
	for n, want := range map[int]string{
		0: "0 шаров", 1: "1 шар", 3: "3 шара", 11: "11 шаров",
		14: "14 шаров", 21: "21 шар", 22: "22 шара", -1: "-1 шар",
	} {
		if got := ts.In("ru").Say(New("found", "n", n)); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

func TestWrongNumbersOfFormsAreRefused(t *testing.T) {
	for text, want := range map[string]string{
		"ok: да\nfound: {n#шар|шара}\n": `game.ru.txt: line 2: found: "{n#шар|шара}": a choice by ` +
			`number has 3 forms here, not 2: one, few, many`,
		"found: {n#а|б|в|г}\n": "3 forms here, not 4",
	} {
		_, err := Load(fstest.MapFS{
			"game.en.txt": {Data: []byte("found: {n#ball|balls}\n")}, "game.ru.txt": {Data: []byte(text)},
		})
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %s", err, want)
		}
	}
	_, err := Load(fstest.MapFS{"game.en.txt": {Data: []byte("a: b\n")}, "game.tlh.txt": {Data: []byte("a: b\n")}})
	if err == nil || !strings.Contains(err.Error(), `game.tlh.txt: the plural forms of "tlh" are not known`) {
		t.Errorf("a language without a rule: %v", err)
	}
}

const cases = `piece.king: König
piece.king.acc: den König
piece.man: Mann
men: {n} {n#Stein|Steine}
men.dat: {n} {n#Stein|Steinen}
took: {piece.acc} geschlagen
took.all: {pieces.acc} geschlagen
with: mit {men.dat}, {piece.acc}
whose: {piece?piece.king:sein|:ihr} {piece}
`

func TestCases(t *testing.T) {
	ts := tables(t, map[string]string{
		"game.en.txt": "piece.king: king\npiece.man: man\nmen: {n} {n#man|men}\ntook: took {piece}\n" +
			"took.all: took {pieces}\nwith: with {men} and {piece}\nwhose: its {piece}\n",
		"game.de.txt": cases,
	})
	king, man := New("piece.king"), New("piece.man")
	for _, c := range []struct {
		m    Message
		want string
	}{
		{New("took", "piece", king), "den König geschlagen"},
		{New("took", "piece", man), "Mann geschlagen"},
		{New("took", "piece", "ann"), "ann geschlagen"},
		{New("took.all", "pieces", []Message{king, man}), "den König and Mann geschlagen"},
		{New("with", "men", New("men", "n", 3), "piece", man), "mit 3 Steinen, Mann"},
		{New("whose", "piece", king), "sein König"},
		{New("whose", "piece", man), "ihr Mann"},
	} {
		if got := ts.In("de").Say(c.m); got != c.want {
			t.Errorf("%v: %q, want %q", c.m, got, c.want)
		}
	}
	if got := ts.In(English).Say(New("took", "piece", king)); got != "took king" {
		t.Errorf("English: %q", got)
	}
	if faults := ts.Faults("de"); len(faults) != 0 {
		t.Errorf("faults: %q", faults)
	}
}

func TestFaultsOfCasesAndGaps(t *testing.T) {
	ts := tables(t, map[string]string{
		"game.en.txt": "men: {n} {n#man|men}\nended: {how?won:You won|:It is over} {n}\n",
		"game.de.txt": "men: {n}\nmen.dat: {m}\nmen.nom: {n}\nended: Ende {n}\nothers.dat: andere\n",
	})
	want := []string{
		"de: English has no men.nom", "de: English has no others.dat", "de: men.dat has the gap m, English has [n]",
	}
	if got := ts.Faults("de"); !slices.Equal(got, want) {
		t.Errorf("faults %q, want %q", got, want)
	}
	if got := ts.Faults("fr"); !slices.Equal(got, []string{"fr lacks ended", "fr lacks men"}) {
		t.Errorf("of a language without a file: %q", got)
	}
}
