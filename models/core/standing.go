package core

import (
	"cmp"
	"slices"

	"turnpost/models"
	"turnpost/models/db"
	"turnpost/models/schema"
	"turnpost/rules"
)

// lockStandings locks and loads the standings of a game's players, in the order that all transactions use, and sets
// when the game has ended: later than every other game of either. The house has no standing.
func (tx *Tx) lockStandings(row *GameRow) (locked [2]schema.StandingRow, err error) {
	var ids []any
	for _, seat := range row.People() {
		ids = append(ids, row.Side(seat).ID)
	}
	query, args := schema.SelectStandings+schema.RowsOf(len(ids), 1), ids
	if tx.IsPostgres() {
		query, args = schema.InsertStandings+schema.RowsOf(2, len(ids))+schema.RaiseStandings, nil
		for _, id := range ids {
			args = append(args, id, row.FinishedAt)
		}
	}
	err = tx.Defer(db.Deferred{Query: query, Args: args, Take: func(c *db.Columns) error {
		s := schema.StandingRow{
			PlayerID: c.Number(), EndedAt: schema.Millis(c), Absence: schema.TakeAbsence(c),
			AbsenceRated: c.Number(),
		}
		locked[row.Seat(s.PlayerID)] = s
		row.FinishedAt = max(row.FinishedAt, models.Millis(c.Number()))
		return nil
	}})
	if err == nil {
		err = tx.Flush()
	}
	for i := range locked {
		if err == nil {
			err = tx.mendAbsence(&locked[i])
		}
	}
	row.UpdatedAt = max(row.UpdatedAt, row.FinishedAt)
	return locked, err
}

// People returns the seats of players who are not the house, by player: the order in which transactions lock them.
func (r *GameRow) People() (seats []rules.Seat) {
	for _, seat := range []rules.Seat{rules.First, rules.Second} {
		if !r.Side(seat).IsHouse() {
			seats = append(seats, seat)
		}
	}
	slices.SortFunc(seats, func(a, b rules.Seat) int { return cmp.Compare(r.Side(a).ID, r.Side(b).ID) })
	return seats
}

// storeStandings stores those that have changed since lockStandings.
func (tx *Tx) storeStandings(row *GameRow, before, after [2]schema.StandingRow) error {
	var args []any
	for _, seat := range row.People() {
		s := after[seat]
		s.PlayerID, s.EndedAt = row.Side(seat).ID, row.FinishedAt
		if s != before[seat] {
			args = append(args, s.PlayerID, s.EndedAt, s.Absence, s.AbsenceRated)
		}
	}
	if len(args) == 0 {
		return nil
	}
	return tx.DeferExec(`INSERT INTO standings (player_id, ended_at, absence, absence_rated)
		VALUES `+schema.RowsOf(4, len(args)/4)+` ON CONFLICT (player_id) DO UPDATE SET ended_at = excluded.ended_at,
		absence = excluded.absence, absence_rated = excluded.absence_rated`, args...)
}
