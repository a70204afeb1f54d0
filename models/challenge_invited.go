package models

import (
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// AcceptedInvitation is a game that started by a reply to a challenge.
type AcceptedInvitation struct {
	Game   *Game
	Player Player
	New    bool // the reply created the account
}

// MaxName is the maximum length of a name in letters.
const MaxName = 24

// NameFromDisplay derives a name from the first word of a display name that has Latin letters. It removes accents and
// characters that names cannot have. If nothing remains, it returns "player".
func NameFromDisplay(display string) string {
	words := strings.FieldsFunc(display, func(r rune) bool {
		return unicode.IsSpace(r) || r == ',' || r == '@' || r == '.'
	})
	for _, word := range words {
		var b strings.Builder
		for _, r := range norm.NFKD.String(latin.Replace(word)) {
			letter := r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z'
			if letter || b.Len() > 0 && (r >= '0' && r <= '9' || r == '-' || r == '_') {
				b.WriteRune(r)
			}
		}
		name := strings.Trim(b.String()[:min(b.Len(), MaxName-4)], "-_")
		if CheckName(name) == nil {
			return name
		}
	}
	return "player"
}

// latin replaces letters that have no decomposition.
var latin = strings.NewReplacer(
	"ß", "ss", "æ", "ae", "Æ", "Ae", "œ", "oe", "Œ", "Oe", "ø", "o", "Ø", "O", "ł", "l", "Ł", "L",
	"đ", "d", "Đ", "D", "þ", "th", "Þ", "Th", "ð", "d", "ı", "i",
)
