package mailer

import (
	"flag"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"turnpost/models/mailbox"
	"turnpost/rules/rulestest/sample"
	"turnpost/templates/words"
)

var (
	englishWords = regexp.MustCompile(`(?i)\b(?:the|your|you|and|of|with|is|are|has|not|from|this|to|it|its|be)\b`)
	mixedWords   = regexp.MustCompile(`\pL*(?:\p{Cyrillic}\p{Latin}|\p{Latin}\p{Cyrillic})\pL*`)
	unfilled     = regexp.MustCompile(`\{\w+[}#?.]|\[[a-z]+\.[a-z_.]+\]`)
)

// changing matches what differs in every run: links, addresses for turns, and the IDs of games, challenges, events and
// webhooks.
var changing = regexp.MustCompile(
	`(/(?:k|unsubscribe|address|l)/|play\+)[\w~-]+|(/v1/(?:games|challenges|me/webhooks)/|/[gce]/)\w{8}|\b\d{8}\b`,
)

// TestMailsInEveryLanguage compares mails of every kind with golden files, and looks for words of another language.
func TestMailsInEveryLanguage(t *testing.T) {
	sample.Whole(t, "makes every mail of the program")
	t.Parallel()
	for _, lang := range words.All() {
		t.Run(lang, func(t *testing.T) {
			o := newOffice(t)
			seen := map[string]bool{}
			o.everyMail(lang, func(c *mailbox.Content) {
				name := mailName(c)
				text := o.plain(c)
				checkLanguage(t, lang, name, text)
				if !seen[name] {
					seen[name] = true
					goldenText(t, filepath.Join("testdata", "mails", lang, name+".txt"), text)
				}
			})
		})
	}
}

// mailName names a mail by everything that selects its words.
func mailName(c *mailbox.Content) string {
	parts := []string{string(c.Kind)}
	for _, part := range []string{string(c.Offer), string(c.Decision), string(c.Address.State)} {
		if part != "" {
			parts = append(parts, part)
		}
	}
	if c.Reply != nil {
		parts = append(parts, string(c.Reply.About), c.Reply.Reason)
		if c.Game == nil {
			parts = append(parts, "no_game")
		}
	}
	return strings.Join(slices.DeleteFunc(parts, func(part string) bool { return part == "" }), "-")
}

// plain returns the subject and the text of a mail, without what differs in every run.
func (o *office) plain(c *mailbox.Content) string {
	o.t.Helper()
	m := received{raw: raw(o.t, o.replyWriter(), c, o.Clock.Now())}.parse(o.t)
	text := "Subject: " + m.GetHeader("Subject") + "\n\n" + strings.ReplaceAll(m.Text, "\r\n", "\n")
	for _, id := range ids(c) {
		text = strings.ReplaceAll(text, id, "k7m2q9xr")
	}
	return changing.ReplaceAllString(text, "${1}${2}00000000")
}

// ids returns the IDs of the games and challenges of a mail.
func ids(c *mailbox.Content) (all []string) {
	for _, one := range append([]*mailbox.Content{c}, c.Secondary...) {
		if one.Game != nil {
			all = append(all, one.Game.ID)
		}
		if one.Challenge != nil {
			all = append(all, one.Challenge.ID)
		}
		if one.Report.Game != "" {
			all = append(all, one.Report.Game)
		}
	}
	return all
}

// checkLanguage looks for words of another language, of two alphabets, and of no phrase.
func checkLanguage(t *testing.T, lang, name, text string) {
	t.Helper()
	if found := unfilled.FindAllString(text, -1); len(found) > 0 {
		t.Errorf("%s has %q:\n%s", name, found, text)
	}
	if found := mixedWords.FindAllString(text, -1); len(found) > 0 {
		t.Errorf("%s mixes alphabets in %q:\n%s", name, found, text)
	}
	if lang == "en" {
		return
	}
	if found := englishWords.FindAllString(notWords.ReplaceAllString(text, " "), -1); len(found) > 0 {
		t.Errorf("%s has the English words %q:\n%s", name, found, text)
	}
}

func goldenText(t *testing.T, path, got string) {
	t.Helper()
	if flag.Lookup("update").Value.String() == "true" { // the flag of rulestest
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Errorf("%s is written otherwise now (-update accepts it):\n%s", path, got)
	}
}
