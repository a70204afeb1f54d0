package reply

import (
	"bufio"
	"bytes"
	"encoding/json"
	"flag"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"turnpost/mailer/verdict"
	"turnpost/rules/rulestest/sample"
)

var update = flag.Bool("update", false, "write the golden parses anew")

// meant is the meaning of a mail of testdata/mails.
type meant struct {
	File      string    `json:"file"`
	Sent      string    `json:"sent"` // the mail of testdata/sent that it answers
	Kind      Kind      `json:"kind"`
	Commands  []Command `json:"commands"`
	Asks      bool      `json:"asks"` // there is a command, but it is not clear which
	Hard      bool      `json:"hard"`
	Recipient string    `json:"recipient"`
	Status    string    `json:"status"`
	ID        string    `json:"id"`
}

var us = []string{"turnpost", "play@play.example.org", "play+r7qmzt4k2hw6x9pfc3vb5ndy8s@play.example.org"}

// loadSent reads a mail that we sent, as the golden mails of templates are written.
func loadSent(t testing.TB, dir, name string) Sent {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(dir, name+".txt"))
	if err != nil {
		t.Fatal(err)
	}
	page, err := os.ReadFile(filepath.Join(dir, name+".html"))
	if err != nil {
		t.Fatal(err)
	}
	subject, body, _ := strings.Cut(string(text), "\n\n")
	return Sent{Subject: strings.TrimPrefix(subject, "Subject: "), Text: body, HTML: string(page)}
}

func loadMeant(t testing.TB) []meant {
	t.Helper()
	var all []meant
	files, _ := filepath.Glob("testdata/meant*.jsonl")
	for _, name := range files {
		f, err := os.Open(name)
		if err != nil {
			t.Fatal(err)
		}
		defer f.Close()
		for s := bufio.NewScanner(f); s.Scan(); {
			var m meant
			if err := json.Unmarshal(s.Bytes(), &m); err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			all = append(all, m)
		}
	}
	if len(all) < 100 {
		t.Fatalf("only %d mails", len(all))
	}
	return all
}

func readMail(t testing.TB, m meant) Mail {
	t.Helper()
	mail, err := Read(mailOf(t, m), Options{Sent: loadSent(t, "testdata/sent", m.Sent), Us: us})
	if err != nil {
		t.Fatal(err)
	}
	return mail
}

func mailOf(t testing.TB, m meant) []byte {
	t.Helper()
	raw, err := os.ReadFile(filepath.Join("testdata/mails", m.File+".eml"))
	if err != nil {
		t.Fatal(err)
	}
	return raw
}

// Each mail of testdata is read with its meaning and by its golden parse.
func TestMails(t *testing.T) {
	for _, m := range sample.Every(3, loadMeant(t)) {
		t.Run(m.File, func(t *testing.T) {
			got := readMail(t, m)
			checkMeant(t, m, got)
			checkGolden(t, m.File, got)
		})
	}
}

func checkMeant(t *testing.T, m meant, got Mail) {
	t.Helper()
	if got.Kind != m.Kind {
		t.Fatalf("kind %s (%s), want %s", got.Kind, got.Sign, m.Kind)
	}
	switch m.Kind {
	case Human:
		if len(got.Reply.Commands)+len(m.Commands) > 0 && !reflect.DeepEqual(got.Reply.Commands, m.Commands) {
			t.Errorf("commands %+v, want %+v\n%+v", got.Reply.Commands, m.Commands, got.Reply)
		}
		if m.Asks && len(got.Reply.Possible) == 0 {
			t.Error("nothing is asked")
		}
	case Bounce:
		f := got.Bounce[0]
		if (f.Means == verdict.NoMailbox) != m.Hard || f.Recipient != m.Recipient || f.Status != m.Status ||
			f.MessageID != m.ID {
			t.Errorf("%+v, want %+v", f, m)
		}
	case Complaint:
		if got.Complaint.Recipient != m.Recipient || got.Complaint.MessageID != m.ID {
			t.Errorf("%+v, want %+v", got.Complaint, m)
		}
	}
}

func checkGolden(t *testing.T, name string, got Mail) {
	t.Helper()
	text, err := json.MarshalIndent(got, "", "  ")
	if err != nil {
		t.Fatal(err)
	}
	text = append(text, '\n')
	path := filepath.Join("testdata/mails", name+".json")
	if *update {
		if err := os.WriteFile(path, text, 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(want, text) {
		t.Errorf("read as\n%s\nthe golden parse is\n%s", text, want)
	}
}
