package api

import (
	"turnpost/models"
)

// Limits of what JSON may look like before anything is made of it. Reading costs with the
// number of values and, in what reports a fault, with the square of the depth.
const (
	maxJSONDepth  = 32
	maxJSONValues = 2_000 // of a body: every value, member and list item counts
)

// maxJSONValuesOf are the other limits, by operation.
var maxJSONValuesOf = map[string]int{"verifyRecord": 30_000}

// checkShape refuses JSON that is nested too deep or has too many values. It looks at brackets and
// commas outside of texts alone; whether the rest is JSON is for others to say.
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
