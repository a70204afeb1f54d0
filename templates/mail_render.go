package templates

import (
	"bytes"
	_ "embed"
	"fmt"
	htmltemplate "html/template"
	"image/png"
	"strings"
	"text/template"

	"turnpost/rules"
)

// Each language has one file with all of its words. Both forms of a mail are
// made of the same blocks, so that they say the same.
var (
	//go:embed mail_en.tmpl
	mailEnglish string
	//go:embed mail.html.tmpl
	mailLayout string

	mailLanguages = map[string]*template.Template{
		"en": template.Must(template.New("en").Parse(mailEnglish)),
	}
	mailHTML = htmltemplate.Must(htmltemplate.New("mail").Parse(mailLayout))
)

// mailBoardScale is how much larger than shown the board's picture is, for
// screens with small pixels.
const mailBoardScale = 2

// subjectMost is the longest subject in characters.
const subjectMost = 200

// RenderMail writes a mail. The error says that there is no such kind, or what
// the kind is about is not there.
func RenderMail(m Mail) (MailText, error) {
	w := newMailWriter(m)
	if err := w.compose(); err != nil {
		return MailText{}, fmt.Errorf("rendering a mail of kind %q: %w", m.Kind, err)
	}
	out := MailText{Subject: clipped(w.say("subject."+m.Kind), subjectMost)}
	preview := w.say("preview." + m.Kind)
	if w.err != nil {
		return MailText{}, fmt.Errorf("rendering a mail of kind %q: %w", m.Kind, w.err)
	}
	out.Text = w.text()
	if err := out.draw(w); err != nil {
		return MailText{}, err
	}
	var html strings.Builder
	err := mailHTML.Execute(&html, mailPage{Lang: w.lang, Subject: out.Subject, Preview: preview, Blocks: w.blocks})
	out.HTML = html.String()
	return out, err
}

// mailPage is what the HTML layout shows.
type mailPage struct {
	Lang, Subject, Preview string
	Blocks                 []mailBlock
}

// draw makes the pictures of the boards, each for its block.
func (t *MailText) draw(w *mailWriter) error {
	for i := range w.blocks {
		block := &w.blocks[i]
		if block.Kind != blockBoard {
			continue
		}
		board := w.boards[len(t.Boards)]
		board.style.Scale = mailBoardScale
		picture, err := BoardPNG(board.diagram, board.style)
		if err != nil {
			return fmt.Errorf("drawing the board of a mail: %w", err)
		}
		size, err := png.DecodeConfig(bytes.NewReader(picture))
		if err != nil {
			return fmt.Errorf("measuring the board of a mail: %w", err)
		}
		block.Picture, block.Width = w.pictureName(len(t.Boards)), size.Width/mailBoardScale
		t.Boards = append(t.Boards, MailPicture{block.Picture, picture})
	}
	return nil
}

// pictureName is the Content-ID of the n-th board, from 0.
func (w *mailWriter) pictureName(n int) string {
	if n == 0 {
		return w.PictureName
	}
	return fmt.Sprintf("%d.%s", n+1, w.PictureName)
}

// mailBoard is a board to be drawn.
type mailBoard struct {
	diagram rules.Diagram
	style   BoardStyle
}

// mailWriter gathers the blocks of one mail.
type mailWriter struct {
	*Mail
	lang   string
	words  *template.Template
	blocks []mailBlock
	Said   MailMessage // of message: the one that is being quoted
	boards []mailBoard // of the blocks that are boards, in order
	beside bool        // it is told in another mail, which shows what is common to both
	err    error       // the first of say
}

func newMailWriter(m Mail) *mailWriter {
	w := &mailWriter{Mail: &m, lang: "en"}
	if language, _, _ := strings.Cut(strings.ToLower(m.Locale), "-"); mailLanguages[language] != nil {
		w.lang = language
	}
	w.words = mailLanguages[w.lang]
	return w
}

// say is the text of one phrase about the mail: one line, without control
// characters.
func (w *mailWriter) say(phrase string) string {
	var b strings.Builder
	if err := w.words.ExecuteTemplate(&b, phrase, w); err != nil && w.err == nil {
		w.err = err
	}
	return oneLine(b.String())
}

// knows tells whether the language has a phrase.
func (w *mailWriter) knows(phrase string) bool { return w.words.Lookup(phrase) != nil }
