package reply

import (
	"bytes"
	"encoding/base64"
	"io"
	"mime"
	"strings"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/gogs/chardet"
	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/htmlindex"
	"golang.org/x/text/encoding/ianaindex"
	utf "golang.org/x/text/encoding/unicode"
)

// decodeText decodes a text from the charset that its label names. If the label is missing, unknown or plainly wrong,
// the charset is guessed from the bytes.
func decodeText(text []byte, label string) string {
	label = strings.ToLower(strings.Trim(strings.TrimSpace(label), `"'`))
	switch {
	case bytes.HasPrefix(text, []byte("\xef\xbb\xbf")):
		text, label = text[3:], "utf-8"
	case bytes.HasPrefix(text, []byte("\xff\xfe")), bytes.HasPrefix(text, []byte("\xfe\xff")), isUTF16(label):
		return decodeWith(utf.UTF16(utf.LittleEndian, utf.UseBOM), text)
	case strings.HasSuffix(label, "utf-7"):
		return decodeUTF7(text)
	}
	multi := isASCII(text) && bytes.IndexByte(text, 0x1b) >= 0 // ISO-2022 switches by escapes
	if !multi && (isASCII(text) || utf8.Valid(text) && !isMultiByte(label)) {
		return string(text)
	}
	if e := findEncoding(label); e != nil && e != encoding.Nop && e != utf.UTF8 {
		return decodeWith(e, text)
	}
	if multi {
		return decodeWith(findEncoding("iso-2022-jp"), text)
	}
	return decodeWith(guessEncoding(text), text)
}

// isUTF16 reports whether a label names UTF-16 in little-endian order, or in an unknown order, which nearly always is
// little-endian.
func isUTF16(label string) bool { return label == "utf-16" || label == "utf-16le" }

// isMultiByte reports whether a charset has letters of several bytes, which may form valid UTF-8 by chance.
func isMultiByte(label string) bool {
	return contains(label, []string{
		"jis", "2022", "euc", "gb", "big5", "ks_c", "cp932", "cp936", "cp949", "cp950", "utf-16",
	})
}

func isASCII(text []byte) bool {
	for _, c := range text {
		if c >= utf8.RuneSelf {
			return false
		}
	}
	return true
}

// findEncoding returns the encoding of a label; nil if it is unknown, says nothing, or names a form of UTF-8.
func findEncoding(label string) encoding.Encoding {
	switch label {
	case "", "x-user-defined", "us-ascii", "ascii", "utf-8", "utf8":
		return nil
	}
	if e, err := htmlindex.Get(label); err == nil {
		return e
	}
	if e, err := ianaindex.MIME.Encoding(label); err == nil && e != nil {
		return e
	}
	if number, found := strings.CutPrefix(label, "cp"); found {
		if e, err := htmlindex.Get("windows-" + number); err == nil {
			return e
		}
	}
	return nil
}

// guessEncoding guesses from the bytes. Without a clear sign it returns windows-1252, which is most often unlabelled.
func guessEncoding(text []byte) encoding.Encoding {
	sample := text[:min(len(text), 8<<10)]
	if best, err := chardet.NewTextDetector().DetectBest(sample); err == nil && best.Confidence >= 30 {
		if e := findEncoding(strings.ToLower(best.Charset)); e != nil {
			return e
		}
	}
	return charmap.Windows1252
}

var metaCharset = pattern(`(?i)<meta[^>]{0,200}charset\s*=\s*["']?([A-Za-z0-9_:.-]+)`)

// charsetOfHTML returns the charset of an HTML part by its label, or by its text if it has none.
func charsetOfHTML(e *entity) string {
	if label := e.params["charset"]; label != "" {
		return label
	}
	if m := metaCharset().FindSubmatch(e.body[:min(len(e.body), 2048)]); m != nil {
		return string(m[1])
	}
	return ""
}

func decodeWith(e encoding.Encoding, text []byte) string {
	out, err := e.NewDecoder().Bytes(text)
	if err != nil {
		return strings.ToValidUTF8(string(text), "\ufffd")
	}
	return string(out)
}

// decodeUTF7 decodes RFC 2152: runs of base64 of UTF-16 between "+" and "-".
func decodeUTF7(text []byte) string {
	var b strings.Builder
	for {
		plain, rest, found := bytes.Cut(text, []byte("+"))
		b.WriteString(strings.ToValidUTF8(string(plain), "\ufffd"))
		if !found {
			return b.String()
		}
		n := 0
		for n < len(rest) && (isAlnum(rest[n]) || rest[n] == '+' || rest[n] == '/') {
			n++
		}
		if n == 0 {
			b.WriteByte('+')
		} else {
			digits := rest[:n-n%4+map[int]int{0: 0, 1: 0, 2: 2, 3: 3}[n%4]]
			units := make([]byte, base64.RawStdEncoding.DecodedLen(len(digits)))
			size, _ := base64.RawStdEncoding.Decode(units, digits)
			var wide []uint16
			for i := 0; i+1 < size; i += 2 {
				wide = append(wide, uint16(units[i])<<8|uint16(units[i+1]))
			}
			b.WriteString(string(utf16.Decode(wide)))
		}
		text = bytes.TrimPrefix(rest[n:], []byte("-"))
	}
}

func isAlnum(c byte) bool {
	return c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z'
}

// words decodes encoded words in headers, in any charset.
var words = mime.WordDecoder{CharsetReader: func(label string, input io.Reader) (io.Reader, error) {
	text, err := io.ReadAll(input)
	return strings.NewReader(decodeText(text, label)), err
}}

// maxDecoded is how much of a header's value is decoded, in bytes. Each encoded word may need its charset guessed.
const maxDecoded = 2000

// decodeHeader returns the readable text of a header's value, without spaces around it.
func decodeHeader(value string) string {
	if len(value) > maxDecoded {
		value = value[:maxDecoded]
		value = value[:max(strings.LastIndexByte(value, ' '), 0)]
	}
	if decoded, err := words.DecodeHeader(value); err == nil {
		value = decoded
	}
	return strings.TrimSpace(cleanText(decodeText([]byte(value), "")))
}

// cleanText drops invisible characters and turns every space into U+0020.
func cleanText(s string) string {
	clean := true
	for i := range len(s) {
		if s[i] >= 0x7f || s[i] < ' ' {
			clean = false
			break
		}
	}
	if clean {
		return s
	}
	return strings.Map(func(r rune) rune {
		switch {
		case unicode.IsSpace(r) || unicode.Is(unicode.Zs, r):
			return ' '
		case unicode.IsControl(r) || unicode.Is(unicode.Cf, r) && r != '\u200d' && r != '\u200c',
			r >= 0xfe00 && r <= 0xfe0f, r == '\u034f', r == '\u115f', r == '\u3164':
			return -1
		}
		return r
	}, s)
}
