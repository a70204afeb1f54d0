package admin

import (
	"context"
	"fmt"
	"strings"

	"turnpost/models"
	"turnpost/models/account"
	"turnpost/models/core"
	"turnpost/models/db"
	"turnpost/models/notice"
	"turnpost/models/play"
	"turnpost/models/schema"
	"turnpost/models/visible"
	"turnpost/rules"
)

// NewReport holds the fields of a report. Player or Game is needed, and Reason.
type NewReport struct {
	Player  string // name of the reported player; "": the opponent, or the author of the message
	Game    string
	Message int // number of a message in Game; 0: the report is not about one
	Reason  string
}

// CreateReport stores a report and queues the operator's mail about it.
// Errors: CodeInvalid for a missing or malformed field, for oneself, or for a player who is not part of the game;
// CodeNotFound; CodeForbidden for a message in a game of others; CodeTooMany.
func (s *Store) CreateReport(ctx context.Context, player int64, n NewReport) (models.Report, error) {
	var report models.Report
	err := s.Write(ctx, func(tx *core.Tx) error {
		reporter, err := account.LockActor(tx, player)
		if err != nil {
			return err
		}
		row, err := newReport(tx, reporter, n)
		if err != nil {
			return err
		}
		if err := admitReport(tx, player); err != nil {
			return err
		}
		row.ReporterID, row.Reporter, row.CreatedAt = reporter.ID, reporter.Name, tx.At
		err = tx.Raw(`INSERT INTO reports (reporter_id, player_id, game_id, message, reason, created_at)
			VALUES (?, ?, ?, ?, ?, ?) RETURNING id`,
			row.ReporterID, row.PlayerID, row.GameID, row.Message, row.Reason, row.CreatedAt).Scan(&row.ID).Error
		if err != nil {
			return err
		}
		report = row.Report()
		tx.SetResult(report)
		return noticeReport(tx, row)
	})
	return report, err
}

// newReport validates a report and finds what it is about.
func newReport(tx *core.Tx, reporter *schema.PlayerRow, n NewReport) (*schema.ReportRow, error) {
	row := &schema.ReportRow{GameID: strings.ToLower(strings.TrimSpace(n.Game)), Message: n.Message}
	var err error
	if row.Reason, err = models.CleanText("reason", n.Reason, schema.MaxReason); err != nil {
		return nil, err
	}
	name := strings.TrimSpace(n.Player)
	switch {
	case row.Reason == "":
		return nil, models.Invalid("reason", "no_reason")
	case row.GameID == "" && row.Message != 0:
		return nil, models.Invalid("game", "message_of_no_game")
	case row.GameID == "" && name == "":
		return nil, models.Invalid("player", "report_of_nothing")
	}
	if row.GameID != "" {
		if err := reportGame(tx, reporter, row); err != nil {
			return nil, err
		}
	}
	if name == "" {
		return row, nil
	}
	return row, reportPlayer(tx, reporter, row, name)
}

// reportGame checks the game and the message of a report, and sets the player if the reporter played in the game.
func reportGame(tx *core.Tx, reporter *schema.PlayerRow, row *schema.ReportRow) error {
	game, err := play.LockGame(tx, row.GameID)
	if err != nil {
		return err
	}
	seat := game.Seat(reporter.ID)
	if seat != rules.NoSeat && !game.Side(seat.Other()).IsHouse() {
		row.PlayerID, row.Player = game.Side(seat.Other()).ID, game.Side(seat.Other()).Name
	}
	if row.Message == 0 {
		return nil
	}
	if _, err := game.OwnSeat(reporter.ID); err != nil {
		return err
	}
	var author []rules.Seat
	err = tx.Raw("SELECT seat FROM messages WHERE game_id = ? AND number = ?", game.ID, row.Message).Scan(&author).Error
	switch {
	case err != nil:
		return err
	case len(author) == 0:
		return models.Fail(models.CodeNotFound, "no_such_message", "game", game.ID, "n", row.Message)
	case author[0] == seat:
		return models.Invalid("message", "report_self")
	}
	return nil
}

// reportPlayer checks the named player of a report.
func reportPlayer(tx *core.Tx, reporter *schema.PlayerRow, row *schema.ReportRow, name string) error {
	if models.HouseLevel(name) != "" {
		return models.Invalid("player", "report_house")
	}
	other, err := account.OtherPlayer(tx, name)
	if err != nil {
		return err
	}
	if other.ID == reporter.ID {
		return models.Invalid("player", "report_self")
	}
	if row.GameID != "" {
		game, err := play.LockGame(tx, row.GameID)
		if err != nil {
			return err
		}
		if game.Seat(other.ID) == rules.NoSeat {
			return models.Invalid("player", "not_in_game", "name", other.Name, "game", game.ID)
		}
	}
	row.PlayerID, row.Player = other.ID, other.Name
	return nil
}

// admitReport counts a report. The error is CodeTooMany.
func admitReport(tx *core.Tx, player int64) error {
	bound := schema.Scoped{Scope: fmt.Sprintf("reports.%d", player), Bound: tx.Store.Limits.Reports}
	return tx.Spend([]schema.Scoped{bound}, "too_many_reports", "n", bound.Bound.Count)
}

// noticeReport queues the operator's mail about a report. Beyond a daily limit there is none: the list has the report.
func noticeReport(tx *core.Tx, row *schema.ReportRow) error {
	to := tx.Store.Operator
	if to == "" {
		return nil
	}
	ok, err := tx.Take(schema.Scoped{Scope: "report-mails", Bound: tx.Store.Limits.ReportMails})
	if err != nil || !ok {
		return err
	}
	return notice.Notify(tx, schema.Notice{
		Key: fmt.Sprintf("report.%d",
			row.ID), Kind: models.KindReport, Email: to, Detail: schema.NoticeDetail{Report: row.ID},
	})
}

// ReportsBy lists the reports of a player after one, oldest first.
func (s *Store) ReportsBy(ctx context.Context, player, after int64, limit int) ([]models.Report, error) {
	return s.Reports(ctx, "WHERE r.reporter_id = ? AND r.id > ? ORDER BY r.id"+db.Limit(limit), player, after)
}

// Reports lists reports, newest first: open ones, or closed ones.
func (a Admin) Reports(ctx context.Context, closed bool, limit int) ([]models.Report, error) {
	if closed {
		return a.store.Reports(ctx, "WHERE r.closed_at > 0 ORDER BY r.closed_at DESC, r.id DESC"+db.Limit(limit))
	}
	return a.store.Reports(ctx, "WHERE r.closed_at = 0 ORDER BY r.id DESC"+db.Limit(limit))
}

// Report returns a report. Errors: CodeNotFound.
func (a Admin) Report(ctx context.Context, id int64) (models.Report, error) {
	rows, err := a.store.Reports(ctx, "WHERE r.id = ?", id)
	if err != nil {
		return models.Report{}, err
	}
	if len(rows) == 0 {
		return models.Report{}, models.Fail(models.CodeNotFound, "no_report", "n", id)
	}
	return rows[0], nil
}

// ReportedChat lists the messages of a report's game, oldest first.
// Errors: CodeNotFound; CodeForbidden if the report is closed or names no game.
func (a Admin) ReportedChat(ctx context.Context, id int64) ([]play.Message, error) {
	r, err := a.Report(ctx, id)
	if err != nil {
		return nil, err
	}
	if r.Game == "" || !r.ClosedAt.IsZero() {
		return nil, models.Fail(models.CodeForbidden, "chat_not_reported", "n", id)
	}
	row, err := play.LoadGame(a.store.Read(ctx), r.Game)
	if err != nil {
		return nil, err
	}
	var rows []play.MessageRow
	err = a.store.Read(ctx).Raw("SELECT number, seat, ply, text, at FROM messages WHERE game_id = ? ORDER BY number",
		r.Game).Scan(&rows).Error
	list := make([]play.Message, 0, len(rows))
	for _, m := range rows {
		list = append(list, m.Message(row))
	}
	return list, err
}

// CloseReport closes a report, with a note for the operators. It is deleted a year later.
// Errors: CodeNotFound; CodeConflict if it is closed already.
func (a Admin) CloseReport(ctx context.Context, id int64, note string) error {
	note = visible.Clip(strings.TrimSpace(note), schema.MaxReason)
	return a.store.Write(ctx, func(tx *core.Tx) error {
		closed := tx.Exec("UPDATE reports SET closed_at = ?, note = ? WHERE id = ? AND closed_at = 0", tx.At, note, id)
		if closed.Error != nil || closed.RowsAffected > 0 {
			return closed.Error
		}
		var known int64
		if err := tx.Raw("SELECT COUNT(*) FROM reports WHERE id = ?", id).Scan(&known).Error; err != nil {
			return err
		}
		if known == 0 {
			return models.Fail(models.CodeNotFound, "no_report", "n", id)
		}
		return models.Fail(models.CodeConflict, "report_closed", "n", id)
	})
}
