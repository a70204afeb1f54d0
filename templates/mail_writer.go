package templates

import (
	"errors"
	"fmt"

	"turnpost/templates/view"
	"turnpost/templates/words"
)

var (
	errNoKind      = errors.New("there is no such kind")
	errNoGame      = errors.New("the game is missing")
	errNoChallenge = errors.New("the challenge is missing")
	errNoEvent     = errors.New("the event is missing")
	errNoBoard     = errors.New("the board is missing")
	errNoAnswer    = errors.New("the answer is missing")
	errNoPhrase    = errors.New("there is no such phrase")
)

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

// usualBlocks is the initial capacity for the blocks of a mail.
const usualBlocks = 16

// maxSubject is the maximum length of a subject in characters.
const maxSubject = 200

// subjectKey returns the name of the phrase for the subject. All mails of a game have the same, because mail programs
// show mails with equal subjects as one conversation.
func (w *mailWriter) subjectKey() string {
	if w.Game != nil {
		return "subject.game"
	}
	return "subject." + string(w.Kind)
}
