package event

import (
	"context"
	"fmt"
	"strconv"
	"strings"
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

// The places of a ladder are the numbers of its players, from 1 without a gap; players who have left have none. Each
// change is a row of ladder_steps. All changes lock the event.

// ladderStep is something that happens on a ladder.
type ladderStep string

// The steps.
const (
	stepJoin  ladderStep = "join"
	stepLeave ladderStep = "leave"
	stepBegin ladderStep = "begin" // of a game
	stepEnd   ladderStep = "end"
)

// joinLadder adds a player at the bottom.
func joinLadder(tx *core.Tx, ev *StoredEvent, p models.Player) error {
	if ev.Status == EventEnded {
		return models.Fail(models.CodeConflict, "event_over", "event", ev.ID)
	}
	places, err := ladderPlaces(tx.DB, ev.ID, p.ID, p.ID)
	if err == nil && places[0] > 0 {
		err = models.Fail(models.CodeConflict, "event_joined", "event", ev.ID)
	}
	if err == nil {
		err = mustBeReliable(tx, ev, p.ID)
	}
	if err != nil {
		return err
	}
	err = tx.Exec(`INSERT INTO event_players (event_id, player_id, number, joined_at, moved_at)
		VALUES (?, ?, `+nextPlace+`, ?, ?)
		ON CONFLICT (event_id, player_id) DO UPDATE SET withdrawn = '', number = excluded.number,
			joined_at = excluded.joined_at, moved_at = excluded.moved_at WHERE event_players.withdrawn <> ''`,
		ev.ID, p.ID, ev.ID, tx.At, tx.At).Error
	if err != nil {
		return err
	}
	return addLadderStep(tx, ev, stepJoin, p.ID, 0)
}

// nextPlace is the place below all others of a ladder.
const nextPlace = "(SELECT COALESCE(MAX(number), 0) + 1 FROM event_players WHERE event_id = ?)"

// leaveLadder takes a player off a ladder; those below move up. Their games go on.
func leaveLadder(tx *core.Tx, ev *StoredEvent, player int64, how roundrobin.Withdrawal) error {
	if ev.Status == EventEnded {
		return models.Fail(models.CodeConflict, "event_over", "event", ev.ID)
	}
	places, err := ladderPlaces(tx.DB, ev.ID, player, player)
	if err == nil && places[0] == 0 {
		err = models.Fail(models.CodeConflict, "event_not_joined", "event", ev.ID)
	}
	if err != nil {
		return err
	}
	err = tx.Exec("UPDATE event_players SET number = 0, withdrawn = ? WHERE event_id = ? AND player_id = ?",
		how, ev.ID, player).Error
	if err == nil {
		err = tx.Exec("UPDATE event_players SET number = number - 1 WHERE event_id = ? AND number > ?",
			ev.ID, places[0]).Error
	}
	if err != nil {
		return err
	}
	return addLadderStep(tx, ev, stepLeave, player, 0)
}

// addLadderStep records what has happened.
func addLadderStep(tx *core.Tx, ev *StoredEvent, what ladderStep, player int64, no int) error {
	return tx.Exec(`INSERT INTO ladder_steps (event_id, step, what, player_id, no, at)
		VALUES (?, (SELECT COALESCE(MAX(step), 0) + 1 FROM ladder_steps WHERE event_id = ?), ?, ?, ?, ?)`,
		ev.ID, ev.ID, what, player, no, tx.At).Error
}

// ladderPlaces returns the places of two players, 0 for who is not on the ladder.
func ladderPlaces(from *gorm.DB, event string, first, second int64) (places [2]int, err error) {
	err = db.Query(from, func(c *db.Columns) error {
		player, place := c.Number(), int(c.Number())
		for i, id := range [2]int64{first, second} {
			if player == id {
				places[i] = place
			}
		}
		return nil
	}, "SELECT player_id, number FROM event_players WHERE event_id = ? AND player_id IN (?, ?)", event, first, second)
	return places, err
}

// movedOnLadder records when the players of a game last played on the ladder.
func movedOnLadder(tx *core.Tx, ev *StoredEvent, g *schema.EventGameRow) error {
	return tx.Exec("UPDATE event_players SET moved_at = ? WHERE event_id = ? AND player_id IN (?, ?)",
		tx.At, ev.ID, g.FirstID, g.SecondID).Error
}

// endLadderGame enters the end of a game of a ladder: it moves the players, by their current places. A
// challenger who won takes the place of the opponent above, and then a player who lost by time leaves.
func endLadderGame(tx *core.Tx, ev *StoredEvent, row *core.GameRow) error {
	g := &schema.EventGameRow{}
	err := tx.Raw("SELECT * FROM event_games WHERE event_id = ? AND game_id = ?", ev.ID, row.ID).Scan(g).Error
	if err != nil || g.State != roundrobin.Running {
		return err
	}
	if err := storeLadderEnd(tx, ev, g, row); err != nil {
		return err
	}
	challenger, challenged := g.LadderSides()
	winner := g.LadderWinner()
	places, err := ladderPlaces(tx.DB, ev.ID, challenger, challenged)
	if err == nil && ladder.Climbs(places[0], places[1], winner) {
		err = climb(tx, ev, g.No, challenger, places)
	}
	leaver, place := challenger, places[0]
	switch ladder.Leaves(winner, row.Reason) {
	case ladder.Nobody:
		return err
	case ladder.Challenged:
		leaver, place = challenged, places[1]
	}
	if err == nil && place > 0 {
		err = leaveLadder(tx, ev, leaver, roundrobin.Absent)
	}
	if err == nil && place > 0 {
		err = noticeLadder(tx, ev, models.KindEventPlace, leaver, g.No)
	}
	return err
}

// forfeitLadderGames enters the ends of a player's games of a ladder before the games themselves end, by the departure
// of the player, which enters none. The opponents win; the player has left the ladder, so that nobody climbs.
func forfeitLadderGames(tx *core.Tx, ev *StoredEvent, player int64) error {
	var games []schema.EventGameRow
	err := tx.Raw("SELECT * FROM event_games WHERE event_id = ? AND state = ? AND ? IN (first_id, second_id) ORDER BY no",
		ev.ID, roundrobin.Running, player).Scan(&games).Error
	for i := range games {
		if err != nil {
			return err
		}
		lost := &core.GameRow{Status: models.Finished, Winner: rules.First, Reason: models.ReasonWithdrawn, FinishedAt: tx.At}
		if games[i].FirstID == player {
			lost.Winner = rules.Second
		}
		err = storeLadderEnd(tx, ev, &games[i], lost)
	}
	return err
}

// storeLadderEnd stores that a game of a ladder is over.
func storeLadderEnd(tx *core.Tx, ev *StoredEvent, g *schema.EventGameRow, row *core.GameRow) error {
	state := roundrobin.Over
	g.Score = roundrobin.Draw
	switch {
	case row.Status != models.Finished:
		state, g.Score = roundrobin.Void, -1
	case row.Winner == rules.First:
		g.Score = roundrobin.Win
	case row.Winner == rules.Second:
		g.Score = roundrobin.Loss
	}
	err := tx.Exec("UPDATE event_games SET state = ?, score = ?, reason = ?, ended_at = ? WHERE event_id = ? AND no = ?",
		state, g.Score, row.Reason, row.FinishedAt, ev.ID, g.No).Error
	if err == nil {
		err = movedOnLadder(tx, ev, g)
	}
	if err == nil {
		err = addLadderStep(tx, ev, stepEnd, 0, g.No)
	}
	return err
}

// climb moves a challenger to the place of the opponent, and notifies all who move.
func climb(tx *core.Tx, ev *StoredEvent, no int, challenger int64, places [2]int) error {
	var moved []int64
	err := db.Query(tx.DB, func(c *db.Columns) error { moved = append(moved, c.Number()); return nil },
		"SELECT player_id FROM event_players WHERE event_id = ? AND number BETWEEN ? AND ? ORDER BY number",
		ev.ID, places[1], places[0])
	if err == nil {
		err = tx.Exec("UPDATE event_players SET number = number + 1 WHERE event_id = ? AND number BETWEEN ? AND ?",
			ev.ID, places[1], places[0]-1).Error
	}
	if err == nil {
		err = tx.Exec("UPDATE event_players SET number = ? WHERE event_id = ? AND player_id = ?",
			places[1], ev.ID, challenger).Error
	}
	for _, player := range moved {
		if err == nil {
			err = noticeLadder(tx, ev, models.KindEventPlace, player, no)
		}
	}
	return err
}

// ReplayLadder returns the IDs of the players of a ladder from the top, as stored and as they follow from its steps.
func ReplayLadder(from *gorm.DB, event string) (stored, want string, err error) {
	var places []string
	err = db.Query(from, func(c *db.Columns) error {
		id, place := strconv.FormatInt(c.Number(), 10), int(c.Number())
		if places = append(places, id); place != len(places) {
			places = append(places, "at "+strconv.Itoa(place))
		}
		return nil
	}, `SELECT player_id, number FROM event_players WHERE event_id = ? AND (number > 0 OR withdrawn = '')
		ORDER BY number, player_id`, event)
	if err != nil {
		return "", "", err
	}
	replay := ladder.New(nil, time.Time{})
	err = db.Query(from, func(c *db.Columns) error {
		what, player, no, at := ladderStep(c.Text()), strconv.FormatInt(c.Number(),
			10), int(c.Number()), schema.Millis(c).Time()
		g := schema.EventGameRow{
			Challenger: rules.Seat(c.Number()), FirstID: c.Number(), SecondID: c.Number(), Score: int(c.Number()),
		}
		reason := c.Text()
		switch what {
		case stepJoin:
			replay.Join(player, at)
		case stepLeave:
			replay.Leave(player)
		case stepBegin:
			challenger, challenged := g.LadderSides()
			replay.Begin(no, strconv.FormatInt(challenger, 10), strconv.FormatInt(challenged, 10), at)
		default:
			replay.End(no, g.LadderWinner(), reason, at)
		}
		return nil
	}, `SELECT s.what, s.player_id, s.no, s.at, COALESCE(g.challenger, 0), COALESCE(g.first_id, 0),
			COALESCE(g.second_id, 0), COALESCE(g.score, -1), COALESCE(g.reason, '')
		FROM ladder_steps s LEFT JOIN event_games g ON g.event_id = s.event_id AND g.no = s.no
		WHERE s.event_id = ? ORDER BY s.step`, event)
	return strings.Join(places, " "), strings.Join(replay.Order(), " "), err
}

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
