package schema

import (
	"strconv"
	"strings"

	"turnpost/models"
	"turnpost/models/visible"
)

// CutPage removes the row beyond the limit from rows in the order of the list, and reports whether there are rows
// before and after the others. Those on the other side of a cursor are there, since it was made from one of them.
func CutPage[T any](rows []T, limit int, before, after string) (page []T, newer, older bool) {
	more := len(rows) > limit
	if after == "" {
		return rows[:min(len(rows), limit)], before != "", more
	}
	return rows[max(0, len(rows)-limit):], more, true
}

// A cursor names a row at the edge of a page by the values that the list is ordered by.

// FormatCursor returns the text of a place in a list that is ordered by time and ID.
func FormatCursor(at models.Millis, id string) string {
	return strconv.FormatInt(int64(at), 36) + "." + id
}

// ParseCursor reads what FormatCursor wrote.
func ParseCursor(text string) (at models.Millis, id string, ok bool) {
	first, id, found := strings.Cut(text, ".")
	n, err := strconv.ParseInt(first, 36, 64)
	return models.Millis(n), id, found && err == nil && id != "" && len(id) <= 20
}

// BadCursor is the error for a cursor that this server has not made.
func BadCursor(cursor string) error {
	return models.Invalid("cursor", "bad_cursor", "cursor", visible.Clip(cursor, 40))
}

// BeyondCursor returns the condition for rows on the far side of a cursor, in a list ordered by a column and id, newest
// first; "" without a cursor.
func BeyondCursor(column, before, after string) (where string, args []any, err error) {
	cursor, than := before, "<"
	if after != "" {
		cursor, than = after, ">"
	}
	if cursor == "" {
		return "", nil, nil
	}
	at, id, ok := ParseCursor(cursor)
	if !ok {
		return "", nil, BadCursor(cursor)
	}
	return " AND (" + column + ", id) " + than + " (?, ?)", []any{at, id}, nil
}
