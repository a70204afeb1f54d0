package api

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"hash/fnv"
	"strconv"
	"strings"

	"turnpost/models"
	"turnpost/models/calendar"
	"turnpost/rules"
)

// etag identifies the state of a game: "ply-12", followed by a part for every change that is possible
// without a turn, so that a polling reader sees it.
func etag(g *models.Game) string {
	tag := "ply-" + strconv.Itoa(g.Ply)
	if g.Takebacks > 0 { // the same ply is a different position after a takeback
		tag += takebackTag + strconv.Itoa(g.Takebacks)
	}
	if g.Status != models.Ongoing {
		return `"` + tag + "." + string(g.Status) + "." + ratingTag(g) + `"`
	}
	if g.DrawBy != rules.NoSeat {
		tag += ".draw-" + ordinal(g.DrawBy)
	}
	if g.TakebackBy != rules.NoSeat {
		tag += ".takeback-" + ordinal(g.TakebackBy) + "-" + strconv.Itoa(g.TakebackTo)
	}
	if g.Declined.Offer != "" {
		tag += ".declined-" + strconv.Itoa(g.Offers)
	}
	for seat, until := range g.Away {
		if !until.IsZero() {
			tag += ".away-" + ordinal(rules.Seat(seat))
		}
		if g.DaysOff[seat] != (calendar.DaysOff{}) || g.AutoVacation[seat] {
			tag += ".off-" + ordinal(rules.Seat(seat)) + "-" + clockTag(g, rules.Seat(seat))
		}
	}
	return `"` + tag + `"`
}

// clockTag identifies the days off of a player and whether a vacation begins by itself.
func clockTag(g *models.Game, seat rules.Seat) string {
	names := g.DaysOff[seat].Names()
	if g.AutoVacation[seat] {
		names = append(names, "auto")
	}
	return strings.Join(names, "-")
}

// takebackTag separates the ply from the number of takebacks.
const takebackTag = ".r"

func ordinal(seat rules.Seat) string {
	if seat == rules.First {
		return "first"
	}
	return "second"
}

// etagFor identifies a representation of a game, whose key is that of gameKey, for one reader. It includes the unread
// messages of the reader.
func etagFor(g *models.Game, key responseKey) string {
	tag, seat := etag(g), g.SeatOf(key.player)
	if seat != rules.NoSeat && g.Unread[seat] > 0 {
		tag = extend(tag, "unread-"+strconv.Itoa(g.Unread[seat]))
	}
	return extend(tag, representation(key))
}

// extend appends a part to an ETag.
func extend(tag, part string) string { return strings.TrimSuffix(tag, `"`) + "." + part + `"` }

// representation identifies the variant of a response at one URL: the media type, then a fingerprint of language,
// reader and drawing options. Without it a cache could serve a picture instead of text, or a player's view to a
// stranger.
func representation(key responseKey) string {
	text := strconv.AppendBool(make([]byte, 0, 160), key.past)
	text = strconv.AppendBool(append(text, ' '), key.drawing.flip)
	text = strconv.AppendInt(append(text, ' '), int64(key.drawing.scale), 10)
	text = strconv.AppendInt(append(text, ' '), key.player, 10)
	for _, part := range []string{
		string(key.drawing.style), string(key.drawing.theme), key.language.Tag(), key.zone, key.commands.Site,
	} {
		text = append(append(text, ' '), part...)
	}
	h := fnv.New32a()
	h.Write(text)
	_, form, _ := strings.Cut(key.form, "/")
	form, _, _ = strings.Cut(form, "+")
	return string(hex.AppendEncode(append(append(text[:0], form...), '-'), h.Sum(nil)))
}

// contentTag derives an ETag from a response's content. It leaves out the clocks of games, which change by themselves.
func contentTag(name string, a response) string {
	h := sha256.New()
	for _, piece := range cutClocks(a) {
		h.Write(piece)
	}
	return fmt.Sprintf(`"%s-%.12x"`, name, h.Sum(nil))
}

// gameStateOf parses the ply and the number of takebacks in an If-Match header. They are nil if any state matches. An
// offer does not make a turn stale, so that only these count. A tag without takebacks is from a game without any.
func gameStateOf(ifMatch string) (ply, takebacks *int, err error) {
	tag := strings.TrimSpace(ifMatch)
	if tag == "" || tag == "*" {
		return nil, nil, nil
	}
	inner := strings.Trim(strings.TrimPrefix(tag, "W/"), `"`)
	text, isPly := strings.CutPrefix(inner, "ply-")
	text, _, _ = strings.Cut(text, ".")
	number, err := strconv.Atoi(text)
	if !isPly || err != nil || number < 0 {
		return nil, nil, refuseField(headerIfMatch, "http.if_match", "value", quoted(ifMatch, 40), "form", `"ply-12"`)
	}
	_, rest, _ := strings.Cut(inner, takebackTag)
	rest, _, _ = strings.Cut(rest, ".")
	undone, _ := strconv.Atoi(rest)
	return &number, &undone, nil
}

// turnState returns the ply that a turn is for, from the If-Match header or the body, and the number of takebacks.
func turnState(ifMatch string, field *int) (ply, takebacks *int, err error) {
	ply, takebacks, err = gameStateOf(ifMatch)
	if err != nil || ply == nil {
		return field, nil, err
	}
	if field != nil && *field != *ply {
		return nil, nil, refuseField("ply", "http.ply_differs", "ply", *field, "header", headerIfMatch, "other", *ply)
	}
	return ply, takebacks, nil
}

// unchanged reports whether If-None-Match matches an ETag.
func unchanged(ifNoneMatch, tag string) bool {
	for known := range strings.SplitSeq(ifNoneMatch, ",") {
		known = strings.TrimPrefix(strings.TrimSpace(known), "W/")
		if known == tag || known == "*" {
			return true
		}
	}
	return false
}
