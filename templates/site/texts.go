package site

import (
	"embed"
	"errors"
	"fmt"
	"html/template"
	"io/fs"
	"strings"
	"unicode/utf8"

	"turnpost/templates/words"
)

// The pages about the server itself are texts in Markdown, by the operator or the default ones here. Raw HTML in them
// is left out, and so are addresses that are no links, such as javascript: that is goldmark's default.

//go:embed texts/*.md
var defaultTexts embed.FS

// TextNames are the names of the texts, which are also those of their pages.
var TextNames = []string{"privacy", "contact"}

// maxText is the maximum size of a text in bytes.
const maxText = 256 << 10

// Text is a page about the server.
type Text struct {
	Title    string // "" if the text does not begin with a heading
	Markdown string
}

// Texts holds the texts by name and language, "" for all languages.
type Texts map[string]map[string]Text

// ReadTexts reads the texts of a folder: NAME.LANGUAGE.md, or NAME.md for all other languages. A text that is not there
// is the default one. A nil folder has none.
func ReadTexts(folder fs.FS) (Texts, error) {
	texts := Texts{}
	for _, name := range TextNames {
		own, err := readText(folder, name)
		if err == nil && len(own) == 0 {
			defaults, _ := fs.Sub(defaultTexts, "texts") // an embedded folder
			own, err = readText(defaults, name)
		}
		if err != nil {
			return nil, err
		}
		texts[name] = own
	}
	return texts, nil
}

func readText(folder fs.FS, name string) (map[string]Text, error) {
	found := map[string]Text{}
	if folder == nil {
		return found, nil
	}
	for _, tag := range append([]string{""}, words.All()...) {
		file := strings.TrimSuffix(name+"."+tag, ".") + ".md"
		text, err := fs.ReadFile(folder, file)
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			return nil, err
		}
		if len(text) > maxText {
			return nil, fmt.Errorf("%s: %d bytes are too many, at most %d", file, len(text), maxText)
		}
		if !utf8.Valid(text) {
			return nil, fmt.Errorf("%s: the text is not in UTF-8", file)
		}
		title, _, _ := strings.Cut(strings.TrimLeft(string(text), "\ufeff\r\n "), "\n")
		title, is := strings.CutPrefix(title, "# ")
		if !is {
			title = ""
		}
		found[tag] = Text{strings.TrimSpace(title), strings.TrimPrefix(string(text), "\ufeff")}
	}
	return found, nil
}

// Page returns the text that Find finds, as HTML.
func (t Texts) Page(name string, language *words.Language) (title string, body template.HTML, err error) {
	text := t.Find(name, language)
	body, err = Markdown(text.Markdown, language.Say("site.board_text"), language.Say("site.table"))
	return text.Title, body, err
}

// Find returns a text for a reader of a language: the one in the language, else the one for all, else any.
func (t Texts) Find(name string, language *words.Language) Text {
	texts := t[name]
	text, found := texts[language.Tag()]
	for _, tag := range append([]string{"", "en"}, words.All()...) {
		if !found {
			text, found = texts[tag]
		}
	}
	return text
}
