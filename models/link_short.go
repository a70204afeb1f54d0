package models

import (
	"math/big"
	"strings"
)

// A short link is a link in digits and letters of both cases, which a URL keeps as they are
// and which make it short enough for a line of mail: 39 letters in place of 47. It says the same.
const (
	shortLinkBase   = 62
	shortLinkLength = 39
)

// ShortLink is the short form of a link, "" for what has not the form of one.
func ShortLink(text string) string {
	_, packed, mac, ok := splitLink(text)
	if !ok {
		return ""
	}
	short := new(big.Int).SetBytes(append(packed[:linkPayload:linkPayload], mac...)).Text(shortLinkBase)
	return strings.Repeat("0", shortLinkLength-len(short)) + short
}

// LongLink reads a short link: the link, and what it says, without looking whether it was made here.
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
