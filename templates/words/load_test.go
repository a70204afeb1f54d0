package words

import (
	"io/fs"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"turnpost/rules"
	"turnpost/rules/catalog"
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
		"rules/commands: nl lacks resign", "hnefatafl: nl lacks name", "hnefatafl: nl lacks rules.nl.md",
		"hnefatafl: nl lacks turn.foreign",
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

// rules/README.md says so to whoever adds a game.
func TestAGameAloneEndsALanguage(t *testing.T) {
	s, err := load(files, append(catalog.All(), tictactoe.New()))
	if err != nil {
		t.Fatal(err)
	}
	for _, tag := range []string{"de", "ru"} {
		if s.offered[tag] != nil || !slices.Contains(s.lacking[tag], "tictactoe: "+tag+" lacks name") {
			t.Errorf("%s is offered beside a game without it, or lacks %q", tag, s.lacking[tag])
		}
	}
	if s.offered[phrase.English] == nil {
		t.Error("English is not offered")
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
