package templates

import (
	"slices"
	"testing"

	"turnpost/models"
)

func TestEveryKindOfMailCanBeWritten(t *testing.T) {
	for _, kind := range models.MailKinds() {
		for _, missing := range MissingForKind(kind) {
			t.Errorf("%s lacks %s", kind, missing)
		}
	}
	for kind := range mailKinds {
		if !slices.Contains(models.MailKinds(), kind) {
			t.Errorf("%s can be written, and models knows no such kind", kind)
		}
	}
}

func TestWhatANewKindLacksIsNamed(t *testing.T) {
	want := []string{
		"an entry in mailKinds of package templates", "the phrase preview.gossip in words/*.en.txt",
		"the phrase subject.gossip in words/*.en.txt",
	}
	if got := MissingForKind("gossip"); !slices.Equal(got, want) {
		t.Errorf("a new kind lacks %q, want %q", got, want)
	}
}
