package templates

import (
	"slices"
	"testing"

	"turnpost/models"
	"turnpost/models/notice"
	"turnpost/templates/words"
)

func TestEveryKindOfMailCanBeWritten(t *testing.T) {
	for _, kind := range notice.MailKinds() {
		for _, missing := range missingForKind(kind) {
			t.Errorf("%s lacks %s", kind, missing)
		}
	}
	for kind := range mailKinds {
		if !slices.Contains(notice.MailKinds(), kind) {
			t.Errorf("%s can be written, and models knows no such kind", kind)
		}
	}
}

func TestWhatANewKindLacksIsNamed(t *testing.T) {
	want := []string{
		"an entry in mailKinds of package templates", "the phrase preview.gossip in words/*.en.txt",
		"the phrase subject.gossip in words/*.en.txt",
	}
	if got := missingForKind("gossip"); !slices.Equal(got, want) {
		t.Errorf("a new kind lacks %q, want %q", got, want)
	}
}

// missingForKind lists everything that is missing for English mails of a kind: its entry in mailKinds and phrases.
func missingForKind(kind models.Kind) []string {
	var missing []string
	entry, found := mailKinds[kind]
	if !found && kind != models.KindDigest {
		missing = append(missing, "an entry in mailKinds of package templates")
	}
	english := words.For("")
	phrases := []string{"preview."}
	if kind.About() != models.AboutGame {
		phrases = append(phrases, "subject.")
	}
	if entry.board {
		phrases = append(phrases, "caption.")
	}
	if kind.MayBeOff() || kind == models.KindDigest {
		phrases = append(phrases, "kind.", "stops.")
	}
	for _, prefix := range phrases {
		if key := prefix + string(kind); !english.Has(key) {
			missing = append(missing, "the phrase "+key+" in words/*.en.txt")
		}
	}
	return missing
}
