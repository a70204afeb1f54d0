package view_test

import (
	"strings"
	"testing"

	"turnpost/models"
	"turnpost/templates/view"
)

func TestAnalysisNamesTheSides(t *testing.T) {
	s := newTable(t, "hnefatafl", "7x7")
	a := must(s.AnalyseLine(models.AnalysisInput{
		Ruleset: "hnefatafl", Variant: "7x7", Turns: []string{"d1-c1", "d3-c3"}, Prefix: "c1",
	}))(t)
	line := s.views.Analysis(a, "c1", view.ReaderOf(s.ann))
	if line.Title != "Hnefatafl 7×7 (Brandubh)" || line.Turns != 2 || line.Standing != "Attackers to move" ||
		line.Reason != "" || line.Prefix != "c1" || line.MayEnd ||
		len(line.Steps) == 0 || !strings.HasPrefix(line.Steps[0], "c1-") {
		t.Errorf("%+v", line)
	}
	if line.Description != "Defence moved a defender from d3 to c3." {
		t.Errorf("described as %q", line.Description)
	}
	if line.Board.Style.Flip || len(line.Board.Diagram.Marks.To) != 1 || line.Board.Diagram.Marks.To[0] != "c3" {
		t.Errorf("the board is %+v", line.Board)
	}
	start := s.views.Analysis(must(s.AnalyseLine(models.AnalysisInput{Ruleset: "bohnduell"}))(t), "", view.Reader{})
	if start.Turns != 0 || start.Description != "" || start.Board == nil {
		t.Errorf("the start is %+v", start)
	}
}

func TestVerification(t *testing.T) {
	s := newTable(t, "hnefatafl", "7x7")
	s.play(s.ann, "d1-c1", "")
	record := must(s.GameRecord(t.Context(), s.game.ID))(t)
	good := s.views.Verification(must(s.VerifyRecord(t.Context(), record))(t), view.Reader{})
	if good.Fault != nil || good.Detail != "" || !good.Hashed || !good.Stored || good.Turns != 1 ||
		good.Standing != "Defenders to move" {
		t.Errorf("%+v", good)
	}
	record.Turns[0].Text = "d1-d4"
	bad := s.views.Verification(must(s.VerifyRecord(t.Context(), record))(t), view.Reader{})
	if bad.Fault == nil || !strings.Contains(bad.Detail, "d1") || bad.Stored {
		t.Errorf("%+v, %q", bad.Fault, bad.Detail)
	}
}
