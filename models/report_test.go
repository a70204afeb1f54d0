package models

import (
	"strings"
	"testing"
	"time"
)

// reportWorld is a world whose operator gets mail, with a game in which ann has the first seat.
func reportWorld(t *testing.T) (w *world, ann, bob, eve Player, g *Game) {
	t.Helper()
	w = newWorld(t)
	w.operator = "operator@example.org"
	ann, bob, eve = w.player("ann"), w.player("bob"), w.player("eve")
	g = w.game(ann, bob, "hnefatafl", "7x7")
	w.deliver()
	return w, ann, bob, eve, g
}

func (w *world) report(p Player, n NewReport) Report {
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
	r := w.report(ann, NewReport{Game: strings.ToUpper(g.ID), Message: 1, Reason: " insults \x00"})
	if r.Player != "bob" || r.Reporter != "ann" || r.Game != g.ID || r.Reason != "insults" {
		t.Errorf("%+v", r)
	}
	mails := w.deliver()
	if len(mails) != 1 || mails[0].Kind != KindReport || mails[0].To.Email != "operator@example.org" {
		t.Fatalf("mailed %s", kinds(mails))
	}
	if m := mails[0]; m.Report.Said != "you fool" || m.Report.ID != r.ID || m.ReplyLink+m.Unsubscribe+m.BounceLink != "" {
		t.Errorf("%+v", m)
	}
	if r := w.report(eve, NewReport{Player: "BOB", Reason: "rude"}); r.Player != "bob" || r.Game != "" {
		t.Errorf("%+v", r)
	}
	if r := w.report(eve, NewReport{Game: g.ID, Reason: "two accounts of one person"}); r.Player != "" {
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
		by   Player
		n    NewReport
		code Code
		text string
	}{
		{ann, NewReport{Player: "bob"}, CodeInvalid, "say why"},
		{ann, NewReport{Reason: "x"}, CodeInvalid, "a player or a game"},
		{ann, NewReport{Player: "bob", Message: 1, Reason: "x"}, CodeInvalid, "with its game"},
		{ann, NewReport{Player: "bob", Reason: strings.Repeat("x", 1001)}, CodeInvalid, "1001"},
		{ann, NewReport{Player: "ann", Reason: "x"}, CodeInvalid, "yourself"},
		{ann, NewReport{Player: "nobody", Reason: "x"}, CodeNotFound, "nobody"},
		{ann, NewReport{Player: "house-easy", Reason: "x"}, CodeInvalid, "house"},
		{ann, NewReport{Player: "eve", Game: g.ID, Reason: "x"}, CodeInvalid, "eve does not play"},
		{ann, NewReport{Game: g.ID, Message: 3, Reason: "x"}, CodeNotFound, "message 3"},
		{ann, NewReport{Game: g.ID, Message: 2, Reason: "x"}, CodeInvalid, "yourself"},
		{ann, NewReport{Game: "nothing1", Reason: "x"}, CodeNotFound, ""},
		{eve, NewReport{Game: g.ID, Message: 1, Reason: "x"}, CodeForbidden, ""},
	} {
		_, err := w.CreateReport(t.Context(), c.by.ID, c.n)
		if CodeOf(err) != c.code || !strings.Contains(messageOf(err), c.text) {
			t.Errorf("%+v: %v", c.n, err)
		}
	}
	for range 10 {
		w.report(ann, NewReport{Player: "bob", Reason: "x"})
	}
	_, err := w.CreateReport(t.Context(), ann.ID, NewReport{Player: "bob", Reason: "x"})
	wantCode(t, err, CodeTooMany)
	w.report(eve, NewReport{Player: "bob", Reason: "x"})
	w.pass(24 * time.Hour)
	w.report(ann, NewReport{Player: "bob", Reason: "x"})
}

// TestReportsMailTheOperatorSparingly makes more reports than mails may go out in a day.
func TestReportsMailTheOperatorSparingly(t *testing.T) {
	w, ann, _, eve, _ := reportWorld(t)
	w.limits.ReportMails = Bound{3, day}
	for range 3 {
		w.report(ann, NewReport{Player: "bob", Reason: "x"})
		w.report(eve, NewReport{Player: "bob", Reason: "x"})
	}
	if mails := w.deliver(); len(mails) != 3 {
		t.Errorf("mailed %s", kinds(mails))
	}
	w.operator = ""
	w.report(ann, NewReport{Player: "bob", Reason: "x"})
	open, err := w.Admin().Reports(t.Context(), false, 10)
	if mails := w.deliver(); len(mails) > 0 || len(open) != 7 || err != nil {
		t.Errorf("mailed %s, %d open, %v", kinds(mails), len(open), err)
	}
}

// TestChatOfReportedGames reads messages as an operator: only those of a game with an open report.
func TestChatOfReportedGames(t *testing.T) {
	w, ann, bob, eve, g := reportWorld(t)
	w.say(bob, g, "one")
	w.say(ann, g, "two")
	about := w.report(eve, NewReport{Player: "bob", Reason: "x"})
	_, err := w.Admin().ReportedChat(t.Context(), about.ID)
	wantCode(t, err, CodeForbidden)
	r := w.report(ann, NewReport{Game: g.ID, Reason: "x"})
	chat, err := w.Admin().ReportedChat(t.Context(), r.ID)
	if err != nil || len(chat) != 2 || chat[0].Text != "one" || chat[1].Author.Name != "ann" {
		t.Errorf("%+v, %v", chat, err)
	}
	if err := w.Admin().CloseReport(t.Context(), r.ID, "asked bob to be polite"); err != nil {
		t.Fatal(err)
	}
	wantCode(t, w.Admin().CloseReport(t.Context(), r.ID, ""), CodeConflict)
	wantCode(t, w.Admin().CloseReport(t.Context(), 99, ""), CodeNotFound)
	_, err = w.Admin().ReportedChat(t.Context(), r.ID)
	wantCode(t, err, CodeForbidden)
	_, err = w.Admin().ReportedChat(t.Context(), 99)
	wantCode(t, err, CodeNotFound)
	if got := kinds(w.deliver()); strings.Count(got, "report:") != 1 {
		t.Errorf("mailed %s, although the second report was closed before", got)
	}
	closed, err := w.Admin().Reports(t.Context(), true, 10)
	if err != nil || len(closed) != 1 || closed[0].Note != "asked bob to be polite" {
		t.Errorf("%+v, %v", closed, err)
	}
	w.pass(closedReportLife + time.Hour)
	w.steady()
	if err := w.DeleteExpired(t.Context()); err != nil {
		t.Fatal(err)
	}
	var left int64
	if err := w.read(t.Context()).Table("reports").Count(&left).Error; err != nil || left != 1 {
		t.Errorf("%d reports, %v", left, err)
	}
	var notices int64
	err = w.read(t.Context()).Table("notices").Where("kind = ?", KindReport).Count(&notices).Error
	if err != nil || notices != 0 {
		t.Errorf("%d notices, %v", notices, err)
	}
}

// The reports that a player wrote are deleted with the account. Those about the player are kept without the name.
func TestReportsOfDeletedAccounts(t *testing.T) {
	w, ann, _, eve, _ := reportWorld(t)
	w.report(ann, NewReport{Player: "bob", Reason: "by ann"})
	w.report(eve, NewReport{Player: "ann", Reason: "about her"})
	if _, err := w.Admin().RecordAct(t.Context(), Act{Command: "ban", PlayerID: ann.ID}); err != nil {
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
