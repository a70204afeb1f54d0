package models

import (
	"cmp"
	"context"
	"fmt"
	"time"

	"turnpost/models/db"
	"turnpost/rules/phrase"
)

// address sets the recipient and applies their settings.
func (s *Store) address(ctx context.Context, c *Content) (drop NoticeReason, err error) {
	n := c.row
	switch n.Kind {
	case KindCode:
		return s.codeRecipient(ctx, c)
	case KindAddressCode, KindAddressChange:
		return s.gatherAddress(ctx, c)
	case KindReport:
		return s.gatherReport(ctx, c)
	}
	if n.PlayerID == 0 && n.Kind == KindDeskAnswer {
		return s.registrationRecipient(ctx, c)
	}
	if n.PlayerID == 0 {
		c.To = Player{Email: n.Email, TimeZone: time.UTC}
		_, key, err := parseEmail(n.Email)
		if err != nil {
			return "", err
		}
		var refused int64
		err = s.read(ctx).Raw("SELECT COUNT(*) FROM refusals WHERE email_key = ?", key).Scan(&refused).Error
		if err != nil {
			return "", err
		}
		if refused > 0 {
			return DropAddressRefuses, nil
		}
		if c.stranger, c.To.Locale, err = s.strangerOf(ctx, n.ChallengeID, key); err != nil {
			return "", err
		}
		c.Unsubscribe, err = s.signFor(ctx, c, Link{Purpose: LinkUnsubscribe, Challenge: n.ChallengeID})
		return "", err
	}
	if c.mailed, err = s.readMailed(ctx, n); err != nil {
		return "", err
	}
	if c.mailed.to.ID == 0 {
		return DropAccountGone, nil
	}
	if c.mailed.banned {
		return DropAccountBanned, nil
	}
	c.To, c.epoch = c.mailed.to, c.mailed.epoch
	c.HasToken, c.Waiting = c.mailed.hasToken, c.mailed.waiting
	if c.To.Failing != nil && n.Kind != KindTest && n.Kind != KindCode {
		return DropMailFailing, nil
	}
	if !n.Kind.MayBeOff() {
		return "", nil
	}
	if c.To.Settings.delivery(n.Kind, n.GameID) == Off {
		if c.To.Settings.Games[n.GameID] == Off {
			return DropGameOff, nil
		}
		return DropKindOff, nil
	}
	if c.Unsubscribe, err = s.signFor(ctx, c, Link{Purpose: LinkUnsubscribe, Kind: n.Kind}); err != nil || n.GameID == "" {
		return "", err
	}
	c.UnsubscribeGame, err = s.signFor(ctx, c, Link{Purpose: LinkUnsubscribe, Game: n.GameID})
	return "", err
}

// strangerOf returns the address that signs links to the invited stranger of a challenge, the address as invited, and
// the language of the challenger, in which a stranger is written to.
func (s *Store) strangerOf(ctx context.Context, challenge, key string) (as, locale string, err error) {
	var rows []struct{ InvitedAs, Locale string }
	err = s.read(ctx).
		Raw(`SELECT c.invited_as, p.locale FROM challenges c JOIN players p ON p.id = c.challenger_id
			WHERE c.id = ?`, challenge).
		Scan(&rows).
		Error
	if len(rows) == 0 {
		return key, defaultLocale, err
	}
	return cmp.Or(rows[0].InvitedAs, key), rows[0].Locale, err
}

// gather loads the content of the notice's kind, or returns the reason why it is outdated.
func (s *Store) gather(ctx context.Context, c *Content) (drop NoticeReason, err error) {
	n := c.row
	switch n.Kind {
	case KindCode:
		return s.gatherCode(ctx, c)
	case KindTest, KindAddressCode, KindAddressChange, KindReport:
		return "", nil
	case KindWebhookOff:
		return s.gatherHookEnd(ctx, c)
	}
	if n.ChallengeID != "" {
		if drop, err := s.gatherChallenge(ctx, c); err != nil || drop != "" {
			return drop, err
		}
	}
	if n.GameID == "" {
		switch {
		case n.Kind.facts().answersMail:
			return s.gatherAnswer(ctx, c)
		case n.Kind.About() == AboutEvent:
			return s.gatherEvent(ctx, c)
		}
		return "", nil
	}
	if c.Game, err = s.mailedGame(ctx, c); err != nil {
		return "", err
	}
	c.Seat = c.Game.SeatOf(n.PlayerID)
	if drop = c.outdated(); drop != "" {
		return drop, nil
	}
	c.Unsaid, c.UnsaidWords, c.Previous = c.mailed.unsaid, c.mailed.unsaidWords, c.mailed.previous
	switch {
	case n.Kind == KindMessage:
		return s.gatherMessages(ctx, c)
	case n.Kind.facts().answersMail:
		return s.gatherAnswer(ctx, c)
	}
	if c.NewToGame, err = s.newToGame(ctx, n.PlayerID, c.Game); err != nil {
		return "", err
	}
	if drop, err := s.gatherAway(ctx, c); err != nil || drop != "" {
		return drop, err
	}
	return s.gatherPlan(ctx, c)
}

// gatherPlan loads the content about the player's plan.
func (s *Store) gatherPlan(ctx context.Context, c *Content) (drop NoticeReason, err error) {
	switch n := c.row; c.Kind {
	case KindYourTurn:
		refused := c.mailed.planRefused
		c.PlanEnded = c.mailed.planEnded
		c.PlanRefused = PlanRefusal{refused.Turn, c.Game.Ruleset, phrase.Message(refused.Why)}
	case KindPlan:
		if c.Game, _, err = s.GameAt(ctx, n.GameID, n.Ply); err != nil {
			return "", err
		}
		if last := c.Game.LastTurn; last.Seat != c.Seat || last.Via != ViaPlan {
			return DropTakenBack, nil
		}
		c.RepliedTo, err = turnAt(s.read(ctx), n.GameID, n.Ply-1)
		return "", err
	}
	return "", nil
}

// gatherAway drops a notice of a vacation that is over or was changed.
func (s *Store) gatherAway(ctx context.Context, c *Content) (drop NoticeReason, err error) {
	if c.Kind == KindAutoVacation {
		c.Away, c.DaysLeft = c.row.Detail.Away.vacation(), c.row.Detail.DaysLeft
	}
	if c.Kind != KindAway {
		return "", nil
	}
	opponent, err := findPlayer(s.read(ctx), "id = ?", c.Game.Players[c.Seat.Other()].ID)
	if err != nil || opponent == nil {
		return DropAccountGone, err
	}
	period := opponent.away()
	if period.Until <= ToMillis(s.now()) || period != c.row.Detail.Away {
		return DropVacationChanged, nil
	}
	c.Away = period.vacation()
	return "", nil
}

func (s *Store) gatherCode(ctx context.Context, c *Content) (drop NoticeReason, err error) {
	if s.now().Sub(c.CreatedAt) > CodeLife {
		return DropCodeExpired, nil
	}
	err = s.write(ctx, func(tx *Tx) error {
		_, key, err := parseEmail(c.row.Email)
		if err == nil {
			c.Code, c.Expires, err = tx.issueCode(signInCode, key, c.registration)
		}
		return err
	})
	return "", err
}

func (s *Store) gatherChallenge(ctx context.Context, c *Content) (drop NoticeReason, err error) {
	var rows []challengeRow
	if err := s.read(ctx).Raw(selectChallenge+"WHERE c.id = ?", c.row.ChallengeID).Scan(&rows).Error; err != nil {
		return "", err
	}
	if len(rows) == 0 {
		return "", fmt.Errorf("notice %d: challenge %q is not there", c.ID, c.row.ChallengeID)
	}
	list := []Challenge{rows[0].challenge()}
	challenge := &list[0]
	c.Challenge = challenge
	switch {
	case c.Kind != KindChallenge:
		return "", nil
	case challenge.Status == ChallengeOpen:
		if unwanted, err := rows[0].unwanted(s.read(ctx)); err != nil || unwanted {
			return DropBlocked, err
		}
		return "", s.AddStandings(ctx, c.row.PlayerID, list)
	case challenge.Status == ChallengeWithdrawn:
		return DropChallengeWithdrawn, nil
	case challenge.Status == ChallengeExpired:
		return DropChallengeExpired, nil
	}
	return DropChallengeDecided, nil
}

// newToGame reports whether the game has just started and the player has played no other game of the ruleset.
func (s *Store) newToGame(ctx context.Context, player int64, g *Game) (bool, error) {
	if g.Ply > 1 {
		return false, nil
	}
	known := false
	const other = "SELECT 1 FROM games WHERE ruleset = ? AND id <> ? AND "
	err := db.Query(
		s.read(ctx),
		func(c *db.Columns) error { known = c.Bool(); return nil },
		"SELECT EXISTS ("+other+"first_id = ? AND status <> 'ongoing')"+
			" OR EXISTS ("+other+"second_id = ? AND status <> 'ongoing')"+
			" OR EXISTS ("+other+"to_move_id = ? AND status = 'ongoing')"+
			" OR EXISTS ("+other+"first_id + second_id - to_move_id = ? AND status = 'ongoing')",
		g.Ruleset,
		g.ID,
		player,
		g.Ruleset,
		g.ID,
		player,
		g.Ruleset,
		g.ID,
		player,
		g.Ruleset,
		g.ID,
		player,
	)
	return !known, err
}

// gatherMessages loads the unread messages of a notice. It drops those of a player whom the reader has blocked since.
func (s *Store) gatherMessages(ctx context.Context, c *Content) (drop NoticeReason, err error) {
	blocked, err := blocks(s.read(ctx), c.row.PlayerID, c.Game.Players[c.Seat.Other()].ID)
	if err != nil || blocked {
		return DropBlocked, err
	}
	row, err := loadGame(s.read(ctx), c.Game.ID)
	if err != nil {
		return "", err
	}
	var rows []messageRow
	err = s.read(ctx).Raw(`SELECT number, seat, ply, text, at FROM messages WHERE game_id = ? AND notice = ?
		AND number > COALESCE((SELECT read_to FROM chats WHERE game_id = ? AND seat = ?), 0) ORDER BY number`,
		row.ID, c.row.Key, row.ID, c.Seat).Scan(&rows).Error
	for _, r := range rows {
		c.Messages = append(c.Messages, r.message(row))
	}
	if err == nil && len(rows) == 0 {
		drop = DropMessagesRead
	}
	return drop, err
}

// registrationRecipient sets the recipient of a response to a stranger who registers.
func (s *Store) registrationRecipient(ctx context.Context, c *Content) (drop NoticeReason, err error) {
	r, err := s.readTx(ctx).registration(c.row.Detail.Registration)
	if err != nil {
		return "", err
	}
	if r == nil {
		return DropAccountGone, nil
	}
	c.To = Player{Name: r.Name, Email: r.Email, Locale: r.Locale, TimeZone: playerRow{TimeZone: r.TimeZone}.zone()}
	c.registration = r.ID
	return "", nil
}
