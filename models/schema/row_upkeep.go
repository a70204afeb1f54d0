package schema

// FormerOccurrence is the column occurrence of rows of former_turns, counted in a window of each key.
func FormerOccurrence(partition string) string {
	return "CASE key_hash WHEN" + emptyKeyHash + "THEN 1 ELSE COUNT(*) OVER (" + partition + " ORDER BY ply) END"
}
