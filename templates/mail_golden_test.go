package templates

import (
	"bytes"
	"cmp"
	"flag"
	"image/png"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"golang.org/x/net/html"

	"turnpost/models"
	"turnpost/templates/board"
)

func TestMailsAsWritten(t *testing.T) {
	for _, c := range slices.Concat(mailCases, clockCases) {
		t.Run(c.name, func(t *testing.T) {
			kind := c.kind
			if kind == "" {
				kind = models.Kind(c.name)
			}
			m := sampleMail(t, kind)
			if c.change != nil {
				c.change(t, &m)
			}
			got, err := RenderMail(m)
			if err != nil {
				t.Fatal(err)
			}
			goldenMail(t, c.name+".txt", "Subject: "+got.Subject+"\n\n"+got.Text)
			goldenMail(t, c.name+".html", got.HTML)
			checkPlain(t, got.Text)
			checkPicture(t, m, got)
		})
	}
}

// goldenMail compares with a file of testdata/mails, or writes it.
func goldenMail(t *testing.T, name, got string) {
	t.Helper()
	golden(t, filepath.Join("mails", name), got)
}

// golden compares with a file of testdata, or writes it.
func golden(t *testing.T, name, got string) {
	t.Helper()
	path := filepath.Join("testdata", name)
	if flag.Lookup("update").Value.String() == "true" { // the flag of rulestest
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatalf("%v: make golden writes it", err)
	}
	if got != string(want) {
		t.Errorf("%s is written otherwise now (-update accepts it):\n%s", name, got)
	}
}

// checkPlain checks that no line is long enough for a mail program to break it.
func checkPlain(t *testing.T, text string) {
	t.Helper()
	for line := range strings.Lines(text) {
		line = strings.TrimSuffix(line, "\n")
		long := utf8.RuneCountInString(line) > board.MaxColumns && strings.Contains(strings.TrimSpace(line), " ")
		if long && !strings.HasPrefix(line, "    ") {
			t.Errorf("a line of %d columns: %s", utf8.RuneCountInString(line), line)
		}
		if line != strings.TrimRight(line, " ") && line != "-- " {
			t.Errorf("blanks at the end of %q", line)
		}
	}
}

// checkPicture checks that each picture can be decoded, is referenced, and has about the width of a mail.
func checkPicture(t *testing.T, m Mail, got MailText) {
	t.Helper()
	if shown := strings.Count(got.HTML, `src="cid:`); shown != len(got.Boards) {
		t.Fatalf("the HTML shows %d boards; there are %d pictures", shown, len(got.Boards))
	}
	for i, picture := range got.Boards {
		if (i == 0 && picture.ID != m.PictureName) || strings.Count(got.HTML, `src="cid:`+picture.ID+`"`) != 1 {
			t.Errorf("picture %d, %s, is not shown once", i, picture.ID)
		}
		if _, err := png.Decode(bytes.NewReader(picture.PNG)); err != nil {
			t.Error(err)
		}
	}
	if len(got.Boards) == 0 {
		return
	}
	if w := attribute(t, got.HTML, "img", "width"); w != "533" && w != "445" && (m.Kind != "digest" || w != "150") {
		t.Errorf("the board is shown %s pixels wide", w)
	}
	if m.Game != nil && !strings.Contains(got.HTML, `<a href="`+cmp.Or(m.Page, GameURL(m.Site, m.Game.ID))+`"><img `) {
		t.Error("a tap on the board does not open the game")
	}
}

// attribute returns the value of an attribute of the first matching element.
func attribute(t *testing.T, page, element, name string) string {
	t.Helper()
	root, err := html.Parse(strings.NewReader(page))
	if err != nil {
		t.Fatal(err)
	}
	for node := range root.Descendants() {
		if node.Type != html.ElementNode || node.Data != element {
			continue
		}
		for _, a := range node.Attr {
			if a.Key == name {
				return a.Val
			}
		}
	}
	return ""
}
