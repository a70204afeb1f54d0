package store

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"turnpost/models"
	"turnpost/models/play"
	"turnpost/rules/rulestest/sample"
)

func TestNotes(t *testing.T) {
	w := newWorld(t)
	ann, bob, eve := w.player("ann"), w.player("bob"), w.player("eve")
	g := w.game(ann, bob, "hnefatafl", "7x7")
	wantNotes := func(p models.Player, version int, text string) {
		t.Helper()
		n, err := w.Notes(t.Context(), p.ID, g.ID)
		if err != nil || n.Version != version || n.Text != text {
			t.Errorf("%s: %+v, %v; want version %d, %q", p.Name, n, err, version, text)
		}
	}
	wantNotes(ann, 0, "")
	set := func(p models.Player, version *int, text string) error {
		_, err := w.SetNotes(t.Context(), play.NotesInput{Game: g.ID, Player: p.ID, Version: version}, text)
		return err
	}
	for _, err := range []error{
		set(ann, new(0), " the king\r\ngoes left "), set(bob, nil, "watch d1"), set(ann, new(1), "the king\ngoes right"),
		set(ann, new(2), "the king\ngoes right"), // no change
	} {
		if err != nil {
			t.Fatal(err)
		}
	}
	wantNotes(ann, 2, "the king\ngoes right")
	wantNotes(bob, 1, "watch d1")
	wantCode(t, set(ann, new(1), "late"), models.CodeConflict)
	wantCode(t, set(eve, nil, "mine"), models.CodeForbidden)
	wantCode(t, set(ann, nil, strings.Repeat("ж", play.MaxNotes+1)), models.CodeInvalid)
	_, err := w.Notes(t.Context(), eve.ID, g.ID)
	wantCode(t, err, models.CodeForbidden)
	_, err = w.Notes(t.Context(), ann.ID, "nothere2")
	wantCode(t, err, models.CodeNotFound)

	if _, err := w.AddNote(t.Context(), ann.ID, g.ID, "  or waits "); err != nil {
		t.Fatal(err)
	}
	wantNotes(ann, 3, "the king\ngoes right\nor waits")
	_, err = w.AddNote(t.Context(), ann.ID, g.ID, " \n ")
	wantCode(t, err, models.CodeInvalid)
	if err := set(ann, nil, strings.Repeat("ж", play.MaxNotes)); err != nil {
		t.Fatal(err)
	}
	_, err = w.AddNote(t.Context(), ann.ID, g.ID, "x")
	wantCode(t, err, models.CodeInvalid)
	_, err = w.ResignGame(t.Context(), bob.ID, g.ID)
	if err != nil {
		t.Fatal(err)
	}
	if err := set(ann, nil, ""); err != nil { // after the end too
		t.Fatal(err)
	}
	wantNotes(ann, 5, "")
	wantNotes(bob, 1, "watch d1")
}

// A mail with a link may be forwarded: the link adds a note, but shows and replaces none.
func TestNotesByLink(t *testing.T) {
	m := newLinkedGame(t)
	for _, purpose := range []models.LinkPurpose{models.LinkPage, models.LinkReply} {
		s := m.ByLink(m.now(m.ann, purpose))
		if _, err := s.AddNote(t.Context(), m.ann.ID, m.g.ID, "from a mail"); err != nil {
			t.Error(err)
		}
		_, err := s.Notes(t.Context(), m.ann.ID, m.g.ID)
		wantCode(t, err, models.CodeForbidden)
		_, err = s.SetNotes(t.Context(), play.NotesInput{Game: m.g.ID, Player: m.ann.ID}, "")
		wantCode(t, err, models.CodeForbidden)
		_, err = s.KeptLines(t.Context(), m.ann.ID, m.g.ID)
		wantCode(t, err, models.CodeForbidden)
		_, err = s.KeepLine(t.Context(), m.ann.ID, m.g.ID, play.NewKeptLine{Turns: []string{"d1-c1"}})
		wantCode(t, err, models.CodeForbidden)
		wantCode(t, s.DeleteKeptLine(t.Context(), m.ann.ID, m.g.ID, 1), models.CodeForbidden)
	}
	n, err := m.Notes(t.Context(), m.ann.ID, m.g.ID)
	if err != nil || n.Text != "from a mail\nfrom a mail" {
		t.Errorf("%+v, %v", n, err)
	}
}

func TestKeptLines(t *testing.T) {
	w := newWorld(t)
	ann, bob, eve := w.player("ann"), w.player("bob"), w.player("eve")
	g := w.game(ann, bob, "hnefatafl", "7x7")
	w.play(g, ann, "d1-c1")
	keep := func(p models.Player, ply int, name string, turns ...string) (play.KeptLine, error) {
		return w.KeepLine(t.Context(), p.ID, g.ID, play.NewKeptLine{Ply: ply, Turns: turns, Name: name})
	}
	first, err := keep(ann, 0, " the  other\nway ", "D2-C2", "d3 - c3")
	if err != nil {
		t.Fatal(err)
	}
	second, err := keep(ann, 1, "", "d3-c3")
	if err != nil {
		t.Fatal(err)
	}
	lines, err := w.KeptLines(t.Context(), ann.ID, g.ID)
	if err != nil || len(lines) != 2 || lines[0].ID != first.ID || lines[0].Name != "the other way" ||
		!slices.Equal(lines[0].Turns, []string{"d2-c2", "d3-c3"}) || lines[0].Ply != 0 || lines[1].Ply != 1 ||
		lines[1].Position == lines[0].Position || lines[1].Position != second.Position {
		t.Errorf("%+v, %v", lines, err)
	}
	if others, err := w.KeptLines(t.Context(), bob.ID, g.ID); err != nil || len(others) != 0 {
		t.Errorf("%+v, %v", others, err)
	}
	for name, c := range map[string]struct {
		p     models.Player
		ply   int
		title string
		turns []string
		want  models.Code
	}{
		"illegal":       {ann, 1, "", []string{"d3-c3", "d3-c3"}, models.CodeIllegalTurn},
		"unreadable":    {ann, 1, "", []string{"xyzzy"}, models.CodeUnreadableTurn},
		"no turns":      {ann, 1, "", nil, models.CodeInvalid},
		"unknown ply":   {ann, 2, "", []string{"d3-c3"}, models.CodeInvalid},
		"negative ply":  {ann, -1, "", []string{"d3-c3"}, models.CodeInvalid},
		"too many":      {ann, 1, "", slices.Repeat([]string{"d3-c3", "c3-d3"}, play.MaxLineTurns), models.CodeInvalid},
		"long name":     {ann, 1, strings.Repeat("ж", play.MaxLineName+1), []string{"d3-c3"}, models.CodeInvalid},
		"others' games": {eve, 1, "", []string{"d3-c3"}, models.CodeForbidden},
	} {
		_, err := keep(c.p, c.ply, c.title, c.turns...)
		if models.CodeOf(err) != c.want {
			t.Errorf("%s: %v", name, err)
		}
		if e, is := errors.AsType[*models.Error](err); is && name == "illegal" && e.Index != 1 {
			t.Errorf("%s: index %d", name, e.Index)
		}
	}
	if now, err := w.Game(t.Context(), g.ID); err != nil || now.Ply != 1 {
		t.Errorf("a line was played: %+v, %v", now, err)
	}
	wantCode(t, w.DeleteKeptLine(t.Context(), bob.ID, g.ID, first.ID), models.CodeNotFound)
	wantCode(t, w.DeleteKeptLine(t.Context(), eve.ID, g.ID, first.ID), models.CodeForbidden)
	if err := w.DeleteKeptLine(t.Context(), ann.ID, g.ID, first.ID); err != nil {
		t.Fatal(err)
	}
	wantCode(t, w.DeleteKeptLine(t.Context(), ann.ID, g.ID, first.ID), models.CodeNotFound)
	for i := range play.MaxKeptLines - 1 {
		if _, err := keep(ann, 1, fmt.Sprint(i), "d3-c3"); err != nil {
			t.Fatal(err)
		}
	}
	_, err = keep(ann, 1, "", "d3-c3")
	wantCode(t, err, models.CodeConflict)
	if _, err := keep(bob, 1, "", "d3-c3"); err != nil { // who keeps none yet
		t.Error(err)
	}
}

// A kept line begins at a position that may be taken back later.
func TestKeptLineOutlivesATakeback(t *testing.T) {
	sample.Whole(t, "tries a rare case")
	m := newLinkedGame(t)
	kept, err := m.KeepLine(t.Context(), m.ann.ID, m.g.ID, play.NewKeptLine{Ply: 2, Turns: []string{"c1-b1"}})
	if err != nil {
		t.Fatal(err)
	}
	m.takeBack()
	lines, err := m.KeptLines(t.Context(), m.ann.ID, m.g.ID)
	if err != nil || len(lines) != 1 || lines[0].Position != kept.Position || lines[0].Turns[0] != "c1-b1" {
		t.Errorf("%+v, %v", lines, err)
	}
}

func TestDeletedAccountLeavesNoNotebook(t *testing.T) {
	w := newWorld(t)
	ann, bob := w.player("ann"), w.player("bob")
	for _, p := range []models.Player{ann, bob} {
		g := w.game(p, map[bool]models.Player{true: bob, false: ann}[p.ID == ann.ID], "hnefatafl", "7x7")
		if _, err := w.AddNote(t.Context(), p.ID, g.ID, "a note"); err != nil {
			t.Fatal(err)
		}
		for range 3 {
			if _, err := w.KeepLine(t.Context(), p.ID, g.ID, play.NewKeptLine{Turns: []string{"d1-c1"}}); err != nil {
				t.Fatal(err)
			}
		}
		if _, err := w.CreateFeeds(t.Context(), p.ID); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.DeletePlayer(t.Context(), ann.ID, "ann"); err != nil {
		t.Fatal(err)
	}
	w.deliver()
	for table, rows := range map[string]int{"notes": 1, "kept_lines": 3, "feeds": 2} {
		for player, want := range map[int64]int{ann.ID: 0, bob.ID: rows} {
			var got int
			err := w.Read(t.Context()).Raw("SELECT COUNT(*) FROM "+table+" WHERE player_id = ?", player).Scan(&got).Error
			if err != nil || got != want {
				t.Errorf("%s has %d rows of player %d, want %d, %v", table, got, player, want, err)
			}
		}
	}
}
