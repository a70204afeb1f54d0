package admin

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"turnpost/models/db"
	"turnpost/models/schema"
)

// CheckValues reads the rows of all tables and calls report with a sentence for each value that cannot be. Those of
// games, ratings and events are for CheckGames, CheckRatings and CheckEvents.
func (a Admin) CheckValues(ctx context.Context, report func(fault string)) error {
	var wrong []db.WrongValue
	err := a.store.DB.CheckTypes(ctx, func(w db.WrongValue) { wrong = append(wrong, w) })
	if err != nil {
		return err
	}
	for _, w := range wrong {
		report(fmt.Sprintf("%s: %s, in the row with %s", w.Table, w.Error(), a.rowName(ctx, w)))
	}
	return errors.Join(a.checkAbsences(ctx, report), a.checkVacations(ctx, report), a.checkDerived(ctx, report),
		a.checkForms(ctx, report))
}

// checkAbsences reports the periods away and the numbers of absences that no player can have. CheckTypes reports values
// of other types.
func (a Admin) checkAbsences(ctx context.Context, report func(fault string)) error {
	err := db.Query(a.store.Read(ctx), func(c *db.Columns) error {
		id, name, from, until := c.Number(), c.Text(), schema.TakeAwayTime(c), schema.TakeAwayTime(c)
		if _, ok := schema.ReadAway(from, until); !ok && from != schema.NoAwayTime && until != schema.NoAwayTime {
			report(fmt.Sprintf("players: no vacation is from %d to %d, in the row with id %d, name %s; it is read as none",
				from, until, id, name))
		}
		return nil
	}, "SELECT id, name, away_from, away_until FROM players WHERE away_from <> 0 OR away_until <> 0 ORDER BY id")
	if err != nil {
		return err
	}
	return db.Query(a.store.Read(ctx), func(c *db.Columns) error {
		id, name, text := c.Number(), c.Text(), c.Text()
		if absence, err := strconv.ParseInt(text, 10, 64); err == nil && !schema.IsAbsence(absence) {
			report(fmt.Sprintf("standings: no absence has the number %s, in the row with player_id %d (%s); it is read as none",
				text, id, name))
		}
		return nil
	}, `SELECT s.player_id, p.name, CAST(s.absence AS TEXT) FROM standings s JOIN players p ON p.id = s.player_id
		WHERE s.absence < 0 OR s.absence >= `+schema.MaxAbsenceText+" ORDER BY 1")
}

// rowName returns the columns that identify a row, with the game of a turn and the names of players.
func (a Admin) rowName(ctx context.Context, w db.WrongValue) string {
	var parts []string
	for _, of := range w.Row {
		part := of.Column + " " + of.Value
		id, err := strconv.ParseInt(of.Value, 10, 64)
		switch {
		case err != nil:
		case w.Table == "turns" && of.Column == "id":
			part += fmt.Sprintf(" (game %s, ply %d)",
				a.text(ctx, "SELECT id FROM games WHERE number = ?", id/schema.TurnsOfGame), id%schema.TurnsOfGame)
		case of.Column == "player_id":
			part += fmt.Sprintf(" (%s)", a.text(ctx, "SELECT name FROM players WHERE id = ?", id))
		}
		parts = append(parts, part)
	}
	return strings.Join(parts, ", ")
}

// text returns the text that a query finds, or "?".
func (a Admin) text(ctx context.Context, query string, args ...any) string {
	text := "?"
	err := db.Query(a.store.Read(ctx), func(c *db.Columns) error { text = c.Text(); return nil }, query, args...)
	if err != nil {
		return "?"
	}
	return text
}
