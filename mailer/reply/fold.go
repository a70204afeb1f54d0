package reply

import (
	"strings"

	"turnpost/rules"
)

// foldTyped reads what looks the same the same, as turns from everywhere are read; what only
// some games know (squares without a sign between them) is left to the ruleset.
func foldTyped(text string) string {
	return strings.Join(strings.Fields(rules.Notation{}.Fold(text)), " ")
}
