package models

import (
	"context"
	"fmt"
	"time"

	"turnpost/rules"
)

// Letter is everything that the mail of a notice says, as it is true now.
type Letter struct {
	Claim
	To              Player // ID 0: a stranger, of whom only the address is known
	Game            *Game  // of kinds about a game, with its last turn
	Seat            rules.Seat
	Answered        *Turn   // of KindPlan: the turn that the game's last turn answers
	PlanDone        bool    // of KindPlan: the plan is used up
	PlanEnded       PlanEnd // of KindYourTurn: why the plan ended since the player's last turn, "" where none did
	PlanDetail      string  // of PlanEnded
	NewToGame       bool    // To has not played this ruleset before
	Challenge       *Challenge
	Away            Vacation  // of KindAway: the opponent's
	Messages        []Message // of KindMessage: what is still unread of what it tells
	Detail          string    // of KindOffer, KindOfferAnswer, KindChallengeAnswer
	Code            string    // of KindCode; Expires says until when
	Expires         time.Time
	Unsubscribe     string // token for this kind, "" where it cannot be off
	UnsubscribeGame string // token for this game, "" where there is none

	With []*Letter // what the mail says besides; of KindDigest all that it says, games awaiting the player first
}

// Letter looks once more what of a claim is worth saying, and gathers what its mail
// says. It is nil where all was dropped instead. A code is made new for every
// attempt.
func (s *Store) Letter(ctx context.Context, c Claim) (*Letter, error) {
	var told []*Letter
	for _, p := range c.parts {
		l := c.about(p)
		var err error
		if p.drop, err = s.address(ctx, l); err == nil && p.drop == "" {
			p.drop, err = s.gather(ctx, l)
		}
		if err != nil {
			return nil, err
		}
		if p.drop == "" {
			told = append(told, l)
		}
	}
	if len(told) == 0 {
		return nil, s.Drop(ctx, c, "")
	}
	told = withoutEchoes(told)
	if c.Kind == KindDigest {
		return s.digest(c, told), nil
	}
	return led(told), nil
}

// about begins the letter of one notice of a claim.
func (c Claim) about(p *part) *Letter {
	c.Kind, c.row = p.Kind, p.notice
	return &Letter{Claim: c, Detail: p.Detail, Seat: rules.NoSeat}
}

// address finds the recipient and respects what they want.
func (s *Store) address(ctx context.Context, l *Letter) (drop string, err error) {
	n := l.row
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
			return "this address wants no invitations", nil
		}
		l.Unsubscribe = s.sign(Subscription{Email: key, Kind: n.Kind})
		return "", nil
	}
	row, err := findPlayer(s.read(ctx), "id = ? AND deleted_at = 0", n.PlayerID)
	if err != nil {
		return "", err
	}
	if row == nil {
		return "the account is gone", nil
	}
	l.To = row.player()
	if !n.Kind.MayBeOff() {
		return "", nil
	}
	if l.To.Settings.delivery(n.Kind, n.GameID) == Off {
		if l.To.Settings.Games[n.GameID] == Off {
			return "you have turned mail about this game off", nil
		}
		return "you have turned mail of this kind off", nil
	}
	l.Unsubscribe = s.sign(Subscription{Player: n.PlayerID, Kind: n.Kind})
	if n.GameID != "" {
		l.UnsubscribeGame = s.sign(Subscription{Player: n.PlayerID, Game: n.GameID})
	}
	return "", nil
}

// gather loads what the kind is about, and drops what is outdated.
func (s *Store) gather(ctx context.Context, l *Letter) (drop string, err error) {
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
		return "", nil
	}
	if l.Game, err = s.Game(ctx, n.GameID); err != nil {
		return "", err
	}
	l.Seat = l.Game.SeatOf(n.PlayerID)
	if drop = l.outdated(); drop != "" {
		return drop, nil
	}
	if n.Kind == KindMessage {
		return s.gatherMessages(ctx, l)
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
func (s *Store) gatherPlan(ctx context.Context, l *Letter) (drop string, err error) {
	switch n := l.row; l.Kind {
	case KindYourTurn:
		plan, err := findPlan(s.read(ctx), n.PlayerID, n.GameID)
		l.PlanEnded, l.PlanDetail = plan.Ended, plan.EndedDetail
		return "", err
	case KindPlan:
		if l.Game, _, err = s.GameAt(ctx, n.GameID, n.Ply); err != nil {
			return "", err
		}
		if last := l.Game.LastTurn; last.Seat != l.Seat || last.Via != ViaPlan {
			return "turns were taken back", nil
		}
		l.PlanDone = l.Detail == lastAnswer
		l.Answered, err = turnAt(s.read(ctx), n.GameID, n.Ply-1)
		return "", err
	}
	return "", nil
}

// gatherAway drops what is told of a vacation that is over or another by now.
func (s *Store) gatherAway(ctx context.Context, l *Letter) (drop string, err error) {
	if l.Kind != KindAway {
		return "", nil
	}
	opponent, err := findPlayer(s.read(ctx), "id = ?", l.Game.Players[l.Seat.Other()].ID)
	if err != nil || opponent == nil {
		return "the account is gone", err
	}
	stretch := away{opponent.AwayFrom, opponent.AwayUntil}
	if stretch.Until <= At(s.now()) || stretch.String() != l.Detail {
		return "the vacation was changed or is over", nil
	}
	l.Away = stretch.vacation()
	return "", nil
}

// outdated says why a notice about a game is no longer worth saying.
func (l *Letter) outdated() string {
	switch g := l.Game; l.Kind {
	case KindYourTurn:
		if g.Ply != l.row.Ply {
			return "a turn was played since"
		}
		if g.Status != Ongoing {
			return "the game is over"
		}
	case KindPlan:
		if g.Ply < l.row.Ply {
			return "turns were taken back"
		}
	case KindChallengeAnswer:
		if g.Status != Ongoing {
			return "the game is over"
		}
		if g.Ply > 1 || (g.Ply == 1 && g.LastTurn.Seat == l.Seat) {
			return "you have played in the game already"
		}
	case KindReminder:
		if g.Ply != l.row.Ply || g.Status != Ongoing {
			return "a turn was played since"
		}
		if g.Left[g.ToMove] == 0 {
			return "the deadline has passed"
		}
	case KindAway:
		if g.Status != Ongoing {
			return "the game is over"
		}
	case KindOffer:
		if l.Detail == OfferTakeback {
			if g.Status != Ongoing || g.TakebackBy != l.Seat.Other() {
				return "the offer no longer stands"
			}
			return ""
		}
		if g.Status != Ongoing || g.DrawBy != l.Seat.Other() {
			return "the offer no longer stands"
		}
	}
	return ""
}

func (s *Store) gatherCode(ctx context.Context, l *Letter) (drop string, err error) {
	if s.now().Sub(l.CreatedAt) > CodeLife {
		return "the code was asked for too long ago", nil
	}
	err = s.write(ctx, func(tx *Tx) error {
		l.Expires = tx.now.Add(CodeLife)
		l.Code, err = tx.issueCode(l.To.ID)
		return err
	})
	return "", err
}

func (s *Store) gatherChallenge(ctx context.Context, l *Letter) (drop string, err error) {
	var rows []challengeRow
	if err := s.read(ctx).Raw(selectChallenge+"WHERE c.id = ?", l.row.ChallengeID).Scan(&rows).Error; err != nil {
		return "", err
	}
	if len(rows) == 0 {
		return "", fmt.Errorf("notice %d: challenge %q is not there", l.ID, l.row.ChallengeID)
	}
	c := rows[0].challenge()
	l.Challenge = &c
	if l.Kind == KindChallenge && c.Status != ChallengeOpen {
		return "the challenge is " + string(c.Status), nil
	}
	return "", nil
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
