package api

import (
	"strconv"
	"strings"

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

// etagFor names the state of a game as one reader sees it: unread messages are part of it.
func etagFor(g *models.Game, reader int64) string {
	tag, seat := etag(g), g.SeatOf(reader)
	if seat == rules.NoSeat || g.Unread[seat] == 0 {
		return tag
	}
	return strings.TrimSuffix(tag, `"`) + ".unread-" + strconv.Itoa(g.Unread[seat]) + `"`
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

// unchanged tells whether a reader with an If-None-Match header has this state.
func unchanged(ifNoneMatch, tag string) bool {
	for known := range strings.SplitSeq(ifNoneMatch, ",") {
		known = strings.TrimPrefix(strings.TrimSpace(known), "W/")
		if known == tag || known == "*" {
			return true
		}
	}
	return false
}
