package models

import (
	"fmt"
	"strings"
	"time"

	"turnpost/models/names"
	"turnpost/rules"
)

// The house plays as players whose names begin with housePrefix, one for each level. A migration creates them; no other
// player can have their names, and they keep them. They have no address, so that nobody signs in as one of them, and
// are never confirmed, so that they are not found among people.

const housePrefix = "house-"

// HouseName returns the name of the house player of a level.
func HouseName(level rules.Level) string { return housePrefix + string(level) }

// HouseLevel returns the level of a house player by name; "" for people.
func HouseLevel(name string) rules.Level {
	level, is := strings.CutPrefix(names.Key(name), housePrefix)
	if !is {
		return ""
	}
	for _, known := range rules.Levels() {
		if level == string(known) {
			return known
		}
	}
	return ""
}

// IsHouse reports whether the player is a house player.
func (p PlayerRef) IsHouse() bool { return HouseLevel(p.Name) != "" }

// HouseSeat returns the seat of the house, or NoSeat in a game between people.
func (g *Game) HouseSeat() rules.Seat {
	for seat, p := range g.Players {
		if p.IsHouse() {
			return rules.Seat(seat)
		}
	}
	return rules.NoSeat
}

// AwaitsHouse reports whether the house is to act in the game: to move, or to decide about an offered draw.
func (g *Game) AwaitsHouse() bool {
	seat := g.HouseSeat()
	return g.Status == Ongoing && seat != rules.NoSeat && (g.ToMove == seat || g.DrawBy == seat.Other())
}

// isHouse reports whether the house has the seat.
func (s *seatRow) isHouse() bool { return HouseLevel(s.Name) != "" }

// houseSeat returns the seat of the house, or NoSeat in a game between people.
func (r *gameRow) houseSeat() rules.Seat {
	for _, seat := range []rules.Seat{rules.First, rules.Second} {
		if r.side(seat).isHouse() {
			return seat
		}
	}
	return rules.NoSeat
}

// houseNames lists the names of the house players in SQL.
var houseNames = func() string {
	quoted := make([]string, 0, len(rules.Levels()))
	for _, level := range rules.Levels() {
		quoted = append(quoted, "'"+HouseName(level)+"'")
	}
	return "(" + strings.Join(quoted, ", ") + ")"
}()

// houseIDs selects the IDs of the house players.
var houseIDs = "(SELECT id FROM players WHERE name_key IN " + houseNames + ")"

// mayPlayHouse checks that the house plays the ruleset and that the limits allow another game with it.
func (tx *Tx) mayPlayHouse(row *challengeRow) error {
	limits := tx.store.limits
	switch {
	case tx.store.houseOff:
		return fail(CodeHouseOff, "house_off")
	case !HousePlays(tx.store.rulesets[row.Ruleset]):
		return invalid("opponent", "house_plays_not", "ruleset", row.Ruleset)
	case row.Message != "":
		return invalid("message", "house_words")
	}
	var own, all int
	err := tx.Raw(`SELECT
		(SELECT COUNT(*) FROM games WHERE first_id = ? AND second_id IN `+houseIDs+` AND status = 'ongoing')
		+ (SELECT COUNT(*) FROM games WHERE second_id = ? AND first_id IN `+houseIDs+` AND status = 'ongoing')`,
		row.ChallengerID, row.ChallengerID).Scan(&own).Error
	if err != nil {
		return err
	}
	if limits.HouseTogether > 0 && own >= limits.HouseTogether {
		return fail(CodeTooMany, "too_many_house_games", "n", own)
	}
	if all, err = tx.houseGames(); err != nil {
		return err
	}
	if limits.HouseGames > 0 && all >= limits.HouseGames {
		return fail(CodeTooMany, "house_full")
	}
	return tx.takeHouseGame(row.ChallengerID)
}

// houseGames counts the ongoing games of the house.
func (tx *Tx) houseGames() (n int, err error) {
	err = tx.Raw(`SELECT (SELECT COUNT(*) FROM games WHERE first_id IN ` + houseIDs + ` AND status = 'ongoing')
		+ (SELECT COUNT(*) FROM games WHERE second_id IN ` + houseIDs + ` AND status = 'ongoing')`).Scan(&n).Error
	return n, err
}

// takeHouseGame spends one of the games that a player may begin with the house in a day.
func (tx *Tx) takeHouseGame(player int64) error {
	day := scoped{fmt.Sprintf("house.%d", player), tx.store.limits.HouseDay}
	return tx.spend([]scoped{day}, "too_many_house_games_a_day", "n", day.bound.Count)
}

// beginHouseGame starts the game of a new challenge to the house, and stores the challenge as accepted.
func (tx *Tx) beginHouseGame(row *challengeRow) (*Game, error) {
	if err := tx.mayPlayHouse(row); err != nil {
		return nil, err
	}
	id, err := tx.freeID("challenges")
	if err != nil {
		return nil, err
	}
	begun, err := tx.beginGame(row)
	if err != nil {
		return nil, err
	}
	row.ID, row.GameID, row.Status = id, begun.ID, ChallengeAccepted
	row.CreatedAt, row.ExpiresAt, row.AnsweredAt = tx.at, tx.at.Add(row.life), tx.at
	if err := tx.Create(row).Error; err != nil {
		return nil, err
	}
	row.begun = begun.gameAfter(tx.at, nil)
	return row.begun, tx.noticeTurn(begun)
}

// toHouse reports whether the challenge is to a house player.
func (r *challengeRow) toHouse() bool { return r.OpponentID != nil && HouseLevel(r.OpponentName) != "" }

// HouseBegins reports whether the house begins games of a ruleset.
func (s *Store) HouseBegins(r rules.Ruleset) bool { return !s.houseOff && HousePlays(r) }

// HousePlays reports whether the house plays a ruleset.
func HousePlays(r rules.Ruleset) bool { return r != nil && r.House() != nil }

// offerHouse makes an offer to the house. It accepts a takeback at once; it decides about a draw when it has valued the
// position.
func (tx *Tx) offerHouse(row *gameRow, o offer) error {
	if o.kind == TakebackOffer {
		return tx.takeBack(row)
	}
	row.HouseAt = tx.at
	return nil
}

// noteHouse has the committed transaction wake the worker of the house, or the requests that wait for it.
func (tx *Tx) noteHouse(row *gameRow) {
	switch {
	case row.houseSeat() == rules.NoSeat:
	case row.HouseAt == 0:
		tx.houseActed = row.ID
	case row.HouseAt == tx.at:
		tx.houseDue = true
	}
}

// houseMailDelay is how long the mail about a turn of the house waits. A player who is looking at the game has often
// played on by then, and the notice is dropped.
const houseMailDelay = 5 * time.Minute

// playsByMail reports whether the player of a game with the house acts by mail: now, or with their last turn. A game
// without a turn of theirs began by the channel that its start has.
func (tx *Tx) playsByMail(row *gameRow) (bool, error) {
	if tx.isMail() {
		return true, nil
	}
	var last []Via
	err := tx.Raw("SELECT via FROM game_turns WHERE game_id = ? AND seat <> ? ORDER BY ply DESC LIMIT 1",
		row.ID, row.houseSeat()).Scan(&last).Error
	return len(last) > 0 && last[0] == ViaMail, err
}

// noticeHouseTurn notifies the player of a game with the house of their turn: at once if they play by mail, else after
// houseMailDelay. They see the end of the game where they have played, so that it is mailed only if they play by mail.
func (tx *Tx) noticeHouseTurn(row *gameRow) error {
	byMail, err := tx.playsByMail(row)
	if err != nil {
		return err
	}
	if row.Status != Ongoing {
		if byMail {
			return tx.noticeEnd(row, row.houseSeat().Other())
		}
		return tx.noticeEnd(row)
	}
	n := row.turnNotice()
	if !byMail {
		n.delay = houseMailDelay
	}
	return tx.notify(n)
}

// mailsDecision reports whether the decision on an offer is mailed to the seat that made it. That of the house is seen
// where it was made, unless by mail.
func (tx *Tx) mailsDecision(row *gameRow, to rules.Seat) (bool, error) {
	if row.houseSeat() != to.Other() {
		return true, nil
	}
	return tx.playsByMail(row)
}
