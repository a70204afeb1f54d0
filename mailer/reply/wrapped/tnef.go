// Package wrapped finds the content of a mail within a file that a mail program has put it into: winmail.dat of
// Outlook, or a message that S/MIME has signed in opaque form.
package wrapped

import (
	"bytes"
	"encoding/binary"
	"strings"
	"unicode/utf16"
)

// Outlook may send a mail as one file, winmail.dat, in Microsoft's TNEF (MS-OXTNEF): attributes, one of which holds
// MAPI properties. Only the text of the mail is read, and not if it is compressed RTF alone.
const (
	tnefSignature = 0x223e9f78
	tnefBody      = 0x0002800c
	tnefMAPI      = 0x00069003
	mapiBody      = 0x1000
	mapiHTML      = 0x1013
)

// TNEF returns the plain and the HTML text of a file in TNEF, "" for one that it does not have. Texts in the character
// set of its writer are decoded by a function.
func TNEF(file []byte, decode func(text []byte) string) (plain, html string) {
	r := tnefReader{rest: file}
	if r.uint32() != tnefSignature {
		return "", ""
	}
	r.take(2) // the key of attachments
	for len(r.rest) > 0 && !r.short {
		r.take(1) // level
		id := r.uint32()
		data := r.take(int(r.uint32()))
		r.take(2) // checksum
		switch id {
		case tnefBody:
			plain = decode(bytes.TrimRight(data, "\x00"))
		case tnefMAPI:
			text, page := mapiText(data, decode)
			if html = page; plain == "" {
				plain = text
			}
		}
	}
	return plain, html
}

// mapiText returns the plain and the HTML text among MAPI properties.
func mapiText(data []byte, decode func(text []byte) string) (plain, html string) {
	r := tnefReader{rest: data}
	for n := r.uint32(); n > 0 && len(r.rest) > 0 && !r.short; n-- {
		kind := r.uint16()
		id := r.uint16()
		if id >= 0x8000 {
			r.propertyName()
		}
		value := r.property(kind)
		if kind&0xfff == 0x1f {
			value = fromUTF16(value)
		} else if id == mapiBody || id == mapiHTML {
			value = []byte(decode(value))
		}
		switch id {
		case mapiBody:
			plain = strings.TrimRight(string(value), "\x00")
		case mapiHTML:
			html = strings.TrimRight(string(value), "\x00")
		}
	}
	return plain, html
}

func fromUTF16(value []byte) []byte {
	units := make([]uint16, len(value)/2)
	for i := range units {
		units[i] = binary.LittleEndian.Uint16(value[2*i:])
	}
	return []byte(string(utf16.Decode(units)))
}

// tnefReader reads numbers and byte strings. If the file ends too early, it is short and returns zeros from then on.
type tnefReader struct {
	rest  []byte
	short bool
}

func (r *tnefReader) take(n int) []byte {
	if n < 0 || n > len(r.rest) {
		r.short, r.rest = true, nil
		return nil
	}
	taken := r.rest[:n]
	r.rest = r.rest[n:]
	return taken
}

func (r *tnefReader) uint16() uint16 {
	if b := r.take(2); b != nil {
		return binary.LittleEndian.Uint16(b)
	}
	return 0
}

func (r *tnefReader) uint32() uint32 {
	if b := r.take(4); b != nil {
		return binary.LittleEndian.Uint32(b)
	}
	return 0
}

// padded reads a byte string with its length before it, padded to four bytes.
func (r *tnefReader) padded() []byte {
	n := int(r.uint32())
	value := r.take(n)
	if n%4 != 0 {
		r.take(4 - n%4)
	}
	return value
}

func (r *tnefReader) propertyName() {
	r.take(16) // the GUID of its owner
	if r.uint32() == 0 {
		r.take(4)
		return
	}
	r.padded()
}

// property reads a property and returns its last value.
func (r *tnefReader) property(kind uint16) (value []byte) {
	count := uint32(1)
	base := kind &^ 0x1000
	long := base == 0x1e || base == 0x1f || base == 0x102 || base == 0xd
	if long || kind&0x1000 != 0 {
		count = r.uint32()
	}
	for ; count > 0 && !r.short; count-- {
		switch base {
		case 0x1e, 0x1f, 0x102, 0xd: // texts, bytes, objects
			value = r.padded()
		case 0x5, 0x6, 0x7, 0x14, 0x40: // double, currency, time, integer of 64 bits
			value = r.take(8)
		case 0x48: // GUID
			value = r.take(16)
		default:
			value = r.take(4)
		}
	}
	return value
}
