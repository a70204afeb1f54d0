package reply

import (
	"slices"
	"strings"
	"unicode/utf8"

	"turnpost/rules"
)

// Field is a line of the form "name: value" in a mail.
type Field struct {
	Name, Value string
	Own         bool // the writer typed the line outside any quotation
}

// The bounds of fields.
const (
	maxFields     = 200
	maxFieldName  = 80  // bytes
	maxFieldValue = 300 // bytes
)

// FieldOptions say which lines of a mail are fields.
type FieldOptions struct {
	// Named returns the name of the field that a text names, "" if there is none.
	Named func(text string) string
	// Value returns the value that is meant by a text typed for a named field, or the text itself if it is unknown.
	Value func(name, text string) string
	// Names are further names that a mistyped one may be near to.
	Names []string
	// Sent holds the fields as we sent them by name. A line that still says the same is no field.
	Sent map[string]string
	// Refused holds the fields, by name and value, that our mail quoted from an earlier one of the writer. In a
	// quotation they are none.
	Refused map[Field]bool
}

// ReadFields reads the fields of a mail that sends back lines of ours: those that the writer typed, and those that
// they changed within a quotation of our mail, with or without marks. A line of the writer with an unknown name is a
// field too where it is beside a known one, or where its name is nearly a known one. agree reports whether the plain
// text and the HTML text of the mail say the same.
func ReadFields(raw []byte, o Options, f FieldOptions) (fields []Field, agree bool, err error) {
	if len(raw) > MaxSize {
		return nil, false, ErrTooLarge
	}
	b := bodyLines(parseEntity(raw))
	k, us := newKnown(o.Sent), ourNames(o)
	read := func(lines []line) []Field {
		lines = append([]line(nil), lines...)
		placeLines(lines, k, us, newParser(o))
		return f.read(lines)
	}
	plain, html := read(b.plain), read(b.html)
	switch {
	case b.html == nil:
		return plain, true, nil
	case b.plain == nil:
		return html, true, nil
	}
	return html, sameFields(plain, html), nil
}

// sameFields reports whether two forms of a mail have the same fields, in any order and number.
func sameFields(a, b []Field) bool {
	return coversFields(a, b) && coversFields(b, a)
}

func coversFields(a, b []Field) bool {
	values := map[Field]bool{}
	for _, f := range a {
		values[Field{Name: f.Name, Value: f.Value}] = true
	}
	for _, f := range b {
		if !values[Field{Name: f.Name, Value: f.Value}] {
			return false
		}
	}
	return true
}

// read reads the fields of lines. Equal ones count once.
func (f FieldOptions) read(lines []line) (fields []Field) {
	seen := map[Field]bool{}
	for i, l := range lines {
		field, known := f.field(l)
		if field.Name == "" || len(fields) == maxFields {
			continue
		}
		if !known && (!field.Own || !f.isBeside(lines, i) && !f.isNear(field.Name)) {
			continue
		}
		if sent, has := f.Sent[field.Name]; has && sent == field.Value {
			continue
		}
		key := Field{Name: field.Name, Value: field.Value}
		if !seen[key] && (field.Own || !f.Refused[key]) {
			seen[key] = true
			fields = append(fields, field)
		}
	}
	return fields
}

// field splits a line. known reports whether it has the name of a field; Name is "" where the line cannot be one.
func (f FieldOptions) field(l line) (field Field, known bool) {
	text := strings.TrimSpace(l.text)
	at := strings.IndexAny(text, ":=")
	if at < 1 || at > maxFieldName || strings.HasPrefix(text[at:], "://") {
		return Field{}, false
	}
	name, value := bareName(text[:at]), bareValue(text[at+1:])
	field = Field{Name: name, Value: value, Own: l.place == own}
	if named := f.Named(name); named != "" {
		field.Name, known = named, true
		if f.Value != nil {
			field.Value = f.Value(named, value)
		}
	}
	return field, known
}

// bareName returns a name without bullets and emphasis.
func bareName(text string) string {
	return strings.Trim(text, " \t*_`-–—•·\"'“”„")
}

// bareValue returns a value as typed, on one line and without emphasis, quotes, and the full stop after it.
func bareValue(text string) string {
	text = strings.Join(strings.Fields(text), " ")
	text = strings.Trim(strings.TrimRight(text, ". "), "*`\"'“”„ ")
	text = strings.TrimRight(text, ". ")
	for len(text) > maxFieldValue {
		_, size := utf8.DecodeLastRuneInString(text)
		text = text[:len(text)-size]
	}
	return text
}

// isBeside reports whether the line directly above or below is a known field of the writer.
func (f FieldOptions) isBeside(lines []line, at int) bool {
	for _, i := range []int{at - 1, at + 1} {
		if i < 0 || i >= len(lines) {
			continue
		}
		if field, known := f.field(lines[i]); known && field.Own {
			return true
		}
	}
	return false
}

// isNear reports whether one wrong, missing or additional letter, or two swapped ones, make a name of a known one.
func (f FieldOptions) isNear(name string) bool {
	folded := rules.FoldCommand(name)
	for known := range f.Sent {
		if nearly([]rune(folded), []rune(known)) {
			return true
		}
	}
	return slices.ContainsFunc(f.Names, func(known string) bool { return nearly([]rune(folded), []rune(known)) })
}

// nearly reports whether two texts differ by one letter, or by two neighbours that are swapped.
func nearly(a, b []rune) bool {
	if len(a) < 3 || len(b) < 3 || len(a)-len(b) > 1 || len(b)-len(a) > 1 {
		return false
	}
	start := 0
	for start < min(len(a), len(b)) && a[start] == b[start] {
		start++
	}
	a, b = a[start:], b[start:]
	for len(a) > 0 && len(b) > 0 && a[len(a)-1] == b[len(b)-1] {
		a, b = a[:len(a)-1], b[:len(b)-1]
	}
	return len(a) <= 1 && len(b) <= 1 || len(a) == 2 && len(b) == 2 && a[0] == b[1] && a[1] == b[0]
}
