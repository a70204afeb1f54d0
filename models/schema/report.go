package schema

import "turnpost/models"

// Players report players, games and messages to the operator. A report is stored, and the operator's address
// (Options.Operator) gets one mail about it. While a report of a game is open, and only then, the operator may read
// the messages of the game.

// Bounds of reports.
const (
	MaxReason        = 1000             // characters of a report's reason
	ClosedReportLife = 365 * models.Day // for which a closed report is kept
)

// ReportRow is a report about a player or a message.
type ReportRow struct {
	ID         int64
	ReporterID int64
	PlayerID   int64
	GameID     string
	Message    int
	Reason     string
	Note       string
	CreatedAt  models.Millis
	ClosedAt   models.Millis
	Reporter   string `gorm:"->;-:migration"` // if they were selected
	Player     string `gorm:"->;-:migration"`
	Said       string `gorm:"->;-:migration"`
}

// Report returns the view of a row.
func (r ReportRow) Report() models.Report {
	return models.Report{
		ID: r.ID, Reporter: r.Reporter, Player: r.Player, Game: r.GameID, Message: r.Message, Said: r.Said,
		Reason: r.Reason, Note: r.Note, CreatedAt: r.CreatedAt.Time(), ClosedAt: r.ClosedAt.Time(),
	}
}

// SelectReport reads a ReportRow.
const SelectReport = `SELECT r.*, a.name AS reporter, COALESCE(b.name, '') AS player, COALESCE(m.text, '') AS said
	FROM reports r JOIN players a ON a.id = r.reporter_id LEFT JOIN players b ON b.id = r.player_id
	LEFT JOIN messages m ON m.game_id = r.game_id AND m.number = r.message AND r.message > 0 `

// ActLife is how long the log of operators' acts is kept.
const ActLife = 2 * 365 * models.Day
