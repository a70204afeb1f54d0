// Package record writes and reads the record of a game as text, for people and for programs that are not this one. It
// needs no row: Text is pure, and Read knows the rulesets of a store but no game of it. What Text has written, Read
// returns, and Text writes the same bytes again. Read accepts what people write by hand and decides nothing about the
// turns: Store.VerifyRecord replays them.
//
// The text has tags, an empty line, the turns, and the result.
//
//	[Game "k7m2q9xr"]
//	[Ruleset "hnefatafl"]
//	[Variant "7x7"]
//	[Version "1"]
//	[Attackers "ann"]
//	[Defenders "bob"]
//	[Date "2026-11-21"]
//	[EndDate "2026-12-03"]
//	[Pace "3d"]
//	[Result "defenders"]
//	[Reason "escape"]
//	[Hash "9f86d081…"]
//
//	1. d1-c1 d3-c3 2. c1-d1 c3-c1 defenders
//
// The two players' tags have the names of the game's sides. A number precedes each turn of the first side; "…"
// replaces the turn of a side that was skipped. The steps of a turn are joined by commas, so that turns contain no
// spaces. The result is a side, "draw", or "*" for an ongoing or aborted game. Days are in UTC. The hash is that of the
// last turn; EndDate and Reason accompany a result.
package record

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"turnpost/models"
	"turnpost/rules"
)

const (
	columns     = 72
	skippedMark = "…"
	dayForm     = time.DateOnly
	resultDraw  = "draw"
	resultNone  = "*"
)

// Tags of the text form in addition to the players'.
const (
	tagGame    = "Game"
	tagRuleset = "Ruleset"
	tagVariant = "Variant"
	tagVersion = "Version"
	tagDate    = "Date"
	tagEndDate = "EndDate"
	tagPace    = "Pace"
	tagResult  = "Result"
	tagReason  = "Reason"
	tagHash    = "Hash"
)

// sideTag returns the tag of the player in a seat.
func sideTag(info rules.Info, seat rules.Seat) string {
	id := info.SideID(seat)
	return strings.ToUpper(id[:1]) + id[1:]
}

// Text returns the text form of a record. The turns are in lines of at most 72 columns, unless a single one is
// longer.
func Text(r *models.GameRecord, info rules.Info) string {
	var b strings.Builder
	tag := func(name, value string) {
		if value != "" {
			fmt.Fprintf(&b, "[%s %s]\n", name, strconv.Quote(value))
		}
	}
	result := resultWord(info, r.Result)
	tag(tagGame, r.ID)
	tag(tagRuleset, r.Ruleset)
	tag(tagVariant, r.Variant)
	tag(tagVersion, strconv.Itoa(r.Version))
	tag(sideTag(info, rules.First), r.Players[rules.First])
	tag(sideTag(info, rules.Second), r.Players[rules.Second])
	tag(tagDate, formatDay(r.Begun))
	tag(tagEndDate, formatDay(r.Ended))
	tag(tagPace, r.Pace)
	tag(tagResult, result)
	tag(tagReason, r.Result.Reason)
	tag(tagHash, fmt.Sprintf("%x", r.Hash))
	b.WriteByte('\n')
	column := 0
	for _, word := range append(turnWords(r.Turns), result) {
		width := len([]rune(word))
		switch {
		case column == 0:
		case column+1+width > columns:
			b.WriteByte('\n')
			column = 0
		default:
			b.WriteByte(' ')
			column++
		}
		b.WriteString(word)
		column += width
	}
	b.WriteByte('\n')
	return b.String()
}

// turnWords returns the numbers, turns and gaps in order.
func turnWords(turns []models.Turn) []string {
	words := make([]string, 0, len(turns)*3/2+1)
	number, slot := 0, rules.First
	fill := func(word string) {
		if slot == rules.First {
			number++
			words = append(words, strconv.Itoa(number)+".")
		}
		words = append(words, word)
		slot = slot.Other()
	}
	for _, t := range turns {
		if t.Seat != slot {
			fill(skippedMark)
		}
		fill(strings.ReplaceAll(t.Text, " ", ","))
	}
	return words
}

// resultWord returns the result in one word. An aborted game has none.
func resultWord(info rules.Info, r rules.Result) string {
	switch {
	case !r.Over(), models.Unscored(r.Reason):
		return resultNone
	case r.Winner == rules.NoSeat:
		return resultDraw
	}
	return info.SideID(r.Winner)
}

func formatDay(t time.Time) string {
	if t.IsZero() {
		return ""
	}
	return t.UTC().Format(dayForm)
}
