package models

import (
	"context"
	"fmt"
	"time"

	"turnpost/rules/phrase"
)

// address finds the recipient and respects what they want.
func (s *Store) address(ctx context.Context, l *Content) (drop NoticeReason, err error) {
	n := l.row
	if n.Kind == KindCode {
		return s.addressCode(ctx, l)
	}
	if n.PlayerID == 0 {
		l.To = Player{Email: n.Email, Locale: "en", TimeZone: time.UTC}
		_, key, err := readEmail(n.Email)
		if err != nil {
			return "", err
		}
		var refused int64
		if err := s.read(ctx).Table("refusals").Where("email_key = ?", key).Count(&refused).Error; err != nil {
			return "", err
		}
		if refused > 0 {
			return DropAddressRefuses, nil
		}
		l.stranger = key
		l.Unsubscribe, err = s.signFor(l, Link{Purpose: LinkUnsubscribe, Challenge: n.ChallengeID})
		return "", err
	}
	row, err := findPlayer(s.read(ctx), "id = ? AND deleted_at = 0", n.PlayerID)
	if err != nil {
		return "", err
	}
	if row == nil {
		return DropAccountGone, nil
	}
	l.To, l.epoch = row.player(), row.LinkEpoch
	if l.To.Failing != nil && n.Kind != KindTest && n.Kind != KindCode {
		return DropMailFailing, nil
	}
	if !n.Kind.MayBeOff() {
		return "", nil
	}
	if l.To.Settings.delivery(n.Kind, n.GameID) == Off {
		if l.To.Settings.Games[n.GameID] == Off {
			return DropGameOff, nil
		}
		return DropKindOff, nil
	}
	if l.Unsubscribe, err = s.signFor(l, Link{Purpose: LinkUnsubscribe, Kind: n.Kind}); err != nil || n.GameID == "" {
		return "", err
	}
	l.UnsubscribeGame, err = s.signFor(l, Link{Purpose: LinkUnsubscribe, Game: n.GameID})
	return "", err
}

// gather loads what the kind is about, and drops what is outdated.
func (s *Store) gather(ctx context.Context, l *Content) (drop NoticeReason, err error) {
	n := l.row
	switch n.Kind {
	case KindCode:
		return s.gatherCode(ctx, l)
	case KindTest:
		return "", nil
	}
	if n.ChallengeID != "" {
		if drop, err := s.gatherChallenge(ctx, l); err != nil || drop != "" {
			return drop, err
		}
	}
	if n.GameID == "" {
		if n.Kind.facts().answersMail {
			return s.gatherAnswer(ctx, l)
		}
		return "", nil
	}
	if l.Game, err = s.Game(ctx, n.GameID); err != nil {
		return "", err
	}
	l.Seat = l.Game.SeatOf(n.PlayerID)
	if drop = l.outdated(); drop != "" {
		return drop, nil
	}
	if err := s.gatherUnsaid(ctx, l); err != nil {
		return "", err
	}
	switch {
	case n.Kind == KindMessage:
		return s.gatherMessages(ctx, l)
	case n.Kind.facts().answersMail:
		return s.gatherAnswer(ctx, l)
	}
	if l.NewToGame, err = s.newToGame(ctx, n.PlayerID, l.Game); err != nil {
		return "", err
	}
	if drop, err := s.gatherAway(ctx, l); err != nil || drop != "" {
		return drop, err
	}
	return s.gatherPlan(ctx, l)
}

// gatherPlan finds what a mail says of the player's plan.
func (s *Store) gatherPlan(ctx context.Context, l *Content) (drop NoticeReason, err error) {
	switch n := l.row; l.Kind {
	case KindYourTurn:
		plan, err := findPlan(s.read(ctx), n.PlayerID, n.GameID)
		l.PlanEnded = plan.Ended
		l.PlanRefused = PlanRefusal{plan.EndedDetail.Turn, l.Game.Ruleset, phrase.Message(plan.EndedDetail.Why)}
		return "", err
	case KindPlan:
		if l.Game, _, err = s.GameAt(ctx, n.GameID, n.Ply); err != nil {
			return "", err
		}
		if last := l.Game.LastTurn; last.Seat != l.Seat || last.Via != ViaPlan {
			return DropTakenBack, nil
		}
		l.RepliedTo, err = turnAt(s.read(ctx), n.GameID, n.Ply-1)
		return "", err
	}
	return "", nil
}

// gatherAway drops what is told of a vacation that is over or another by now.
func (s *Store) gatherAway(ctx context.Context, l *Content) (drop NoticeReason, err error) {
	if l.Kind != KindAway {
		return "", nil
	}
	opponent, err := findPlayer(s.read(ctx), "id = ?", l.Game.Players[l.Seat.Other()].ID)
	if err != nil || opponent == nil {
		return DropAccountGone, err
	}
	stretch := away{opponent.AwayFrom, opponent.AwayUntil}
	if stretch.Until <= ToMillis(s.now()) || stretch != l.row.Detail.Away {
		return DropVacationChanged, nil
	}
	l.Away = stretch.vacation()
	return "", nil
}

func (s *Store) gatherCode(ctx context.Context, l *Content) (drop NoticeReason, err error) {
	if s.now().Sub(l.CreatedAt) > CodeLife {
		return DropCodeExpired, nil
	}
	err = s.write(ctx, func(tx *Tx) error {
		_, key, err := readEmail(l.row.Email)
		if err == nil {
			l.Code, l.Expires, err = tx.issueCode(key)
		}
		return err
	})
	return "", err
}

func (s *Store) gatherChallenge(ctx context.Context, l *Content) (drop NoticeReason, err error) {
	var rows []challengeRow
	if err := s.read(ctx).Raw(selectChallenge+"WHERE c.id = ?", l.row.ChallengeID).Scan(&rows).Error; err != nil {
		return "", err
	}
	if len(rows) == 0 {
		return "", fmt.Errorf("notice %d: challenge %q is not there", l.ID, l.row.ChallengeID)
	}
	c := rows[0].challenge()
	l.Challenge = &c
	switch {
	case l.Kind != KindChallenge || c.Status == ChallengeOpen:
		return "", nil
	case c.Status == ChallengeWithdrawn:
		return DropChallengeWithdrawn, nil
	case c.Status == ChallengeExpired:
		return DropChallengeExpired, nil
	}
	return DropChallengeDecided, nil
}

// newToGame tells whether the player has played no other game of the ruleset
// and this one has just begun.
func (s *Store) newToGame(ctx context.Context, player int64, g *Game) (bool, error) {
	if g.Ply > 1 {
		return false, nil
	}
	var others int64
	err := s.read(ctx).Raw(`SELECT COUNT(*) FROM games WHERE (first_id = ? OR second_id = ?) AND ruleset = ? AND id <> ?`,
		player, player, g.Ruleset, g.ID).Scan(&others).Error
	return others == 0, err
}

// gatherMessages finds what a notice of messages still has to tell.
func (s *Store) gatherMessages(ctx context.Context, l *Content) (drop NoticeReason, err error) {
	row, err := loadGame(s.read(ctx), l.Game.ID, "")
	if err != nil {
		return "", err
	}
	var rows []messageRow
	err = s.read(ctx).Raw(`SELECT number, seat, ply, text, at FROM messages WHERE game_id = ? AND notice = ?
		AND number > COALESCE((SELECT read_to FROM chats WHERE game_id = ? AND seat = ?), 0) ORDER BY number`,
		row.ID, l.row.Key, row.ID, l.Seat).Scan(&rows).Error
	for _, r := range rows {
		l.Messages = append(l.Messages, r.message(row))
	}
	if err == nil && len(rows) == 0 {
		drop = DropMessagesRead
	}
	return drop, err
}
