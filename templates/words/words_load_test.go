package words

import (
	"io/fs"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"turnpost/rules"
	"turnpost/rules/catalog"
	"turnpost/rules/hnefatafl"
	"turnpost/rules/phrase"
	"turnpost/rules/rulestest/tictactoe"
)

// filesWith returns the files of the program and some more, or some instead.
func filesWith(t *testing.T, more map[string]string) fstest.MapFS {
	t.Helper()
	folder := fstest.MapFS{}
	names, err := fs.Glob(files, "*")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range names {
		text, err := fs.ReadFile(files, name)
		if err != nil {
			t.Fatal(err)
		}
		folder[name] = &fstest.MapFile{Data: text}
	}
	for name, text := range more {
		folder[name] = &fstest.MapFile{Data: []byte(text)}
	}
	return folder
}

func TestAPartialLanguageIsNotOffered(t *testing.T) {
	s, err := load(filesWith(t, map[string]string{
		"common.nl.txt": "language.name: Nederlands\nplayers: {first} en {n}\nspan.days: {n} {n#dag|dagen}\n",
	}), catalog.All())
	if err != nil {
		t.Fatal(err)
	}
	if s.offered["nl"] != nil || s.offered["en"] == nil {
		t.Errorf("offered are %v", s.offered)
	}
	for _, want := range []string{
		"templates/words: nl lacks span.hours", "templates/words: nl: players has the gap n, English has [first second]",
		"rules/commands: nl lacks resign",
	} {
		if !slices.Contains(s.lacking["nl"], want) {
			t.Errorf("%q is not in the list of %d", want, len(s.lacking["nl"]))
		}
	}
	if slices.Contains(s.lacking["nl"], "templates/words: nl lacks language.name") {
		t.Error("a phrase that exists is in the list")
	}
}

// begunAlone is a game that has words in a language that the program has not begun.
type begunAlone struct {
	rules.Ruleset
	phrases *phrase.Tables
}

func (g begunAlone) Phrases() *phrase.Tables { return g.phrases }
func (begunAlone) Lacks(string) []string     { return nil }

func TestAGameAloneCannotBeginALanguage(t *testing.T) {
	phrases := phrase.MustLoad(fstest.MapFS{
		"words.en.txt": {Data: []byte("name: A game\n")}, "words.nl.txt": {Data: []byte("name: Een spel\n")},
	})
	s, err := load(files, []rules.Ruleset{begunAlone{catalog.All()[0], phrases}})
	if err != nil {
		t.Fatal(err)
	}
	if s.offered["nl"] != nil || !slices.Contains(s.lacking["nl"], "templates/words: nl lacks language.name") {
		t.Errorf("a game alone began a language, which lacks %d phrases", len(s.lacking["nl"]))
	}
}

// A game without a language is shown in English in it, and the language stays.
func TestAGameWithoutALanguage(t *testing.T) {
	s, err := load(files, []rules.Ruleset{hnefatafl.New(), tictactoe.New()})
	if err != nil {
		t.Fatal(err)
	}
	for _, tag := range []string{"de", "ru"} {
		if s.offered[tag] == nil || !s.english[tag+" tictactoe"] || s.english[tag+" hnefatafl"] {
			t.Errorf("%s is not offered, or shown in English are %v", tag, s.english)
		}
		want := "tictactoe: there is neither words." + tag + ".txt nor rules." + tag + ".md"
		if !slices.Equal(s.games[tag], []string{want}) {
			t.Errorf("%s lacks %q, want %q", tag, s.games[tag], want)
		}
	}
	if len(s.lacking) > 0 || len(s.games["en"]) > 0 {
		t.Errorf("lacking are %v, games %v", s.lacking, s.games)
	}
}

func TestAWholeLanguageLacksNothing(t *testing.T) {
	more := map[string]string{}
	names, err := fs.Glob(files, "*.en.txt")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range names {
		text, err := fs.ReadFile(files, name)
		if err != nil {
			t.Fatal(err)
		}
		own := strings.ReplaceAll(string(text), "language.name: English", "language.name: Nederlands")
		more[strings.Replace(name, ".en.", ".nl.", 1)] = strings.ReplaceAll(own, "Nothing to list.", "Niets.")
	}
	folder := filesWith(t, more)
	s, err := load(folder, nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, fault := range s.lacking["nl"] {
		if !strings.HasPrefix(fault, "rules/commands: ") {
			t.Error(fault)
		}
	}
	phrases := phrase.MustLoad(folder)
	pages, err := parsePages(folder)
	if err != nil {
		t.Fatal(err)
	}
	dutch, err := newLanguage("nl", phrases, pages)
	if err != nil {
		t.Fatal(err)
	}
	if text, err := dutch.Text("page.empty", nil); err != nil || text != "Niets.\n" || dutch.Name() != "Nederlands" {
		t.Errorf("%q, %v, %q", text, err, dutch.Name())
	}
}

func TestAFileOfTooFewFormsIsRefused(t *testing.T) {
	_, err := load(filesWith(t, map[string]string{"mail.ru.txt": "\nspan.days: {n} {n#день|дней}\n"}), nil)
	if err == nil || !strings.Contains(err.Error(), "mail.ru.txt: line 2: span.days: ") {
		t.Errorf("%v", err)
	}
}
