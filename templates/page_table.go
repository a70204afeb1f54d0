package templates

import (
	"strings"
	"unicode/utf8"

	"turnpost/rules"
	"turnpost/templates/words"
)

// tableColumns is the maximum width of all columns but the last; a wider table is rendered as blocks of fields.
const tableColumns = textColumns - 16

// Field is a name, as in the API, and a value.
type Field struct{ Name, Value string }

// FieldsText renders lines of `name: value`. Continuation lines of a value are indented.
func FieldsText(fields []Field) string {
	var b strings.Builder
	for _, f := range fields {
		value := f.Value
		if value == "" {
			value = "-"
		}
		b.WriteString(wrapLines(f.Name+": ", value))
	}
	return b.String()
}

// wrapLines wraps each line of a value after its name.
func wrapLines(first, value string) string {
	var b strings.Builder
	for i, line := range cleanLines(value) {
		if i > 0 {
			first = "  "
		}
		b.WriteString(wrapText(line, "  ", first))
	}
	return b.String()
}

// TableText renders a table of at most 80 columns, with the API's names as headers. An empty cell shows "-". A table
// that does not fit is rendered as blocks of fields.
func TableText(names []string, rows [][]string) string {
	if len(rows) == 0 {
		return ""
	}
	widths := make([]int, len(names))
	table := append([][]string{names}, rows...)
	for i, row := range table {
		table[i] = tableRow(row)
		for j, cell := range table[i] {
			widths[j] = max(widths[j], utf8.RuneCountInString(cell))
		}
	}
	before := 0
	for _, width := range widths[:len(widths)-1] {
		before += width + 2
	}
	if before > tableColumns && before+widths[len(widths)-1] > textColumns {
		return blocks(names, table[1:])
	}
	return setTable(table)
}

func tableRow(row []string) []string {
	out := make([]string, len(row))
	for i, cell := range row {
		if out[i] = oneLine(cell); out[i] == "" {
			out[i] = "-"
		}
	}
	return out
}

// blocks renders rows one below the other, each as fields.
func blocks(names []string, rows [][]string) string {
	texts := make([]string, len(rows))
	for i, row := range rows {
		fields := make([]Field, len(names))
		for j, name := range names {
			fields[j] = Field{name, row[j]}
		}
		texts[i] = FieldsText(fields)
	}
	return strings.Join(texts, "\n")
}

// EmptyText renders an empty list.
func EmptyText(language *words.Language) string { return pageText(language, "page.empty", nil) }

// NextPageText explains how to request the next page of a list.
func NextPageText(cursor string, language *words.Language) string {
	return pageText(language, "page.more", cursor)
}

// AfterText suggests commands after a response. The parameter what names the kind of response: a list of rulesets,
// games or challenges, an empty one, a player, the account, a line of play, messages or other parts of a game; "" suggests
// nothing. id is the game or the event, if there is one.
func AfterText(what, id string, do Commands) string {
	if what == "" {
		return ""
	}
	return pageText(do.Language, "after."+what, struct {
		Commands
		ID string
	}{do, id})
}

// RulesAfterText suggests commands after the rules of a ruleset; tries means that there is a board to try.
func RulesAfterText(info rules.Info, tries bool, do Commands) string {
	return pageText(do.Language, "after.rules", rulesAfter{do, info, tries})
}

type rulesAfter struct {
	Commands
	info  rules.Info
	Tries bool
}

// ID returns the ID of the ruleset.
func (r rulesAfter) ID() string { return r.info.ID }

// Variant returns the ID of the variant for a first game.
func (r rulesAfter) Variant() string { return r.info.Offered()[0].ID }

// Choices lists what the fields of a challenge can be.
func (r rulesAfter) Choices() string { return choices(r.info, r.Language) }

// choices lists the variants and sides of a ruleset and examples of paces, by the names of the fields.
func choices(info rules.Info, language *words.Language) string {
	return language.Say("text.choices", "variants", variantIDs(info), "sides", []string{info.Sides[0].ID, info.Sides[1].ID, "random"})
}

// variantIDs lists the IDs of the variants, the one for a first game first.
func variantIDs(info rules.Info) []string {
	ids := make([]string, len(info.Variants))
	for i, v := range info.Offered() {
		ids[i] = v.ID
	}
	return ids
}

// TrialsAfterText suggests commands after a list of the games that can be tried.
func TrialsAfterText(ids []string, do Commands) string {
	return pageText(do.Language, "after.trials", struct {
		Commands
		IDs []string
	}{do, ids})
}
