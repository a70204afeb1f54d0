package api

import (
	"turnpost/models"
)

// Limits on the shape of JSON, checked before decoding. The cost of decoding grows with the number of values; the
// cost of error messages grows with the square of the depth.
const (
	maxJSONDepth  = 32
	maxJSONValues = 2_000 // of a body: each value, member and list element counts
)

// maxJSONValuesOf overrides maxJSONValues for some operations.
var maxJSONValuesOf = map[string]int{"verifyRecord": 30_000}

// checkShape refuses JSON that is nested too deeply or has too many values. It counts the brackets and commas
// outside strings and does not otherwise validate the JSON.
func checkShape(text []byte, maxValues int) error {
	depth, values, quoted := 0, 0, false
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case quoted && c == '\\':
			i++
		case c == '"':
			quoted = !quoted
		case quoted:
		case c == '[' || c == '{':
			if depth++; depth > maxJSONDepth {
				return refuse(models.CodeInvalid, "http.json_depth", "max", maxJSONDepth, "byte", i+1)
			}
			values++
		case c == ']' || c == '}':
			depth--
		case c == ',':
			values++
		}
		if values > maxValues {
			return refuse(models.CodeInvalid, "http.json_values", "max", maxValues)
		}
	}
	return nil
}
