package reply

import (
	"encoding/base64"
	"encoding/binary"
	"reflect"
	"testing"
	"unicode/utf16"
)

// tnef writes a file of attributes like Outlook.
func tnef(attributes ...[]byte) []byte {
	file := binary.LittleEndian.AppendUint32(nil, tnefSignature)
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

// properties returns a number, a named text and the texts with the given ids.
func properties(texts map[uint16]string) []byte {
	p := binary.LittleEndian.AppendUint32(nil, uint32(2+len(texts)))
	p = append(p, 3, 0, 0x17, 0, 1, 0, 0, 0) // importance, an integer
	p = append(p, 0x1e, 0, 0x05, 0x80)       // a named property
	p = append(p, make([]byte, 16)...)
	p = append(p, 1, 0, 0, 0, 6, 0, 0, 0, 'a', 0, 'b', 0, 0, 0, 0, 0) // its name, filled up
	p = append(p, 1, 0, 0, 0, 3, 0, 0, 0, 'x', 'y', 0, 0)             // its value, filled up
	for _, id := range []uint16{mapiBody, mapiHTML} {
		text, ok := texts[id]
		if !ok {
			continue
		}
		value := []byte(text)
		kind := uint16(0x102)
		if id == mapiBody {
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
	sent := loadSent(t, "testdata/sent", "your-turn")
	answer := "d1\u2013d4\r\nsay Grüße\r\n\r\nFrom: turnpost <" + us[2] + ">\r\nSubject: " + sent.Subject + "\r\n\r\n"
	want := []Command{{Verb: Turn, Text: "d1-d4"}, {Verb: Say, Text: "Grüße"}}
	ansi := []byte("d1\x96d4\r\nsay Gr\xfc\xdfe\x00")
	page := "<html><body><p>d1-d4</p><p>say Gr\xfc\xdfe</p></body></html>"
	for name, file := range map[string][]byte{
		"attribute":  tnef(attribute(0x00089006, []byte{0, 0, 1, 0}), attribute(tnefBody, ansi)),
		"properties": tnef(attribute(tnefMAPI, properties(map[uint16]string{mapiBody: answer + sent.Text}))),
		"HTML":       tnef(attribute(tnefMAPI, properties(map[uint16]string{mapiHTML: page}))),
	} {
		m, err := Read([]byte(winmail(file)), Options{Sent: sent, Us: us})
		if err != nil || !reflect.DeepEqual(normalized(m.Reply.Commands), want) {
			t.Errorf("%s: %+v, %v", name, m.Reply, err)
		}
		for end := range file { // a file that ends too early is no reason to fail
			tnefText(file[:end], "")
		}
	}
	for name, file := range map[string][]byte{
		"RTF alone": tnef(attribute(tnefMAPI, properties(nil))), "no such file": []byte("hello"), "empty": nil,
	} {
		if m, err := Read([]byte(winmail(file)), Options{Us: us}); err != nil || m.Reply.Unreadable != "winmail" {
			t.Errorf("%s: %+v, %v", name, m.Reply, err)
		}
	}
}

// normalized replaces the dashes of turns by hyphens.
func normalized(commands []Command) []Command {
	for i := range commands {
		commands[i].Text = foldTyped(commands[i].Text)
	}
	return commands
}
