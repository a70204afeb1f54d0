package api

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/getkin/kin-openapi/openapi3"
)

// values generates JSON for schemas: mostly valid, sometimes not.
type values struct {
	*rand.Rand
	odd float64 // probability of an invalid value
	ids []string
}

// known maps names of properties and parameters to values that reach more code than random ones.
var known = map[string][]string{
	"name": {"ann", "bob", "eve", "zed"}, "email": {"ann@example.org", "bob@example.org", "zed@example.org"},
	"opponent": {"ann", "bob", "zed@example.org", ""}, "ruleset": {"hnefatafl", "bohnduell", "sevensages", "hanniball"},
	"variant": {"7x7", "11x11", "short"}, "turn": {"d1-c1", "d3-c3", "p1", "c2-d1"}, "prefix": {"d1", "d", "p"},
	"seat": {"first", "second", "random"}, "pace": {"3d", "36h", "14d+1d", "1h"},
	"action":    {"offer", "accept", "decline", "withdraw"},
	"time_zone": {"Europe/Warsaw", "UTC", "Local"}, "code": {"00000000", "12345678"}, "from": {"2026-12-01", "22:00"},
	"until": {"2026-12-05", "07:00"}, "plan": {"c1-c2 : e4-e5", "d1-c1: d3-c3"}, "turns": {"d1-c1", "d3-c3"},
	"box": {"in", "out", "open"},
}

// oddTexts are JSON strings that are difficult for programs.
var oddTexts = []string{
	`""`, `" "`, `"\u0000"`, `"a\u0000b"`, `"\ud800"`, `"\u202e\u2066x"`, `"\u200b\u200d"`,
	`"ａｎｎ"`, `"а́nn"`, `"😀👩‍👩‍👧"`,
	`"\r\nBcc: x@example.org"`,
	`"../../etc/passwd"`, `"'; DROP TABLE players; --"`, `"%00%0a"`, `"<script>alert(1)</script>"`, `"{{.}}"`, `"\u2028"`,
	`"-"`, `"nan"`, `"1e999"`, "\"\xff\xfe\"",
	`"d1–c1"`, `"\\"`, `"${jndi:x}"`, `"tp_aaaaaaaaaaaaaaaa"`, `"0"`, `"2026-02-30"`, `"9999999999d"`,
}

var oddNumbers = []string{
	"0", "-1", "1.5", "-0", "1e3", "1e400", "9223372036854775807", "9223372036854775808", "-9223372036854775809",
	"2147483648", "0.1e-400", "01", "NaN", "+1",
}

// anything returns arbitrary JSON or, sometimes, invalid JSON.
func (v *values) anything(depth int) string {
	switch n := v.IntN(12); {
	case n < 3 || depth > 3:
		return oddTexts[v.IntN(len(oddTexts))]
	case n < 5:
		return oddNumbers[v.IntN(len(oddNumbers))]
	case n < 7:
		return []string{"null", "true", "false", "[]", "{}", "undefined", `{"a":1,"a":2}`, `[,]`}[v.IntN(8)]
	case n == 7:
		return `"` + strings.Repeat([]string{"x", "й", "\\u00e9", "🀄"}[v.IntN(4)], 1<<v.IntN(14)) + `"`
	case n == 8:
		return "[" + strings.TrimSuffix(strings.Repeat(v.anything(depth+2)+",", 1<<v.IntN(11)), ",") + "]"
	case n == 9:
		return v.nested()
	case n == 10:
		return fmt.Sprintf(`{"name":%s,"turns":%s}`, v.anything(depth+1), v.anything(depth+1))
	}
	return `"` + strings.Repeat("d1-c1 ", v.IntN(300)) + `"`
}

// nested returns arrays or objects, sometimes nested thousands deep.
func (v *values) nested() string {
	deep := []int{5, 40, 300, 3000}[v.IntN(4)]
	if v.IntN(2) == 0 {
		return strings.Repeat("[", deep) + strings.Repeat("]", deep)
	}
	return strings.Repeat(`{"a":`, deep) + "1" + strings.Repeat("}", deep)
}

// of generates a value for a named schema.
func (v *values) of(name string, schema *openapi3.Schema, depth int) string {
	if schema == nil || depth > 6 || v.Float64() < v.odd {
		return v.anything(depth)
	}
	if len(schema.Enum) > 0 {
		text, _ := json.Marshal(schema.Enum[v.IntN(len(schema.Enum))]) // decoded from JSON
		return string(text)
	}
	for _, choice := range [][]*openapi3.SchemaRef{schema.OneOf, schema.AnyOf, schema.AllOf} {
		if len(choice) > 0 {
			return v.of(name, choice[v.IntN(len(choice))].Value, depth+1)
		}
	}
	switch {
	case schema.Type.Is("object"):
		return v.object(schema, depth)
	case schema.Type.Is("array"):
		items := make([]string, v.IntN(5))
		for i := range items {
			items[i] = v.of(name, schema.Items.Value, depth+1)
		}
		return "[" + strings.Join(items, ",") + "]"
	case schema.Type.Is("integer"), schema.Type.Is("number"):
		return fmt.Sprint(v.number(schema))
	case schema.Type.Is("boolean"):
		return fmt.Sprint(v.IntN(2) == 0)
	case schema.Type.Is("string"):
		return v.text(name, schema)
	}
	return v.anything(depth)
}

// number returns a value at, near or between the bounds.
func (v *values) number(schema *openapi3.Schema) int64 {
	low, high := int64(0), int64(20)
	if schema.Min != nil {
		low = int64(*schema.Min)
	}
	if schema.Max != nil {
		high = int64(*schema.Max)
	}
	return []int64{low, low + 1, high, high - 1, low + v.Int64N(max(1, high-low)), low - 1, high + 1}[v.IntN(7)]
}

func (v *values) text(name string, schema *openapi3.Schema) string {
	if v.IntN(8) == 0 && schema.MaxLength != nil {
		over := int(*schema.MaxLength) + v.IntN(3) - 1
		return `"` + strings.Repeat([]string{"x", "й", "😀"}[v.IntN(3)], max(0, over)) + `"`
	}
	text := "word"
	switch list := known[name]; {
	case len(list) > 0:
		text = list[v.IntN(len(list))]
	case name == "id" || name == "cursor" || name == "token":
		text = v.ids[v.IntN(len(v.ids))]
	case len(v.ids) > 0 && v.IntN(3) == 0:
		text = v.ids[v.IntN(len(v.ids))]
	}
	quoted, _ := json.Marshal(text) // strings always encode
	return string(quoted)
}

// object generates most properties of its schema and sometimes unknown or duplicate ones.
func (v *values) object(schema *openapi3.Schema, depth int) string {
	var parts []string
	names := make([]string, 0, len(schema.Properties))
	for name := range schema.Properties {
		names = append(names, name)
	}
	slices.Sort(names) // so that the seed alone determines the order
	for _, name := range names {
		required := slices.Contains(schema.Required, name)
		if required && v.IntN(12) == 0 || !required && v.IntN(2) == 0 {
			continue
		}
		parts = append(parts, fmt.Sprintf("%q:%s", name, v.of(name, schema.Properties[name].Value, depth+1)))
	}
	if extra := schema.AdditionalProperties.Schema; extra != nil && v.IntN(2) == 0 {
		parts = append(parts, fmt.Sprintf("%q:%s", v.ids[v.IntN(len(v.ids))], v.of("", extra.Value, depth+1)))
	}
	if v.Float64() < v.odd {
		parts = append(parts, []string{`"unknown":1`, `"__proto__":{}`, `"":""`, `"Name":"x"`, `"\u0000":1`}[v.IntN(5)])
	}
	if len(parts) > 0 && v.IntN(20) == 0 {
		parts = append(parts, parts[0])
	}
	return "{" + strings.Join(parts, ",") + "}"
}
