// Package words holds all words for players that do not belong to a ruleset, by language: phrases in the files
// NAME.LANGUAGE.txt (see package phrase), and pages in plain text, which depend on lists and tables, in
// page_NAME.LANGUAGE.tmpl (see package text/template). Mails have no templates: all their words are phrases.
//
// Another language consists of files beside the English ones. English replaces missing phrases and pages one by one.
// The pseudo-language of package phrase marks every word, which reveals hard-coded words.
package words

import (
	"embed"
	"fmt"
	"maps"
	"path"
	"slices"
	"strings"
	"sync"
	"text/template"

	"turnpost/rules/phrase"
)

//go:embed *.txt *.tmpl
var files embed.FS

var (
	phrases   = phrase.MustLoad(files)
	languages = mustLoad()
	pseudo    = sync.OnceValue(mustMark) // created on first use, by tests only
)

// Language holds the words of one language. It is immutable.
type Language struct {
	tag   string
	table *phrase.Table
	texts *template.Template
}

// All lists the languages (BCP 47) that have words, in order.
func All() []string { return slices.Sorted(maps.Keys(languages)) }

// For returns the language for a locale (BCP 47): for "de-CH" the words of de-CH, else of
// de, else English.
func For(locale string) *Language {
	if l, found := find(locale); found {
		return l
	}
	return languages[phrase.English]
}

func find(locale string) (*Language, bool) {
	for tag := locale; tag != ""; tag = parent(tag) {
		if strings.EqualFold(tag, phrase.Pseudo) {
			return pseudo(), true
		}
		for known, l := range languages {
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

// Text renders a text. It fails if the text does not exist or does not fit the data.
func (l *Language) Text(name string, data any) (string, error) {
	var b strings.Builder
	err := l.texts.ExecuteTemplate(&b, name, data)
	return b.String(), err
}

func mustLoad() map[string]*Language {
	all, err := load()
	if err != nil {
		panic(err) // a fault in a file that is part of the program
	}
	return all
}

// load parses the texts of every language that has a file of either form.
func load() (map[string]*Language, error) {
	names, err := files.ReadDir(".")
	if err != nil {
		return nil, err
	}
	byTag := map[string][]string{}
	for _, tag := range phrases.Languages() {
		byTag[tag] = nil
	}
	for _, entry := range names {
		if stem, is := strings.CutSuffix(entry.Name(), ".tmpl"); is {
			tag := strings.TrimPrefix(path.Ext(stem), ".")
			byTag[tag] = append(byTag[tag], entry.Name())
		}
	}
	english, err := parseTexts(template.New(""), phrase.English, byTag[phrase.English])
	if err != nil {
		return nil, err
	}
	all := map[string]*Language{phrase.English: english}
	for tag, own := range byTag {
		if tag == phrase.English {
			continue
		}
		texts, err := english.texts.Clone()
		if err != nil {
			return nil, err
		}
		if all[tag], err = parseTexts(texts, tag, own); err != nil {
			return nil, err
		}
	}
	return all, nil
}

// mustMark derives the pseudo-language from English.
func mustMark() *Language {
	texts, err := languages[phrase.English].texts.Clone()
	if err != nil {
		panic(err) // as mustLoad
	}
	markWords(texts)
	l, err := parseTexts(texts, phrase.Pseudo, nil)
	if err != nil {
		panic(err)
	}
	return l
}

// parseTexts parses the texts of one language on top of its fallback's. The functions they call use the language.
func parseTexts(texts *template.Template, tag string, own []string) (*Language, error) {
	l := &Language{tag: tag, table: phrases.In(tag)}
	l.texts = texts.Funcs(template.FuncMap{
		"say": l.Say, "list": l.List, "either": l.Either, "when": l.When, "span": l.Span, "left": l.Left, "pace": l.Pace,
		"clock": Clock, "short": ShortSpan, "indent": indent, "cells": cells,
	})
	for _, name := range own {
		text, err := files.ReadFile(name)
		if err != nil {
			return nil, err
		}
		if _, err := l.texts.New(name).Parse(string(text)); err != nil {
			return nil, fmt.Errorf("words: %w", err)
		}
	}
	return l, nil
}

// Pseudo is the tag of the pseudo-language.
const Pseudo = phrase.Pseudo
