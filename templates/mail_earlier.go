package templates

import (
	"embed"

	"turnpost/rules/phrase"
)

//go:embed mail_earlier.en.txt
var earlierFile embed.FS

// earlierPhrases are phrases of mails that were sent before the words were changed.
var earlierPhrases = phrase.MustLoad(earlierFile)

// EarlierSubject returns the subject that a mail about a game had before all mails of a game had the same one; "" for
// other mail. A reply may answer such a mail.
func EarlierSubject(m Mail) string {
	if m.Game == nil {
		return ""
	}
	w := newMailWriter(m)
	subject, _ := earlierPhrases.In(phrase.English).Fill("subject."+string(m.Kind), w.gap)
	if w.err != nil {
		return ""
	}
	return oneLine(subject)
}
