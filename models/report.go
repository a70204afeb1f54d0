package models

import (
	"context"
	"fmt"
	"strings"
	"time"

	"turnpost/models/db"
	"turnpost/models/visible"
	"turnpost/rules"
)

// Players report players, games and messages to the operator. A report is stored, and the operator's address
// (Options.Operator) gets one mail about it. While a report of a game is open, and only then, the operator may read
// the messages of the game.

const (
	maxReason        = 1000      // characters of a report's reason
	closedReportLife = 365 * day // for which a closed report is kept
)

// NewReport holds the fields of a report. Player or Game is needed, and Reason.
type NewReport struct {
	Player  string // name of the reported player; "": the opponent, or the author of the message
	Game    string
	Message int // number of a message in Game; 0: the report is not about one
	Reason  string
}

// Report is a report to the operator.
type Report struct {
	ID               int64
	Reporter, Player string // names; Player is "" if the report is about a game alone
	Game             string // "" for none
	Message          int    // 0 for none
	Said             string // the text of the message, for the operator
	Reason           string
	Note             string // of the operator who closed it
	CreatedAt        time.Time
	ClosedAt         time.Time // zero while it is open
}

type reportRow struct {
	ID         int64
	ReporterID int64
	PlayerID   int64
	GameID     string
	Message    int
	Reason     string
	Note       string
	CreatedAt  Millis
	ClosedAt   Millis
	Reporter   string `gorm:"->;-:migration"` // if they were selected
	Player     string `gorm:"->;-:migration"`
	Said       string `gorm:"->;-:migration"`
}

func (r reportRow) report() Report {
	return Report{
		ID: r.ID, Reporter: r.Reporter, Player: r.Player, Game: r.GameID, Message: r.Message, Said: r.Said,
		Reason: r.Reason, Note: r.Note, CreatedAt: r.CreatedAt.Time(), ClosedAt: r.ClosedAt.Time(),
	}
}

const selectReport = `SELECT r.*, a.name AS reporter, COALESCE(b.name, '') AS player, COALESCE(m.text, '') AS said
	FROM reports r JOIN players a ON a.id = r.reporter_id LEFT JOIN players b ON b.id = r.player_id
	LEFT JOIN messages m ON m.game_id = r.game_id AND m.number = r.message AND r.message > 0 `

// CreateReport stores a report and queues the operator's mail about it.
// Errors: CodeInvalid for a missing or malformed field, for oneself, or for a player who is not part of the game;
// CodeNotFound; CodeForbidden for a message in a game of others; CodeTooMany.
func (s *Store) CreateReport(ctx context.Context, player int64, n NewReport) (Report, error) {
	var report Report
	err := s.write(ctx, func(tx *Tx) error {
		reporter, err := tx.lockActor(player)
		if err != nil {
			return err
		}
		row, err := tx.newReport(reporter, n)
		if err != nil {
			return err
		}
		if err := tx.admitReport(player); err != nil {
			return err
		}
		row.ReporterID, row.Reporter, row.CreatedAt = reporter.ID, reporter.Name, tx.at
		err = tx.Raw(`INSERT INTO reports (reporter_id, player_id, game_id, message, reason, created_at)
			VALUES (?, ?, ?, ?, ?, ?) RETURNING id`,
			row.ReporterID, row.PlayerID, row.GameID, row.Message, row.Reason, row.CreatedAt).Scan(&row.ID).Error
		if err != nil {
			return err
		}
		report = row.report()
		tx.setResult(report)
		return tx.noticeReport(row)
	})
	return report, err
}

// newReport validates a report and finds what it is about.
func (tx *Tx) newReport(reporter *playerRow, n NewReport) (*reportRow, error) {
	row := &reportRow{GameID: strings.ToLower(strings.TrimSpace(n.Game)), Message: n.Message}
	var err error
	if row.Reason, err = cleanText("reason", n.Reason, maxReason); err != nil {
		return nil, err
	}
	name := strings.TrimSpace(n.Player)
	switch {
	case row.Reason == "":
		return nil, invalid("reason", "no_reason")
	case row.GameID == "" && row.Message != 0:
		return nil, invalid("game", "message_of_no_game")
	case row.GameID == "" && name == "":
		return nil, invalid("player", "report_of_nothing")
	}
	if row.GameID != "" {
		if err := tx.reportGame(reporter, row); err != nil {
			return nil, err
		}
	}
	if name == "" {
		return row, nil
	}
	return row, tx.reportPlayer(reporter, row, name)
}

// reportGame checks the game and the message of a report, and sets the player if the reporter played in the game.
func (tx *Tx) reportGame(reporter *playerRow, row *reportRow) error {
	game, err := tx.loadGame(row.GameID)
	if err != nil {
		return err
	}
	seat := game.seat(reporter.ID)
	if seat != rules.NoSeat && !game.side(seat.Other()).isHouse() {
		row.PlayerID, row.Player = game.side(seat.Other()).ID, game.side(seat.Other()).Name
	}
	if row.Message == 0 {
		return nil
	}
	if _, err := game.ownSeat(reporter.ID); err != nil {
		return err
	}
	var author []rules.Seat
	err = tx.Raw("SELECT seat FROM messages WHERE game_id = ? AND number = ?", game.ID, row.Message).Scan(&author).Error
	switch {
	case err != nil:
		return err
	case len(author) == 0:
		return fail(CodeNotFound, "no_such_message", "game", game.ID, "n", row.Message)
	case author[0] == seat:
		return invalid("message", "report_self")
	}
	return nil
}

// reportPlayer checks the named player of a report.
func (tx *Tx) reportPlayer(reporter *playerRow, row *reportRow, name string) error {
	if HouseLevel(name) != "" {
		return invalid("player", "report_house")
	}
	other, err := tx.otherPlayer(name)
	if err != nil {
		return err
	}
	if other.ID == reporter.ID {
		return invalid("player", "report_self")
	}
	if row.GameID != "" {
		game, err := tx.loadGame(row.GameID)
		if err != nil {
			return err
		}
		if game.seat(other.ID) == rules.NoSeat {
			return invalid("player", "not_in_game", "name", other.Name, "game", game.ID)
		}
	}
	row.PlayerID, row.Player = other.ID, other.Name
	return nil
}

// admitReport counts a report. The error is CodeTooMany.
func (tx *Tx) admitReport(player int64) error {
	bound := scoped{fmt.Sprintf("reports.%d", player), tx.store.limits.Reports}
	return tx.spend([]scoped{bound}, "too_many_reports", "n", bound.bound.Count)
}

// noticeReport queues the operator's mail about a report. Beyond a daily limit there is none: the list has the report.
func (tx *Tx) noticeReport(row *reportRow) error {
	to := tx.store.operator
	if to == "" {
		return nil
	}
	ok, err := tx.take(scoped{"report-mails", tx.store.limits.ReportMails})
	if err != nil || !ok {
		return err
	}
	return tx.notify(notice{
		Key: fmt.Sprintf("report.%d", row.ID), Kind: KindReport, Email: to, Detail: noticeDetail{Report: row.ID},
	})
}

// gatherReport loads the content of the operator's mail. A report that was closed or deleted meanwhile needs none.
func (s *Store) gatherReport(ctx context.Context, c *Content) (drop NoticeReason, err error) {
	c.To = Player{Email: c.row.Email, TimeZone: time.UTC, Locale: defaultLocale}
	rows, err := s.reports(ctx, "WHERE r.id = ? AND r.closed_at = 0", c.row.Detail.Report)
	if err != nil || len(rows) == 0 {
		return DropReportClosed, err
	}
	c.Report = rows[0]
	return "", nil
}

func (s *Store) reports(ctx context.Context, where string, args ...any) ([]Report, error) {
	var rows []reportRow
	err := s.read(ctx).Raw(selectReport+where, args...).Scan(&rows).Error
	list := make([]Report, 0, len(rows))
	for _, r := range rows {
		list = append(list, r.report())
	}
	return list, err
}

// ReportsBy lists the reports of a player after one, oldest first.
func (s *Store) ReportsBy(ctx context.Context, player, after int64, limit int) ([]Report, error) {
	return s.reports(ctx, "WHERE r.reporter_id = ? AND r.id > ? ORDER BY r.id"+db.Limit(limit), player, after)
}

// Reports lists reports, newest first: open ones, or closed ones.
func (a Admin) Reports(ctx context.Context, closed bool, limit int) ([]Report, error) {
	if closed {
		return a.store.reports(ctx, "WHERE r.closed_at > 0 ORDER BY r.closed_at DESC, r.id DESC"+db.Limit(limit))
	}
	return a.store.reports(ctx, "WHERE r.closed_at = 0 ORDER BY r.id DESC"+db.Limit(limit))
}

// Report returns a report. Errors: CodeNotFound.
func (a Admin) Report(ctx context.Context, id int64) (Report, error) {
	rows, err := a.store.reports(ctx, "WHERE r.id = ?", id)
	if err != nil {
		return Report{}, err
	}
	if len(rows) == 0 {
		return Report{}, fail(CodeNotFound, "no_report", "n", id)
	}
	return rows[0], nil
}

// ReportedChat lists the messages of a report's game, oldest first.
// Errors: CodeNotFound; CodeForbidden if the report is closed or names no game.
func (a Admin) ReportedChat(ctx context.Context, id int64) ([]Message, error) {
	r, err := a.Report(ctx, id)
	if err != nil {
		return nil, err
	}
	if r.Game == "" || !r.ClosedAt.IsZero() {
		return nil, fail(CodeForbidden, "chat_not_reported", "n", id)
	}
	row, err := loadGame(a.store.read(ctx), r.Game)
	if err != nil {
		return nil, err
	}
	var rows []messageRow
	err = a.store.read(ctx).Raw("SELECT number, seat, ply, text, at FROM messages WHERE game_id = ? ORDER BY number",
		r.Game).Scan(&rows).Error
	list := make([]Message, 0, len(rows))
	for _, m := range rows {
		list = append(list, m.message(row))
	}
	return list, err
}

// CloseReport closes a report, with a note for the operators. It is deleted a year later.
// Errors: CodeNotFound; CodeConflict if it is closed already.
func (a Admin) CloseReport(ctx context.Context, id int64, note string) error {
	note = visible.Clip(strings.TrimSpace(note), maxReason)
	return a.store.write(ctx, func(tx *Tx) error {
		closed := tx.Exec("UPDATE reports SET closed_at = ?, note = ? WHERE id = ? AND closed_at = 0", tx.at, note, id)
		if closed.Error != nil || closed.RowsAffected > 0 {
			return closed.Error
		}
		var known int64
		if err := tx.Raw("SELECT COUNT(*) FROM reports WHERE id = ?", id).Scan(&known).Error; err != nil {
			return err
		}
		if known == 0 {
			return fail(CodeNotFound, "no_report", "n", id)
		}
		return fail(CodeConflict, "report_closed", "n", id)
	})
}
