package record

import (
	"crypto/sha256"
	"encoding/hex"
	"strconv"
	"strings"
	"time"

	"turnpost/models"
	"turnpost/models/play"
	"turnpost/models/store"
	"turnpost/models/visible"
	"turnpost/rules"
	"turnpost/rules/phrase"
)

// recordText is a record in text form, split into tags and words.
type recordText struct {
	tags  map[string]string
	words []recordWord // numbers, turns, gaps, result
}

type recordWord struct {
	text string
	line int
}

// maxWords is the maximum number of words of a record: turns, numbers and gaps.
const maxWords = 4 * play.MaxRecordTurns

// Read parses the text form of a record. Only the ruleset's tag is required; unknown tags are ignored;
// numbers before turns are optional, and "..." is accepted for "…". The error names the line.
// Errors: models.CodeInvalid.
func Read(store *store.Store, text string) (*models.GameRecord, error) {
	parts, err := splitRecord(text)
	if err != nil {
		return nil, err
	}
	if parts.tags[tagRuleset] == "" {
		return nil, unreadable("record_ruleset")
	}
	ruleset, variant, err := store.FindRuleset(parts.tags[tagRuleset], parts.tags[tagVariant])
	if err != nil {
		return nil, err
	}
	info := ruleset.Info(phrase.English)
	r := &models.GameRecord{
		ID: parts.tags[tagGame], Ruleset: info.ID, Variant: variant.ID, Pace: parts.tags[tagPace],
		Players: [2]string{parts.tags[sideTag(info, rules.First)], parts.tags[sideTag(info, rules.Second)]},
	}
	if err := readTags(r, parts.tags); err != nil {
		return nil, err
	}
	result, err := readTurns(r, parts.words, info)
	if err != nil {
		return nil, err
	}
	r.Result, err = parts.result(info, result)
	return r, err
}

// splitRecord splits a record into tags and words.
func splitRecord(text string) (*recordText, error) {
	parts := &recordText{tags: map[string]string{}}
	number := 0
	for line := range strings.Lines(text) {
		number++
		line = strings.TrimSpace(line)
		if !strings.HasPrefix(line, "[") {
			for word := range strings.FieldsSeq(line) {
				if len(parts.words) == maxWords {
					return nil, unreadable("record_words", "line", number, "max", maxWords)
				}
				parts.words = append(parts.words, recordWord{word, number})
			}
			continue
		}
		if len(parts.words) > 0 {
			return nil, unreadable("record_late_tag", "line", number)
		}
		name, quoted, _ := strings.Cut(strings.TrimSuffix(line[1:], "]"), " ")
		value, err := strconv.Unquote(strings.TrimSpace(quoted))
		if err != nil || name == "" || !strings.HasSuffix(line, `"]`) {
			return nil, unreadable("record_tag", "line", number)
		}
		if _, twice := parts.tags[name]; twice {
			return nil, unreadable("record_two_tags", "line", number, "tag", visible.Clip(name, 40))
		}
		parts.tags[name] = value
	}
	return parts, nil
}

// readTags parses the tags whose values are numbers, days or hashes.
func readTags(r *models.GameRecord, tags map[string]string) (err error) {
	if text := tags[tagVersion]; text != "" {
		if r.Version, err = strconv.Atoi(text); err != nil || r.Version < 1 {
			return unreadable("record_version", "value", visible.Clip(text, 20))
		}
	}
	if r.Begun, err = readDay(tags, tagDate); err != nil {
		return err
	}
	if r.Ended, err = readDay(tags, tagEndDate); err != nil {
		return err
	}
	if text := tags[tagHash]; text != "" {
		if r.Hash, err = hex.DecodeString(text); err != nil || len(r.Hash) != sha256.Size {
			return unreadable("record_hash", "value", visible.Clip(text, 80), "digits", 2*sha256.Size)
		}
	}
	return nil
}

func readDay(tags map[string]string, name string) (time.Time, error) {
	text := tags[name]
	if text == "" {
		return time.Time{}, nil
	}
	day, err := time.Parse(dayForm, text)
	if err != nil {
		return day, unreadable("record_day", "tag", name, "value", visible.Clip(text, 20))
	}
	return day, nil
}

// readTurns parses the words into turns and returns the result at their end; "" if there is none.
func readTurns(r *models.GameRecord, words []recordWord, info rules.Info) (result string, err error) {
	number, slot := 1, rules.First
	next := func() {
		if slot == rules.Second {
			number++
		}
		slot = slot.Other()
	}
	for i, word := range words {
		text := word.text
		if digits, rest, numbered := cutNumber(text); numbered {
			if _, _, again := cutNumber(rest); again {
				return "", unreadable("record_two_numbers", "line", word.line, "word", visible.Clip(text, 40))
			}
			if slot != rules.First || digits != strconv.Itoa(number) {
				return "", unreadable("record_number", "line", word.line, "number", visible.Clip(digits, 20), "want", number)
			}
			if text = rest; rest == ".." { // as in chess records: 5...
				text = skippedMark
			}
		}
		switch {
		case text == "":
		case text == skippedMark, text == "...":
			next()
		case isResult(info, text) && i < len(words)-1:
			return "", unreadable("record_after_result", "line", word.line, "result", text)
		case isResult(info, text):
			return text, nil
		default:
			r.Turns = append(r.Turns, models.Turn{Ply: len(r.Turns) + 1, Seat: slot, Text: text})
			next()
		}
	}
	return "", nil
}

// cutNumber splits the number of a turn, such as 12., from a word.
func cutNumber(word string) (digits, rest string, ok bool) {
	digits, rest, ok = strings.Cut(word, ".")
	return digits, rest, ok && digits != "" && strings.Trim(digits, "0123456789") == ""
}

func isResult(info rules.Info, word string) bool {
	_, side := info.Seat(word)
	return side || word == resultDraw || word == resultNone
}

// result combines the result after the turns with the tags.
func (t *recordText) result(info rules.Info, word string) (rules.Result, error) {
	tagged, reason := t.tags[tagResult], t.tags[tagReason]
	switch {
	case word == "":
		word = tagged
	case tagged != "" && tagged != word:
		return rules.Result{}, unreadable("record_results", "tag", visible.Clip(tagged, 40), "result", word)
	}
	seat, won := info.Seat(word)
	switch {
	case word != "" && !isResult(info, word):
		return rules.Result{}, unreadable("record_result", "value", visible.Clip(word, 40),
			"first", info.Sides[0].ID, "second", info.Sides[1].ID, "draw", resultDraw)
	case (word == "" || word == resultNone) && reason == "":
		return rules.Result{}, nil
	case reason == "", (word == "" || word == resultNone) != models.Unscored(reason):
		return rules.Result{}, unreadable("record_reason", "value", visible.Clip(reason, 40),
			"aborted", models.ReasonAborted, "annulled", models.ReasonAnnulled)
	case won:
		return rules.Won(seat, reason), nil
	}
	return rules.Drawn(reason), nil
}

// unreadable returns the error of a text with a message by its key and pairs of names and values.
func unreadable(key string, pairs ...any) *models.Error {
	return &models.Error{Code: models.CodeInvalid, Message: phrase.New("error."+key, pairs...), Index: -1}
}
