package reply

import (
	"bytes"
	"encoding/base64"
	"strings"
)

// decodeTransfer decodes a body from its Content-Transfer-Encoding.
func decodeTransfer(body []byte, encoding string) []byte {
	encoding, _, _ = strings.Cut(firstValue(encoding), ";") // which leaves a malformed value as it is
	switch strings.ToLower(strings.TrimSpace(encoding)) {
	case "base64":
		return decodeBase64(body)
	case "quoted-printable":
		return decodeQuotedPrintable(body)
	}
	return body
}

// decodeBase64 decodes the digits before the first padding and skips all other bytes.
func decodeBase64(body []byte) []byte {
	digits := make([]byte, 0, len(body))
	for _, c := range body {
		if c == '=' {
			break
		}
		if c >= 'A' && c <= 'Z' || c >= 'a' && c <= 'z' || c >= '0' && c <= '9' || c == '+' || c == '/' {
			digits = append(digits, c)
		}
	}
	if len(digits)%4 == 1 {
		digits = digits[:len(digits)-1]
	}
	out := make([]byte, base64.RawStdEncoding.DecodedLen(len(digits)))
	n, _ := base64.RawStdEncoding.Decode(out, digits) // cannot fail: all are digits
	return out[:n]
}

// decodeQuotedPrintable decodes valid escapes and keeps invalid ones verbatim.
func decodeQuotedPrintable(body []byte) []byte {
	out := make([]byte, 0, len(body))
	for len(body) > 0 {
		line, rest, found := bytes.Cut(body, []byte("\n"))
		body = rest
		line = bytes.TrimRight(line, " \t\r")
		soft := bytes.HasSuffix(line, []byte("="))
		if soft {
			line = line[:len(line)-1]
		}
		for i := 0; i < len(line); i++ {
			if line[i] == '=' && i+2 < len(line) && isHex(line[i+1]) && isHex(line[i+2]) {
				out = append(out, unhex(line[i+1])<<4|unhex(line[i+2]))
				i += 2
				continue
			}
			out = append(out, line[i])
		}
		if found && !soft {
			out = append(out, '\n')
		}
	}
	return out
}

func isHex(c byte) bool {
	return c >= '0' && c <= '9' || c >= 'a' && c <= 'f' || c >= 'A' && c <= 'F'
}

func unhex(c byte) byte {
	if c <= '9' {
		return c - '0'
	}
	return c&0xdf - 'A' + 10
}
