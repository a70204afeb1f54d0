package templates

import (
	"fmt"

	"turnpost/models"
	"turnpost/models/visible"
	"turnpost/templates/board"
	"turnpost/templates/view"
	"turnpost/templates/words"
)

// mailBoardScale is the ratio of the picture's pixels to CSS pixels, for high-resolution screens.
const mailBoardScale = 2

// rowWidth is the width of the board in a digest's row.
const rowWidth = 150

// usualBlocks is the initial capacity for the blocks of a mail.
const usualBlocks = 16

// maxSubject is the maximum length of a subject in characters.
const maxSubject = 200

// maxPreview is the maximum length of a preview in characters; lists of mails show less.
const maxPreview = 300

// RenderMail renders a mail. An error is a fault of the program and permanent: the kind is unknown, a phrase is
// missing, or m lacks the value that its kind requires.
//
// The words of mails, subjects too, are in words/mail*.LANGUAGE.txt. Both parts of a mail are rendered from the same
// blocks, so that they have the same content.
func RenderMail(m Mail) (MailText, error) { return renderMail(m, true) }

// RenderMailText is RenderMail without pictures, to compare a quotation with the original mail.
func RenderMailText(m Mail) (MailText, error) { return renderMail(m, false) }

func renderMail(m Mail, pictures bool) (MailText, error) {
	w := newMailWriter(m)
	w.compose()
	out := MailText{Subject: visible.Shorten(w.say(w.subjectKey()), maxSubject)}
	preview := w.preview()
	if w.err != nil {
		return MailText{}, fmt.Errorf("rendering a mail of kind %q: %w", m.Kind, w.err)
	}
	out.Text = w.text()
	if pictures {
		if err := out.draw(w); err != nil {
			return MailText{}, err
		}
	}
	out.HTML = writeHTML(mailPage{
		Lang: w.language.Tag(), Subject: out.Subject, Preview: preview, Foreign: foreignTexts(w.Mail, w.language.Tag()),
	}, w.blocks)
	return out, nil
}

// subjectKey returns the name of the phrase for the subject. All mails of a game have the same, because mail programs
// show mails with equal subjects as one conversation.
func (w *mailWriter) subjectKey() string {
	if w.Game != nil {
		return "subject.game"
	}
	return "subject." + string(w.Kind)
}

// preview returns the news of the mail, which a list of mails shows beside the subject. That of a digest names its
// games already.
func (w *mailWriter) preview() string {
	preview := w.say("preview." + string(w.Kind))
	if w.Kind != models.KindDigest {
		for _, m := range w.Secondary {
			other := newMailWriter(m)
			preview += " " + other.say("preview."+string(m.Kind))
			w.fail(other.err)
		}
	}
	return visible.Shorten(preview, maxPreview)
}

// draw renders the pictures of the boards.
func (t *MailText) draw(w *mailWriter) error {
	for i := range w.blocks {
		block := &w.blocks[i]
		if !block.drawn {
			continue
		}
		b, scale := w.boards[len(t.Boards)], mailBoardScale
		if block.Kind == blockRow || block.Kind == blockEntry {
			scale = 1 // it is displayed smaller
		}
		b.Style.Scale = scale
		picture, err := board.PNG(b.Diagram, b.Style)
		if err != nil {
			return fmt.Errorf("drawing the board of a mail: %w", err)
		}
		block.Picture, block.Width = w.pictureName(len(t.Boards)), board.WidthOf(picture)/scale
		switch block.Kind {
		case blockRow:
			block.Width = rowWidth
		case blockEntry:
			block.Width = entryWidth
		}
		t.Boards = append(t.Boards, MailPicture{block.Picture, picture})
	}
	return nil
}

// pictureName returns the Content-ID of the n-th board, from 0.
func (w *mailWriter) pictureName(n int) string {
	if n == 0 {
		return w.PictureName
	}
	return fmt.Sprintf("%d.%s", n+1, w.PictureName)
}

// mailWriter collects the blocks of one mail.
type mailWriter struct {
	*Mail
	language    *words.Language
	blocks      []mailBlock
	Said        view.Message // for message: the message that is being quoted
	pairings    []string     // of digest: the games that await the reader, each with its opponent
	boards      []view.Board // of the board blocks, in order
	Do          Commands
	isSecondary bool  // it is a secondary mail, without the parts that the primary one has
	err         error // the first error
}

func newMailWriter(m Mail) *mailWriter {
	language := m.Reader.Words()
	return &mailWriter{
		Mail: &m, language: language, blocks: make([]mailBlock, 0, usualBlocks),
		Do: Commands{Site: m.Site, Language: language},
	}
}

// say returns a phrase about the mail: one line, without control characters.
func (w *mailWriter) say(name string) string {
	if phrase, found := w.language.Fill(name, w.gap); found {
		return oneLine(phrase)
	}
	w.fail(fmt.Errorf("%w: %s", errNoPhrase, name))
	return ""
}

// fail records the first error.
func (w *mailWriter) fail(err error) {
	if w.err == nil {
		w.err = err
	}
}
