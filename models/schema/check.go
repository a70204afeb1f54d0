package schema

import (
	"turnpost/models"
	"turnpost/models/db"
	"turnpost/rules"
)

// UsualPlies is the number of plies for which room is made at once: that of a damaged row may be any number.
const UsualPlies = 512

// CheckedColumns are the columns of a turn that a check compares.
const CheckedColumns = "seat, turn, position, events, message, via, at, hash"

// TakeChecked takes CheckedColumns and the occurrence.
func TakeChecked(c *db.Columns, ply int) TurnRow {
	return TurnRow{
		Ply: ply, Seat: rules.Seat(c.Number()), Turn: c.Text(), Position: c.Text(), Events: c.Text(), Message: c.Text(),
		Via: models.Via(c.Text()), At: Millis(c), Hash: c.Bytes(), Occurrence: int(c.Number()),
	}
}
