package schema

import (
	"database/sql/driver"

	"turnpost/models"
)

// A bulk change concerns many games: an outage all of them, a vacation those of one player. Accepting it inserts one
// row and costs the same for any number of games. A game that is loaded for a change first applies the bulk changes
// that its row does not contain yet, in order and in the same transaction; a game that is only read is shown as if it
// had; and a worker applies the changes to the other games in small batches. Each row records the last change it
// contains, so that a kill between two batches neither loses a change nor applies it twice.
//
// The alternative, one transaction for all games, took 61 µs a game: 27 s for 441,000 games after an outage, during
// which no request was served, and 1.0 s for a vacation of a player with 5,000.
//
// Clocks alone could be computed from stored outages and vacations by each reader. That was measured and is no
// cheaper: to load a game takes the same within the noise, with either query, and 4 µs less with none, under 1 % of a
// turn. It would replace two of the six kinds below: reminders, failing mail and departures would need all of this
// still, and the sweep could no longer find the games that are out of time by an index of deadlines.

// BulkKind is the kind of a bulk change.
type BulkKind string

// Kinds of changes to games.
const (
	BulkOutage      BulkKind = "outage"       // credits the time in which no server ran
	BulkVacation    BulkKind = "vacation"     // of the player
	BulkReminders   BulkKind = "reminders"    // the player's reminders changed
	BulkMailFailing BulkKind = "mail_failing" // mail does not reach the player
	BulkMailArrives BulkKind = "mail_arrives" // mail reaches the player again
	BulkDeparture   BulkKind = "departure"    // the player was deleted or banned
)

// Kinds of changes to other rows of a player: see BulkStep.
const (
	BulkErasure    BulkKind = "erasure"    // the account is deleted
	BulkMailDrop   BulkKind = "mail_drop"  // queued mail to the player is dropped for a reason
	BulkReschedule BulkKind = "reschedule" // queued mail is due at other times
)

// BulkChange is one row of bulk_changes.
type BulkChange struct {
	ID       int64
	PlayerID int64 // whose games; 0: all ongoing ones
	Kind     BulkKind
	At       models.Millis
	Detail   BulkDetail
	WalkedAt models.Millis // when it was applied to all games
	Fresh    bool          `gorm:"-"` // accepted in the transaction that applies it, which may still refuse it
}

// BulkDetail is the detail of a change: JSON in the database.
type BulkDetail struct {
	From models.Millis `json:"from,omitempty"` // start of an outage, which ends with the change
	Was  Away          `json:"was,omitzero"`   // the player's period before a vacation is changed
	To   Away          `json:"to,omitzero"`    // the period after it
	Auto bool          `json:"auto,omitempty"` // it began by itself, and counts from its begin
	// Reason is the reason for which mail is dropped, and LastNotice the newest notice to drop.
	Reason     models.NoticeReason `json:"reason,omitempty"`
	LastNotice int64               `json:"last_notice,omitempty"`
}

// Value implements driver.Valuer.
func (d BulkDetail) Value() (driver.Value, error) { return storedJSON(d) }

// Scan implements sql.Scanner.
func (d *BulkDetail) Scan(value any) error { return models.ScanJSON(value, d) }

// PendingChange is the ID of the last change that a game's row does not contain, or 0. It is read in one
// statement with the players' rows, so that their periods and the changes are consistent. The newest change of all is
// compared first, because looking for those of three players costs SQLite a fifth of loading the game.
const PendingChange = `CASE WHEN g.status = 'ongoing' AND g.applied_change < (SELECT MAX(id) FROM bulk_changes)
	THEN COALESCE((SELECT MAX(change.id) FROM bulk_changes change
	WHERE change.player_id IN (0, g.first_id, g.second_id) AND change.id > g.applied_change), 0) ELSE 0 END`

// BulkPart is the number of games, or rows of a player, that one transaction changes, in a few milliseconds at most.
const BulkPart = 20

// OfGames reports whether a kind changes games, and not other rows of a player.
func (k BulkKind) OfGames() bool { return k != BulkErasure && k != BulkMailDrop && k != BulkReschedule }
