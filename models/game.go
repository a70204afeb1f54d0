package models

import (
	"context"
	"encoding/json"
	"strings"
	"time"

	"gorm.io/gorm"

	"turnpost/rules"
)

// Status is the state of a game.
type Status string

// States of games.
const (
	Ongoing  Status = "ongoing"
	Finished Status = "finished"
	Aborted  Status = "aborted"
)

// Reasons that the platform adds to those of the rules.
const (
	ReasonResignation = "resignation"
	ReasonAgreement   = "agreement"
	ReasonTimeout     = "timeout"
	ReasonAborted     = "aborted" // by a player, before both had played
	ReasonNoShow      = "no_show" // the side to move never played, and its time is out
)

// isAbort tells whether a game that ended so has no result.
func isAbort(reason string) bool { return reason == ReasonAborted || reason == ReasonNoShow }

// Seated is a player at a board.
type Seated struct {
	ID   int64
	Name string
}

// Game is one match as it stands.
type Game struct {
	ID               string
	Ruleset, Variant string
	Version          int       // of the ruleset
	Players          [2]Seated // by seat
	Status           Status
	Position         string
	Ply              int
	ToMove           rules.Seat
	Result           rules.Result // zero while ongoing
	Pace             Pace
	Deadline         time.Time        // zero once over
	Left             [2]time.Duration // by seat
	Away             [2]time.Time     // by seat: until when the player is away; zero when not
	DrawBy           rules.Seat       // who offers a draw, or NoSeat
	TakebackBy       rules.Seat       // who offers a takeback, or NoSeat
	TakebackTo       int              // the ply that it leads back to
	Rewinds          int              // takebacks so far: with the ply, what stands
	LastTurn         *Turn            // nil at ply 0
	CreatedAt        time.Time
	UpdatedAt        time.Time
	FinishedAt       time.Time // zero while ongoing
}

// SeatOf is the player's seat, or NoSeat.
func (g *Game) SeatOf(player int64) rules.Seat {
	for seat, p := range g.Players {
		if p.ID == player {
			return rules.Seat(seat)
		}
	}
	return rules.NoSeat
}

// Loser is the seat that lost, or whose time was out before its first turn; NoSeat where
// there is none.
func (g *Game) Loser() rules.Seat {
	return Loser(g.Result, g.ToMove)
}

// Loser is the loser of a result that leaves a side to move.
func Loser(r rules.Result, toMove rules.Seat) rules.Seat {
	if r.Reason == ReasonNoShow {
		return toMove
	}
	return r.Winner.Other()
}

// Turn is one stored turn.
type Turn struct {
	Ply      int
	Seat     rules.Seat
	Text     string // canonical
	Position string // after it
	Events   []rules.Event
	Message  string
	Via      Via
	At       time.Time
	Hash     []byte // chains it to the turn before it
}

// Via is the way by which a turn came.
type Via string

// Ways.
const (
	ViaHTTP Via = "http"
	ViaMail Via = "mail"
	ViaPlan Via = "plan" // an answer that the player had planned
)

type turnRow struct {
	GameID   string
	Ply      int
	Seat     rules.Seat
	Turn     string
	Position string
	KeyHash  int64
	Events   string
	Message  string
	Via      Via
	At       Millis
	Hash     []byte
}

func (turnRow) TableName() string { return "turns" }

func (r turnRow) turn() Turn {
	t := Turn{Ply: r.Ply, Seat: r.Seat, Text: r.Turn, Position: r.Position, Message: r.Message, Via: r.Via, At: r.At.Time(), Hash: r.Hash}
	_ = json.Unmarshal([]byte(r.Events), &t.Events) // written by us
	return t
}

// Game finds a game with its last turn.
func (s *Store) Game(ctx context.Context, id string) (*Game, error) {
	row, err := loadGame(s.read(ctx), id, "")
	if err != nil {
		return nil, err
	}
	g := row.game(At(s.now()))
	g.LastTurn, err = turnAt(s.read(ctx), id, row.Ply)
	return g, err
}

// GameAt is the position and last turn of a game at an earlier ply; the rest of the game is
// as it stands now, at the current ply.
func (s *Store) GameAt(ctx context.Context, id string, ply int) (g *Game, current int, err error) {
	if g, err = s.Game(ctx, id); err != nil {
		return nil, 0, err
	}
	current = g.Ply
	if ply == current {
		return g, current, nil
	}
	var rows []turnRow
	if err := s.read(ctx).Where("game_id = ? AND ply = ?", id, ply).Find(&rows).Error; err != nil {
		return nil, 0, err
	}
	if len(rows) == 0 {
		return nil, 0, invalid("ply", "the game %s has plies 0 to %d", id, g.Ply)
	}
	p, err := s.position(g.Ruleset, g.Variant, rows[0].Position)
	if err != nil {
		return nil, 0, err
	}
	g.Position, g.Ply, g.ToMove, g.LastTurn = rows[0].Position, ply, p.ToMove(), nil
	if ply > 0 {
		turn := rows[0].turn()
		g.LastTurn = &turn
	}
	return g, current, nil
}

func loadGame(db *gorm.DB, id, suffix string) (*gameRow, error) {
	var rows []gameRow
	if err := db.Raw(selectGame+"WHERE g.id = ?"+suffix, id).Scan(&rows).Error; err != nil {
		return nil, err
	}
	if len(rows) == 0 {
		return nil, fail(CodeNotFound, "there is no game %q", clip(id, 20))
	}
	return &rows[0], nil
}

func turnAt(db *gorm.DB, game string, ply int) (*Turn, error) {
	if ply == 0 {
		return nil, nil
	}
	var row turnRow
	if err := db.Where("game_id = ? AND ply = ?", game, ply).Take(&row).Error; err != nil {
		return nil, err
	}
	turn := row.turn()
	return &turn, nil
}

// Turns lists the turns of a game after a ply, oldest first.
func (s *Store) Turns(ctx context.Context, id string, after, limit int) ([]Turn, error) {
	if _, err := loadGame(s.read(ctx), id, ""); err != nil {
		return nil, err
	}
	var rows []turnRow
	err := s.read(ctx).Where("game_id = ? AND ply > ?", id, max(after, 0)).Order("ply").Limit(limit).Find(&rows).Error
	turns := make([]Turn, 0, len(rows))
	for _, r := range rows {
		turns = append(turns, r.turn())
	}
	return turns, err
}

// GameFilter narrows a list of games. Empty fields do not.
type GameFilter struct {
	Player  string // a name
	Status  Status
	ToMove  string // a name: games that wait for this player
	Ruleset string
	Before  string // cursor: the last game of the page before
	Limit   int
}

// Games lists games, the last changed first. The cursor of the next page is "" on
// the last one.
func (s *Store) Games(ctx context.Context, f GameFilter) (games []*Game, next string, err error) {
	where, args := []string{"1 = 1"}, []any{}
	and := func(condition string, values ...any) {
		where, args = append(where, condition), append(args, values...)
	}
	if f.Status != "" {
		and("g.status = ?", f.Status)
	}
	if f.Ruleset != "" {
		and("g.ruleset = ?", f.Ruleset)
	}
	if f.ToMove != "" {
		and("g.status = 'ongoing' AND g.to_move_id = (SELECT id FROM players WHERE name_key = ?)", nameKey(f.ToMove))
	}
	if f.Before != "" {
		at, id, ok := parseCursor(f.Before)
		if !ok {
			return nil, "", invalid("cursor", "%q is no cursor of this list", clip(f.Before, 40))
		}
		and("(g.updated_at, g.id) < (?, ?)", at, id)
	}
	source := selectGame
	if f.Player != "" {
		// One branch for each seat, so that each walks its own index.
		and("g.id IN (SELECT id FROM games WHERE first_id = (SELECT id FROM players WHERE name_key = ?) UNION SELECT id FROM games WHERE second_id = (SELECT id FROM players WHERE name_key = ?))",
			nameKey(f.Player), nameKey(f.Player))
	}
	var rows []gameRow
	query := source + "WHERE " + strings.Join(where, " AND ") + " ORDER BY g.updated_at DESC, g.id DESC LIMIT ?"
	if err := s.read(ctx).Raw(query, append(args, f.Limit+1)...).Scan(&rows).Error; err != nil {
		return nil, "", err
	}
	if len(rows) > f.Limit {
		last := rows[f.Limit-1]
		next = formatCursor(last.UpdatedAt, last.ID)
		rows = rows[:f.Limit]
	}
	games, err = s.withLastTurns(ctx, rows)
	return games, next, err
}

// withLastTurns makes the views of several rows with one query for their last turns.
func (s *Store) withLastTurns(ctx context.Context, rows []gameRow) ([]*Game, error) {
	games := make([]*Game, 0, len(rows))
	if len(rows) == 0 {
		return games, nil
	}
	byID := map[string]*Game{}
	keys := make([][]any, 0, len(rows))
	now := At(s.now())
	for i := range rows {
		g := rows[i].game(now)
		games, byID[g.ID] = append(games, g), g
		keys = append(keys, []any{g.ID, g.Ply})
	}
	var turns []turnRow
	if err := s.read(ctx).Where("(game_id, ply) IN ? AND ply > 0", keys).Find(&turns).Error; err != nil {
		return nil, err
	}
	for _, r := range turns {
		turn := r.turn()
		byID[r.GameID].LastTurn = &turn
	}
	return games, nil
}

// Inbox is what waits for a player.
type Inbox struct {
	Games      []*Game     // to move, the nearest deadline first
	Offers     []*Game     // the opponent offers something
	Challenges []Challenge // to answer, newest first
}

// inboxMost bounds each part of an inbox.
const inboxMost = 100

// Inbox lists what waits for a player.
func (s *Store) Inbox(ctx context.Context, p Player) (Inbox, error) {
	var box Inbox
	var rows []gameRow
	err := s.read(ctx).Raw(selectGame+"WHERE g.status = 'ongoing' AND g.to_move_id = ? ORDER BY g.deadline_at, g.id LIMIT ?", p.ID, inboxMost).Scan(&rows).Error
	if err != nil {
		return box, err
	}
	if box.Games, err = s.withLastTurns(ctx, rows); err != nil {
		return box, err
	}
	rows = nil
	err = s.read(ctx).Raw(selectGame+`WHERE g.id IN (
		SELECT id FROM games WHERE second_id = ? AND status = 'ongoing' AND (draw_by = 0 OR back_by = 0)
		UNION SELECT id FROM games WHERE first_id = ? AND status = 'ongoing' AND (draw_by = 1 OR back_by = 1))
		ORDER BY g.deadline_at, g.id LIMIT ?`, p.ID, p.ID, inboxMost).Scan(&rows).Error
	if err != nil {
		return box, err
	}
	if box.Offers, err = s.withLastTurns(ctx, rows); err != nil {
		return box, err
	}
	box.Challenges, _, err = s.Challenges(ctx, p, BoxIn, "", inboxMost)
	return box, err
}
