package models

import (
	"context"
	"fmt"
	"time"

	"turnpost/models/db"
)

// AnswerTopic is the topic of the response to a mail.
type AnswerTopic string

// The topics. Those above AnswerShow are refusals.
const (
	AnswerRefused    AnswerTopic = "refused"    // Refused says why
	AnswerUnreadable AnswerTopic = "unreadable" // no command for the answered mail was found
	AnswerAmbiguous  AnswerTopic = "ambiguous"  // one of Choices was meant, or perhaps the only one
	AnswerStale      AnswerTopic = "stale"      // the game has gone on since the mail that was replied to
	AnswerConfirm    AnswerTopic = "confirm"    // nothing was done yet: asks whether to resign
	AnswerShow       AnswerTopic = "show"
	AnswerHelp       AnswerTopic = "help"
	AnswerTry        AnswerTopic = "try"     // the board after Turn
	AnswerDone       AnswerTopic = "done"    // the command was carried out, for players who want a confirmation
	AnswerWelcome    AnswerTopic = "welcome" // the reply created an account
	AnswerPlayed     AnswerTopic = "played"  // the turn was played, for players who are to see how that looks

	AnswerGames    AnswerTopic = "games"        // the player's games
	AnswerOpen     AnswerTopic = "open"         // open challenges
	AnswerRules    AnswerTopic = "rules"        // of Ruleset
	AnswerHistory  AnswerTopic = "history"      // the turns of OfGame
	AnswerRecord   AnswerTopic = "record"       // of OfGame
	AnswerEvents   AnswerTopic = "events"       // the player's events, and those that can be joined
	AnswerTable    AnswerTopic = "table"        // of the event OfEvent
	AnswerSettings AnswerTopic = "settings"     // Settings, to be changed and sent back
	AnswerChanged  AnswerTopic = "changed"      // Changes, and Settings after them
	AnswerFaults   AnswerTopic = "bad_settings" // Faults, and the current Settings
)

// The topics of the desk's responses, which are mails of KindDeskAnswer.
const (
	AnswerDeskHelp    AnswerTopic = "desk_help"
	AnswerHeld        AnswerTopic = "held"         // Held waits for the word yes
	AnswerStop        AnswerTopic = "stop"         // the same, for the end of all mail, or of the game's
	AnswerDeskDone    AnswerTopic = "desk_done"    // the command was carried out
	AnswerCode        AnswerTopic = "code"         // the mail replied to a mail with a code
	AnswerNothingHeld AnswerTopic = "nothing_held" // there is nothing that yes confirms
)

// deskTopics are the topics of KindDeskAnswer, each with a function that loads what its mail shows; nil for nothing.
var deskTopics = map[AnswerTopic]func(s *Store, ctx context.Context, c *Content) error{
	AnswerDeskHelp: nil, AnswerHeld: nil, AnswerStop: (*Store).gatherStop,
	AnswerDeskDone: (*Store).gatherDone, AnswerCode: nil, AnswerNothingHeld: nil,
}

// atDesk reports whether the topic is one of the desk.
func (t AnswerTopic) atDesk() bool {
	_, is := deskTopics[t]
	return is
}

// refuses reports whether the response says that nothing was done.
func (t AnswerTopic) refuses() bool {
	return t == AnswerRefused || t == AnswerUnreadable || t == AnswerAmbiguous || t == AnswerStale || t == AnswerFaults
}

// ofSettings reports whether the response has the player's settings.
func (t AnswerTopic) ofSettings() bool {
	return t == AnswerSettings || t == AnswerChanged || t == AnswerFaults
}

// UnreadableHere is the Reason of AnswerUnreadable for a command that is none for the answered mail.
const UnreadableHere = "not_here"

// ReplyAnswer is the response that is mailed to the sender of a mail. It is stored with the mail and
// rendered when it is sent.
type ReplyAnswer struct {
	About    AnswerTopic  `json:"about"`
	Typed    string       `json:"typed,omitempty"`    // the text parsed as the command
	Reason   string       `json:"reason,omitempty"`   // for AnswerUnreadable: why; "" if there is no particular reason
	Refused  *Error       `json:"-"`                  // for AnswerRefused
	Near     []string     `json:"near,omitempty"`     // legal turns similar to the typed text
	Choices  []string     `json:"choices,omitempty"`  // for AnswerAmbiguous
	Turn     string       `json:"turn,omitempty"`     // for AnswerTry
	Held     *HeldCommand `json:"held,omitempty"`     // for AnswerHeld and AnswerStop
	Text     string       `json:"text,omitempty"`     // the argument of a command of the desk
	Muted    bool         `json:"muted,omitempty"`    // the message to the opponent was refused: the player is muted
	Reported bool         `json:"reported,omitempty"` // for AnswerDeskDone: a report was made
	Last     bool         `json:"last,omitempty"`     // today's limit of responses to ineffective replies is reached

	Ruleset  string          `json:"ruleset,omitempty"`  // for AnswerRules
	OfGame   string          `json:"of_game,omitempty"`  // for AnswerHistory and AnswerRecord
	OfEvent  string          `json:"of_event,omitempty"` // for AnswerTable and AnswerDeskDone
	Settings []Setting       `json:"settings,omitempty"` // as of the response
	Changes  []SettingChange `json:"changes,omitempty"`  // for AnswerChanged
	Faults   []SettingFault  `json:"-"`                  // for AnswerFaults

	// Headers of the mail that is answered, for the thread.
	Subject    string   `json:"subject,omitempty"`
	MessageID  string   `json:"message_id,omitempty"`
	References []string `json:"references,omitempty"`
}

// maxAnswersPerDay limits the responses to one player's mails. Further mails are processed without a
// response.
const maxAnswersPerDay = 60

// noticeAnswer queues the response to a mail, unless its sender has reached the limit of the day.
func (tx *Tx) noticeAnswer(c InboundClaim, done InboundSettlement) error {
	if done.Answer.About == AnswerPlayed {
		if err := tx.countConfirmed(done.Player); err != nil {
			return err
		}
	}
	kind := KindReplyAnswer
	if done.Answer.About.refuses() {
		kind = KindReplyRejected
	}
	if done.Answer.About.atDesk() {
		kind = KindDeskAnswer
	}
	n := notice{
		Key: fmt.Sprintf("reply.%d.%d", c.ID, tx.at), Kind: kind, PlayerID: done.Player,
		GameID: done.Game, Ply: done.Ply, ChallengeID: done.Challenge,
		Detail: noticeDetail{Mail: c.ID, Registration: done.Registration},
	}
	err := db.Query(tx.DB, func(c *db.Columns) error {
		n.state = gameState{int(c.Number()), int(c.Number()), int(c.Number())}
		return nil
	}, "SELECT ply, takebacks, offers FROM games WHERE id = ?", done.Game)
	if err != nil {
		return err
	}
	if n.Email, err = tx.answerAddress(done); err != nil || n.Email == "" {
		return err
	}
	var today int64
	err = tx.Raw(`SELECT COUNT(*) FROM (SELECT 1 FROM notices
		WHERE player_id = ? AND email = ? AND kind IN ? AND created_at > ?`+db.Limit(maxAnswersPerDay)+`) AS recent`,
		n.PlayerID, n.Email, answerKinds, tx.at.Add(-24*time.Hour)).Scan(&today).Error
	if err != nil || today >= maxAnswersPerDay {
		return err
	}
	return tx.notify(n)
}

// answerAddress returns the recipient of the response: the address that the link was made for, never the mail's stated
// sender.
func (tx *Tx) answerAddress(done InboundSettlement) (string, error) {
	var addresses []string
	query, of := "SELECT email FROM players WHERE id = ? AND deleted_at = 0", any(done.Player)
	switch {
	case done.Player == 0 && done.Registration != 0:
		query, of = "SELECT email FROM registrations WHERE id = ?", done.Registration
	case done.Player == 0:
		query, of = "SELECT invited FROM challenges WHERE id = ?", done.Challenge
	}
	err := tx.Raw(query, of).Scan(&addresses).Error
	if err != nil || len(addresses) == 0 {
		return "", err
	}
	return addresses[0], nil
}

// gatherAnswer loads the response of a notice.
func (s *Store) gatherAnswer(ctx context.Context, c *Content) (drop NoticeReason, err error) {
	var rows []inboundRow
	id := c.row.Detail.Mail
	if err := s.read(ctx).Raw("SELECT answer FROM inbound WHERE id = ?", id).Scan(&rows).Error; err != nil {
		return "", fmt.Errorf("notice %s answers mail %d: %w", c.Key, id, err)
	}
	if len(rows) == 0 || rows[0].Answer.ReplyAnswer == nil {
		return DropMailGone, nil
	}
	c.Reply = rows[0].Answer.ReplyAnswer
	if load := deskTopics[c.Reply.About]; load != nil {
		return "", load(s, ctx, c)
	}
	if refused := c.Reply.Refused; refused != nil && c.Game != nil && c.Game.Status != Ongoing {
		refused.Game = c.Game // for the reason of its end
	}
	if gather := answerGatherers[c.Reply.About]; gather != nil {
		return "", gather(s, ctx, c)
	}
	if c.Game == nil || c.Reply.About != AnswerTry {
		return "", nil
	}
	tried, err := s.TryTurn(ctx, TurnInput{
		Game: c.Game.ID, Player: c.row.PlayerID, Ply: &c.row.Ply, Text: c.Reply.Turn, Via: ViaMail,
	})
	if CodeOf(err) != "" { // the game went on
		c.Reply.About = AnswerShow
		return "", nil
	}
	c.Tried = tried
	return "", err
}

// markUnsaidReported records that the player has been told that a message was not delivered.
func (tx *Tx) markUnsaidReported(n notice) error {
	return tx.Exec("UPDATE inbound SET unsaid = 2 WHERE player_id = ? AND game_id = ? AND unsaid = 1",
		n.PlayerID, n.GameID).Error
}

// postmasterKept limits the mails to the postmaster that are kept, because anybody may send them.
var postmasterKept = Bound{40, day}

// SettlePostmasterMail settles a mail to the postmaster, which the operator can read while it is kept. Beyond a daily
// limit only the envelope is recorded. The error is ErrLeaseLost if another worker has the claim.
func (s *Store) SettlePostmasterMail(ctx context.Context, c InboundClaim) error {
	return s.write(ctx, func(tx *Tx) error {
		if err := tx.settleInbound(c, InboundSettlement{Result: InboundPostmaster}); err != nil {
			return err
		}
		keep, err := tx.take(scoped{"postmaster", postmasterKept})
		if err != nil || keep {
			return err
		}
		return tx.Exec("UPDATE inbound SET raw = NULL WHERE id = ?", c.ID).Error
	})
}

// RejectedReplies counts the refused replies within a day in a game or to a challenge, by a player, or by the invited
// stranger if player is 0.
func (s *Store) RejectedReplies(ctx context.Context, player int64, game, challenge string) (n int64, err error) {
	since := ToMillis(s.now()).Add(-24 * time.Hour)
	if player == 0 {
		err = s.read(ctx).Raw(`SELECT COUNT(*) FROM inbound
			WHERE challenge_id = ? AND received_at > ? AND challenge_id <> '' AND result = ?`,
			challenge, since, InboundRejected).Scan(&n).Error
		return n, err
	}
	err = s.read(ctx).Raw(`SELECT COUNT(*) FROM inbound
		WHERE player_id = ? AND received_at > ? AND player_id > 0
			AND game_id = ? AND challenge_id = ? AND result = ?`,
		player, since, game, challenge, InboundRejected).Scan(&n).Error
	return n, err
}
