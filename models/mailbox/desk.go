package mailbox

import (
	"context"
	"strconv"
	"time"

	"turnpost/models"
	"turnpost/models/core"
	"turnpost/models/db"
	"turnpost/models/mailaddr"
	"turnpost/models/play"
	"turnpost/models/schema"
	"turnpost/rules"
)

// heldLife is how long a command waits for its confirmation.
const heldLife = 7 * 24 * time.Hour

// The limits of responses to mails at the desk for one player. Mails that anybody may have written do not use up those
// whose sender the trusted mail server has found to be true.
var (
	deskBound       = models.Bound{Count: 5, Per: 24 * time.Hour}
	deskProvenBound = models.Bound{Count: 30, Per: 24 * time.Hour}
)

// DeskPlayer returns the player with the mailbox of an address, for a response to the account's address: of several,
// the one with the very address, or else the oldest. It is no proof that the player wrote the mail. ok is false if
// there is none, or if an account of the mailbox is banned.
func (s *Store) DeskPlayer(ctx context.Context, address string) (p models.Player, ok bool, err error) {
	mailbox := mailaddr.Mailbox(address)
	if mailbox == "" {
		return models.Player{}, false, nil
	}
	row, err := schema.FindPlayer(s.Read(ctx), `mailbox = ? AND deleted_at = 0 AND confirmed_at > 0
		AND NOT EXISTS (SELECT 1 FROM players banned WHERE banned.mailbox = players.mailbox AND banned.banned_at > 0)
		ORDER BY CASE WHEN email_key = ? THEN 0 ELSE 1 END, id`+db.Limit(1),
		mailbox, mailaddr.Key(mailaddr.ASCII(address)))
	if err != nil || row == nil {
		return models.Player{}, false, err
	}
	return row.Player(), true, nil
}

// Held returns the command that a LinkConfirm confirms.
// Errors: CodeNotFound if it is unknown or too old; CodeConflict if it was confirmed before.
func (s *Store) Held(ctx context.Context, l models.Link) (models.HeldCommand, error) {
	var rows []InboundRow
	err := s.Read(ctx).Raw("SELECT "+inboundColumns+" FROM inbound WHERE id = ? AND player_id = ?",
		l.Number, l.Player).Scan(&rows).Error
	if err != nil {
		return models.HeldCommand{}, err
	}
	if len(rows) == 0 || rows[0].Answer.ReplyAnswer == nil || rows[0].Answer.Held == nil ||
		rows[0].DoneAt < models.ToMillis(s.Clock()).Add(-heldLife) {
		return models.HeldCommand{}, models.Fail(models.CodeNotFound, "nothing_held")
	}
	held := *rows[0].Answer.Held
	held.Game, held.Challenge, held.Ply = rows[0].GameID, rows[0].ChallengeID, rows[0].Ply
	if rows[0].Result != InboundHeld {
		return held, models.Fail(models.CodeConflict, "confirmed_before")
	}
	return held, nil
}

// confirm marks the held command of a mail as carried out, in the transaction that does so.
func confirm(tx *core.Tx, mail, player int64) error {
	done := tx.Exec("UPDATE inbound SET result = ? WHERE id = ? AND player_id = ? AND result = ?",
		InboundDone, mail, player, InboundHeld)
	if done.Error == nil && done.RowsAffected == 0 {
		return models.Fail(models.CodeConflict, "confirmed_before")
	}
	return done.Error
}

// takeDesk spends one of a player's responses to mails at the desk, and reports whether one was left, and whether it
// was the last one for now.
func takeDesk(tx *core.Tx, player int64, proven bool) (left, last bool, err error) {
	kind, bound := "desk", deskBound
	if proven {
		kind, bound = "desk-proven", deskProvenBound
	}
	spent := schema.Scoped{Scope: tx.ScopeOf(kind, strconv.FormatInt(player, 10)), Bound: bound}
	if left, err = tx.Take(spent); err != nil || !left {
		return false, false, err
	}
	wait, err := tx.Wait(spent)
	return true, wait > 0, err
}

// gatherStop offers to end all mail, and that about the game or with challenges.
func (s *Store) gatherStop(_ context.Context, c *Content) error {
	c.unsubscribe = models.Link{Purpose: models.LinkUnsubscribe}
	narrow := models.Link{Purpose: models.LinkUnsubscribe, Game: c.Row.GameID}
	if c.Row.ChallengeID != "" && c.Row.GameID == "" {
		narrow.Kind = models.KindChallenge
	}
	if narrow.Game != "" || narrow.Kind != "" {
		c.unsubscribeGame = narrow
	}
	return nil
}

// Limits of what a response lists.
const (
	maxListedOthers = 50
	maxListedOpen   = 20
	maxHistory      = 400 // turns; later ones are shown
)

// GameHistory is a game with its turns.
type GameHistory struct {
	Game   *models.Game
	Turns  []models.Turn      // in order, at most maxHistory
	Record *models.GameRecord // for AnswerRecord
}

// answerGatherers load the content of responses that depend on more than the mail and its game.
var answerGatherers = map[models.AnswerTopic]func(*Store, context.Context, *Content) error{
	models.AnswerTry:      (*Store).gatherTried,
	models.AnswerGames:    (*Store).gatherGames,
	models.AnswerOpen:     (*Store).gatherOpen,
	models.AnswerRules:    (*Store).gatherRules,
	models.AnswerHistory:  (*Store).gatherHistory,
	models.AnswerRecord:   (*Store).gatherHistory,
	models.AnswerEvents:   (*Store).gatherEvents,
	models.AnswerTable:    (*Store).gatherTable,
	models.AnswerStop:     (*Store).gatherStop,
	models.AnswerDeskDone: (*Store).gatherDone,
}

// gatherGames lists what waits for the player: their turns, offers of opponents, challenges; then what waits for
// others.
func (s *Store) gatherGames(ctx context.Context, c *Content) error {
	box, err := s.Inbox(ctx, c.To)
	if err != nil {
		return err
	}
	listed := map[string]bool{}
	for _, g := range box.Games {
		listed[g.ID] = true
		c.Listed = append(c.Listed, c.listedGame(models.KindYourTurn, g))
	}
	for _, g := range box.Offers {
		if listed[g.ID] { // its row names the offer
			continue
		}
		listed[g.ID] = true
		offered := c.listedGame(models.KindOffer, g)
		offered.Offer = models.DrawOffer
		if g.TakebackBy == offered.Seat.Other() {
			offered.Offer = models.TakebackOffer
		}
		c.Listed = append(c.Listed, offered)
	}
	if err := s.AddStandings(ctx, c.To.ID, box.Challenges); err != nil {
		return err
	}
	for i := range box.Challenges {
		c.Listed = append(c.Listed, c.listedChallenge(&box.Challenges[i]))
	}
	if len(c.Listed) > models.MaxInbox {
		c.Listed, c.More = c.Listed[:models.MaxInbox], len(c.Listed)-models.MaxInbox
	}
	return s.gatherOthers(ctx, c, listed)
}

// gatherOthers lists the games that wait for opponents, except those listed, and the player's own challenges.
func (s *Store) gatherOthers(ctx context.Context, c *Content, listed map[string]bool) error {
	waiting, _, err := s.Games(ctx, play.GameFilter{
		Player: c.To.Name, Status: models.Ongoing, NotTo: c.To.Name, Limit: maxListedOthers,
	})
	if err != nil {
		return err
	}
	for _, g := range waiting {
		if !listed[g.ID] && g.SeatOf(c.To.ID) != rules.NoSeat {
			c.Others = append(c.Others, c.listedGame(models.KindYourTurn, g))
		}
	}
	sent, _, err := s.Challenges(ctx, c.To, models.BoxOut, "", maxListedOthers)
	for i := range sent {
		if sent[i].Status == models.ChallengeOpen {
			c.Others = append(c.Others, c.listedChallenge(&sent[i]))
		}
	}
	return err
}

// gatherOpen lists the open challenges that the player may accept.
func (s *Store) gatherOpen(ctx context.Context, c *Content) error {
	open, next, err := s.OpenChallenges(ctx, c.To, models.OpenFilter{Ruleset: c.Reply.Ruleset, Limit: maxListedOpen})
	if err == nil {
		err = s.AddStandings(ctx, c.To.ID, open)
	}
	for i := range open {
		c.Listed = append(c.Listed, c.listedChallenge(&open[i]))
	}
	if next != "" {
		c.More = 1
	}
	return err
}

func (c *Content) listedGame(kind models.Kind, g *models.Game) *Content {
	return &Content{Claim: Claim{Kind: kind}, To: c.To, epoch: c.epoch, Game: g, Seat: g.SeatOf(c.To.ID)}
}

func (c *Content) listedChallenge(challenge *models.Challenge) *Content {
	return &Content{
		Claim: Claim{Kind: models.KindChallenge}, To: c.To, epoch: c.epoch, Challenge: challenge, Seat: rules.NoSeat,
	}
}

func (s *Store) gatherRules(_ context.Context, c *Content) (err error) {
	c.Ruleset, _, err = s.FindRuleset(c.Reply.Ruleset, "")
	return err
}

// gatherHistory loads a game with its turns, or its record.
func (s *Store) gatherHistory(ctx context.Context, c *Content) (err error) {
	h := &GameHistory{}
	if h.Game, err = s.Game(ctx, c.Reply.OfGame); err != nil {
		return err
	}
	if c.Reply.About == models.AnswerRecord {
		h.Record, err = s.GameRecord(ctx, h.Game.ID)
	} else {
		h.Turns, err = s.Turns(ctx, h.Game.ID, max(0, h.Game.Ply-maxHistory), maxHistory)
	}
	c.History = h
	return err
}
