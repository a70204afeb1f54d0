package rulestest

import (
	"slices"
	"testing"

	"turnpost/rules"
	"turnpost/rules/phrase"
	"turnpost/rules/rulestest/oddboards"
	"turnpost/rules/rulestest/tictactoe"
)

// renamed is a ruleset with another name, of itself and of its variant, in every language.
type renamed struct {
	rules.Ruleset
	name string
}

func (r renamed) Info(lang string) rules.Info {
	info := r.Ruleset.Info(lang)
	info.Name, info.Variants = r.name, slices.Clone(info.Variants)
	info.Variants[0].Name = r.name
	return info
}

// A name may be notation alone, such as "Connect6 19×19". One that has words comes from a phrase.
func TestNamesWithoutWords(t *testing.T) {
	for name, faults := range map[string]int{"Connect6 19×19": 0, "4": 0, "Noughts 3×3": 4} {
		r := renamed{tictactoe.New(), name}
		said := failures(t, func(t testing.TB) { wordCheck{t: t, r: r}.info(r.Info(phrase.Pseudo)) })
		if len(said) != faults {
			t.Errorf("%s: %q", name, said)
		}
	}
}

// A board that drawing would cut off is refused.
func TestBoardsTooLargeToDraw(t *testing.T) {
	for _, c := range []struct{ files, ranks, faults int }{
		{rules.MaxFiles, rules.MaxRanks, 0}, {rules.MaxFiles + 1, 9, 1}, {9, rules.MaxRanks + 1, 1},
	} {
		d := rules.Diagram{Files: c.files, Ranks: c.ranks}
		if said := failures(t, func(t testing.TB) { checkDiagram(t, d) }); len(said) != c.faults {
			t.Errorf("%d × %d: %q", c.files, c.ranks, said)
		}
	}
}

// Words of the notation are known too if the first turn cannot have them.
func TestNotationWordsOfLaterTurns(t *testing.T) {
	names := NotationWords(t, oddboards.New())
	for _, word := range []string{"pass", "swap", "shout", "hall"} {
		if !slices.Contains(names, word) {
			t.Errorf("%s is not among %q", word, names)
		}
	}
}

// passRefused is tic-tac-toe with an example of a pass, which is refused.
type passRefused struct{ rules.Ruleset }

func (r passRefused) Info(lang string) rules.Info {
	info := r.Ruleset.Info(lang)
	info.Examples = []rules.Example{{Turn: "pass", Fault: rules.CodeSyntax}}
	return info
}

// A word of the notation may be one that no first turn has and an example refuses, such as a pass that is not allowed.
func TestNotationWordsOfRefusedTurns(t *testing.T) {
	if names := NotationWords(t, passRefused{tictactoe.New()}); !slices.Equal(names, []string{"pass"}) {
		t.Errorf("the words are %q", names)
	}
}
