package templates

import (
	"strings"
	"testing"
)

// everyBlock is the kinds of blocks.
var everyBlock = []blockKind{
	blockHead, blockLead, blockDue, blockText, blockQuote, blockBoard, blockRow, blockCode, blockFixed, blockCommand,
	blockButton, blockLink, blockEnd,
}

// FuzzBlockAsHTML wants blocks to be written as html/template writes them, whatever stands in them.
func FuzzBlockAsHTML(f *testing.F) {
	for _, url := range []string{
		"https://play.example.org/g/k7m2q9xr?k=a.b-c_d~e", "http://127.0.0.1:8080/", "", "/path", "javascript:alert(1)",
		"cid:a", "https://a/?b&c+d'e\"f", "https://münchen.example/%zz%20 ", "HTTPS://a", "https://a/<b>",
	} {
		f.Add("Nice <move> & \"more\" + 'all'\x00\xff Ω", "a/b\n/", url, "board@example.org")
		f.Add(url, "", "https://play.example.org", url)
	}
	f.Fuzz(func(t *testing.T, text, lines, url, picture string) {
		for _, kind := range everyBlock {
			b := mailBlock{
				Kind: kind, Text: text, Lines: strings.Split(lines, "\n"), URL: url, Label: lines,
				Picture: picture, Width: len(text),
			}
			var got, want strings.Builder
			if err := writeBlock(&got, &b); err != nil {
				t.Fatal(err)
			}
			if err := mailHTML.ExecuteTemplate(&want, string(kind), &b); err != nil {
				t.Fatal(err)
			}
			if got.String() != want.String() {
				t.Errorf("a block of kind %s is written as\n%s\nwant\n%s", kind, got.String(), want.String())
			}
		}
	})
}

// What this misses, a new Go or a new layout perhaps, is written correctly all the same, but slowly.
func TestBlocksAreWrittenFast(t *testing.T) {
	for _, kind := range everyBlock {
		if _, fast := blockForms()[kind]; !fast && kind != blockRow {
			t.Errorf("the template of blocks of kind %s was not taken apart", kind)
		}
	}
}
