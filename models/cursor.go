package models

import (
	"strconv"
	"strings"
)

// A cursor names the last row of a page by the values that the list is ordered by.

func formatCursor(at Millis, id string) string {
	return strconv.FormatInt(int64(at), 36) + "." + id
}

func parseCursor(text string) (at Millis, id string, ok bool) {
	first, id, found := strings.Cut(text, ".")
	n, err := strconv.ParseInt(first, 36, 64)
	return Millis(n), id, found && err == nil && id != "" && len(id) <= 20
}
