package api

import (
	"bytes"
	"encoding/json"

	"turnpost/models"
)

// Limits on the shape of JSON, checked before decoding. The cost of decoding grows with the number of values; the
// cost of error messages grows with the square of the depth.
const (
	maxJSONDepth  = 32
	maxJSONValues = 2_000 // of a body: each value, member and list element counts

	maxJSONMembers = 200 // of one object: those that a body may have are fewer
)

// maxJSONValuesOf overrides maxJSONValues for some operations.
var maxJSONValuesOf = map[string]int{"verifyRecord": 30_000}

// checkShape refuses JSON that is nested too deeply, has too many values, or an object of too many members. It counts
// the brackets, commas and colons outside strings and does not otherwise validate the JSON.
func checkShape(text []byte, maxValues int) error {
	depth, values, quoted := 0, 0, false
	var members [maxJSONDepth + 1]int // of the object at each depth
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
			members[max(0, depth)] = 0
			values++
		case c == ':':
			if members[max(0, depth)]++; members[max(0, depth)] > maxJSONMembers {
				return refuse(models.CodeInvalid, "http.json_members", "max", maxJSONMembers, "byte", i+1)
			}
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

// checkMembers refuses JSON in which an object has a member twice: decoders silently take the last one, and which of
// two turns was meant is not for them to decide. The text is valid JSON that passed checkShape.
func checkMembers(text []byte) error {
	d := json.NewDecoder(bytes.NewReader(text))
	d.UseNumber()
	return checkNext(d)
}

// checkNext is checkMembers for the next value of a decoder.
func checkNext(d *json.Decoder) error {
	token, _ := d.Token()
	begin, isNested := token.(json.Delim)
	if !isNested {
		return nil
	}
	members := map[string]bool{}
	for d.More() {
		if begin == '{' {
			token, _ := d.Token()
			name, _ := token.(string)
			if members[name] {
				return refuse(models.CodeInvalid, "http.json_twice", "name", quoted(name, 40))
			}
			members[name] = true
		}
		if err := checkNext(d); err != nil {
			return err
		}
	}
	_, _ = d.Token() // the closing bracket
	return nil
}
