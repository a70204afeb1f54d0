package view_test

import (
	"errors"
	"strings"
	"testing"
	"time"

	"turnpost/models"
	"turnpost/models/account"
	"turnpost/models/notice"
	"turnpost/rules/phrase"
	"turnpost/templates/view"
	"turnpost/templates/words"
)

// refused returns the refusal of a turn of bob's.
func (s *table) refused(turn string) *models.Error {
	s.t.Helper()
	_, err := s.PlayTurn(s.t.Context(), models.TurnInput{Game: s.game.ID, Player: s.bob.ID, Text: turn})
	refused, ok := errors.AsType[*models.Error](err)
	if !ok {
		s.t.Fatalf("%q is not refused: %v", turn, err)
	}
	return refused
}

func TestRefusedTurn(t *testing.T) {
	s := newTable(t, "hnefatafl", "7x7")
	s.play(s.ann, "d1-c1", "")
	r := s.views.Explain(s.refused("d3-d1x"), view.HTTP, view.ReaderOf(s.bob))
	if r.Code != models.CodeUnreadableTurn || r.Codes() != "unreadable_turn: syntax" || r.Title == "" {
		t.Errorf("%+v", r)
	}
	r = s.views.Explain(s.refused("d3-d2"), view.HTTP, view.ReaderOf(s.bob))
	if r.Codes() != "illegal_turn: blocked" || !strings.Contains(r.Detail, "d2") || len(r.Options) == 0 || r.Advice == "" {
		t.Errorf("%+v", r)
	}
	if want := r.Detail + "; " + r.Advice; r.Sentence() != want || !strings.HasSuffix(r.Text(), want) {
		t.Errorf("it says %q", r.Text())
	}
}

// TestAdviceDependsOnTheChannel checks that no mail has advice for HTTP clients.
func TestAdviceDependsOnTheChannel(t *testing.T) {
	s := newTable(t, "hnefatafl", "7x7")
	s.play(s.ann, "d1-c1", "")
	refused := s.refused("resign")
	http := s.views.Explain(refused, view.HTTP, view.Reader{})
	mail := s.views.Explain(refused, view.Mail, view.Reader{})
	if !strings.Contains(http.Advice, "/v1/games/") || strings.Contains(mail.Advice, "/v1/") ||
		!strings.Contains(mail.Advice, "reply") || http.Detail != mail.Detail {
		t.Errorf("by HTTP %q, by mail %q", http.Advice, mail.Advice)
	}
}

func TestRefusalOfAGameThatIsOver(t *testing.T) {
	s := newTable(t, "hnefatafl", "7x7")
	s.play(s.ann, "d1-c1", "")
	must(s.ResignGame(t.Context(), s.bob.ID, s.game.ID))(t)
	refused := s.refused("d3-c3")
	for name, want := range map[string]string{"ann": "bob resigned", "bob": "you resigned"} {
		if r := s.views.Explain(refused, view.HTTP, s.readers()[name]); !strings.HasSuffix(r.Detail, ": "+want) {
			t.Errorf("%s is refused with %q", name, r.Detail)
		}
	}
}

// A word sent as a turn is named by the reader's own word for the command, also if it was written in another language.
func TestMistakenCommandInTheReadersWords(t *testing.T) {
	s := newTable(t, "hnefatafl", "7x7")
	s.play(s.ann, "d1-c1", "")
	refused := s.refused("Сдаюсь")
	reader := s.readers()["ann"]
	want := `"Сдаюсь" is no turn; it looks like the command resign, which is not given as a turn`
	if r := s.views.Explain(refused, view.Mail, reader); r.Detail != want || !strings.Contains(r.Advice, "resign now") {
		t.Errorf("%q; %q", r.Detail, r.Advice)
	}
	reader.Language = words.For(phrase.Pseudo)
	if r := s.views.Explain(refused, view.Mail, reader); !strings.Contains(r.Detail, "⟦command⟧ ⟦resign⟧") {
		t.Errorf("%q", r.Detail)
	}
}

func TestReasonsOfNotices(t *testing.T) {
	english := words.For("")
	for _, c := range []struct {
		notice notice.Notice
		want   string
	}{
		{notice.Notice{}, ""},
		{notice.Notice{Failure: "550 no such user"}, "550 no such user"},
		{notice.Notice{Reason: notice.DropTurnPlayed}, english.Say("notice." + string(notice.DropTurnPlayed))},
	} {
		if got := view.NoticeReason(c.notice, english); got != c.want || strings.HasPrefix(got, "[") {
			t.Errorf("%+v: %q, want %q", c.notice, got, c.want)
		}
	}
	for detail, want := range map[string]string{
		"550 mailbox full":   "550 mailbox full",
		account.MailReported: english.Say("mail_failing." + account.MailReported),
	} {
		if got := view.MailFailing(models.MailFailing{Detail: detail}, english); got != want {
			t.Errorf("%s: %q, want %q", detail, got, want)
		}
	}
}

// A paragraph begins with a capital letter, but text written by people stays unchanged.
func TestParagraphOfARefusal(t *testing.T) {
	s := newTable(t, "hnefatafl", "7x7")
	for want, e := range map[string]*models.Error{
		"ann plays no more.":       {Message: phrase.New("error.player_gone", "name", "ann")},
		"Name: ann plays no more.": {Message: phrase.New("error.player_gone", "name", "ann"), Field: "Name"},
		"There is no such page.":   {Message: phrase.New("site.no_page")},
		`There is no "" here.`:     {Message: phrase.New("verbatim", "text", `there is no "" here`, "name", "")},
		`"a1 b1" is no position.`:  {Message: phrase.New("verbatim", "text", `"a1 b1" is no position`)},
		"d2 to d4 is no turn.":     {Message: phrase.New("verbatim", "text", "d2 to d4 is no turn")},
		"No piece stands there.":   {Message: phrase.New("verbatim", "text", "no piece stands there")},
	} {
		e.Code, e.Index = models.CodeConflict, -1
		if r := s.views.Explain(e, view.Page, s.readers()["ann"]); r.Paragraph() != want {
			t.Errorf("%q, not %q", r.Paragraph(), want)
		}
	}
}

// A refusal names a time as all else does: in the reader's zone and language.
func TestRefusalWithATime(t *testing.T) {
	s := newTable(t, "hnefatafl", "7x7")
	refused := models.Fail(models.CodeTooMany, "renamed_lately", "at", "2026-12-01T02:16:40Z")
	reader := view.Reader{Language: words.For("de"), Zone: time.FixedZone("", 20700)}
	r := s.views.Explain(refused, view.HTTP, reader)
	if !strings.Contains(r.Detail, "am Dienstag, 1. Dezember, 08:01 UTC+05:45") {
		t.Errorf("it says %q", r.Detail)
	}
}
