package mailer

import (
	"strings"
	"testing"

	"turnpost/models"
	"turnpost/models/linktext"
)

func TestOwnAddresses(t *testing.T) {
	w, err := NewWriter(nil, Identity{
		From: "Turnpost <Games@Example.org>", Site: "https://example.org", Domain: "Mail.example.org",
	})
	if err != nil {
		t.Fatal(err)
	}
	isOwn := OwnAddress("Mail.example.org", "Turnpost <Games@Example.org>")
	for _, c := range []struct {
		address string
		own     bool
		purpose models.LinkPurpose // of the mailbox; 0 for one without a link
		link    string
		read    bool // mail to it is read
	}{
		{"games@example.org", true, 0, "", true},
		{" <GAMES@example.org.> ", true, 0, "", true},
		{"play+abc@mail.example.org", true, models.LinkReply, "abc", true},
		{"<Play+ABC@MAIL.example.org.>", true, models.LinkReply, "abc", true},
		{"bounce+a+b@mail.example.org", true, models.LinkBounce, "a+b", true},
		{"play@mail.example.org", true, 0, "", false},
		{"play+abc@other@mail.example.org", true, models.LinkReply, "abc@other", true},
		{"play+abc@mail.example.org@other.example", false, 0, "", false},
		{"postmaster@mail.example.org.", false, 0, "", true},
		{"postmaster@example.org", false, 0, "", true},
		{"postmaster@mail.example.org@other.example", false, 0, "", false},
		{"play+abc@example.org", false, 0, "", false},
		{"nobody@mail.example.org", false, 0, "", false},
		{"play+abc", false, 0, "", false},
		{"@mail.example.org", false, 0, "", false},
		{"", false, 0, "", false},
	} {
		to, read := w.mailbox(c.address)
		if own := isOwn(c.address); own != c.own || read != c.read || to.purpose != c.purpose || to.link != c.link {
			t.Errorf("%q: own %t, read %t, %+v", c.address, own, read, to)
		}
	}
}

func TestCutMessageID(t *testing.T) {
	link, err := linktext.Sign(linktext.Fields{Purpose: uint8(models.LinkReply), Player: 7}, []byte("key"), 1, "")
	if err != nil {
		t.Fatal(err)
	}
	w := &Writer{domain: "mail.example.org"}
	for id, want := range map[string]string{
		"turn.4.x." + link + "@mail.example.org":              "turn.4.x",
		"turn." + strings.ToUpper(link) + "@MAIL.example.org": "turn",
		link + "@mail.example.org":                            "",
		"turn." + link + "@other.example":                     "",
		"turn." + link + "@mail.example.org@other.example":    "",
		"turn.4@mail.example.org":                             "",
		"turn." + link:                                        "",
		"":                                                    "",
	} {
		key, found := w.cutMessageID(id)
		if key != want || (found != "") != (want != "") {
			t.Errorf("%q: %q, %q", id, key, found)
		}
	}
}
