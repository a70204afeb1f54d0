// Package words holds every word that a player reads and that belongs to no ruleset, by
// language: phrases in the files NAME.LANGUAGE.txt (see package phrase), and texts with
// a form of their own in NAME.LANGUAGE.tmpl (see package text/template).
//
// A second language is files beside the English ones. What it lacks is said in
// English, phrase by phrase and text by text. The pseudo-language of package phrase
// marks every word, to find those that stand elsewhere.
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
	"text/template/parse"

	"turnpost/rules/phrase"
)

//go:embed *.txt *.tmpl
var files embed.FS

var (
	phrases   = phrase.MustLoad(files)
	languages = mustLoad()
	pseudo    = sync.OnceValue(mustMark) // made when it is first asked for, which no player does
)

// Language says things in one language. It is never changed after the program's start.
type Language struct {
	tag   string
	table *phrase.Table
	texts *template.Template
	plain map[string]string // the texts that have nothing to fill in
}

// All lists the languages (BCP 47) that have words, in order.
func All() []string { return slices.Sorted(maps.Keys(languages)) }

// For is the language that suits a locale (BCP 47): of "de-CH" the words of de-CH, else of
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

// parent is the tag without its last part, "" where there is one part only.
func parent(tag string) string {
	end := strings.LastIndexByte(tag, '-')
	return tag[:max(end, 0)]
}

// Tag names the language: "en".
func (l *Language) Tag() string { return l.tag }

// Has tells whether the language, or English, has a phrase.
func (l *Language) Has(key string) bool { return l.table.Has(key) }

// Say is a phrase; pairs are names and values of its arguments in turn.
func (l *Language) Say(key string, pairs ...any) string {
	return l.table.Say(phrase.New(key, pairs...))
}

// Fill is Say for a phrase that asks for its arguments as it comes to them. found tells whether the language, or
// English, has the phrase.
func (l *Language) Fill(key string, arg func(name string) any) (text string, found bool) {
	return l.table.Fill(key, arg)
}

// Sentence is a message in words.
func (l *Language) Sentence(m phrase.Message) string { return l.table.Say(m) }

// List joins texts as the language does: "a, b and c".
func (l *Language) List(texts []string) string { return l.table.List(texts) }

// Either joins texts of which one is to be chosen: "a, b or c".
func (l *Language) Either(texts []string) string {
	last := len(texts) - 1
	if last < 1 {
		return strings.Join(texts, "")
	}
	return strings.Join(texts[:last], l.Say("list.separator")) + l.Say("list.or") + texts[last]
}

// HasText tells whether the language, or English, has a text.
func (l *Language) HasText(name string) bool { return l.texts.Lookup(name) != nil }

// Text fills in a text. An error means that there is no such text, or that it does not
// fit what it is given.
func (l *Language) Text(name string, data any) (string, error) {
	if text, plain := l.plain[name]; plain {
		return text, nil
	}
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

// load reads the texts of every language that has a file of either form.
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

// mustMark makes the pseudo-language of English.
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

// plainTexts finds the texts that are the same whatever they are given.
func plainTexts(texts *template.Template) map[string]string {
	plain := map[string]string{}
	for _, t := range texts.Templates() {
		if t.Tree == nil || len(t.Root.Nodes) != 1 {
			continue
		}
		if text, is := t.Root.Nodes[0].(*parse.TextNode); is {
			plain[t.Name()] = string(text.Text)
		}
	}
	return plain
}

// parseTexts reads the texts of one language over those that it falls back to. The
// functions of the texts speak the language.
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
	l.plain = plainTexts(l.texts)
	return l, nil
}

// Pseudo is the tag of the pseudo-language.
const Pseudo = phrase.Pseudo
