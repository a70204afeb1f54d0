package event

import (
	"context"
	"fmt"
	"time"

	"gorm.io/gorm"

	"turnpost/models"
	"turnpost/models/account"
	"turnpost/models/core"
	"turnpost/models/db"
	"turnpost/models/ladder"
	"turnpost/models/names"
	"turnpost/models/play"
	"turnpost/models/roundrobin"
	"turnpost/models/schema"
	"turnpost/rules"
)

// ladderGame is a game that challenges are counted by.
type ladderGame struct {
	challenger, challenged int64
	running                bool
	ended                  time.Time
}

// recentLadderGames returns the running games of a ladder, and those that ended within ladder.Rest before a time.
func recentLadderGames(from *gorm.DB, event string, at time.Time) (list []ladderGame, err error) {
	query := `SELECT CASE challenger WHEN 0 THEN first_id ELSE second_id END,
		CASE challenger WHEN 0 THEN second_id ELSE first_id END, CASE state WHEN 'running' THEN 1 ELSE 0 END, ended_at
		FROM event_games WHERE event_id = ? AND `
	since := models.ToMillis(at.Add(-ladder.Rest))
	err = db.Query(from, func(c *db.Columns) error {
		list = append(list, ladderGame{c.Number(), c.Number(), c.Number() > 0, schema.Millis(c).Time()})
		return nil
	}, query+"state = 'running' UNION ALL "+query+"state IN ('over', 'void') AND ended_at > ?", event, event, since)
	return list, err
}

// ladderFacts returns what decides whether a player may challenge another, except for their places.
func ladderFacts(games []ladderGame, challenger, opponent int64) (f ladder.Facts) {
	for _, g := range games {
		same := g.challenger == challenger && g.challenged == opponent
		switch {
		case !g.running:
			if same && g.ended.After(f.Last) {
				f.Last = g.ended
			}
			continue
		case same || g.challenger == opponent && g.challenged == challenger:
			f.Paired = true
		}
		if g.challenger == challenger {
			f.Own++
		}
		if g.challenged == opponent {
			f.Against++
		}
	}
	return f
}

// ChallengeInEvent begins a game with a player above on a ladder. The lot says who has the first turn.
// Errors: CodeNotFound, CodeConflict if the event is no ladder or the rules of ladders refuse the challenge,
// CodeForbidden if one of the two blocks the other.
func (s *Store) ChallengeInEvent(ctx context.Context, p models.Player, event, opponent string) (*models.Game, error) {
	var made *models.Game
	err := s.Write(ctx, func(tx *core.Tx) error {
		if err := account.CheckActor(tx, p.ID); err != nil {
			return err
		}
		other, err := account.OtherPlayer(tx, opponent)
		if err != nil {
			return err
		}
		ev, err := LockEvent(tx, event)
		if err != nil {
			return err
		}
		if Kind(ev.Kind) != Ladder {
			return models.Fail(models.CodeConflict, "no_ladder")
		}
		if ev.Status == EventEnded {
			return models.Fail(models.CodeConflict, "event_over", "event", ev.ID)
		}
		if err := account.MustNotBlock(tx, p.ID, models.PlayerRef{ID: other.ID, Name: other.Name}, "challenges"); err != nil {
			return err
		}
		if err := mayChallengeAbove(tx, ev, p.ID, other.ID, other.Name); err != nil {
			return err
		}
		if made, err = beginLadderGame(tx, ev, p.ID, other.ID); err == nil {
			tx.SetResult(made)
		}
		return err
	})
	return made, err
}

// mayChallengeAbove refuses a challenge that is against the rules of ladders.
func mayChallengeAbove(tx *core.Tx, ev *StoredEvent, challenger, opponent int64, name string) error {
	places, err := ladderPlaces(tx.DB, ev.ID, challenger, opponent)
	if err != nil {
		return err
	}
	games, err := recentLadderGames(tx.DB, ev.ID, tx.Now)
	if err != nil {
		return err
	}
	f := ladderFacts(games, challenger, opponent)
	f.Challenger, f.Opponent = places[0], places[1]
	refusal := f.Refusal(tx.Now)
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
			return models.Fail(models.CodeConflict, "ladder_not_joined")
		}
		return models.Fail(models.CodeConflict, "ladder_not_on_ladder", "name", name)
	case ladder.NotAbove:
		return models.Fail(models.CodeConflict, "ladder_not_above")
	case ladder.TooFar:
		return models.Fail(models.CodeConflict, "ladder_too_far", "name", name, "reach", ladder.Reach)
	case ladder.TooMany:
		return models.Fail(models.CodeConflict, "ladder_too_many", "own", ladder.MaxOwn)
	case ladder.Busy:
		return models.Fail(models.CodeConflict, "ladder_busy", "name", name, "against", ladder.MaxAgainst)
	case ladder.Paired:
		return models.Fail(models.CodeConflict, "ladder_paired", "name", name)
	}
	return models.Fail(models.CodeConflict, "ladder_too_soon", "name", name, "days", int(ladder.Rest/(24*time.Hour)))
}

// beginLadderGame begins a game of a ladder and notifies both players: the one to move of the turn, and the opponent,
// if waiting, of the game.
func beginLadderGame(tx *core.Tx, ev *StoredEvent, challenger, challenged int64) (*models.Game, error) {
	g := &schema.EventGameRow{EventID: ev.ID, FirstID: challenged, SecondID: challenger, Challenger: rules.Second}
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
	rows, err := insertEventGames(tx, ev, []*schema.EventGameRow{g})
	if err == nil {
		err = movedOnLadder(tx, ev, g)
	}
	if err == nil {
		err = addLadderStep(tx, ev, stepBegin, 0, g.No)
	}
	if err == nil {
		err = play.NoticeTurn(tx, rows[0])
	}
	if err == nil && g.Challenger == rules.First {
		err = noticeLadder(tx, ev, models.KindEventBegan, challenged, g.No)
	}
	if err != nil {
		return nil, err
	}
	return rows[0].GameAfter(tx.At, nil), nil
}

// noticeLadder notifies a player of what a game of a ladder did.
func noticeLadder(tx *core.Tx, ev *StoredEvent, kind models.Kind, player int64, no int) error {
	return noticeEventKeyed(tx, kind, ev.ID, player, fmt.Sprintf("%s.%s.%d.%d", kind, ev.ID, player, no), 0)
}

// LadderPlace is a place of a ladder as a player sees it.
type LadderPlace struct {
	Place  int // from 1
	Player models.PlayerRef
	Idle   bool // without a game for ladder.IdleAfter, and none is running
	May    bool // the reader may challenge the player
}

// LadderPlaces lists the players of a ladder from the top. reader is the player who looks; 0 for nobody.
// Errors: CodeNotFound.
func (s *Store) LadderPlaces(ctx context.Context, event string, reader int64) ([]LadderPlace, error) {
	if _, err := loadEvent(s.Read(ctx), event); err != nil {
		return nil, err
	}
	games, err := recentLadderGames(s.Read(ctx), event, s.Clock())
	if err != nil {
		return nil, err
	}
	playing := map[int64]bool{}
	for _, g := range games {
		if g.running {
			playing[g.challenger], playing[g.challenged] = true, true
		}
	}
	var list []LadderPlace
	own, now := 0, s.Clock()
	err = db.Query(s.Read(ctx), func(c *db.Columns) error {
		p := LadderPlace{Place: int(c.Number()), Player: models.PlayerRef{ID: c.Number(), Name: c.Text()}}
		p.Idle = now.Sub(schema.Millis(c).Time()) >= ladder.IdleAfter && !playing[p.Player.ID]
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
