package api

import (
	"crypto/sha256"
	"fmt"
	"hash/fnv"
	"strconv"
	"strings"

	"github.com/labstack/echo/v4"

	"turnpost/models"
	"turnpost/rules"
)

// etag names the state of a game: "ply-12", with a further part for what can
// change without a turn, so that a reader who asks for changes sees it.
func etag(g *models.Game) string {
	tag := "ply-" + strconv.Itoa(g.Ply)
	if g.Takebacks > 0 { // the same ply is another position since
		tag += takebackTag + strconv.Itoa(g.Takebacks)
	}
	if g.Status != models.Ongoing {
		return `"` + tag + "." + string(g.Status) + `"`
	}
	if g.DrawBy != rules.NoSeat {
		tag += ".draw-" + ordinal(g.DrawBy)
	}
	if g.TakebackBy != rules.NoSeat {
		tag += ".takeback-" + ordinal(g.TakebackBy) + "-" + strconv.Itoa(g.TakebackTo)
	}
	for seat, until := range g.Away {
		if !until.IsZero() {
			tag += ".away-" + ordinal(rules.Seat(seat))
		}
	}
	return `"` + tag + `"`
}

// takebackTag divides the ply from the number of takebacks.
const takebackTag = ".r"

func ordinal(seat rules.Seat) string {
	if seat == rules.First {
		return "first"
	}
	return "second"
}

// etagFor names the state of a game as one reader sees it, unread messages included, and the representation that a
// response has of it.
func etagFor(c echo.Context, g *models.Game, past bool, d drawing) string {
	tag, seat := etag(g), g.SeatOf(me(c).ID)
	if seat != rules.NoSeat && g.Unread[seat] > 0 {
		tag = extend(tag, "unread-"+strconv.Itoa(g.Unread[seat]))
	}
	return extend(tag, representation(keptKey(c, g.ID, past, d)))
}

// extend adds a part to an ETag.
func extend(tag, part string) string { return strings.TrimSuffix(tag, `"`) + "." + part + `"` }

// representation names all but the state that makes two responses from one address differ: the form, then a
// fingerprint of the language, the reader and the drawing. Without it a cache could take a picture for the text, or
// what a stranger sees for what a player sees.
func representation(key responseKey) string {
	h := fnv.New32a()
	fmt.Fprintln(h, key.past, key.drawing, key.player, key.language.Tag(), key.zone, key.commands.Site)
	_, form, _ := strings.Cut(key.form, "/")
	form, _, _ = strings.Cut(form, "+")
	return fmt.Sprintf("%s-%08x", form, h.Sum32())
}

// contentTag names what a response holds, without the clocks of games, which count down by themselves.
func contentTag(name string, a response) string {
	h := sha256.New()
	for _, piece := range cutClocks(a) {
		h.Write(piece)
	}
	return fmt.Sprintf(`"%s-%.12x"`, name, h.Sum(nil))
}

// plyOf reads the ply out of an If-Match header: nil where any state will do.
// An offer or its end makes no turn stale, so only the ply counts.
func plyOf(ifMatch string) (*int, error) {
	tag := strings.TrimSpace(ifMatch)
	if tag == "" || tag == "*" {
		return nil, nil
	}
	inner := strings.Trim(strings.TrimPrefix(tag, "W/"), `"`)
	number, isPly := strings.CutPrefix(inner, "ply-")
	number, _, _ = strings.Cut(number, ".")
	ply, err := strconv.Atoi(number)
	if !isPly || err != nil || ply < 0 {
		return nil, refuseField(headerIfMatch, "http.if_match", "value", quoted(ifMatch, 40), "form", `"ply-12"`)
	}
	return &ply, nil
}

// takebacksOf reads the number of takebacks out of an If-Match header that plyOf
// can read: nil where any state will do.
func takebacksOf(ifMatch string) *int {
	tag := strings.TrimSpace(ifMatch)
	if tag == "" || tag == "*" {
		return nil
	}
	_, rest, _ := strings.Cut(strings.Trim(tag, `"`), takebackTag)
	number, _, _ := strings.Cut(rest, ".")
	takebacks, _ := strconv.Atoi(number) // a tag without the number is of a game without takebacks
	return &takebacks
}

// turnPly is the ply that a turn is for, by its header or its body.
func turnPly(ifMatch string, field *int) (*int, error) {
	ply, err := plyOf(ifMatch)
	if err != nil || ply == nil {
		return field, err
	}
	if field != nil && *field != *ply {
		return nil, refuseField("ply", "http.ply_differs", "ply", *field, "header", headerIfMatch, "other", *ply)
	}
	return ply, nil
}

// unchanged reports whether an If-None-Match header names an ETag.
func unchanged(ifNoneMatch, tag string) bool {
	for known := range strings.SplitSeq(ifNoneMatch, ",") {
		known = strings.TrimPrefix(strings.TrimSpace(known), "W/")
		if known == tag || known == "*" {
			return true
		}
	}
	return false
}
