package wrapped

import "bytes"

// The tags of BER that occur on the way to the content, and those of lengths that are given at the end.
const (
	berSequence    = 0x30
	berOctets      = 0x04
	berChunks      = 0x24 // octets in several pieces
	berExplicit    = 0xa0
	berSet         = 0x31
	berInteger     = 0x02
	berOID         = 0x06
	maxBERDepth    = 16
	maxLengthBytes = 4
)

// The object identifiers of data and of signed data.
var (
	oidData   = []byte{0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x07, 0x01}
	oidSigned = []byte{0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x07, 0x02}
)

// Signed returns the content of a mail that S/MIME has signed in opaque form, within a message of RFC 5652 in BER,
// unchanged; nil if it is none, or is encrypted. The signature is not verified: unsigned mails are read too.
func Signed(message []byte) []byte {
	info, _, ok := berValue(message, berSequence, 0)
	signed, ok := typed(info, oidSigned, ok)
	signed, _, ok = berNext(signed, berSequence, ok)
	_, signed, ok = berNext(signed, berInteger, ok)
	_, signed, ok = berNext(signed, berSet, ok)
	signed, _, ok = berNext(signed, berSequence, ok)
	data, ok := typed(signed, oidData, ok)
	if !ok {
		return nil
	}
	if content, _, ok := berValue(data, berOctets, 0); ok {
		return content
	}
	chunks, _, ok := berValue(data, berChunks, 0)
	var content []byte
	for ok && len(chunks) > 0 {
		var chunk []byte
		if chunk, chunks, ok = berValue(chunks, berOctets, 0); ok {
			content = append(content, chunk...)
		}
	}
	return content
}

// typed returns the explicit value behind an object identifier.
func typed(from, oid []byte, ok bool) ([]byte, bool) {
	found, rest, ok := berNext(from, berOID, ok)
	value, _, ok := berNext(rest, berExplicit, ok && bytes.Equal(found, oid))
	return value, ok
}

func berNext(from []byte, tag byte, ok bool) (value, rest []byte, is bool) {
	if !ok {
		return nil, nil, false
	}
	return berValue(from, tag, 0)
}

// berValue returns the value of the element at the beginning of a text, without its end mark, and what follows it. It
// is not ok if the element has another tag, or is cut off.
func berValue(from []byte, tag byte, depth int) (value, rest []byte, ok bool) {
	if len(from) < 2 || from[0] != tag || depth > maxBERDepth {
		return nil, nil, false
	}
	size, from := int(from[1]), from[2:]
	switch {
	case size == 0x80:
		for rest = from; ; {
			if len(rest) < 2 {
				return nil, nil, false
			}
			if rest[0] == 0 && rest[1] == 0 {
				return from[:len(from)-len(rest)], rest[2:], true
			}
			if _, rest, ok = berValue(rest, rest[0], depth+1); !ok {
				return nil, nil, false
			}
		}
	case size > 0x80:
		n := size - 0x80
		if n > maxLengthBytes || n > len(from) {
			return nil, nil, false
		}
		size = 0
		for _, b := range from[:n] {
			size = size<<8 | int(b)
		}
		from = from[n:]
	}
	if size > len(from) {
		return nil, nil, false
	}
	return from[:size], from[size:], true
}
