package models

import (
	"math/big"
	"strings"
)

// A short link encodes a link with digits and letters of both cases, which URLs preserve. It has 39 characters instead
// of 47 and so fits a line of mail. The content is the same.
const (
	shortLinkBase   = 62
	shortLinkLength = 39
)

// ShortLink returns the short form of a link, or "" for a text without the form of a link.
func ShortLink(text string) string {
	_, packed, mac, ok := splitLink(text)
	if !ok {
		return ""
	}
	short := new(big.Int).SetBytes(append(packed[:linkPayload:linkPayload], mac...)).Text(shortLinkBase)
	return strings.Repeat("0", shortLinkLength-len(short)) + short
}

// LongLink parses a short link. It returns the link and its content without verifying the MAC.
func LongLink(short string) (text string, about Link, ok bool) {
	if len(short) != shortLinkLength {
		return "", Link{}, false
	}
	n, ok := new(big.Int).SetString(short, shortLinkBase)
	if !ok || n.Sign() < 0 || n.BitLen() > (linkPayload+macSize)*8 {
		return "", Link{}, false
	}
	text = linkEncoding.EncodeToString(n.FillBytes(make([]byte, linkPayload+macSize)))
	about, _, _, ok = splitLink(text)
	return text, about, ok && ShortLink(text) == short
}
