package rules_test

import (
	"errors"
	"slices"
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
	r, heard := tictactoe.New(), map[string]bool{}
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
	wanted := slices.DeleteFunc(rules.Phrases().Keys(), func(key string) bool {
		return strings.HasPrefix(key, "list.") // said between the items of a list
	})
	for _, key := range wanted {
		if script, is := strings.CutPrefix(key, "script."); is {
			refuse(letterOf(script))
		}
	}
	rulestest.AddPhrasesUsed(t, heard, wanted, append(catalog.All(), r)...)
	for _, key := range wanted {
		if !heard[key] {
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
