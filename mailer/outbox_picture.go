package mailer

import (
	"bytes"
	"encoding/base64"
	"io"

	"github.com/wneessen/go-mail"
)

// lineBytes is how many bytes fill a line of base64 (RFC 2045, section 6.8).
const lineBytes = 57

// encodeInto has go-mail leave the body of a file to us, which goes straight to the message that it writes: its own
// way leads line by line through a buffer that grows from nothing, which takes more than the rest of a mail.
func encodeInto(raw *bytes.Buffer, f *mail.File) {
	read := f.Writer
	f.Writer = func(io.Writer) (int64, error) {
		content := messages.Get().(*bytes.Buffer)
		defer messages.Put(content)
		content.Reset()
		if _, err := read(content); err != nil {
			return 0, err
		}
		raw.Grow(base64.StdEncoding.EncodedLen(content.Len()) + 2*(content.Len()/lineBytes+1))
		for left := content.Bytes(); len(left) > 0; {
			n := min(lineBytes, len(left))
			line := base64.StdEncoding.AppendEncode(raw.AvailableBuffer(), left[:n])
			_, _ = raw.Write(append(line, "\r\n"...)) // cannot fail
			left = left[n:]
		}
		return 0, nil // nothing for go-mail to encode
	}
}
