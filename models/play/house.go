package play

import (
	"fmt"
	"time"

	"turnpost/models"
	"turnpost/models/core"
	"turnpost/models/notice"
	"turnpost/models/schema"
	"turnpost/rules"
)

// HouseList lists the names of the house players.
func HouseList() (list []string) {
	for _, level := range rules.Levels() {
		list = append(list, models.HouseName(level))
	}
	return list
}

// mayPlayHouse checks that the house plays the ruleset and that the limits allow another game with it.
func mayPlayHouse(tx *core.Tx, row *schema.ChallengeRow) error {
	limits := tx.Store.Limits
	switch {
	case tx.Store.HouseOff:
		return models.Fail(models.CodeHouseOff, "house_off")
	case !HousePlays(tx.Store.RulesetByID[row.Ruleset]):
		return models.Invalid("opponent", "house_plays_not", "ruleset", row.Ruleset)
	case row.Message != "":
		return models.Invalid("message", "house_words")
	}
	var own, all int
	err := tx.Raw(`SELECT
		(SELECT COUNT(*) FROM games WHERE first_id = ? AND second_id IN `+schema.HouseIDs+` AND status = 'ongoing')
		+ (SELECT COUNT(*) FROM games WHERE second_id = ? AND first_id IN `+schema.HouseIDs+` AND status = 'ongoing')`,
		row.ChallengerID, row.ChallengerID).Scan(&own).Error
	if err != nil {
		return err
	}
	if limits.HouseTogether > 0 && own >= limits.HouseTogether {
		return models.Fail(models.CodeTooMany, "too_many_house_games", "n", own)
	}
	if all, err = houseGames(tx); err != nil {
		return err
	}
	if limits.HouseGames > 0 && all >= limits.HouseGames {
		return models.Fail(models.CodeTooMany, "house_full")
	}
	return takeHouseGame(tx, row.ChallengerID)
}

// houseGames counts the ongoing games of the house.
func houseGames(tx *core.Tx) (n int, err error) {
	err = tx.Raw(`SELECT (SELECT COUNT(*) FROM games WHERE first_id IN ` + schema.HouseIDs + ` AND status = 'ongoing')
		+ (SELECT COUNT(*) FROM games WHERE second_id IN ` + schema.HouseIDs + ` AND status = 'ongoing')`).Scan(&n).Error
	return n, err
}

// takeHouseGame spends one of the games that a player may begin with the house in a day.
func takeHouseGame(tx *core.Tx, player int64) error {
	day := schema.Scoped{Scope: fmt.Sprintf("house.%d", player), Bound: tx.Store.Limits.HouseDay}
	return tx.Spend([]schema.Scoped{day}, "too_many_house_games_a_day", "n", day.Bound.Count)
}

// BeginHouseGame starts the game of a new challenge to the house with the turns of a line, and stores the challenge as
// accepted.
func BeginHouseGame(tx *core.Tx, row *schema.ChallengeRow, line ...rules.Played) (*models.Game, error) {
	if err := mayPlayHouse(tx, row); err != nil {
		return nil, err
	}
	id, err := tx.FreeID("challenges")
	if err != nil {
		return nil, err
	}
	begun, err := BeginGame(tx, row)
	if err != nil {
		return nil, err
	}
	row.ID, row.GameID, row.Status = id, begun.ID, models.ChallengeAccepted
	row.CreatedAt, row.ExpiresAt, row.AnsweredAt = tx.At, tx.At.Add(row.Life), tx.At
	if err := tx.Create(row).Error; err != nil {
		return nil, err
	}
	last, err := tx.Replay(begun, line)
	if err != nil {
		return nil, err
	}
	row.Begun = begun.GameAfter(tx.At, last)
	return row.Begun, NoticeTurn(tx, begun)
}

// HouseBegins reports whether the house begins games of a ruleset.
func (s *Store) HouseBegins(r rules.Ruleset) bool { return !s.HouseOff && HousePlays(r) }

// HousePlays reports whether the house plays a ruleset.
func HousePlays(r rules.Ruleset) bool { return r != nil && r.House() != nil }

// offerHouse makes an offer to the house. It accepts a takeback at once; it decides about a draw when it has valued the
// position.
func offerHouse(tx *core.Tx, row *core.GameRow, o schema.Offer) error {
	if o.Kind == models.TakebackOffer {
		return takeBack(tx, row)
	}
	row.HouseAt = tx.At
	return nil
}

// HouseMailDelay is how long the mail about a turn of the house waits. A player who is looking at the game has often
// played on by then, and the notice is dropped.
const HouseMailDelay = 5 * time.Minute

// playsByMail reports whether the player of a game with the house acts by mail: now, or with their last turn. A game
// without a turn of theirs began by the channel that its start has.
func playsByMail(tx *core.Tx, row *core.GameRow) (bool, error) {
	if tx.IsMail() {
		return true, nil
	}
	var last []models.Via
	err := tx.Raw("SELECT via FROM game_turns WHERE game_id = ? AND seat <> ? ORDER BY ply DESC LIMIT 1",
		row.ID, row.HouseSeat()).Scan(&last).Error
	return len(last) > 0 && last[0] == models.ViaMail, err
}

// noticeHouseTurn notifies the player of a game with the house of their turn: at once if they play by mail, else after
// HouseMailDelay. They see the end of the game where they have played, so that it is mailed only if they play by mail.
func noticeHouseTurn(tx *core.Tx, row *core.GameRow) error {
	byMail, err := playsByMail(tx, row)
	if err != nil {
		return err
	}
	if row.Status != models.Ongoing {
		if byMail {
			return notice.End(tx, row, row.HouseSeat().Other())
		}
		return notice.End(tx, row)
	}
	n := row.TurnNotice()
	if !byMail {
		n.Delay = HouseMailDelay
	}
	return notice.Notify(tx, n)
}

// mailsDecision reports whether the decision on an offer is mailed to the seat that made it. That of the house is seen
// where it was made, unless by mail.
func mailsDecision(tx *core.Tx, row *core.GameRow, to rules.Seat) (bool, error) {
	if row.HouseSeat() != to.Other() {
		return true, nil
	}
	return playsByMail(tx, row)
}
