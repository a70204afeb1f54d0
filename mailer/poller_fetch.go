package mailer

import (
	"errors"
	"io"

	"github.com/emersion/go-imap/v2"
	"github.com/emersion/go-imap/v2/imapclient"
)

// maxAnswer bounds the bytes of a server's response to one step, mails aside: some 30,000 numbers of mails. The
// library inserts each into a sorted list, so that a few MB of them would take minutes.
const maxAnswer = 256 << 10

var errSaysTooMuch = errors.New("the mail server says more than was asked for, or more mails than can be read " +
	"are not marked as seen")

// fetchMail reads one mail of a size, and of a large one only its beginning. After an error the connection is unusable:
// the command is not closed, because the library would then read the rest of the mail in two goroutines at once.
func fetchMail(client *imapclient.Client, uid imap.UID, size int64) (raw []byte, err error) {
	whole := &imap.FetchItemBodySection{Peek: true}
	if size > MaxMailSize {
		whole.Partial = &imap.SectionPartial{Size: MaxMailSize}
	}
	options := &imap.FetchOptions{UID: true, BodySection: []*imap.FetchItemBodySection{whole}}
	command := client.Fetch(imap.UIDSetNum(uid), options)
	for message := command.Next(); message != nil; message = command.Next() {
		var is imap.UID
		var body []byte
		for item := message.Next(); item != nil; item = message.Next() {
			switch item := item.(type) {
			case imapclient.FetchItemDataUID:
				is = item.UID
			case imapclient.FetchItemDataBodySection:
				if item.Literal == nil || !item.MatchCommand(whole) {
					continue
				}
				body, err = io.ReadAll(io.LimitReader(item.Literal, MaxMailSize))
				if err == nil && int64(len(body)) < min(item.Literal.Size(), MaxMailSize) {
					err = io.ErrUnexpectedEOF
				}
				if err != nil {
					return nil, err
				}
			}
		}
		if is == uid {
			raw = body
		}
	}
	return raw, command.Close()
}
