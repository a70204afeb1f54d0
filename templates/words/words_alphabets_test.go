package words

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"unicode"
)

// textsOf finds the files of words, NAME.LANG.txt, and of rules, NAME.LANG.md.
var textsOf = regexp.MustCompile(`\.[a-z]{2,3}\.(txt|md)$`)

// No word of any language mixes letters of two alphabets: a Latin letter inside a Cyrillic word looks right and is not
// found, nor read aloud.
func TestNoWordMixesAlphabets(t *testing.T) {
	files := 0
	for _, root := range []string{".", filepath.Join("..", "..", "rules")} {
		err := filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
			if err != nil || entry.IsDir() || !textsOf.MatchString(path) {
				return err
			}
			files++
			text, err := os.ReadFile(path)
			for n, line := range strings.Split(string(text), "\n") {
				for _, word := range strings.FieldsFunc(line, func(r rune) bool { return !unicode.IsLetter(r) }) {
					if mixesAlphabets(word) {
						t.Errorf("%s:%d: the word %q", path, n+1, word)
					}
				}
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	if files < 20 {
		t.Errorf("only %d files were found", files)
	}
}

func TestMixedWordsAreFound(t *testing.T) {
	for word, want := range map[string]bool{
		"ход": false, "turn": false, "xод": true, "Hнефатафл": true, "Zügen": false,
	} {
		if got := mixesAlphabets(word); got != want {
			t.Errorf("%q: %t", word, got)
		}
	}
}

func mixesAlphabets(word string) bool {
	is := func(script *unicode.RangeTable) bool {
		return strings.ContainsFunc(word, func(r rune) bool { return unicode.Is(script, r) })
	}
	found := 0
	for _, script := range []*unicode.RangeTable{unicode.Latin, unicode.Cyrillic, unicode.Greek} {
		if is(script) {
			found++
		}
	}
	return found > 1
}
