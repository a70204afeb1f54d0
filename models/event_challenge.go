package models

import (
	"context"
	"fmt"
	"time"

	"gorm.io/gorm"

	"turnpost/models/db"
	"turnpost/models/ladder"
	"turnpost/models/names"
	"turnpost/models/roundrobin"
	"turnpost/rules"
)

// ladderGame is a game that challenges are counted by.
type ladderGame struct {
	challenger, challenged int64
	running                bool
	at                     time.Time
}

// recentLadderGames returns the running games of a ladder, and those that began within ladder.Rest before a time.
func recentLadderGames(from *gorm.DB, event string, at time.Time) (list []ladderGame, err error) {
	query := `SELECT CASE challenger WHEN 0 THEN first_id ELSE second_id END,
		CASE challenger WHEN 0 THEN second_id ELSE first_id END, CASE state WHEN 'running' THEN 1 ELSE 0 END, began_at
		FROM event_games WHERE event_id = ? AND `
	since := ToMillis(at.Add(-ladder.Rest))
	err = db.Query(from, func(c *db.Columns) error {
		list = append(list, ladderGame{c.Number(), c.Number(), c.Number() > 0, millis(c).Time()})
		return nil
	}, query+"state = 'running' UNION ALL "+query+"state IN ('over', 'void') AND began_at > ?", event, event, since)
	return list, err
}

// ladderFacts returns what decides whether a player may challenge another, except for their places.
func ladderFacts(games []ladderGame, challenger, opponent int64) (f ladder.Facts) {
	for _, g := range games {
		if g.running && g.challenger == challenger {
			f.Own++
		}
		if g.running && g.challenged == opponent {
			f.Against++
		}
		if g.challenger == challenger && g.challenged == opponent && g.at.After(f.Last) {
			f.Last = g.at
		}
	}
	return f
}

// ChallengeInEvent begins a game with a player above on a ladder. The lot says who has the first turn.
// Errors: CodeNotFound, CodeConflict if the event is no ladder or the rules of ladders refuse the challenge,
// CodeForbidden if one of the two blocks the other.
func (s *Store) ChallengeInEvent(ctx context.Context, p Player, event, opponent string) (*Game, error) {
	var made *Game
	err := s.write(ctx, func(tx *Tx) error {
		if err := tx.checkActor(p.ID); err != nil {
			return err
		}
		other, err := tx.otherPlayer(opponent)
		if err != nil {
			return err
		}
		ev, err := tx.lockEvent(event)
		if err != nil {
			return err
		}
		if EventKind(ev.Kind) != Ladder {
			return fail(CodeConflict, "no_ladder")
		}
		if ev.Status == EventEnded {
			return fail(CodeConflict, "event_over", "event", ev.ID)
		}
		if err := tx.mustNotBlock(p.ID, PlayerRef{other.ID, other.Name}, "challenges"); err != nil {
			return err
		}
		if err := tx.mayChallengeAbove(ev, p.ID, other.ID, other.Name); err != nil {
			return err
		}
		if made, err = tx.beginLadderGame(ev, p.ID, other.ID); err == nil {
			tx.setResult(made)
		}
		return err
	})
	return made, err
}

// mayChallengeAbove refuses a challenge that is against the rules of ladders.
func (tx *Tx) mayChallengeAbove(ev *eventRow, challenger, opponent int64, name string) error {
	places, err := ladderPlaces(tx.DB, ev.ID, challenger, opponent)
	if err != nil {
		return err
	}
	games, err := recentLadderGames(tx.DB, ev.ID, tx.now)
	if err != nil {
		return err
	}
	f := ladderFacts(games, challenger, opponent)
	f.Challenger, f.Opponent = places[0], places[1]
	refusal := f.Refusal(tx.now)
	if refusal == "" {
		return nil
	}
	return refusedOnLadder(refusal, f.Challenger > 0, name)
}

// refusedOnLadder returns the error of a refused challenge to a player.
func refusedOnLadder(refusal ladder.Refusal, joined bool, name string) error {
	switch refusal {
	case ladder.NotOnLadder:
		if !joined {
			return fail(CodeConflict, "ladder_not_joined")
		}
		return fail(CodeConflict, "ladder_not_on_ladder", "name", name)
	case ladder.NotAbove:
		return fail(CodeConflict, "ladder_not_above")
	case ladder.TooFar:
		return fail(CodeConflict, "ladder_too_far", "name", name, "reach", ladder.Reach)
	case ladder.TooMany:
		return fail(CodeConflict, "ladder_too_many", "own", ladder.MaxOwn)
	case ladder.Busy:
		return fail(CodeConflict, "ladder_busy", "name", name, "against", ladder.MaxAgainst)
	}
	return fail(CodeConflict, "ladder_too_soon", "name", name, "days", int(ladder.Rest/(24*time.Hour)))
}

// beginLadderGame begins a game of a ladder and notifies both players: the one to move of the turn, and the opponent,
// if waiting, of the game.
func (tx *Tx) beginLadderGame(ev *eventRow, challenger, challenged int64) (*Game, error) {
	g := &eventGameRow{EventID: ev.ID, FirstID: challenged, SecondID: challenger, Challenger: rules.Second}
	err := tx.Raw("SELECT COALESCE(MAX(no), 0) + 1 FROM event_games WHERE event_id = ?", ev.ID).Scan(&g.No).Error
	if err != nil {
		return nil, err
	}
	if ladder.ChallengerFirst(ev.ID, g.No) {
		g.FirstID, g.SecondID, g.Challenger = challenger, challenged, rules.First
	}
	err = tx.Exec(`INSERT INTO event_games (event_id, no, first_id, second_id, challenger, state)
		VALUES (?, ?, ?, ?, ?, ?)`, g.EventID, g.No, g.FirstID, g.SecondID, g.Challenger, roundrobin.Waiting).Error
	if err != nil {
		return nil, err
	}
	rows, err := tx.insertEventGames(ev, []*eventGameRow{g})
	if err == nil {
		err = tx.movedOnLadder(ev, g)
	}
	if err == nil {
		err = tx.addLadderStep(ev, stepBegin, 0, g.No)
	}
	if err == nil {
		err = tx.noticeTurn(rows[0])
	}
	if err == nil && g.Challenger == rules.First {
		err = tx.noticeLadder(ev, KindEventBegan, challenged, g.No)
	}
	if err != nil {
		return nil, err
	}
	return rows[0].gameAfter(tx.at, nil), nil
}

// noticeLadder notifies a player of what a game of a ladder did.
func (tx *Tx) noticeLadder(ev *eventRow, kind Kind, player int64, no int) error {
	return tx.noticeEventKeyed(kind, ev.ID, player, fmt.Sprintf("%s.%s.%d.%d", kind, ev.ID, player, no), 0)
}

// LadderPlace is a place of a ladder as a player sees it.
type LadderPlace struct {
	Place  int // from 1
	Player PlayerRef
	Idle   bool // without a game for ladder.IdleAfter
	May    bool // the reader may challenge the player
}

// LadderPlaces lists the players of a ladder from the top. reader is the player who looks; 0 for nobody.
// Errors: CodeNotFound.
func (s *Store) LadderPlaces(ctx context.Context, event string, reader int64) ([]LadderPlace, error) {
	if _, err := loadEvent(s.read(ctx), event); err != nil {
		return nil, err
	}
	games, err := recentLadderGames(s.read(ctx), event, s.now())
	if err != nil {
		return nil, err
	}
	var list []LadderPlace
	own, now := 0, s.now()
	err = db.Query(s.read(ctx), func(c *db.Columns) error {
		p := LadderPlace{Place: int(c.Number()), Player: PlayerRef{c.Number(), c.Text()}}
		p.Idle = now.Sub(millis(c).Time()) >= ladder.IdleAfter
		p.May = c.Number() == 0
		if list = append(list, p); p.Player.ID == reader {
			own = p.Place
		}
		return nil
	}, `SELECT p.number, p.player_id, a.name, p.moved_at, CASE WHEN EXISTS (SELECT 1 FROM blocks b
			WHERE (b.player_id = ? AND b.blocked_id = a.id) OR (b.player_id = a.id AND b.blocked_id = ?)) THEN 1 ELSE 0 END
		FROM event_players p JOIN players a ON a.id = p.player_id
		WHERE p.event_id = ? AND p.number > 0 ORDER BY p.number`, reader, reader, event)
	for i := range list {
		f := ladderFacts(games, reader, list[i].Player.ID)
		f.Challenger, f.Opponent = own, list[i].Place
		list[i].May = list[i].May && reader != 0 && !names.IsGone(list[i].Player.Name) && f.Refusal(now) == ""
	}
	return list, err
}
