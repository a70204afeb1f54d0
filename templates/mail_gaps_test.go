package templates

import (
	"maps"
	"os"
	"regexp"
	"slices"
	"testing"

	"turnpost/templates/words"
)

// Every gap of a mail's phrase has a value or is a phrase, also in phrases that are rare, and every value has a gap.
func TestGapsOfMailsHaveValues(t *testing.T) {
	values := slices.Concat(slices.Collect(maps.Keys(mailGaps)), slices.Collect(maps.Keys(gameGaps)),
		slices.Collect(maps.Keys(challengeGaps)), slices.Collect(maps.Keys(answerGaps)))
	gap := regexp.MustCompile(`\{([a-z_.]+)[}?#]`)
	used := map[string]bool{}
	for _, name := range []string{
		"words/mail.en.txt", "words/mail_reply.en.txt", "words/mail_desk.en.txt", "words/mail_answers.en.txt",
		"words/mail_hook.en.txt", "words/mail_reports.en.txt", "words/mail_vacation.en.txt", "mail_earlier.en.txt",
		"words/mail_events.en.txt",
	} {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, found := range gap.FindAllStringSubmatch(string(text), -1) {
			used[found[1]] = true
		}
	}
	for name := range used {
		if !slices.Contains(values, name) && !words.For("").Has(name) {
			t.Errorf("the gap {%s} has no value and is no phrase", name)
		}
	}
	for _, name := range values {
		if !used[name] {
			t.Errorf("the value of {%s} has no gap", name)
		}
	}
}
