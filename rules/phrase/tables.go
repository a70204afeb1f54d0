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

// Load reads the files NAME.LANGUAGE.txt of the folders and merges the files of each language into one table. English
// is required. Errors name the file and the line.
func Load(folders ...fs.FS) (*Tables, error) {
	ts := &Tables{byLang: map[string]*Table{English: {lang: English, phrases: map[string]form{}}}}
	for _, folder := range folders {
		names, err := fs.Glob(folder, "*.*.txt")
		if err != nil {
			return nil, err
		}
		for _, name := range names {
			text, err := fs.ReadFile(folder, name)
			if err != nil {
				return nil, err
			}
			if err := ts.add(name, string(text)); err != nil {
				return nil, fmt.Errorf("%s: %w", name, err)
			}
		}
	}
	english := ts.byLang[English]
	if len(english.phrases) == 0 {
		return nil, fmt.Errorf("there is no file NAME.%s.txt with phrases", English)
	}
	ts.byLang[Pseudo] = &Table{lang: Pseudo, phrases: english.phrases, pseudo: true}
	ts.byLang[Keys] = &Table{lang: Keys, phrases: english.phrases, keys: true}
	return ts, nil
}

// add parses the phrases of one file into the table of its language.
func (ts *Tables) add(name, text string) error {
	lang := strings.TrimPrefix(path.Ext(strings.TrimSuffix(name, ".txt")), ".")
	phrases, err := readFile(text)
	if err != nil {
		return err
	}
	t := ts.byLang[lang]
	if t == nil {
		t = &Table{lang: lang, phrases: map[string]form{}, fallback: ts.byLang[English]}
		ts.byLang[lang] = t
	}
	for key, f := range phrases {
		if _, doubled := t.phrases[key]; doubled {
			return fmt.Errorf("%s stands in another file too", key)
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

// Languages lists the languages that have a file, in order.
func (ts *Tables) Languages() []string {
	langs := slices.Sorted(maps.Keys(ts.byLang))
	return slices.DeleteFunc(langs, func(l string) bool { return l == Pseudo || l == Keys })
}

// Keys lists the keys of the English phrases, in order.
func (ts *Tables) Keys() []string { return slices.Sorted(maps.Keys(ts.byLang[English].phrases)) }

// Faults lists the differences between the other languages and English, a line each: missing phrases, extra phrases,
// different arguments.
func (ts *Tables) Faults() []string {
	var faults []string
	english := ts.byLang[English]
	for _, lang := range ts.Languages() {
		t := ts.byLang[lang]
		for _, key := range slices.Sorted(maps.Keys(english.phrases)) {
			f, found := t.phrases[key]
			if !found {
				faults = append(faults, fmt.Sprintf("%s lacks %s", lang, key))
				continue
			}
			if want, got := gapNames(english.phrases[key]), gapNames(f); !slices.Equal(want, got) {
				faults = append(faults, fmt.Sprintf("%s: %s has the gaps %v, English %v", lang, key, got, want))
			}
		}
		for _, key := range slices.Sorted(maps.Keys(t.phrases)) {
			if _, found := english.phrases[key]; !found {
				faults = append(faults, fmt.Sprintf("%s: English has no %s", lang, key))
			}
		}
	}
	return faults
}

func gapNames(f form) []string {
	names := map[string]bool{}
	f.gaps(func(name string) { names[name] = true })
	return slices.Sorted(maps.Keys(names))
}
