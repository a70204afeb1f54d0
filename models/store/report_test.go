package store

import (
	"strings"
	"testing"
	"time"

	"turnpost/models"
	"turnpost/models/admin"
	"turnpost/models/schema"
	"turnpost/rules/rulestest/sample"
)

// reportWorld is a world whose operator gets mail, with a game in which ann has the first seat.
func reportWorld(t *testing.T) (w *world, ann, bob, eve models.Player, g *models.Game) {
	t.Helper()
	w = newWorld(t)
	w.Operator = "operator@example.org"
	ann, bob, eve = w.player("ann"), w.player("bob"), w.player("eve")
	g = w.game(ann, bob, "hnefatafl", "7x7")
	w.deliver()
	return w, ann, bob, eve, g
}

func (w *world) report(p models.Player, n admin.NewReport) models.Report {
	w.t.Helper()
	r, err := w.CreateReport(w.t.Context(), p.ID, n)
	if err != nil {
		w.t.Fatal(err)
	}
	return r
}

func TestReport(t *testing.T) {
	w, ann, bob, eve, g := reportWorld(t)
	w.say(bob, g, "you fool")
	w.deliver()
	r := w.report(ann, admin.NewReport{Game: strings.ToUpper(g.ID), Message: 1, Reason: " insults \x00"})
	if r.Player != "bob" || r.Reporter != "ann" || r.Game != g.ID || r.Reason != "insults" {
		t.Errorf("%+v", r)
	}
	mails := w.deliver()
	if len(mails) != 1 || mails[0].Kind != models.KindReport || mails[0].To.Email != "operator@example.org" {
		t.Fatalf("mailed %s", kinds(mails))
	}
	if m := mails[0]; m.Report.Said != "you fool" || m.Report.ID != r.ID || m.ReplyLink+m.Unsubscribe+m.BounceLink != "" {
		t.Errorf("%+v", m)
	}
	if r := w.report(eve, admin.NewReport{Player: "BOB", Reason: "rude"}); r.Player != "bob" || r.Game != "" {
		t.Errorf("%+v", r)
	}
	if r := w.report(eve, admin.NewReport{Game: g.ID, Reason: "two accounts of one person"}); r.Player != "" {
		t.Errorf("%+v", r)
	}
	open, err := w.Admin().Reports(t.Context(), false, 10)
	if err != nil || len(open) != 3 || open[2].ID != r.ID || open[0].Reporter != "eve" {
		t.Errorf("%+v, %v", open, err)
	}
	own, err := w.ReportsBy(t.Context(), eve.ID, 0, 10)
	if err != nil || len(own) != 2 || own[0].Reason != "rude" {
		t.Errorf("%+v, %v", own, err)
	}
}

func TestReportsThatAreRefused(t *testing.T) {
	w, ann, bob, eve, g := reportWorld(t)
	w.say(bob, g, "hello")
	w.say(ann, g, "hello")
	for _, c := range []struct {
		by   models.Player
		n    admin.NewReport
		code models.Code
		text string
	}{
		{ann, admin.NewReport{Player: "bob"}, models.CodeInvalid, "say why"},
		{ann, admin.NewReport{Reason: "x"}, models.CodeInvalid, "a player or a game"},
		{ann, admin.NewReport{Player: "bob", Message: 1, Reason: "x"}, models.CodeInvalid, "with its game"},
		{ann, admin.NewReport{Player: "bob", Reason: strings.Repeat("x", 1001)}, models.CodeInvalid, "1001"},
		{ann, admin.NewReport{Player: "ann", Reason: "x"}, models.CodeInvalid, "yourself"},
		{ann, admin.NewReport{Player: "nobody", Reason: "x"}, models.CodeNotFound, "nobody"},
		{ann, admin.NewReport{Player: "house-easy", Reason: "x"}, models.CodeInvalid, "house"},
		{ann, admin.NewReport{Player: "eve", Game: g.ID, Reason: "x"}, models.CodeInvalid, "eve does not play"},
		{ann, admin.NewReport{Game: g.ID, Message: 3, Reason: "x"}, models.CodeNotFound, "message 3"},
		{ann, admin.NewReport{Game: g.ID, Message: 2, Reason: "x"}, models.CodeInvalid, "yourself"},
		{ann, admin.NewReport{Game: "nothing1", Reason: "x"}, models.CodeNotFound, ""},
		{eve, admin.NewReport{Game: g.ID, Message: 1, Reason: "x"}, models.CodeForbidden, ""},
	} {
		_, err := w.CreateReport(t.Context(), c.by.ID, c.n)
		if models.CodeOf(err) != c.code || !strings.Contains(messageOf(err), c.text) {
			t.Errorf("%+v: %v", c.n, err)
		}
	}
	for range 10 {
		w.report(ann, admin.NewReport{Player: "bob", Reason: "x"})
	}
	_, err := w.CreateReport(t.Context(), ann.ID, admin.NewReport{Player: "bob", Reason: "x"})
	wantCode(t, err, models.CodeTooMany)
	w.report(eve, admin.NewReport{Player: "bob", Reason: "x"})
	w.pass(24 * time.Hour)
	w.report(ann, admin.NewReport{Player: "bob", Reason: "x"})
}

// TestReportsMailTheOperatorSparingly makes more reports than mails may go out in a day.
func TestReportsMailTheOperatorSparingly(t *testing.T) {
	sample.Whole(t, "tries a rare case")
	w, ann, _, eve, _ := reportWorld(t)
	w.Limits.ReportMails = models.Bound{Count: 3, Per: models.Day}
	for range 3 {
		w.report(ann, admin.NewReport{Player: "bob", Reason: "x"})
		w.report(eve, admin.NewReport{Player: "bob", Reason: "x"})
	}
	if mails := w.deliver(); len(mails) != 3 {
		t.Errorf("mailed %s", kinds(mails))
	}
	w.Operator = ""
	w.report(ann, admin.NewReport{Player: "bob", Reason: "x"})
	open, err := w.Admin().Reports(t.Context(), false, 10)
	if mails := w.deliver(); len(mails) > 0 || len(open) != 7 || err != nil {
		t.Errorf("mailed %s, %d open, %v", kinds(mails), len(open), err)
	}
}

// TestChatOfReportedGames reads messages as an operator: only those of a game with an open report.
func TestChatOfReportedGames(t *testing.T) {
	sample.Whole(t, "tries a rare case")
	w, ann, bob, eve, g := reportWorld(t)
	w.say(bob, g, "one")
	w.say(ann, g, "two")
	about := w.report(eve, admin.NewReport{Player: "bob", Reason: "x"})
	_, err := w.Admin().ReportedChat(t.Context(), about.ID)
	wantCode(t, err, models.CodeForbidden)
	r := w.report(ann, admin.NewReport{Game: g.ID, Reason: "x"})
	chat, err := w.Admin().ReportedChat(t.Context(), r.ID)
	if err != nil || len(chat) != 2 || chat[0].Text != "one" || chat[1].Author.Name != "ann" {
		t.Errorf("%+v, %v", chat, err)
	}
	if err := w.Admin().CloseReport(t.Context(), r.ID, "asked bob to be polite"); err != nil {
		t.Fatal(err)
	}
	wantCode(t, w.Admin().CloseReport(t.Context(), r.ID, ""), models.CodeConflict)
	wantCode(t, w.Admin().CloseReport(t.Context(), 99, ""), models.CodeNotFound)
	_, err = w.Admin().ReportedChat(t.Context(), r.ID)
	wantCode(t, err, models.CodeForbidden)
	_, err = w.Admin().ReportedChat(t.Context(), 99)
	wantCode(t, err, models.CodeNotFound)
	if got := kinds(w.deliver()); strings.Count(got, "report:") != 1 {
		t.Errorf("mailed %s, although the second report was closed before", got)
	}
	closed, err := w.Admin().Reports(t.Context(), true, 10)
	if err != nil || len(closed) != 1 || closed[0].Note != "asked bob to be polite" {
		t.Errorf("%+v, %v", closed, err)
	}
	w.pass(schema.ClosedReportLife + time.Hour)
	w.steady()
	if err := w.DeleteExpired(t.Context()); err != nil {
		t.Fatal(err)
	}
	var left int64
	if err := w.Read(t.Context()).Table("reports").Count(&left).Error; err != nil || left != 1 {
		t.Errorf("%d reports, %v", left, err)
	}
	var notices int64
	err = w.Read(t.Context()).Table("notices").Where("kind = ?", models.KindReport).Count(&notices).Error
	if err != nil || notices != 0 {
		t.Errorf("%d notices, %v", notices, err)
	}
}

// The reports that a player wrote are deleted with the account. Those about the player are kept without the name.
func TestReportsOfDeletedAccounts(t *testing.T) {
	sample.Whole(t, "tries a rare case")
	w, ann, _, eve, _ := reportWorld(t)
	w.report(ann, admin.NewReport{Player: "bob", Reason: "by ann"})
	w.report(eve, admin.NewReport{Player: "ann", Reason: "about her"})
	if _, err := w.Admin().RecordAct(t.Context(), admin.Act{Command: "ban", PlayerID: ann.ID}); err != nil {
		t.Fatal(err)
	}
	if err := w.DeletePlayer(t.Context(), ann.ID, "ann"); err != nil {
		t.Fatal(err)
	}
	if err := w.ApplyBulkChanges(t.Context()); err != nil {
		t.Fatal(err)
	}
	open, err := w.Admin().Reports(t.Context(), false, 10)
	if err != nil || len(open) != 1 || open[0].Reporter != "eve" || !strings.HasPrefix(open[0].Player, "gone-") {
		t.Errorf("%+v, %v", open, err)
	}
	acts, err := w.Admin().Acts(t.Context(), 10)
	if err != nil || len(acts) != 1 || !strings.HasPrefix(acts[0].Player, "gone-") {
		t.Errorf("%+v, %v", acts, err)
	}
}
