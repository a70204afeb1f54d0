package store

import (
	"strings"
	"sync"
	"testing"

	"turnpost/models"
	"turnpost/models/challenge"
	"turnpost/rules/rulestest/sample"
)

// invite challenges a player or an address and returns the page link in the mail.
func (w *world) invite(by models.Player, opponent string) string {
	w.t.Helper()
	if _, err := w.CreateChallenge(w.t.Context(), by, challenge.NewChallenge{
		Ruleset:  "hnefatafl",
		Opponent: opponent,
	}); err != nil {
		w.t.Fatal(err)
	}
	mails := w.deliver()
	if len(mails) != 1 || mails[0].PageLink == "" {
		w.t.Fatalf("mailed %s", kinds(mails))
	}
	return mails[0].PageLink
}

func (w *world) sessionCount() (n int64) {
	w.t.Helper()
	if err := w.Read(w.t.Context()).Table("sessions").Count(&n).Error; err != nil {
		w.t.Fatal(err)
	}
	return n
}

// Of several simultaneous uses of an invitation's link, one is signed in.
func TestInvitationSignsInOnce(t *testing.T) {
	w := newWorld(t)
	ann := w.player("ann")
	link := w.invite(ann, "zoe@example.net")
	accepted := make([]challenge.LinkedAcceptance, 5)
	errs := make([]error, len(accepted))
	var all sync.WaitGroup
	for i := range accepted {
		all.Go(func() {
			accepted[i], errs[i] = w.AcceptByLink(t.Context(), link, challenge.Guest{Name: "Zoe", Browser: "Firefox/Linux"})
		})
	}
	all.Wait()
	won := 0
	for i, err := range errs {
		if err != nil {
			wantCode(t, err, models.CodeConflict)
			continue
		}
		won++
		p, err := w.AuthenticateBrowser(t.Context(), accepted[i].Session)
		if err != nil || p.Name != "Zoe" || !accepted[i].New || accepted[i].Game.SeatOf(p.ID) < 0 {
			t.Errorf("%+v, %v", accepted[i], err)
		}
	}
	if won != 1 || w.sessionCount() != 1 {
		t.Errorf("%d acceptances, %d sessions", won, w.sessionCount())
	}
	about, holder, err := w.ReadLink(t.Context(), models.LinkPage, link)
	if err != nil {
		t.Fatal(err)
	}
	seen, err := w.FindChallenge(t.Context(), models.Player{Email: holder.Email}, about.Challenge)
	if err != nil || seen.Status != models.ChallengeAccepted {
		t.Errorf("the one who was invited sees %+v, %v", seen, err)
	}
	if game, err := w.GameLink(t.Context(), about); err != nil || game != "" {
		t.Errorf("a spent link leads to %q, %v", game, err)
	}
	// The next code for the mailbox, requested with the link, signs in only with the link.
	if err := w.RequestLinkedCode(t.Context(), link); err != nil {
		t.Fatal(err)
	}
	code := w.code("zoe@example.net")
	_, _, err = w.StartLinkedSession(t.Context(), link, wrongCode(code), "Firefox/Linux")
	wantCode(t, err, models.CodeBadCode)
	if _, p, err := w.StartLinkedSession(t.Context(), link, code, "Firefox/Linux"); err != nil || p.Name != "Zoe" {
		t.Errorf("%+v, %v", p, err)
	}
}

func wrongCode(code string) string {
	if code[0] == '0' {
		return "1" + code[1:]
	}
	return "0" + code[1:]
}

// A known player plays by the link of the challenge and is not signed in by it: neither a player who was
// mailed as such, nor one who got an account after the mail.
func TestKnownPlayersAcceptWithoutSession(t *testing.T) {
	w := newWorld(t)
	ann := w.player("ann")
	asStranger := w.invite(ann, "bob@example.org")
	bob := w.player("bob")
	asPlayer := w.invite(ann, "bob")
	for name, link := range map[string]string{"before the account": asStranger, "after it": asPlayer} {
		made, err := w.AcceptByLink(t.Context(), link, challenge.Guest{Name: "Robert", Browser: "Firefox/Linux"})
		if err != nil || made.Session != "" || made.New || made.Player.ID != bob.ID {
			t.Fatalf("%s: %+v, %v", name, made, err)
		}
		about, holder, err := w.ReadLink(t.Context(), models.LinkPage, made.Page)
		if err != nil || holder.Player.ID != bob.ID || about.Game != made.Game.ID {
			t.Errorf("%s: %+v, %v", name, about, err)
		}
		if _, err := w.ByLink(about).SendMessage(t.Context(), bob.ID, made.Game.ID, "hello"); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		_, err = w.AcceptByLink(t.Context(), link, challenge.Guest{Name: "Robert", Browser: "Firefox/Linux"})
		wantCode(t, err, models.CodeConflict)
	}
	if n := w.sessionCount(); n != 0 {
		t.Errorf("%d sessions", n)
	}
	// The mail to the player then leads to the game, like the link of its first turn.
	about, _, err := w.ReadLink(t.Context(), models.LinkPage, asPlayer)
	if err != nil {
		t.Fatal(err)
	}
	text, err := w.GameLink(t.Context(), about)
	if err != nil {
		t.Fatal(err)
	}
	toGame, holder, err := w.ReadLink(t.Context(), models.LinkPage, text)
	if err != nil || holder.Player.ID != bob.ID || toGame.Ply != 0 {
		t.Errorf("%+v, %+v, %v", toGame, holder, err)
	}
}

// The link of a game, or of another challenge, has no such rights.
func TestAcceptByOtherLinks(t *testing.T) {
	w := newWorld(t)
	ann, bob := w.player("ann"), w.player("bob")
	g := w.game(ann, bob, "hnefatafl", "7x7")
	for _, link := range []string{
		w.link(models.Link{Purpose: models.LinkPage, Player: bob.ID, Game: g.ID}),
		w.link(models.Link{Purpose: models.LinkReply, Player: bob.ID, Challenge: "bcdfghjk"}),
		w.link(models.Link{Purpose: models.LinkPage, Player: bob.ID, Challenge: "bcdfghjk"}),
		"", "aaaa",
	} {
		_, err := w.AcceptByLink(t.Context(), link, challenge.Guest{Name: "Zoe", Browser: "Firefox/Linux"})
		wantCode(t, err, models.CodeNotFound)
	}
}

// A mail follows an acceptance by link in any case: about the turn, about the beginning of the game, or about the new
// account.
func TestAcceptingByLinkIsFollowedByMail(t *testing.T) {
	for _, c := range sample.Every(3, []struct {
		opponent, seat string
		joined         bool
		mails          string // to the guest
	}{
		{"bob", "first", false, "challenge_answer"},
		{"bob", "second", false, "your_turn"},
		{"zoe@example.net", "first", true, "challenge_answer"},
		{"zoe@example.net", "second", true, "your_turn+challenge_answer"},
	}) {
		t.Run(c.opponent+" "+c.seat, func(t *testing.T) {
			w := newWorld(t)
			ann := w.player("ann")
			w.player("bob")
			_, err := w.CreateChallenge(t.Context(), ann, challenge.NewChallenge{
				Ruleset: "hnefatafl", Opponent: c.opponent, Seat: c.seat,
			})
			if err != nil {
				t.Fatal(err)
			}
			made, err := w.AcceptByLink(t.Context(), w.deliver()[0].PageLink,
				challenge.Guest{Name: "Zoe", Browser: "Firefox/Linux"})
			if err != nil {
				t.Fatal(err)
			}
			var sent []string
			for _, mail := range w.deliver() {
				if mail.To.ID != made.Player.ID {
					continue
				}
				sent = append(sent, string(mail.Kind))
				answer := mail
				for _, other := range mail.Secondary {
					sent, answer = append(sent, string(other.Kind)), other
				}
				if answer.Kind == models.KindChallengeAnswer && (answer.Joined != c.joined || answer.Decision != models.Accepted) {
					t.Errorf("%+v", answer)
				}
				if about, _, err := w.ReadLink(t.Context(), models.LinkPage,
					mail.PageLink); err != nil || about.Game != made.Game.ID {
					t.Errorf("the mail leads to %+v, %v", about, err)
				}
			}
			if got := strings.Join(sent, "+"); got != c.mails {
				t.Errorf("mailed %s, want %s", got, c.mails)
			}
		})
	}
}
