package rules

import (
	"embed"
	"fmt"
	"io/fs"
	"slices"
	"strings"

	"turnpost/rules/phrase"
)

//go:embed words.*.txt
var sharedWords embed.FS

// Words holds all texts of a ruleset in every language of its folder.
type Words struct {
	*phrase.Tables                     // in the languages in which the game is whole
	rules          map[string]string   // the text of the rules by language
	lacking        map[string][]string // what is missing in each of the other languages of the folder
}

// LoadWords reads words.LANG.txt and rules.LANG.md in a ruleset's folder; languages in which these are not whole are
// left out, see Lacks. It panics if a file is invalid: the files are
// part of the program.
func LoadWords(folder fs.FS) Words {
	w := Words{Tables: phrase.MustLoad(sharedWords, folder), rules: map[string]string{}, lacking: map[string][]string{}}
	languages := w.Languages()
	for _, lang := range languages {
		if text, err := fs.ReadFile(folder, fmt.Sprintf("rules.%s.md", lang)); err == nil {
			w.rules[lang] = string(text)
		}
	}
	for _, lang := range languages {
		if faults := w.faults(lang); len(faults) > 0 && lang != phrase.English {
			w.lacking[lang] = faults
			w.Tables = w.Without(lang)
		}
	}
	return w
}

// Lacks lists what a game lacks in a language, a line each: phrases, those of all games included, and the rules. A game
// that lacks anything is shown in English to readers of that language, so that none of it is a mixture.
func (w Words) Lacks(lang string) []string {
	switch {
	case w.lacking[lang] != nil:
		return slices.Clone(w.lacking[lang])
	case w.In(lang).Lang() == lang:
		return w.faults(lang)
	}
	return []string{fmt.Sprintf("there is neither words.%s.txt nor rules.%s.md", lang, lang)}
}

func (w Words) faults(lang string) []string {
	faults := w.Faults(lang)
	if w.rules[lang] == "" {
		return append(faults, fmt.Sprintf("%s lacks rules.%s.md", lang, lang))
	}
	want, got := rulesOutline(w.rules[phrase.English]), rulesOutline(w.rules[lang])
	if !slices.Equal(want, got) {
		faults = append(faults, fmt.Sprintf("rules.%s.md has the outline %q, English %q", lang, got, want))
	}
	return faults
}

// rulesOutline lists the sections and the lines of pictures of a rules text, in their order.
func rulesOutline(text string) (outline []string) {
	for line := range strings.Lines(text) {
		if strings.HasPrefix(line, "## ") {
			outline = append(outline, "##")
		} else if keys := PictureKeys(line); keys != nil {
			outline = append(outline, strings.Join(keys, " "))
		}
	}
	return outline
}

// languages returns the languages of the files and the pseudo-languages for tests.
func (w Words) languages() []string { return append(w.Languages(), phrase.Pseudo, phrase.Keys) }

// info returns the description of a game in one language.
func (w Words) info(d *Definition, lang string) Info {
	say := w.In(lang)
	info := Info{
		ID: d.ID, Version: d.Version, Suggested: d.Suggested, Name: say.Text("name"), Summary: say.Text("summary"),
		Notation: say.Text("notation"), PositionText: say.Text("position"), Credit: say.Text("credit"),
		Rules: w.rules[lang],
	}
	if info.Rules == "" {
		info.Rules = w.rules[phrase.English]
	}
	if lang == phrase.Pseudo {
		info.Rules = markRules(info.Rules)
	}
	for seat, id := range d.Sides {
		key := "side." + id
		info.Sides[seat] = Side{ID: id, Name: say.Text(key), Player: say.Text(key)}
		if say.Has(key + ".player") {
			info.Sides[seat].Player = say.Text(key + ".player")
		}
	}
	for _, id := range d.Variants {
		key := "variant." + id
		v := Variant{ID: id, Name: say.Text(key), Summary: say.Text(key + ".summary")}
		if say.Has(key + ".length") {
			v.Length = say.Text(key + ".length")
		}
		info.Variants = append(info.Variants, v)
	}
	for _, code := range d.Faults {
		info.Faults = append(info.Faults, Fault{Code: code, Meaning: say.Text("fault." + code)})
	}
	for _, code := range d.Reasons {
		info.Reasons = append(info.Reasons, Reason{Code: code, Phrase: say.Text("reason." + code)})
	}
	for _, e := range d.Examples {
		e.Key, e.Text = strings.TrimPrefix(e.Text, exampleKey), say.Text(e.Text)
		info.Examples = append(info.Examples, e)
	}
	return info
}

// markRules marks the words of a rules text, except in the lines that refer to examples.
func markRules(text string) string {
	var b strings.Builder
	for line := range strings.Lines(text) {
		if PictureKeys(line) == nil {
			line = phrase.Mark(line)
		}
		b.WriteString(line)
	}
	return b.String()
}

// signs returns the meanings of the marks, in the game's words if it has any.
func signs(say *phrase.Table) Signs {
	text := func(mark string) string {
		if own := "mark." + mark; say.Has(own) {
			return say.Text(own)
		}
		return say.Text("mark.default." + mark)
	}
	return Signs{From: text("from"), To: text("to"), Captured: text("captured")}
}

// In translates the labels, the legend and the names of pieces, which a game sets to keys of phrases. Text that is not
// a key stays unchanged.
func (d Diagram) In(say *phrase.Table) Diagram {
	d.Signs = signs(say)
	text := func(key *string) {
		if say.Has(*key) {
			*key = say.Text(*key)
		}
	}
	for i := range d.Pieces {
		d.Pieces[i].Name = d.Pieces[i].Kind
		if key := "piece." + d.Pieces[i].Kind; say.Has(key) {
			d.Pieces[i].Name = say.Text(key)
		}
	}
	for i := range d.Bowls {
		text(&d.Bowls[i].Label)
	}
	for i := range d.Counters {
		text(&d.Counters[i].Label)
	}
	for i := range d.Legend {
		text(&d.Legend[i].Text)
	}
	return d
}
