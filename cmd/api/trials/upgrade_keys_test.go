package trials

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"turnpost/cmd/api/programtest"
	"turnpost/mailer/mailprograms"
	"turnpost/models"
	"turnpost/models/account"
	"turnpost/models/linktext"
)

// keys hold what a test needs to use a written database and cannot read from it: the secrets behind its hashes, the
// ids of its games and challenges, and the envelopes of kept mails.
type keys struct {
	WrittenAt  time.Time                  `json:"written_at"`       // when its program stopped
	Tokens     map[string]string          `json:"tokens"`           // by player
	Cookies    map[string]string          `json:"cookies"`          // of browsers, by player
	Codes      map[string]string          `json:"codes"`            // that were not used, by address
	Request    string                     `json:"request"`          // of the browser that waits for bob's code
	Invitation string                     `json:"invitation"`       // code of one that was not used
	Profiles   map[string]json.RawMessage `json:"profiles"`         // of players with a token
	Challenges map[string]string          `json:"challenges"`       // ids, by what they are
	Games      map[string]*keyedGame      `json:"games"`            // by what they are
	House      string                     `json:"house,omitempty"`  // id of dan's game against the house
	Hidden     bool                       `json:"hidden,omitempty"` // dan is not on the list of players
	Feed       string                     `json:"feed,omitempty"`   // path of a feed of dan's
	Event      string                     `json:"event,omitempty"`  // id of an event of ann and bob
	Ladder     string                     `json:"ladder,omitempty"` // id of a ladder that ann and bob have joined
	Once       onceKeys                   `json:"once"`
	Records    map[string]string          `json:"records"` // of games, as text and as JSON
	Mails      map[string]keyedMail       `json:"mails"`   // by the name of their file, without .eml
}

// keyedGame is a stored game and its next recorded turns.
type keyedGame struct {
	ID        string      `json:"id"`
	Players   [2]string   `json:"players"` // by seat
	Ply       int         `json:"ply"`
	Status    string      `json:"status"`
	Takebacks int         `json:"takebacks,omitempty"`
	Next      []keyedTurn `json:"next,omitempty"` // the turns of the recorded game that may follow
}

type keyedTurn struct {
	Turn     string `json:"turn"`
	Position string `json:"position"` // after it
}

// keyedMail is the envelope of a kept mail.
type keyedMail struct {
	From string `json:"from"` // the envelope's sender
	To   string `json:"to"`
}

// onceKeys is a request with an Idempotency-Key, and the id in its response.
type onceKeys struct{ Player, Path, Body, Key, ID string }

// keysFile is the name of the file beside a dump.
const keysFile = "keys.json"

func (k *keys) write(t *testing.T, folder string) {
	t.Helper()
	text, err := json.MarshalIndent(k, "", " ")
	if err == nil {
		err = os.WriteFile(filepath.Join(folder, keysFile), append(text, '\n'), 0o600)
	}
	if err != nil {
		t.Fatal(err)
	}
}

func readKeys(t *testing.T, folder string) *keys {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(folder, keysFile))
	if err != nil {
		t.Fatal(err)
	}
	k := new(keys)
	if err := json.Unmarshal(text, k); err != nil {
		t.Fatalf("%s: %v", folder, err)
	}
	return k
}

// about reads the link in the reply address of a mail.
func aboutOf(m *programtest.Received) (about models.Link) {
	_, about, _ = account.LongLink(linktext.Short(replyLinkOf(m)))
	return about
}

// replyLink is the link in the reply address of a mail, "" without one.
func replyLinkOf(m *programtest.Received) string {
	list, err := m.AddressList("Reply-To")
	if err != nil || len(list) != 1 {
		return ""
	}
	local, _, _ := strings.Cut(list[0].Address, "@")
	return strings.TrimPrefix(local, "play+")
}

// writeMail keeps a mail without its picture.
func (k *keys) writeMail(t *testing.T, folder, name string, m *programtest.Received) {
	t.Helper()
	k.Mails[name] = keyedMail{From: m.From, To: m.To}
	if err := os.WriteFile(filepath.Join(folder, name+".eml"), withoutPicture(m.Raw), 0o600); err != nil {
		t.Fatal(err)
	}
}

// withoutPicture cuts the picture of a mail after its first line: it is four fifths of the bytes, and no test needs it.
func withoutPicture(raw []byte) []byte {
	begin := bytes.Index(raw, []byte("Content-Type: image/png"))
	if begin < 0 {
		return raw
	}
	head := begin + bytes.Index(raw[begin:], []byte("\r\n\r\n")) + len("\r\n\r\n")
	line := head + bytes.Index(raw[head:], []byte("\r\n")) + len("\r\n")
	end := line + bytes.Index(raw[line:], []byte("--"))
	return append(raw[:line:line], raw[end:]...)
}

func (k *keys) readMail(t *testing.T, folder, name string) *programtest.Received {
	t.Helper()
	raw, err := os.ReadFile(filepath.Join(folder, name+".eml"))
	if err != nil {
		t.Fatal(err)
	}
	envelope, err := mailprograms.Parse(raw)
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	return &programtest.Received{From: k.Mails[name].From, To: k.Mails[name].To, Raw: raw, Envelope: envelope}
}
