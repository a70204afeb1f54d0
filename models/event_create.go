package models

// OneIf returns the stored form of a boolean.
func OneIf(is bool) int {
	if is {
		return 1
	}
	return 0
}
