package reply

import (
	"strings"
	"unicode"
)

// Gateways of companies put a notice above a mail that comes from outside: a paragraph, a line between signs, a box.
// It is none of the writer's text. It is known by the words of many languages, and in any other by its form, if none of
// its words takes a turn back or leaves it open.

const (
	maxNotices     = 4  // paragraphs, boxes and lines of signs above the writer's text
	maxNoticeLines = 12 // of one of them
	maxNoticeLead  = 24 // letters of the word in capitals before a notice
)

// noticeStems are parts of the words of notices, noticeTips sentences and marks that only a notice has.
var noticeStems, noticeTips = table("notices"), table("notice_tips")

// markNotices makes the notices above the writer's text footers, and those below it that are known by their words.
func (y *layout) markNotices() {
	at := y.nextText(-1)
	for range maxNotices {
		end, ok := y.notice(at)
		if !ok {
			break
		}
		y.makeNotice(at, end)
		at = y.nextText(end - 1)
	}
	for at < len(y.lines) {
		end := y.noticeEnd(at)
		text := y.joined(at, end)
		stems := noticeWords(text)
		if isTip(text) || stems > 4 || saysNotice(text, stems, isEnclosed(text)) && !asksOrPlays(text) {
			y.makeNotice(at, end)
		}
		at = y.nextText(max(at, end-1))
	}
}

func (y *layout) makeNotice(at, end int) {
	for i := at; i < end; i++ {
		if l := &y.lines[i]; !l.blank() {
			l.place, l.cut, l.attribute = footer, false, false
		}
	}
}

// asksOrPlays reports whether a text may be about the turn above it.
func asksOrPlays(text string) bool {
	s := stanceOf(text)
	return s.asks || s.has(points|turns|plays|takes|delays|unreal) || takesBack(phraseWords(text))
}

// notice returns the end of the notice that begins at a line. It is not ok if there is none.
func (y *layout) notice(at int) (end int, ok bool) {
	if at >= len(y.lines) {
		return 0, false
	}
	if isRule(y.lines[at].text) {
		end = y.noticeEnd(at + 1)
		text := y.joined(at+1, end)
		if closed := end < len(y.lines) && isRule(y.lines[end].text); text == "" || !closed {
			return at + 1, at > 0 && text == "" || at > 0 && y.lines[at-1].place == footer // the end of a notice above
		}
		return end + 1, isNotice(text, true)
	}
	end = y.noticeEnd(at)
	if end == at {
		return 0, false
	}
	text := y.joined(at, end)
	ruled := end < len(y.lines) && isRule(y.lines[end].text)
	boxed := ruled || isEnclosed(text) || y.lines[at].place == quoted && strings.HasSuffix(text, "|")
	if y.lines[at].place == quoted && !boxed || !isNotice(text, boxed) {
		return 0, false
	}
	if ruled {
		end++
	}
	return end, true
}

// noticeEnd returns the end of the paragraph that begins at a line: before a blank line, a rule, a greeting, a command,
// or our mail.
func (y *layout) noticeEnd(at int) int {
	end := at
	for end < len(y.lines) && end-at < maxNoticeLines {
		l := y.lines[end]
		isCell := l.place == quoted && strings.HasSuffix(l.text, "|")
		if l.blank() || l.place != own && !isCell || isRule(l.text) || isGreeting(l.text) || y.startsCommand(end) {
			break
		}
		end++
	}
	return end
}

func (y *layout) joined(from, to int) string {
	var texts []string
	for _, l := range y.lines[from:to] {
		texts = append(texts, l.text)
	}
	return strings.Join(texts, " ")
}

// isRule reports whether a line has at least three signs of a line or a box, and nothing else.
func isRule(text string) bool {
	bare := strings.ReplaceAll(text, " ", "")
	return len([]rune(bare)) >= 3 && strings.Trim(bare, "-_=*#~+|—–‐─━═┌┐└┘├┤╔╗╚╝╭╮╰╯▔▁") == ""
}

// isEnclosed reports whether signs or brackets stand around a text: "*** EXTERN ***", "[ EXTERN ]".
func isEnclosed(text string) bool {
	inner := strings.Trim(text, "-_=*#~+|—–─━═!<>[](){}【】「」⚠\ufe0f🛑⛔❗🚨 ")
	at := strings.Index(text, inner)
	return inner != "" && at > 0 && at+len(inner) < len(text)
}

// isNotice reports whether a text is a notice by its words, or, if it is boxed or begins with a word in capitals, by
// its form.
func isNotice(text string, boxed bool) bool {
	stems, labelled := noticeWords(text), isLabelledNotice(text)
	switch {
	case isTip(text) || saysNotice(text, stems, boxed):
		return true
	case !boxed && (!labelled || stems == 0 && len([]rune(text)) <= maxLegalLine):
		return false
	}
	const weighty = points | turns | plays | counts | negates | doubts | delays | takes | unreal | wonders
	s := stanceOf(text)
	return !s.has(weighty) && !s.asks && !hasWord(text, hesitation) && !takesBack(phraseWords(text)) && !hasDigit(text) &&
		(stems > 0 || len(s.words) > 2 || hasNoSpaces(firstRune(strings.TrimLeft(text, "-_=*#~[|!⚠ "))))
}

// saysNotice reports whether a text that is no tip is a notice by its words alone, of which stems are those of notices.
func saysNotice(text string, stems int, boxed bool) bool {
	return stems > 2 || stems > 1 && (boxed || isLabelledNotice(text))
}

func isTip(text string) bool {
	return contains(strings.ReplaceAll(strings.ToLower(text), "’", "'"), noticeTips)
}

// noticeWords counts the words of notices in a text.
func noticeWords(text string) (stems int) {
	lower := strings.ToLower(text)
	for _, stem := range noticeStems {
		if strings.Contains(lower, stem) {
			stems++
		}
	}
	return stems
}

// maxLegalLine is the length from which a single line is more than words of a person before a turn.
const maxLegalLine = 60

// isLabelledNotice reports whether a text begins with a word in capitals and a sign: "ACHTUNG: ", "[EXTERN]".
func isLabelledNotice(text string) bool {
	text = strings.TrimLeftFunc(text, func(r rune) bool { return !unicode.IsLetter(r) })
	end := strings.IndexFunc(text, func(r rune) bool { return !unicode.IsUpper(r) && r != '-' && r != ' ' })
	if end <= 0 || end > maxNoticeLead*2 {
		return false
	}
	return len([]rune(strings.TrimSpace(text[:end]))) > 3 && strings.ContainsRune(":!]-–—.|", firstRune(text[end:]))
}
