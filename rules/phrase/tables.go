package phrase

import (
	"fmt"
	"io/fs"
	"maps"
	"path"
	"slices"
	"strings"
)

// English is the language that every set of tables has and that the others fall back to.
const English = "en"

// Pseudo is the language for finding words outside the phrase files: English with
// every word marked. Every set of tables has it without a file.
const Pseudo = "en-XA"

// Keys is the language for finding unused phrases: English with the key before every phrase, which KeysIn extracts.
// Every set of tables has it without a file.
const Keys = "en-XK"

// Tables is a set of phrases in every language with a file.
type Tables struct{ byLang map[string]*Table }

// Load reads the files NAME.LANGUAGE.txt of the folders and merges the files of each language into one table. The
// languages are those of the last folder; files of others in the folders before it are ignored. English is required.
// Errors name the file and the line.
func Load(folders ...fs.FS) (*Tables, error) {
	ts := &Tables{byLang: map[string]*Table{}}
	for i := range folders {
		if err := ts.load(folders[len(folders)-1-i], i == 0); err != nil {
			return nil, err
		}
	}
	english := ts.byLang[English]
	if english == nil || len(english.phrases) == 0 {
		return nil, fmt.Errorf("there is no file NAME.%s.txt with phrases", English)
	}
	for _, t := range ts.byLang {
		if t != english {
			t.fallback = english
		}
	}
	ts.byLang[Pseudo] = &Table{lang: Pseudo, phrases: english.phrases, pseudo: true}
	ts.byLang[Keys] = &Table{lang: Keys, phrases: english.phrases, keys: true}
	return ts, nil
}

// load reads the files of one folder. begin allows languages that have no table yet.
func (ts *Tables) load(folder fs.FS, begin bool) error {
	names, err := fs.Glob(folder, "*.*.txt")
	if err != nil {
		return err
	}
	for _, name := range names {
		lang := strings.TrimPrefix(path.Ext(strings.TrimSuffix(name, ".txt")), ".")
		if ts.byLang[lang] == nil && !begin {
			continue
		}
		text, err := fs.ReadFile(folder, name)
		if err != nil {
			return err
		}
		if err := ts.add(lang, string(text)); err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
	}
	return nil
}

// add parses the phrases of one file into the table of its language.
func (ts *Tables) add(lang, text string) error {
	rule, known := pluralOf(lang)
	if !known {
		return fmt.Errorf("the plural forms of %q are not known: add its rule to rules/phrase/plural.go", lang)
	}
	phrases, err := readFile(text, rule)
	if err != nil {
		return err
	}
	t := ts.byLang[lang]
	if t == nil {
		t = &Table{lang: lang, phrases: map[string]form{}}
		ts.byLang[lang] = t
	}
	for key, f := range phrases {
		if _, doubled := t.phrases[key]; doubled {
			return fmt.Errorf("%s is a phrase of all games, or of another file: take it out here", key)
		}
		t.phrases[key] = f
	}
	return nil
}

// MustLoad is Load for files that are part of the program; it panics if Load fails.
func MustLoad(folders ...fs.FS) *Tables {
	ts, err := Load(folders...)
	if err != nil {
		panic(err)
	}
	return ts
}

// In returns the table for a language: for "de-CH" that of de-CH, else of de, else English.
func (ts *Tables) In(lang string) *Table {
	if t := ts.byLang[lang]; t != nil {
		return t
	}
	base, _, _ := strings.Cut(lang, "-")
	if t := ts.byLang[base]; t != nil {
		return t
	}
	return ts.byLang[English]
}

// Without returns the tables of all languages but one, which English replaces then.
func (ts *Tables) Without(lang string) *Tables {
	others := maps.Clone(ts.byLang)
	delete(others, lang)
	return &Tables{byLang: others}
}

// Languages lists the languages that have a file, in order.
func (ts *Tables) Languages() []string {
	langs := slices.Sorted(maps.Keys(ts.byLang))
	return slices.DeleteFunc(langs, func(l string) bool { return l == Pseudo || l == Keys })
}

// Keys lists the keys of the English phrases, in order.
func (ts *Tables) Keys() []string { return slices.Sorted(maps.Keys(ts.byLang[English].phrases)) }

// Faults lists the differences between a language and English, a line each, sorted: missing phrases, extra phrases,
// different arguments. A language without phrases lacks all of them.
func (ts *Tables) Faults(lang string) []string {
	var faults []string
	english, t := ts.byLang[English].phrases, ts.byLang[lang]
	if t == nil {
		t = &Table{}
	}
	for key, model := range english {
		if f, found := t.phrases[key]; !found {
			faults = append(faults, fmt.Sprintf("%s lacks %s", lang, key))
		} else if fault := gapFault(model, f); fault != "" {
			faults = append(faults, fmt.Sprintf("%s: %s %s", lang, key, fault))
		}
	}
	for key, f := range t.phrases {
		if _, found := english[key]; found {
			continue
		}
		base, grammar := cutForm(key)
		model, found := english[base]
		if grammar == "" || !found {
			faults = append(faults, fmt.Sprintf("%s: English has no %s", lang, key))
		} else if fault := gapFault(model, f); fault != "" {
			faults = append(faults, fmt.Sprintf("%s: %s %s", lang, key, fault))
		}
	}
	slices.Sort(faults)
	return faults
}

// gapFault compares the arguments of a phrase with those of the English one. The phrase may leave out an argument that
// English only chooses by.
func gapFault(english, f form) string {
	want, got := gapsOf(english), gapsOf(f)
	for _, g := range got {
		if !slices.ContainsFunc(want, g.sameName) {
			var names []string
			for _, w := range want {
				names = append(names, w.name)
			}
			slices.Sort(names)
			return fmt.Sprintf("has the gap %s, English has %v", g.name, names)
		}
	}
	for _, w := range want {
		if !w.selects && !slices.ContainsFunc(got, w.sameName) {
			return fmt.Sprintf("lacks the gap %s", w.name)
		}
	}
	return ""
}

// gap is an argument of a phrase.
type gap struct {
	name    string
	selects bool // it selects forms and is not said
}

func (g gap) sameName(other gap) bool { return g.name == other.name }

// gapsOf returns the arguments of a phrase, each once. They are so few that a map of them would take longer: the
// program compares all phrases when it starts.
func gapsOf(f form) (gaps []gap) {
	f.gaps(func(name string, selects bool) {
		g := gap{name, selects}
		if i := slices.IndexFunc(gaps, g.sameName); i >= 0 {
			gaps[i].selects = gaps[i].selects && selects
		} else {
			gaps = append(gaps, g)
		}
	})
	return gaps
}
