package reply

import (
	"embed"
	"strings"
)

// The tables hold words of mail programs, servers and people in many languages, in lower case, separated by bars. The
// first line of each describes it. To add a language, add entries.
//
//go:embed tables/*.txt
var tables embed.FS

// table returns the entries of a table. It panics if the table is missing, which is a fault of the build.
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
