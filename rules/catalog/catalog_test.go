package catalog

import (
	"slices"
	"testing"

	"turnpost/rules"
)

// games is the table of games that the project promises.
var games = []struct {
	id       string
	variants []string // the first is the default
	sides    [2]string
}{
	{"hanniball", []string{"standard"}, [2]string{"white", "black"}},
	{"sevensages", []string{"standard", "short"}, [2]string{"white", "black"}},
	{"bohnduell", []string{"standard", "long"}, [2]string{"green", "red"}},
	{"hnefatafl", []string{"11x11", "9x9", "7x7"}, [2]string{"attackers", "defenders"}},
}

func TestAll(t *testing.T) {
	all := All()
	if len(all) != len(games) {
		t.Fatalf("%d rulesets, want %d", len(all), len(games))
	}
	for i, want := range games {
		info := all[i].Info()
		if info.ID != want.id {
			t.Errorf("ruleset %d is %s, want %s", i, info.ID, want.id)
			continue
		}
		if got := variants(info); !slices.Equal(got, want.variants) {
			t.Errorf("%s: variants %v, want %v", info.ID, got, want.variants)
		}
		if got := [2]string{info.SideID(rules.First), info.SideID(rules.Second)}; got != want.sides {
			t.Errorf("%s: sides %v, want %v", info.ID, got, want.sides)
		}
	}
}

func variants(info rules.Info) []string {
	var ids []string
	for _, v := range info.Variants {
		ids = append(ids, v.ID)
	}
	return ids
}

// Names tell games apart in lists and Subject lines.
func TestNamesAreUnique(t *testing.T) {
	ids, names := map[string]bool{}, map[string]bool{}
	for _, r := range All() {
		info := r.Info()
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
