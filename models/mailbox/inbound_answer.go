package mailbox

import (
	"context"
	"fmt"
	"time"

	"turnpost/models"
	"turnpost/models/account"
	"turnpost/models/core"
	"turnpost/models/db"
	"turnpost/models/notice"
	"turnpost/models/schema"
)

// UnreadableHere is the Reason of AnswerUnreadable for a command that is none for the answered mail.
const UnreadableHere = "not_here"

// maxAnswersPerDay limits the responses to one player's mails. Further mails are processed without a
// response.
const maxAnswersPerDay = 60

// noticeAnswer queues the response to a mail, unless its sender has reached the limit of the day.
func noticeAnswer(tx *core.Tx, c InboundClaim, done InboundSettlement) error {
	if done.Answer.About == models.AnswerPlayed {
		if err := account.CountConfirmed(tx, done.Player); err != nil {
			return err
		}
	}
	kind := models.KindReplyAnswer
	if done.Answer.About.Refuses() {
		kind = models.KindReplyRejected
	}
	if done.Answer.About.AtDesk() {
		kind = models.KindDeskAnswer
	}
	n := schema.Notice{
		Key: fmt.Sprintf("reply.%d.%d", c.ID, tx.At), Kind: kind, PlayerID: done.Player,
		GameID: done.Game, Ply: done.Ply, ChallengeID: done.Challenge,
		Detail: schema.NoticeDetail{Mail: c.ID, Registration: done.Registration, Locale: done.Locale},
	}
	err := db.Query(tx.DB, func(c *db.Columns) error {
		n.State = schema.GameState{Ply: int(c.Number()), Takebacks: int(c.Number()), Offers: int(c.Number())}
		return nil
	}, "SELECT ply, takebacks, offers FROM games WHERE id = ?", done.Game)
	if err != nil {
		return err
	}
	if n.Email, err = answerAddress(tx, done); err != nil || n.Email == "" {
		return err
	}
	var today int64
	err = tx.Raw(`SELECT COUNT(*) FROM (SELECT 1 FROM notices
		WHERE player_id = ? AND email = ? AND kind IN ? AND created_at > ?`+db.Limit(maxAnswersPerDay)+`) AS recent`,
		n.PlayerID, n.Email, notice.AnswerKinds, tx.At.Add(-24*time.Hour)).Scan(&today).Error
	if err != nil || today >= maxAnswersPerDay {
		return err
	}
	return notice.Notify(tx, n)
}

// answerAddress returns the recipient of the response: the address that the link was made for, never the mail's stated
// sender, except for the one answer to a stranger who would register, as the code would go to them too.
func answerAddress(tx *core.Tx, done InboundSettlement) (string, error) {
	if done.Stranger != "" {
		return done.Stranger, nil
	}
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
func (s *Store) gatherAnswer(ctx context.Context, c *Content) (drop models.NoticeReason, err error) {
	var rows []InboundRow
	id := c.Row.Detail.Mail
	if err := s.Read(ctx).Raw("SELECT answer FROM inbound WHERE id = ?", id).Scan(&rows).Error; err != nil {
		return "", fmt.Errorf("notice %s answers mail %d: %w", c.Key, id, err)
	}
	if len(rows) == 0 || rows[0].Answer.ReplyAnswer == nil {
		return notice.DropMailGone, nil
	}
	c.Reply = rows[0].Answer.ReplyAnswer
	if refused := c.Reply.Refused; refused != nil && c.Game != nil && c.Game.Status != models.Ongoing {
		refused.Game = c.Game // for the reason of its end
	}
	if gather := answerGatherers[c.Reply.About]; gather != nil {
		return "", gather(s, ctx, c)
	}
	if c.Game == nil || c.Reply.About != models.AnswerTry {
		return "", nil
	}
	tried, err := s.TryTurn(ctx, models.TurnInput{
		Game: c.Game.ID, Player: c.Row.PlayerID, Ply: &c.Row.Ply, Text: c.Reply.Turn, Via: models.ViaMail,
	})
	if models.CodeOf(err) != "" { // the game went on
		c.Reply.About = models.AnswerShow
		return "", nil
	}
	c.Tried = tried
	return "", err
}

// markUnsaidReported records that the player has been told that a message was not delivered.
func markUnsaidReported(tx *core.Tx, n schema.Notice) error {
	return tx.Exec("UPDATE inbound SET unsaid = 2 WHERE player_id = ? AND game_id = ? AND unsaid = 1",
		n.PlayerID, n.GameID).Error
}

// postmasterKept limits the mails to the postmaster that are kept, because anybody may send them.
var postmasterKept = models.Bound{Count: 40, Per: models.Day}

// SettlePostmasterMail settles a mail to the postmaster, which the operator can read while it is kept. Beyond a daily
// limit only the envelope is recorded. The error is ErrLeaseLost if another worker has the claim.
func (s *Store) SettlePostmasterMail(ctx context.Context, c InboundClaim) error {
	return s.Write(ctx, func(tx *core.Tx) error {
		if err := settleInbound(tx, c, InboundSettlement{Result: InboundPostmaster}); err != nil {
			return err
		}
		keep, err := tx.Take(schema.Scoped{Scope: "postmaster", Bound: postmasterKept})
		if err != nil || keep {
			return err
		}
		return tx.Exec("UPDATE inbound SET raw = NULL WHERE id = ?", c.ID).Error
	})
}

// RejectedReplies counts the refused replies within a day in a game or to a challenge, by a player, or by the invited
// stranger if player is 0.
func (s *Store) RejectedReplies(ctx context.Context, player int64, game, challenge string) (n int64, err error) {
	since := models.ToMillis(s.Clock()).Add(-24 * time.Hour)
	if player == 0 {
		err = s.Read(ctx).Raw(`SELECT COUNT(*) FROM inbound
			WHERE challenge_id = ? AND received_at > ? AND challenge_id <> '' AND result = ?`,
			challenge, since, InboundRejected).Scan(&n).Error
		return n, err
	}
	err = s.Read(ctx).Raw(`SELECT COUNT(*) FROM inbound
		WHERE player_id = ? AND received_at > ? AND player_id > 0
			AND game_id = ? AND challenge_id = ? AND result = ?`,
		player, since, game, challenge, InboundRejected).Scan(&n).Error
	return n, err
}
