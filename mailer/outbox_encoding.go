package mailer

import (
	"bytes"
	"encoding/base64"
	"io"
	"mime/quotedprintable"

	"github.com/wneessen/go-mail"
)

// lineBytes is the number of bytes in a line of base64 (RFC 2045, section 6.8).
const lineBytes = 57

// encodeInto makes go-mail write the headers of a message only, and encodes its bodies into the same buffer, byte by
// byte as go-mail would. The package comment has the gain. go-mail offers no way for bodies that are encoded already:
// it encodes each into a buffer that grows from nothing, and base64 line by line.
func encodeInto(raw *bytes.Buffer, msg *mail.Msg) {
	for _, part := range msg.GetParts() {
		if part.GetEncoding() == mail.EncodingQP {
			part.SetWriteFunc(quotedPrintable(raw, part.GetWriteFunc()))
		}
	}
	for _, picture := range msg.GetEmbeds() {
		picture.Writer = base64Lines(raw, picture.Writer)
	}
}

// body writes the body of one part of a message.
type body = func(io.Writer) (int64, error)

// quotedPrintable returns a body that encodes another one into raw and is empty for go-mail.
func quotedPrintable(raw *bytes.Buffer, write body) body {
	return func(io.Writer) (int64, error) {
		w := quotedprintable.NewWriter(raw)
		if _, err := write(w); err != nil {
			return 0, err
		}
		return 0, w.Close()
	}
}

// base64Lines returns a body that encodes another one into raw and is empty for go-mail.
func base64Lines(raw *bytes.Buffer, write body) body {
	return func(io.Writer) (int64, error) {
		content := messages.Get().(*bytes.Buffer)
		defer recycle(content)
		content.Reset()
		if _, err := write(content); err != nil {
			return 0, err
		}
		raw.Grow(base64.StdEncoding.EncodedLen(content.Len()) + 2*(content.Len()/lineBytes+1))
		for left := content.Bytes(); len(left) > 0; {
			n := min(lineBytes, len(left))
			line := base64.StdEncoding.AppendEncode(raw.AvailableBuffer(), left[:n])
			_, _ = raw.Write(append(line, "\r\n"...)) // cannot fail
			left = left[n:]
		}
		return 0, nil
	}
}

// textBody returns the body of a text.
func textBody(text string) body {
	return func(w io.Writer) (int64, error) {
		n, err := io.WriteString(w, text)
		return int64(n), err
	}
}
