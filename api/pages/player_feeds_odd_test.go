package pages_test

import (
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode"

	"turnpost/rules"
	"turnpost/rules/hnefatafl"
	"turnpost/rules/rulestest/sample"
)

// oddlyNamed is hnefatafl with another name of its variants, which titles of games are.
type oddlyNamed struct {
	rules.Ruleset
	name string
}

func (r oddlyNamed) Info(lang string) rules.Info {
	info := r.Ruleset.Info(lang)
	info.Variants = slices.Clone(info.Variants)
	for i := range info.Variants {
		info.Variants[i].Name = r.name
	}
	return info
}

// oddTitles are names of games that formats of feeds may trip over.
var oddTitles = []string{
	`& < > " '`, `]]> <![CDATA[ &amp; &#0; <!-- -->`, `\ , ; : \n \N \\n \,`, "BEGIN:VEVENT END:VCALENDAR",
	"a=b;c=\"d\":e",
	"two\nlines", "CR\rand CRLF\r\nBEGIN:VALARM", "tab\tand \u00a0 no-break",
	"שלום עולם", "مرحبا بالعالم",
	"right \u202e to left \u2066isolated\u2069", "e\u0301\u0323" + strings.Repeat("\u0301", 60),
	"👩‍👩‍👧‍👦🏳️‍🌈🦄", "\ufeffBOM\u200b\u2060",
	strings.Repeat("é", 200), "x" + strings.Repeat("é", 200), strings.Repeat("漢", 120),
	"xy" + strings.Repeat("🦄", 90),
	strings.Repeat("a b<c> ", 60), strings.Repeat(`\`, 150), strings.Repeat(`,;`, 150),
	strings.Repeat("word ", 40) + "end", "three \xe2\x80\xe2 bytes, \x00\x01 and \ufffe",
}

// readOddFeeds reads the feeds of a player with one of the longest names, in a game with a name, by other programs'
// parsers, and checks that they show it.
func readOddFeeds(t *testing.T, name string) {
	t.Helper()
	w := newWorld(t, oddlyNamed{hnefatafl.New(), name})
	ann, bob := w.SignUp("A-_"+strings.Repeat("m", 19)+"-_"), w.SignUp("Z_"+strings.Repeat("-", 21)+"9")
	w.Play(w.Begin(bob, ann, "hnefatafl", "7x7"), bob, "d1-c1")
	f := w.feeds(ann)
	events := f.deadlines()
	if len(events) != 1 {
		t.Fatalf("%q: %d events", name, len(events))
	}
	summary, err := events[0].Props.Text("SUMMARY")
	if err != nil {
		t.Fatal(err)
	}
	want := "Your turn: " + name + ", " + bob.Name
	if plainLines(summary) != plainLines(want) {
		t.Errorf("the calendar says %q instead of %q", summary, want)
	}
	entries := f.notices().Entries
	if len(entries) == 0 || plainLines(entries[0].Title) != plainLines(want) {
		t.Errorf("the feed says %+v instead of %q", entries, want)
	}
}

// replaced is what a format shows for bytes and characters that it cannot have: one sign for each, or for all of them.
var replaced = regexp.MustCompile("\ufffd+")

// plainLines returns a text as a feed may show it: with all ends of lines alike, and one sign for what XML or calendars
// cannot have.
func plainLines(text string) string {
	text = strings.NewReplacer("\r\n", "\n", "\r", "\n").Replace(strings.ToValidUTF8(text, "\ufffd"))
	text = strings.Map(func(r rune) rune {
		if unicode.IsControl(r) && r != '\n' && r != '\t' || r == '\ufffe' || r == '\uffff' {
			return '\ufffd'
		}
		return r
	}, text)
	return replaced.ReplaceAllString(text, "\ufffd")
}

// FuzzFeedTitles reads feeds with any name of a game.
func FuzzFeedTitles(f *testing.F) {
	for _, name := range sample.Every(4, oddTitles) {
		f.Add(name)
	}
	f.Fuzz(readOddFeeds)
}
