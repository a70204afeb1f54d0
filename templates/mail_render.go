package templates

import (
	"fmt"

	"turnpost/templates/board"
	"turnpost/templates/view"
	"turnpost/templates/words"
)

// mailBoardScale is how much larger than shown the board's picture is, for
// screens with small pixels.
const mailBoardScale = 2

// rowWidth is how wide the board of a digest's row is shown.
const rowWidth = 150

// usualBlocks is how many blocks a mail may have before room for more is looked for.
const usualBlocks = 16

// maxSubject is the longest subject in characters.
const maxSubject = 200

// RenderMail writes a mail. Its error is a fault of the program, which the next attempt
// would find again: there is no such kind, a phrase of it is missing, or what the mail is
// about is not there.
//
// The words of mails are in words/mail.LANGUAGE.txt and mail_reply.LANGUAGE.txt. Both forms of a mail are made of
// the same blocks, so that they say the same.
func RenderMail(m Mail) (MailText, error) { return renderMail(m, true) }

// RenderMailText is RenderMail without the pictures, for comparing what somebody quotes of a mail.
func RenderMailText(m Mail) (MailText, error) { return renderMail(m, false) }

func renderMail(m Mail, pictures bool) (MailText, error) {
	w := newMailWriter(m)
	w.compose()
	out := MailText{Subject: clipped(w.say("subject."+string(m.Kind)), maxSubject)}
	preview := w.say("preview." + string(m.Kind))
	if w.err != nil {
		return MailText{}, fmt.Errorf("rendering a mail of kind %q: %w", m.Kind, w.err)
	}
	out.Text = w.text()
	if pictures {
		if err := out.draw(w); err != nil {
			return MailText{}, err
		}
	}
	out.HTML = writeHTML(mailPage{Lang: w.language.Tag(), Subject: out.Subject, Preview: preview}, w.blocks)
	return out, nil
}

// draw makes the pictures of the boards, each for its block.
func (t *MailText) draw(w *mailWriter) error {
	for i := range w.blocks {
		block := &w.blocks[i]
		if !block.drawn {
			continue
		}
		b, scale := w.boards[len(t.Boards)], mailBoardScale
		if block.Kind == blockRow {
			scale = 1 // it is shown much smaller than it is
		}
		b.Style.Scale = scale
		picture, err := board.PNG(b.Diagram, b.Style)
		if err != nil {
			return fmt.Errorf("drawing the board of a mail: %w", err)
		}
		block.Picture, block.Width = w.pictureName(len(t.Boards)), board.WidthOf(picture)/scale
		if block.Kind == blockRow {
			block.Width = rowWidth
		}
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

// mailWriter gathers the blocks of one mail.
type mailWriter struct {
	*Mail
	language *words.Language
	blocks   []mailBlock
	Said     view.Message // of message: the one that is being quoted
	pairings []string     // of digest: the games that await the reader, each with its opponent
	boards   []view.Board // of the blocks that are boards, in order
	Do       Commands
	beside   bool  // it stands in another mail, which shows what is common to both
	err      error // the first fault
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

// fail keeps the first fault.
func (w *mailWriter) fail(err error) {
	if w.err == nil {
		w.err = err
	}
}
