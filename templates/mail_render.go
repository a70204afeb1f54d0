package templates

import (
	"fmt"

	"turnpost/models"
	"turnpost/models/visible"
	"turnpost/templates/board"
)

// mailBoardScale is the ratio of the picture's pixels to CSS pixels, for high-resolution screens.
const mailBoardScale = 2

// rowWidth is the width of the board in a digest's row.
const rowWidth = 150

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
