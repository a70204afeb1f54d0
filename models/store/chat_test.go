package store

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"turnpost/models"
	"turnpost/models/mailbox"
	"turnpost/models/notice"
	"turnpost/models/play"
	"turnpost/rules/rulestest/sample"
)

// newChat starts a game of ann and bob and delivers its mail.
func newChat(t *testing.T) (w *world, ann, bob models.Player, g *models.Game) {
	t.Helper()
	w = newWorld(t)
	ann, bob = w.player("ann"), w.player("bob")
	g = w.game(ann, bob, "hnefatafl", "7x7")
	w.deliver()
	return w, ann, bob, g
}

func (w *world) say(p models.Player, g *models.Game, text string) play.Message {
	w.t.Helper()
	m, err := w.SendMessage(w.t.Context(), p.ID, g.ID, text)
	if err != nil {
		w.t.Fatal(err)
	}
	return m
}

// said returns the chat as a player sees it, "1 ann@0 hello", and the marks.
func (w *world) said(p models.Player, g *models.Game) (lines string, marks play.ReadMarks) {
	w.t.Helper()
	chat, err := w.Messages(w.t.Context(), p.ID, g.ID, 0, 100)
	if err != nil {
		w.t.Fatal(err)
	}
	for _, m := range chat.Messages {
		lines += string(rune('0'+m.Number)) + " " + m.Author.Name + "@" + string(rune('0'+m.Ply)) + " " + m.Text + "\n"
	}
	return lines, chat.Marks
}

func quotes(c *mailbox.Content) string {
	texts := make([]string, 0, len(c.Messages))
	for _, m := range c.Messages {
		texts = append(texts, m.Text)
	}
	return strings.Join(texts, "|")
}

func TestChat(t *testing.T) {
	w, ann, bob, g := newChat(t)
	m := w.say(bob, g, " hello \x1b[31m")
	if m.Number != 1 || m.Text != "hello [31m" || m.Author.Name != "bob" || m.Ply != 0 || !m.At.Equal(w.now()) {
		t.Errorf("%+v", m)
	}
	played, err := w.PlayTurn(t.Context(), models.TurnInput{
		Game: g.ID, Player: ann.ID, Text: "d1-c1", Message: "good luck", Via: models.ViaHTTP,
	})
	if err != nil || played.Unread != [2]int{1, 1} {
		t.Fatalf("%+v, %v", played, err)
	}
	w.say(ann, g, "and have fun")
	want := "1 bob@0 hello [31m\n2 ann@1 good luck\n3 ann@1 and have fun\n"
	if got, marks := w.said(bob, g); got != want || marks != (play.ReadMarks{Read: 0, Unread: 2}) {
		t.Errorf("bob sees %+v\n%s", marks, got)
	}
	if got, marks := w.said(ann, g); got != want || marks != (play.ReadMarks{Read: 0, Unread: 1}) {
		t.Errorf("ann sees %+v\n%s", marks, got)
	}
	page, err := w.Messages(t.Context(), bob.ID, g.ID, 1, 1)
	if err != nil || len(page.Messages) != 1 || page.Messages[0].Number != 2 || page.Next != 2 {
		t.Errorf("%+v, %v", page, err)
	}
	box, err := w.Inbox(t.Context(), bob)
	if err != nil || len(box.Messages) != 1 || box.Messages[0].Unread[1] != 2 {
		t.Errorf("%+v, %v", box, err)
	}
}

// The last messages are available separately, however many there are.
func TestLastMessages(t *testing.T) {
	w, ann, bob, g := newChat(t)
	for n := range 5 {
		w.say([]models.Player{ann, bob}[n%2], g, fmt.Sprint("word ", n+1))
	}
	for limit, first := range map[int]int{1: 5, 2: 4, 5: 1, 9: 1} {
		chat, err := w.LastMessages(t.Context(), ann.ID, g, limit)
		if err != nil || len(chat.Messages) != 6-first || chat.Next != 0 || chat.Marks.Unread != 2 {
			t.Fatalf("%+v, %v", chat, err)
		}
		for i, m := range chat.Messages {
			if m.Number != first+i || m.Text != fmt.Sprint("word ", first+i) {
				t.Errorf("the last %d: %+v", limit, chat.Messages)
			}
		}
	}
	if _, err := w.LastMessages(t.Context(), w.player("eve").ID, g, 3); models.CodeOf(err) != models.CodeForbidden {
		t.Errorf("others: %v", err)
	}
}

func TestReadMarks(t *testing.T) {
	w, ann, bob, g := newChat(t)
	for _, text := range []string{"one", "two", "three"} {
		w.say(ann, g, text)
	}
	mark := func(upTo *int) play.ReadMarks {
		t.Helper()
		marks, err := w.MarkMessagesRead(t.Context(), bob.ID, g.ID, upTo)
		if err != nil {
			t.Fatal(err)
		}
		return marks
	}
	for _, c := range []struct {
		upTo *int
		want play.ReadMarks
	}{
		{new(0), play.ReadMarks{Read: 0, Unread: 3}},
		{new(2), play.ReadMarks{Read: 2, Unread: 1}},
		{new(1), play.ReadMarks{Read: 2, Unread: 1}},
		{nil, play.ReadMarks{Read: 3, Unread: 0}},
		{nil, play.ReadMarks{Read: 3, Unread: 0}},
	} {
		if got := mark(c.upTo); got != c.want {
			t.Errorf("marked %+v, want %+v", got, c.want)
		}
	}
	for _, upTo := range []int{-1, 4} {
		_, err := w.MarkMessagesRead(t.Context(), bob.ID, g.ID, &upTo)
		wantCode(t, err, models.CodeInvalid)
	}
	if now, err := w.Game(t.Context(), g.ID); err != nil || now.Unread != [2]int{} {
		t.Errorf("%+v, %v", now, err)
	}
	if box, err := w.Inbox(t.Context(), bob); err != nil || len(box.Messages) != 0 {
		t.Errorf("%+v, %v", box, err)
	}
}

func TestMessagesAreMailedTogether(t *testing.T) {
	w, ann, bob, g := newChat(t)
	w.say(ann, g, "one")
	w.say(ann, g, "two")
	claims, err := w.ClaimNotices(t.Context(), 10, time.Minute)
	if err != nil || len(claims) != 1 {
		t.Fatalf("%+v, %v", claims, err)
	}
	w.say(ann, g, "three") // while the mail is being sent
	c, err := w.ComposeContent(t.Context(), claims[0])
	if err != nil || quotes(c) != "one|two" || c.To.ID != bob.ID {
		t.Fatalf("%+v, %v", c, err)
	}
	if err := w.Settle(t.Context(), claims[0].Sent()); err != nil {
		t.Fatal(err)
	}
	w.say(ann, g, "four")
	if mails := w.deliver(); kinds(mails) != "message:bob " || quotes(mails[0]) != "three|four" {
		t.Fatalf("mailed %s", kinds(mails))
	}
}

func TestReadMessagesAreNotMailed(t *testing.T) {
	w, ann, bob, g := newChat(t)
	read := func(upTo int) {
		t.Helper()
		if _, err := w.MarkMessagesRead(t.Context(), bob.ID, g.ID, &upTo); err != nil {
			t.Fatal(err)
		}
	}
	w.say(ann, g, "one")
	read(1)
	if mails := w.deliver(); len(mails) != 0 {
		t.Fatalf("mailed %s", kinds(mails))
	}
	w.say(ann, g, "two")
	w.say(ann, g, "three")
	read(2)
	if mails := w.deliver(); kinds(mails) != "message:bob " || quotes(mails[0]) != "three" {
		t.Fatalf("mailed %s", kinds(mails))
	}
	w.say(ann, g, "four")
	claims, err := w.ClaimNotices(t.Context(), 10, time.Minute)
	if err != nil || len(claims) != 1 {
		t.Fatalf("%+v, %v", claims, err)
	}
	read(4) // while the mail is being composed
	if c, err := w.ComposeContent(t.Context(), claims[0]); err != nil || c != nil {
		t.Fatalf("%+v, %v", c, err)
	}
	ledger, _, err := w.Notices(t.Context(), bob.ID, 0, 1)
	if err != nil || ledger[0].Status != models.Dropped || ledger[0].Reason != notice.DropMessagesRead {
		t.Errorf("%+v, %v", ledger, err)
	}
	patch := models.ProfilePatch{Mail: map[models.Kind]models.Delivery{models.KindMessage: models.Off}}
	if _, err := w.UpdateProfile(t.Context(), bob.ID, patch); err != nil {
		t.Fatal(err)
	}
	w.say(ann, g, "five")
	if mails := w.deliver(); len(mails) != 0 {
		t.Fatalf("mailed %s", kinds(mails))
	}
}

func TestWordsOutliveTheirTurns(t *testing.T) {
	sample.Whole(t, "tries a rare case")
	w, ann, bob, g := newChat(t)
	_, err := w.PlayTurn(t.Context(), models.TurnInput{
		Game: g.ID, Player: ann.ID, Text: "d1-c1", Message: "oops",
		Via: models.ViaHTTP,
	})
	if err != nil {
		t.Fatal(err)
	}
	w.say(bob, g, "take it back?")
	if _, err := w.NegotiateTakeback(t.Context(), ann.ID, g.ID, models.MakeOffer, 0); err != nil {
		t.Fatal(err)
	}
	if _, err := w.NegotiateTakeback(t.Context(), bob.ID, g.ID, models.AcceptOffer, 0); err != nil {
		t.Fatal(err)
	}
	turn := models.TurnInput{Game: g.ID, Player: ann.ID, Text: "d1-e1", Message: "thanks", Via: models.ViaHTTP}
	if _, err := w.PlayTurn(t.Context(), turn); err != nil {
		t.Fatal(err)
	}
	if got, _ := w.said(bob, g); got != "1 ann@1 oops\n2 bob@1 take it back?\n3 ann@1 thanks\n" {
		t.Errorf("said\n%s", got)
	}
	if got := kinds(w.deliver()); !strings.Contains(got, "message:ann") {
		t.Errorf("mailed %s", got)
	}
}

func TestChatAfterTheGame(t *testing.T) {
	w, ann, bob, g := newChat(t)
	w.say(ann, g, "I give up")
	if _, err := w.ResignGame(t.Context(), ann.ID, g.ID); err != nil {
		t.Fatal(err)
	}
	w.say(bob, g, "thank you")
	if got := kinds(w.deliver()); got != "message:bob game_over:ann game_over:bob message:ann " {
		t.Errorf("mailed %s", got)
	}
	w.pass(play.ChatAfter)
	w.say(bob, g, "another one?")
	w.pass(time.Second)
	_, err := w.SendMessage(t.Context(), ann.ID, g.ID, "yes")
	wantCode(t, err, models.CodeGameOver)
	if got, _ := w.said(ann, g); strings.Count(got, "\n") != 3 {
		t.Errorf("said\n%s", got)
	}
}

func TestRefusedMessages(t *testing.T) {
	w, ann, _, g := newChat(t)
	eve := w.player("eve")
	for _, c := range []struct {
		name   string
		player models.Player
		game   string
		text   string
		code   models.Code
	}{
		{"nothing", ann, g.ID, " \n\t", models.CodeInvalid},
		{"only control characters", ann, g.ID, "\x00\x1b", models.CodeInvalid},
		{"too long", ann, g.ID, strings.Repeat("ä", models.MaxMessage+1), models.CodeInvalid},
		{"somebody else's game", eve, g.ID, "hello", models.CodeForbidden},
		{"no game", ann, "23456789", "hello", models.CodeNotFound},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, err := w.SendMessage(t.Context(), c.player.ID, c.game, c.text)
			wantCode(t, err, c.code)
		})
	}
	w.say(ann, g, strings.Repeat("ä", models.MaxMessage))
	_, err := w.Messages(t.Context(), eve.ID, g.ID, 0, 10)
	wantCode(t, err, models.CodeForbidden)
	_, err = w.MarkMessagesRead(t.Context(), eve.ID, g.ID, nil)
	wantCode(t, err, models.CodeForbidden)
}

func TestMessagesADay(t *testing.T) {
	w, ann, bob, g := newChat(t)
	for range play.MessagesPerDay {
		w.say(ann, g, "hello")
		w.pass(time.Minute)
	}
	_, err := w.SendMessage(t.Context(), ann.ID, g.ID, "hello")
	wantCode(t, err, models.CodeTooMany)
	w.say(bob, g, "hello yourself")
	turn := models.TurnInput{Game: g.ID, Player: ann.ID, Text: "d1-c1", Message: "still here", Via: models.ViaHTTP}
	if _, err := w.PlayTurn(t.Context(), turn); err != nil {
		t.Fatalf("a turn was refused for its message: %v", err)
	}
	w.pass(24*time.Hour - (play.MessagesPerDay-1)*time.Minute) // since the second one
	w.say(ann, g, "good morning")
}
