package api

import "strconv"

// numericCursor parses a cursor that is a number. An absent cursor is 0.
func numericCursor(cursor Cursor) (int64, error) {
	if cursor == "" {
		return 0, nil
	}
	n, err := strconv.ParseInt(cursor, 10, 64)
	if err != nil || n < 1 {
		return 0, refuseField("cursor", "http.cursor", "value", quoted(cursor, 40))
	}
	return n, nil
}

// formatCursor is the inverse of numericCursor.
func formatCursor(n int64) *PageCursor {
	if n == 0 {
		return nil
	}
	return optional(strconv.FormatInt(n, 10))
}
