package models

import (
	"context"
	"database/sql"

	"turnpost/models/db"
	"turnpost/rules"
)

// gameAndTurnColumns are of games with their last turns, as far as somebody sees them. The
// position after the last turn, and its hash, are those of the game.
const gameAndTurnColumns = `
	SELECT g.id, g.ruleset, g.variant, g.version, g.first_id, g.second_id,
	       g.status, g.position, g.ply, g.to_move, g.to_move_id,
	       g.winner, g.reason, g.pace, g.first_left, g.second_left, g.deadline_at,
	       g.draw_by, g.takeback_by, g.takeback_to, g.takebacks, g.offers, g.hash,
	       g.created_at, g.updated_at, g.finished_at,
	       g.applied_change, ` + pendingChange + `,
	       a.name, a.away_from, a.away_until, b.name, b.away_from, b.away_until,
	       COALESCE((SELECT unread FROM chats WHERE game_id = g.id AND seat = 0), 0),
	       COALESCE((SELECT unread FROM chats WHERE game_id = g.id AND seat = 1), 0),
	       t.seat, t.turn, t.events, t.message, t.via, t.at, ` + occurrence

const fromGamesAndTurns = fromGames + `LEFT JOIN turns t ON t.game_id = g.id AND t.ply = g.ply AND g.ply > 0 `

// selectGameAndTurn begins a query of games with their last turns.
const selectGameAndTurn = gameAndTurnColumns + fromGamesAndTurns

// viewColumns is how many columns selectGameAndTurn has.
const viewColumns = 43

// viewedGame is a game with its last turn, as it stands in the database: clocks come with the time of a look.
type viewedGame struct {
	row      gameRow
	listedAt Millis // when it was changed last, as it is stored
	last     *Turn  // nil at ply 0
	print    string // of a game of an inbox: see gamePrint
}

// take takes the columns of a row of selectGameAndTurn.
func (v *viewedGame) take(c *db.Columns) error {
	r := &v.row
	r.ID, r.Ruleset, r.Variant, r.Version = c.Text(), c.Text(), c.Text(), int(c.Number())
	r.First.ID, r.Second.ID = c.Number(), c.Number()
	r.Status, r.Position, r.Ply = Status(c.Text()), c.Text(), int(c.Number())
	r.ToMove, r.ToMoveID = rules.Seat(c.Number()), c.Number()
	r.Winner, r.Reason, r.Pace = rules.Seat(c.Number()), c.Text(), c.Text()
	r.First.Left, r.Second.Left, r.DeadlineAt = c.Number(), c.Number(), millis(c)
	r.DrawBy, r.TakebackBy = rules.Seat(c.Number()), rules.Seat(c.Number())
	r.TakebackTo, r.Takebacks, r.Offers, r.Hash = int(c.Number()), int(c.Number()), int(c.Number()), c.Bytes()
	r.CreatedAt, r.UpdatedAt, r.FinishedAt = millis(c), millis(c), millis(c)
	v.listedAt = r.UpdatedAt
	r.AppliedChange, r.pending = c.Number(), c.Number()
	for _, side := range []*seatRow{&r.First, &r.Second} {
		side.Name, side.AwayFrom, side.AwayUntil = c.Text(), millis(c), millis(c)
	}
	r.First.Unread, r.Second.Unread = int(c.Number()), int(c.Number())
	if c.IsNull() {
		return c.Err()
	}
	turn := turnRow{Ply: r.Ply, Position: r.Position, Hash: r.Hash}
	turn.Seat, turn.Turn, turn.Events = rules.Seat(c.Number()), c.Text(), c.Text()
	turn.Message, turn.Via, turn.At = c.Text(), Via(c.Text()), millis(c)
	turn.Occurrence = int(c.Number())
	last := turn.turn()
	v.last = &last
	return c.Err()
}

// viewGames loads games with their last turns by a query that begins with selectGameAndTurn. Games of one
// state of the database share their last turns, which must not be changed.
func (s *Store) viewGames(ctx context.Context, query string, args ...any) ([]*Game, error) {
	return s.look(ctx).games(query, args...)
}

// look is a look at games: all that it sees has stood since it began, or is newer.
type look struct {
	*Store
	ctx   context.Context
	state int64 // of the database, for seenGames
}

func (s *Store) look(ctx context.Context) look { return look{s, ctx, s.seen.state(ctx)} }

func (l look) games(query string, args ...any) ([]*Game, error) {
	list, err := l.viewed(query, args...)
	return gamesAt(ToMillis(l.now()), list), err
}

// viewed reads games, or finds what was read of the same state.
func (l look) viewed(query string, args ...any) ([]*viewedGame, error) {
	list, ok := l.seen.find(l.state, query, args)
	if !ok {
		var err error
		if list, err = l.readGames(query, viewColumns, args...); err != nil {
			return nil, err
		}
		l.seen.keep(l.state, query, args, list)
	}
	return list, nil
}

// readGames reads games by a query of n columns, the first of which are those of selectGameAndTurn. One more
// is the game's print.
func (l look) readGames(query string, n int, args ...any) (list []*viewedGame, err error) {
	for range rereads {
		if list, err = l.readStored(query, n, args); err != nil {
			return nil, err
		}
		if ok, err := l.showChanges(list); ok || err != nil {
			return list, err
		}
	}
	return nil, errChanging(list[0].row.ID)
}

// readStored reads games as they are stored.
func (l look) readStored(query string, n int, args []any) (list []*viewedGame, err error) {
	var row db.Columns
	err = db.Query(l.read(l.ctx), func(rows *sql.Rows) error {
		if err := row.Scan(rows, n); err != nil {
			return err
		}
		game := &viewedGame{}
		list = append(list, game)
		if err := game.take(&row); err != nil || n == viewColumns {
			return err
		}
		row.Skip(viewColumns)
		game.print = row.Text()
		return row.Err()
	}, query, args...)
	return list, err
}

// showChanges shows bulk changes that rows do not contain yet. It is false where the rows must be read again.
func (l look) showChanges(list []*viewedGame) (ok bool, err error) {
	for _, game := range list {
		if ok, err := game.row.showChanges(l.read(l.ctx)); !ok || err != nil {
			return false, err
		}
	}
	return true, nil
}

// gamesAt shows games at an instant.
func gamesAt(now Millis, list []*viewedGame) []*Game {
	games, all := make([]*Game, len(list)), make([]Game, len(list))
	for i := range list {
		all[i] = list[i].row.shown(now)
		all[i].LastTurn = list[i].last
		games[i] = &all[i]
	}
	return games
}
