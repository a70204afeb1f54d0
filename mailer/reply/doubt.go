package reply

import (
	"cmp"
	"strings"
	"unicode"
)

// A sign of doubt beside a turn, such as a question mark, makes it a question: it is shown or asked about, never
// played. There are question marks in many scripts, and as pictures; any other picture is taken for one unless it is
// known to be harmless, as nobody can list those by which people hesitate.

// questionMarks are the question marks of all scripts. The Greek one is a semicolon.
const questionMarks = "?¿;\u037e՞؟፧᥅‽⁇⁈⁉≟⍰❓❔⩻⩼⳺⳻⸘⸮⹔㉄꘏꛷︖﹖？𑅃𞥟🙹🙺🙻🯄"

// harmless holds the pictures that leave no doubt.
var harmless = func() map[rune]bool {
	set := map[rune]bool{}
	for _, pictures := range table("harmless") {
		for _, r := range pictures {
			set[r] = true
		}
	}
	return set
}()

// isPicture reports whether a rune is a picture, known to Unicode's tables or newer than they are.
func isPicture(r rune) bool {
	return unicode.Is(unicode.So, r) || r >= 0x1f000 && r < 0x20000 && !unicode.In(r, unicode.L, unicode.N, unicode.Sk)
}

// isDoubtful reports whether a rune is a picture that is not known to be harmless.
func isDoubtful(r rune) bool { return isPicture(r) && !harmless[r] }

// isDoubt reports whether a rune beside a turn makes it a question.
func isDoubt(r rune) bool { return strings.ContainsRune(questionMarks, r) || isDoubtful(r) }

// isOrnament reports whether a rune is decoration: harmless pictures, stars, spaces.
func isOrnament(r rune) bool {
	switch r {
	case ' ', '\u200c', '\u200d':
		return true
	case '→', '`', '˜':
		return false
	}
	return unicode.Is(unicode.Sk, r) || harmless[r]
}

// isBesideDoubt reports whether a rune may stand between a turn and a sign of doubt.
func isBesideDoubt(r rune) bool {
	return isDoubt(r) || isOrnament(r) || strings.ContainsRune("!.,:()[]…-–—", r)
}

// cutQuestion returns a text without the signs around it, and reports on which sides one of them is of doubt.
func cutQuestion(text string) (asked string, before, after bool) {
	asked = text
	if rest := strings.TrimLeftFunc(asked, isBesideDoubt); strings.ContainsFunc(asked[:len(asked)-len(rest)], isDoubt) {
		asked, before = rest, true
	}
	if rest := strings.TrimRightFunc(asked, isBesideDoubt); strings.ContainsFunc(asked[len(rest):], isDoubt) {
		asked, after = rest, true
	}
	if before || after {
		asked = clean(asked)
	}
	return asked, before, after
}

// asksInSubject reports whether the writer put a sign of doubt before or after our subject, or asks in a subject of
// their own. A program may have made question marks of the letters of ours.
func asksInSubject(subject string, sent Sent) bool {
	_, before, after := cutQuestion(bareSubject(subject))
	_, oursBefore, oursAfter := cutQuestion(bareSubject(sent.Subject))
	isGarbled := isASCII([]byte(subject)) && !isASCII([]byte(sent.Subject))
	return sent.Subject != "" && !isGarbled && (before && !oursBefore || after && !oursAfter)
}

// yesWord is the word that pictures of assent say.
const yesWord = "yes"

// isAssent reports whether a line consists of pictures that say yes.
func isAssent(text string) bool {
	return strings.Trim(text, "👍👌✅✔☑🆗🏻🏼🏽🏾🏿\u200d !") == "" && isPicture(firstRune(text))
}

// plainQuestion returns a text with the question marks of all scripts as "?", as the words around them are judged.
func plainQuestion(text string) string {
	return strings.Map(func(r rune) rune {
		if r != ';' && strings.ContainsRune(questionMarks, r) {
			return '?'
		}
		return r
	}, text)
}

// unknownPicture is a sign for a picture of which only a name is known.
const unknownPicture = "\U0001f5bc"

// pictureSign returns the sign that an image in an HTML text represents: the emoji that it shows, or unknownPicture for
// one that is named in words, such as :thinking:. It is "" for other images, such as the logo of a signature.
func pictureSign(attributes map[string]string) string {
	label := strings.TrimSpace(cmp.Or(attributes["data-emoji"], attributes["alt"], attributes["aria-label"],
		attributes["title"]))
	lower := strings.ToLower(label)
	switch {
	case label == "" && strings.Contains(attributes["src"], "emoji"):
		return unknownPicture
	case len([]rune(label)) <= 3, !strings.ContainsFunc(label, isNoPartOfPicture):
		return label
	case attributes["data-emoji"] != "", strings.Contains(strings.ToLower(attributes["class"]), "emoji"),
		strings.HasPrefix(label, ":") && strings.HasSuffix(label, ":"), strings.HasSuffix(lower, "emoji"):
		return unknownPicture
	}
	return ""
}

// isNoPartOfPicture reports whether a rune is neither a picture nor what joins and changes pictures.
func isNoPartOfPicture(r rune) bool {
	return !isPicture(r) && !unicode.In(r, unicode.Sk, unicode.Mn, unicode.Cf)
}
