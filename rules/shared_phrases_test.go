package rules_test

import (
	"errors"
	"strings"
	"testing"
	"unicode"

	"turnpost/rules"
	"turnpost/rules/catalog"
	"turnpost/rules/phrase"
	"turnpost/rules/rulestest"
	"turnpost/rules/rulestest/tictactoe"
)

// Every phrase that all rulesets share is said by one of them: by its test data, or where a turn has a letter of
// another script, a command, or names no variant.
func TestEverySharedPhraseIsSaid(t *testing.T) {
	if testing.Short() {
		t.Skip("plays every recorded game")
	}
	r := tictactoe.New()
	heard := rulestest.PhrasesUsed(t, append(catalog.All(), r)...)
	say := r.Phrases().In(phrase.Keys)
	hear := func(m phrase.Message) {
		for _, key := range phrase.KeysIn(say.Say(m)) {
			heard[key] = true
		}
	}
	_, err := r.Start("no such variant")
	if bad, is := errors.AsType[*rules.BadPosition](err); is {
		hear(bad.Message)
	}
	if over, err := r.Parse("", "xxx/oo1/3 o"); err != nil {
		t.Fatal(err)
	} else if _, err = r.House().Turn(over, rules.Thought{}); err != nil {
		bad, is := errors.AsType[*rules.BadPosition](err)
		if !is {
			t.Fatal(err)
		}
		hear(bad.Message)
	}
	p, err := r.Start("")
	if err != nil {
		t.Fatal(err)
	}
	refuse := func(turn string) rules.Refusal {
		t.Helper()
		_, err := p.Play(turn)
		refused, is := rules.RefusalOf(err)
		if !is {
			t.Fatalf("%q: %v", turn, err)
		}
		hear(refused.Sentence())
		hear(refused.Possible())
		return refused
	}
	refuse("resign")
	for _, key := range rules.Phrases().Keys() {
		if script, is := strings.CutPrefix(key, "script."); is {
			refuse(letterOf(script))
		}
		lists := strings.HasPrefix(key, "list.") // said between the items of a list
		if !heard[key] && !lists {
			t.Errorf("nothing says %s", key)
		}
	}
}

// letterOf is a letter of a script that turns are not written in, of any script without a phrase for "other".
func letterOf(script string) string {
	table := unicode.Scripts[script]
	if script == "other" {
		table = unicode.Scripts["Runic"]
	}
	for r := range unicode.MaxRune {
		if unicode.Is(table, r) && unicode.IsLetter(r) && r > unicode.MaxASCII && !folded(r) {
			return string(r)
		}
	}
	return ""
}

// folded reports whether a letter is read as another one.
func folded(r rune) bool { return rules.Notation{}.Fold(string(r)) != string(r) }
