// Package words holds all words for players that do not belong to a ruleset, by language: phrases in the files
// NAME.LANGUAGE.txt (see package phrase). The files page_NAME.tmpl lay out pages in plain text, which depend on lists
// and tables, in every language (see package text/template); they contain no words.
//
// Another language consists of files beside the English ones: see README.md. A language is offered only if it is whole:
// until then For and Accepted do not know it, and Lacks lists what is missing. A game that is not whole in it is shown
// in English there, and its parts say so: see GameTag.
//
// The pseudo-language of package phrase marks every word, which reveals hard-coded words.
package words

import (
	"cmp"
	"embed"
	"fmt"
	"io/fs"
	"maps"
	"slices"
	"strconv"
	"strings"
	"text/template"

	"turnpost/rules"
	"turnpost/rules/catalog"
	"turnpost/rules/phrase"
)

//go:embed *.txt *.tmpl
var files embed.FS

var languages = mustLoad()

// Language holds the words of one language. It is immutable.
type Language struct {
	tag   string
	table *phrase.Table
	pages *template.Template
}

// set holds the languages by tag. It is immutable.
type set struct {
	offered map[string]*Language // the whole ones, and the pseudo-language
	lacking map[string][]string  // what each of the others lacks
	games   map[string][]string  // what the games lack in each of the offered ones
	english map[string]bool      // "TAG GAME" for a game that is shown in English
	keys    []string             // of the phrases, in order
}

// All lists the languages (BCP 47) that are offered, in order.
func All() []string {
	tags := slices.Sorted(maps.Keys(languages.offered))
	return slices.DeleteFunc(tags, func(tag string) bool { return tag == phrase.Pseudo })
}

// Lacks lists what is missing in each language that has files but is not whole and therefore not offered.
func Lacks() map[string][]string { return languages.lacking }

// GamesLack lists what games lack in each offered language, and are shown in English there for.
func GamesLack() map[string][]string { return languages.games }

// GameTag returns the tag of the language in which a game of the catalog is shown to readers of a language: of that
// language, or English.
func GameTag(tag, game string) string {
	if languages.english[tag+" "+game] {
		return phrase.English
	}
	return tag
}

// OfGame returns the language in which a game is shown to readers of a language: see GameTag.
func OfGame(l *Language, game string) *Language { return For(GameTag(l.Tag(), game)) }

// AnyForeign reports whether a game is shown in English to readers of a language: see GameTag.
func AnyForeign(tag string) bool { return len(languages.games[tag]) > 0 }

// Keys lists the phrases that begin with a text.
func Keys(begin string) []string {
	return slices.DeleteFunc(slices.Clone(languages.keys), func(key string) bool { return !strings.HasPrefix(key, begin) })
}

// For returns the language for a locale (BCP 47): for "de-CH" the words of de-CH, else of
// de, else English.
func For(locale string) *Language {
	if l, found := find(locale); found {
		return l
	}
	return languages.offered[phrase.English]
}

func find(locale string) (*Language, bool) {
	if l, found := languages.offered[locale]; found {
		return l, true
	}
	for tag := locale; tag != ""; tag = parent(tag) {
		for known, l := range languages.offered {
			if strings.EqualFold(known, tag) {
				return l, true
			}
		}
	}
	return nil, false
}

// parent returns the tag without its last part, or "" if it has one part.
func parent(tag string) string {
	end := strings.LastIndexByte(tag, '-')
	return tag[:max(end, 0)]
}

// Tag returns the tag of the language: "en".
func (l *Language) Tag() string { return l.tag }

// Has reports whether the language, or English, has a phrase.
func (l *Language) Has(key string) bool { return l.table.Has(key) }

// Say returns a phrase; pairs alternates names and values of its arguments.
func (l *Language) Say(key string, pairs ...any) string {
	return l.table.Say(phrase.New(key, pairs...))
}

// Fill is Say with a function that returns the arguments. found reports whether the language, or English, has the
// phrase.
func (l *Language) Fill(key string, arg func(name string) any) (text string, found bool) {
	return l.table.Fill(key, arg)
}

// Sentence returns the text of a message.
func (l *Language) Sentence(m phrase.Message) string { return l.table.Say(m) }

// List joins texts in the manner of the language: "a, b and c".
func (l *Language) List(texts []string) string { return l.table.List(texts) }

// Either joins alternatives: "a, b or c".
func (l *Language) Either(texts []string) string {
	last := len(texts) - 1
	if last < 1 {
		return strings.Join(texts, "")
	}
	return strings.Join(texts[:last], l.Say("list.separator")) + l.Say("list.or") + texts[last]
}

// Text renders a page in plain text. It fails if the page does not exist or does not fit the data.
func (l *Language) Text(name string, data any) (string, error) {
	var b strings.Builder
	err := l.pages.ExecuteTemplate(&b, name, data)
	return b.String(), err
}

// Name returns the name of the language in itself.
func (l *Language) Name() string { return l.Say("language.name") }

func mustLoad() set {
	all, err := load(files, catalog.All())
	if err != nil {
		panic(err) // a fault in a file that is part of the program
	}
	return all
}

// load reads the languages of a folder and checks which of them are whole, and which games are in these.
func load(folder fs.FS, games []rules.Ruleset) (set, error) {
	phrases, err := phrase.Load(folder)
	if err != nil {
		return set{}, fmt.Errorf("words: %w", err)
	}
	pages, err := parsePages(folder)
	if err != nil {
		return set{}, err
	}
	s := set{
		offered: map[string]*Language{}, lacking: map[string][]string{}, games: map[string][]string{},
		english: map[string]bool{}, keys: phrases.Keys(),
	}
	for _, tag := range begun(phrases, games) {
		if lacks := lacks(tag, phrases); len(lacks) > 0 {
			s.lacking[tag] = lacks
			continue
		}
		if s.offered[tag], err = newLanguage(tag, phrases, pages); err != nil {
			return set{}, err
		}
		for _, game := range games {
			if lacks := game.Lacks(tag); len(lacks) > 0 {
				s.games[tag] = append(s.games[tag], lacks...)
				s.english[tag+" "+game.Info(phrase.English).ID] = true
			}
		}
	}
	s.offered[phrase.Pseudo], err = newLanguage(phrase.Pseudo, phrases, pages)
	return s, err
}

// begun lists the languages that have any file, of a game or of the program.
func begun(phrases *phrase.Tables, games []rules.Ruleset) []string {
	tags := append(phrases.Languages(), rules.Commands().Languages()...)
	for _, game := range games {
		tags = append(tags, game.Phrases().Languages()...)
	}
	slices.Sort(tags)
	return slices.Compact(tags)
}

// lacks lists what a language lacks, with the folder of each fault.
func lacks(tag string, phrases *phrase.Tables) (all []string) {
	for _, fault := range phrases.Faults(tag) {
		all = append(all, "templates/words: "+fault)
	}
	for _, fault := range rules.Commands().Faults(tag) {
		all = append(all, "rules/commands: "+fault)
	}
	return all
}

// parsePages parses the pages once for all languages: four copies of them took 1 MB.
func parsePages(folder fs.FS) (*template.Template, error) {
	pages, err := template.New("").Funcs(new(Language).functions()).ParseFS(folder, "*.tmpl")
	if err != nil {
		return nil, fmt.Errorf("words: %w", err)
	}
	return pages, nil
}

// newLanguage returns a language, whose words the functions in its pages use.
func newLanguage(tag string, phrases *phrase.Tables, pages *template.Template) (*Language, error) {
	l := &Language{tag: tag, table: phrases.In(tag)}
	own, err := pages.Clone()
	if err != nil {
		return nil, fmt.Errorf("words: %w", err)
	}
	l.pages = own.Funcs(l.functions())
	return l, nil
}

// functions returns the functions that the pages call.
func (l *Language) functions() template.FuncMap {
	return template.FuncMap{
		"say": l.Say, "list": l.List, "either": l.Either, "when": l.When, "from": l.From, "until": l.Until,
		"span": l.Span, "left": l.Left, "short": l.ShortSpan, "pace": l.Pace, "daysoff": l.Weekdays,
		"indent": indent, "cells": cells,
	}
}

// Pseudo is the tag of the pseudo-language.
const Pseudo = phrase.Pseudo

// maxAccepted limits the number of languages parsed from a header.
const maxAccepted = 32

// Accepted returns the available language that an Accept-Language header (RFC 9110, section
// 12.5.4) prefers; English if it names none of them.
func Accepted(header string) *Language {
	if l, found := Preferred(header); found {
		return l
	}
	return For("")
}

// Preferred is Accepted without the fallback: found is false if the header names no available language.
func Preferred(header string) (l *Language, found bool) {
	type choice struct {
		tag string
		q   float64
	}
	var choices []choice
	for element := range strings.SplitSeq(header, ",") {
		if len(choices) == maxAccepted {
			break
		}
		tag, parameters, _ := strings.Cut(strings.TrimSpace(element), ";")
		c := choice{strings.TrimSpace(tag), 1}
		if text, is := strings.CutPrefix(strings.TrimSpace(parameters), "q="); is {
			c.q, _ = strconv.ParseFloat(text, 64) // an invalid weight is 0
		}
		if c.q > 0 {
			choices = append(choices, c)
		}
	}
	slices.SortStableFunc(choices, func(a, b choice) int { return cmp.Compare(b.q, a.q) })
	for _, c := range choices {
		if l, found := find(c.tag); found {
			return l, true
		}
	}
	return nil, false
}
