package pages

import (
	"bytes"
	"crypto/rand"
	"crypto/sha256"
	"html/template"
	"net/http"
	"reflect"
	"time"

	"github.com/labstack/echo/v4"

	"turnpost/api/pages/gzipped"
)

// sharedPage is the page of a game, rendered and compressed for one reader.
type sharedPage struct {
	*gamePage
	pieces []gzipped.Piece // without a plain text: a random key
	sum    [sha256.Size]byte
}

// marks are placeholders of fragments in a rendered page. No text of a user contains them: templates escape the first
// byte.
var marks = [3]template.HTML{"\x000", "\x001", "\x002"}

// place puts a fragment into a page.
func (page *gamePage) place(f *fragment) template.HTML {
	page.fragments = append(page.fragments, f)
	return marks[len(page.fragments)-1]
}

// maxStyled bounds the fragments of a page with a style, by fragment.Size. A page with more of them would exceed, with
// its style, the 14 kB that come in the first packets of a connection.
const maxStyled = 64 << 10

// placeStyle puts the beginning of the style sheet into a page, unless the page is too large for it.
func (p *Pages) placeStyle(page *gamePage) template.HTML {
	size := 0
	for _, f := range page.fragments {
		size += f.Size()
	}
	if size > maxStyled {
		return ""
	}
	return page.place(p.firstStyle)
}

// showShared sends the page of a game. If the reader was sent a page with the same data at the address, that one is
// sent again, with other keys of forms.
func (p *Pages) showShared(c echo.Context, status int, page *gamePage) error {
	v, language := visitorOf(c), readerOf(c).Words()
	key := fragmentKey{
		path: c.Request().RequestURI, player: v.Player.ID, signed: v.Signed, link: v.Link, language: language.Tag(),
	}
	if page.FirstStyle != "" {
		page.FirstStyle = p.placeStyle(page)
	}
	page.comparable()
	f, found := p.fragments.Get(key)
	if !found || !reflect.DeepEqual(f.page.gamePage, page) {
		html, err := p.site.RenderShared("game", language, page)
		if err != nil {
			return err
		}
		f = &fragment{page: p.assemble(html, page)}
		if status == http.StatusOK {
			p.fragments.Put(key, f)
		}
	}
	setLanguage(c)
	pieces, sum := f.page.copy()
	if mayKeep(c, status) {
		return gzipped.SendTaggedPieces(c, echo.MIMETextHTMLCharsetUTF8, sum, pieces...)
	}
	return gzipped.Send(c, status, echo.MIMETextHTMLCharsetUTF8, pieces...)
}

// comparable removes from a page what no template shows: fractions of minutes.
func (page *gamePage) comparable() {
	shown := []*time.Duration{&page.Game.Left, &page.Game.TheirLeft}
	for i := range page.Clocks {
		shown = append(shown, &page.Clocks[i].Left, &page.Seats[i].Left)
	}
	for _, left := range shown {
		if *left != 0 { // which is no clock
			*left = max(left.Round(time.Minute), 1)
		}
	}
}

// assemble compresses a rendered page between its fragments and keys.
func (p *Pages) assemble(html []byte, page *gamePage) *sharedPage {
	shared := &sharedPage{gamePage: page}
	parts := p.site.Cut(html)
	for i, part := range parts {
		if i > 0 {
			shared.pieces = append(shared.pieces, gzipped.Piece{})
		}
		for found := true; found; {
			var before []byte
			before, part, found = bytes.Cut(part, []byte{0})
			shared.pieces = append(shared.pieces, gzipped.Ready(before))
			if found {
				shared.pieces = append(shared.pieces, page.fragments[part[0]-'0'].Piece)
				part = part[1:]
			}
		}
	}
	if len(parts) == 1 { // else its keys tell it from all others
		h := sha256.New()
		for _, one := range shared.pieces {
			h.Write(one.Plain)
		}
		h.Sum(shared.sum[:0])
	}
	return shared
}

// copy returns the pieces of a page with new keys, and the checksum of the whole.
func (s *sharedPage) copy() (pieces []gzipped.Piece, sum [sha256.Size]byte) {
	pieces, sum = make([]gzipped.Piece, len(s.pieces)), s.sum
	copy(pieces, s.pieces)
	for i := range pieces {
		if pieces[i].Plain == nil {
			pieces[i] = gzipped.Verbatim([]byte(rand.Text()))
			sum = sha256.Sum256(append(sum[:], pieces[i].Plain...))
		}
	}
	return pieces, sum
}

// size estimates the memory of a page, without its fragments.
func (s *sharedPage) size() (n int) {
	for _, one := range s.pieces {
		n += 100 + 2*len(one.Plain)
	}
	return n + 4000
}
