package catalog

import (
	"path/filepath"
	"slices"
	"testing"

	"turnpost/rules/phrase"
)

// The catalog has every game with a folder and words in rules/, under the folder's name. No other code has to list the
// games.
func TestAll(t *testing.T) {
	folders, err := filepath.Glob("../*/words.en.txt")
	if err != nil {
		t.Fatal(err)
	}
	var want, got []string
	for _, words := range folders {
		want = append(want, filepath.Base(filepath.Dir(words)))
	}
	for _, r := range All() {
		info := r.Info(phrase.English)
		got = append(got, info.ID)
		if len(info.Variants) == 0 || info.Sides[0].ID == info.Sides[1].ID {
			t.Errorf("%s: variants %v, sides %v", info.ID, info.Variants, info.Sides)
		}
	}
	slices.Sort(got)
	if len(got) == 0 || !slices.Equal(got, want) {
		t.Errorf("the catalog has %v, the folders are %v", got, want)
	}
}

// Names are unique, because lists and Subject lines show nothing else.
func TestNamesAreUnique(t *testing.T) {
	ids, names := map[string]bool{}, map[string]bool{}
	for _, r := range All() {
		info := r.Info(phrase.English)
		if ids[info.ID] {
			t.Errorf("%s is listed twice", info.ID)
		}
		ids[info.ID] = true
		for _, v := range info.Variants {
			if names[v.Name] {
				t.Errorf("two variants are called %q", v.Name)
			}
			names[v.Name] = true
		}
	}
}

func TestAllIsTheCallers(t *testing.T) {
	clear(All())
	if All()[0] == nil {
		t.Error("a caller changed the list")
	}
}
