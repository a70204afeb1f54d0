package wrapped_test

import (
	"encoding/base64"
	"encoding/binary"
	"slices"
	"strings"
	"testing"
	"unicode/utf16"

	"turnpost/mailer/reply"
	"turnpost/mailer/reply/wrapped"
)

// The names of attributes and of MAPI properties.
const (
	text       = 0x0002800c
	properties = 0x00069003
	body       = 0x1000
	page       = 0x1013
)

// tnef writes a file of attributes like Outlook.
func tnef(attributes ...[]byte) []byte {
	file := binary.LittleEndian.AppendUint32(nil, 0x223e9f78)
	file = binary.LittleEndian.AppendUint16(file, 1)
	for _, a := range attributes {
		file = append(file, a...)
	}
	return file
}

func attribute(id uint32, data []byte) []byte {
	a := binary.LittleEndian.AppendUint32([]byte{1}, id)
	a = append(binary.LittleEndian.AppendUint32(a, uint32(len(data))), data...)
	sum := uint16(0)
	for _, b := range data {
		sum += uint16(b)
	}
	return binary.LittleEndian.AppendUint16(a, sum)
}

// mapi returns properties: a number, a named text and the texts with the given ids.
func mapi(texts map[uint16]string) []byte {
	p := binary.LittleEndian.AppendUint32(nil, uint32(2+len(texts)))
	p = append(p, 3, 0, 0x17, 0, 1, 0, 0, 0) // importance, an integer
	p = append(p, 0x1e, 0, 0x05, 0x80)       // a named property
	p = append(p, make([]byte, 16)...)
	p = append(p, 1, 0, 0, 0, 6, 0, 0, 0, 'a', 0, 'b', 0, 0, 0, 0, 0) // its name, filled up
	p = append(p, 1, 0, 0, 0, 3, 0, 0, 0, 'x', 'y', 0, 0)             // its value, filled up
	for _, id := range []uint16{body, page} {
		text, ok := texts[id]
		if !ok {
			continue
		}
		value := []byte(text)
		kind := uint16(0x102)
		if id == body {
			kind, value = 0x1f, nil
			for _, unit := range utf16.Encode([]rune(text + "\x00")) {
				value = binary.LittleEndian.AppendUint16(value, unit)
			}
		}
		p = binary.LittleEndian.AppendUint16(binary.LittleEndian.AppendUint16(p, kind), id)
		p = binary.LittleEndian.AppendUint32(binary.LittleEndian.AppendUint32(p, 1), uint32(len(value)))
		for p = append(p, value...); len(value)%4 != 0; value = append(value, 0) {
			p = append(p, 0)
		}
	}
	return p
}

func winmail(file []byte) string {
	return "From: ann@example.net\nTo: play@play.example.org\nMIME-Version: 1.0\nContent-Type: multipart/mixed; " +
		"boundary=b\n\n" +
		"--b\nContent-Type: text/plain\n\n\n--b\nContent-Type: application/ms-tnef; name=\"winmail.dat\"\n" +
		"Content-Disposition: attachment; filename=\"winmail.dat\"\nContent-Transfer-Encoding: base64\n\n" +
		base64.StdEncoding.EncodeToString(file) + "\n--b--\n"
}

// A file by Outlook is read if it has a text, as an attribute or among the properties. Otherwise the mail is
// unreadable.
func TestWinmail(t *testing.T) {
	answer := "d1\u2013d4\r\nsay Grüße\r\n\r\nFrom: turnpost <play@play.example.org>\r\nSubject: Your turn\r\n\r\n"
	want := []reply.Command{{Verb: reply.Turn, Text: "d1-d4"}, {Verb: reply.Say, Text: "Grüße"}}
	ansi := []byte("d1\x96d4\r\nsay Gr\xfc\xdfe\x00")
	html := "<html><body><p>d1-d4</p><p>say Gr\xfc\xdfe</p></body></html>"
	for name, file := range map[string][]byte{
		"attribute":  tnef(attribute(0x00089006, []byte{0, 0, 1, 0}), attribute(text, ansi)),
		"properties": tnef(attribute(properties, mapi(map[uint16]string{body: answer}))),
		"HTML":       tnef(attribute(properties, mapi(map[uint16]string{page: html}))),
	} {
		m, err := reply.Read([]byte(winmail(file)), reply.Options{})
		for i := range m.Reply.Commands {
			m.Reply.Commands[i].Text = strings.ReplaceAll(m.Reply.Commands[i].Text, "\u2013", "-")
		}
		if err != nil || !slices.Equal(m.Reply.Commands, want) {
			t.Errorf("%s: %+v, %v", name, m.Reply, err)
		}
		for end := range file { // a file that ends too early is no reason to fail
			wrapped.TNEF(file[:end], func(text []byte) string { return string(text) })
		}
	}
	for name, file := range map[string][]byte{
		"RTF alone": tnef(attribute(properties, mapi(nil))), "no such file": []byte("hello"), "empty": nil,
	} {
		if m, err := reply.Read([]byte(winmail(file)), reply.Options{}); err != nil || m.Reply.Unreadable != "winmail" {
			t.Errorf("%s: %+v, %v", name, m.Reply, err)
		}
	}
}

// FuzzTNEF checks that no text is longer than the file that it is from.
func FuzzTNEF(f *testing.F) {
	f.Add(tnef(attribute(text, []byte("d1-d4\x00"))))
	f.Add(tnef(attribute(properties, mapi(map[uint16]string{body: "d1-d4", page: "<p>d1-d4</p>"}))))
	f.Fuzz(func(t *testing.T, file []byte) {
		plain, html := wrapped.TNEF(file, func(text []byte) string { return string(text) })
		if most := 3 * len(file); len(plain) > most || len(html) > most { // UTF-8 of UTF-16
			t.Errorf("%d bytes hold %d and %d bytes", len(file), len(plain), len(html))
		}
	})
}
