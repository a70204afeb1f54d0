package schema

import (
	"strings"

	"turnpost/models"
	"turnpost/models/db"
)

// TermColumns lists the columns of terms for TakeTerm; table is what precedes their names, such as "c.".
func TermColumns(table string, terms []models.Term) string {
	list := make([]string, len(terms))
	for i, term := range terms {
		list[i] = table + term.Name
	}
	return strings.Join(list, ", ")
}

// TakeTerm takes the column of a term.
func TakeTerm(c *db.Columns, t *models.Terms, term models.Term) {
	if term.Limit != nil {
		*term.Limit(t) = int(c.Number())
		return
	}
	*term.Waived(t) = c.Number() == 0
}
