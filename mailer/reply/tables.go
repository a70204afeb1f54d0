package reply

import (
	"embed"
	"strings"
)

// The tables hold what mail programs, servers and people write in many languages, in lower
// case, entries with bars between them, the first line saying what they are. A language is added
// by adding entries.
//
//go:embed tables/*.txt
var tables embed.FS

// table is the list of a table's entries. A table that is missing is a fault of the build.
func table(name string) []string {
	text, err := tables.ReadFile("tables/" + name + ".txt")
	if err != nil {
		panic(err)
	}
	var list []string
	for _, l := range strings.Split(string(text), "\n") {
		if strings.HasPrefix(l, "# ") {
			continue
		}
		for _, entry := range strings.Split(l, "|") {
			if entry != "" {
				list = append(list, entry)
			}
		}
	}
	return list
}

func setOf(lists ...[]string) map[string]bool {
	set := map[string]bool{}
	for _, list := range lists {
		for _, entry := range list {
			set[entry] = true
		}
	}
	return set
}
