package models

import (
	"context"
	"time"

	"turnpost/models/db"
	"turnpost/rules"
)

// The desk answers mail that is no reply. Its From field proves nothing, so it is answered to the account's own
// address, and what it asks to change is held: a row of inbound with InboundHeld, whose answer has the command. The
// mail about it has a link, LinkConfirm, by which its recipient confirms the command once.

// HeldCommand is a command of a mail that waits for its confirmation.
type HeldCommand struct {
	Verb      string `json:"verb"` // of package mailer/reply
	Text      string `json:"text,omitempty"`
	Game      string `json:"-"` // that the mail was about; "" for none
	Challenge string `json:"-"`
	Ply       int    `json:"-"`
}

// heldLife is how long a command waits for its confirmation.
const heldLife = 7 * 24 * time.Hour

// maxDeskAnswers limits the responses to mails at the desk for one player within a day.
const maxDeskAnswers = 5

// DeskPlayer returns the player with an address, for a response to that address. It is no proof that the player wrote
// the mail. ok is false if there is none, or if the player is banned.
func (s *Store) DeskPlayer(ctx context.Context, address string) (p Player, ok bool, err error) {
	key := emailKeyOf(Player{Email: address})
	if key == "" {
		return Player{}, false, nil
	}
	row, err := findPlayer(s.read(ctx), "email_key = ? AND deleted_at = 0 AND banned_at = 0 AND confirmed_at > 0", key)
	if err != nil || row == nil {
		return Player{}, false, err
	}
	return row.player(), true, nil
}

// Held returns the command that a LinkConfirm confirms.
// Errors: CodeNotFound if it is unknown or too old; CodeConflict if it was confirmed before.
func (s *Store) Held(ctx context.Context, l Link) (HeldCommand, error) {
	var rows []inboundRow
	err := s.read(ctx).Raw("SELECT "+inboundColumns+" FROM inbound WHERE id = ? AND player_id = ?",
		l.Number, l.Player).Scan(&rows).Error
	if err != nil {
		return HeldCommand{}, err
	}
	if len(rows) == 0 || rows[0].Answer.ReplyAnswer == nil || rows[0].Answer.Held == nil ||
		rows[0].DoneAt < ToMillis(s.now()).Add(-heldLife) {
		return HeldCommand{}, fail(CodeNotFound, "nothing_held")
	}
	held := *rows[0].Answer.Held
	held.Game, held.Challenge, held.Ply = rows[0].GameID, rows[0].ChallengeID, rows[0].Ply
	if rows[0].Result != InboundHeld {
		return held, fail(CodeConflict, "confirmed_before")
	}
	return held, nil
}

// confirm marks the held command of a mail as carried out, in the transaction that does so.
func (tx *Tx) confirm(mail, player int64) error {
	done := tx.Exec("UPDATE inbound SET result = ? WHERE id = ? AND player_id = ? AND result = ?",
		InboundDone, mail, player, InboundHeld)
	if done.Error == nil && done.RowsAffected == 0 {
		return fail(CodeConflict, "confirmed_before")
	}
	return done.Error
}

// deskSpent reports whether a player has had the day's responses to mails at the desk.
func (tx *Tx) deskSpent(player int64) (bool, error) {
	var today int64
	err := tx.Raw(`SELECT COUNT(*) FROM (SELECT 1 FROM inbound
		WHERE player_id = ? AND received_at > ? AND player_id > 0 AND link = '' AND answer <> ''`+
		db.Limit(maxDeskAnswers)+`) AS recent`, player, tx.at.Add(-24*time.Hour)).Scan(&today).Error
	return today >= maxDeskAnswers, err
}

// gatherStop adds the links that end all mail, and that about the game or with challenges.
func (s *Store) gatherStop(ctx context.Context, c *Content) (err error) {
	c.Unsubscribe, err = s.signFor(ctx, c, Link{Purpose: LinkUnsubscribe})
	narrow := Link{Purpose: LinkUnsubscribe, Game: c.row.GameID}
	if c.row.ChallengeID != "" && c.row.GameID == "" {
		narrow.Kind = KindChallenge
	}
	if err != nil || narrow.Game == "" && narrow.Kind == "" {
		return err
	}
	c.UnsubscribeGame, err = s.signFor(ctx, c, narrow)
	return err
}

// Limits of what a response lists.
const (
	maxListedOthers = 50
	maxListedOpen   = 20
	maxHistory      = 400 // turns; later ones are shown
)

// GameHistory is a game with its turns.
type GameHistory struct {
	Game   *Game
	Turns  []Turn      // in order, at most maxHistory
	Record *GameRecord // for AnswerRecord
}

// answerGatherers load the content of responses that depend on more than the mail and its game.
var answerGatherers = map[AnswerTopic]func(*Store, context.Context, *Content) error{
	AnswerGames:   (*Store).gatherGames,
	AnswerOpen:    (*Store).gatherOpen,
	AnswerRules:   (*Store).gatherRules,
	AnswerHistory: (*Store).gatherHistory,
	AnswerRecord:  (*Store).gatherHistory,
	AnswerEvents:  (*Store).gatherEvents,
	AnswerTable:   (*Store).gatherTable,
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
		c.Listed = append(c.Listed, c.listedGame(KindYourTurn, g))
	}
	for _, g := range box.Offers {
		if listed[g.ID] { // its row names the offer
			continue
		}
		listed[g.ID] = true
		offered := c.listedGame(KindOffer, g)
		offered.Offer = DrawOffer
		if g.TakebackBy == offered.Seat.Other() {
			offered.Offer = TakebackOffer
		}
		c.Listed = append(c.Listed, offered)
	}
	if err := s.AddStandings(ctx, c.To.ID, box.Challenges); err != nil {
		return err
	}
	for i := range box.Challenges {
		c.Listed = append(c.Listed, c.listedChallenge(&box.Challenges[i]))
	}
	if len(c.Listed) > MaxInbox {
		c.Listed, c.More = c.Listed[:MaxInbox], len(c.Listed)-MaxInbox
	}
	return s.gatherOthers(ctx, c, listed)
}

// gatherOthers lists the games that wait for opponents, except those listed, and the player's own challenges.
func (s *Store) gatherOthers(ctx context.Context, c *Content, listed map[string]bool) error {
	waiting, _, err := s.Games(ctx, GameFilter{
		Player: c.To.Name, Status: Ongoing, NotTo: c.To.Name, Limit: maxListedOthers,
	})
	if err != nil {
		return err
	}
	for _, g := range waiting {
		if !listed[g.ID] && g.SeatOf(c.To.ID) != rules.NoSeat {
			c.Others = append(c.Others, c.listedGame(KindYourTurn, g))
		}
	}
	sent, _, err := s.Challenges(ctx, c.To, BoxOut, "", maxListedOthers)
	for i := range sent {
		if sent[i].Status == ChallengeOpen {
			c.Others = append(c.Others, c.listedChallenge(&sent[i]))
		}
	}
	return err
}

// gatherOpen lists the open challenges that the player may accept.
func (s *Store) gatherOpen(ctx context.Context, c *Content) error {
	open, next, err := s.OpenChallenges(ctx, c.To, OpenFilter{Ruleset: c.Reply.Ruleset, Limit: maxListedOpen})
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

func (c *Content) listedGame(kind Kind, g *Game) *Content {
	return &Content{Claim: Claim{Kind: kind}, To: c.To, epoch: c.epoch, Game: g, Seat: g.SeatOf(c.To.ID)}
}

func (c *Content) listedChallenge(challenge *Challenge) *Content {
	return &Content{
		Claim: Claim{Kind: KindChallenge}, To: c.To, epoch: c.epoch, Challenge: challenge, Seat: rules.NoSeat,
	}
}

// addListLinks adds to each listed game or challenge the link by which it is answered, and that of its page.
func (s *Store) addListLinks(ctx context.Context, c *Content) (err error) {
	for _, part := range c.Listed {
		about := part.linkSubject()
		about.Purpose = LinkReply
		if part.ReplyLink, err = s.signFor(ctx, part, about); err != nil {
			return err
		}
		if err := s.addPageLink(ctx, part); err != nil {
			return err
		}
	}
	for _, part := range c.Others {
		if part.Game == nil {
			continue
		}
		if err := s.addPageLink(ctx, part); err != nil {
			return err
		}
	}
	return nil
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
	if c.Reply.About == AnswerRecord {
		h.Record, err = s.GameRecord(ctx, h.Game.ID)
	} else {
		h.Turns, err = s.Turns(ctx, h.Game.ID, max(0, h.Game.Ply-maxHistory), maxHistory)
	}
	c.History = h
	return err
}
