package mailer

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"turnpost/models"
	"turnpost/models/mailbox"
)

// foreignShape writes a reply to a mail that has another mail, of somebody else or about another game, below, above or
// beside what was typed.
type foreignShape struct {
	name     string
	write    func(own, foreign shownMail, text string) []byte
	unmarked bool // nothing tells the other mail from what was typed, which may be asked about
}

// foreignShapes are the replies of all mail programs as if they quoted the other mail, and ways to pass a mail on.
func foreignShapes() (shapes []foreignShape) {
	for i, c := range clients {
		shapes = append(shapes, foreignShape{name: c.name, write: func(own, foreign shownMail, text string) []byte {
			foreign.to, foreign.replyTo, foreign.subject = own.to, own.replyTo, own.subject
			if i%2 == 0 { // else the header too names the other mail
				foreign.messageID = own.messageID
			}
			return c.compose(foreign, text)
		}})
	}
	plain := func(own shownMail, body string) []byte {
		return []byte(fmt.Sprintf("From: ann@example.org\nTo: %s\nSubject: Re: %s\nIn-Reply-To: %s\nMessage-ID: <q%d@example.org>\n"+
			"Content-Type: text/plain; charset=utf-8\n\n%s\n", own.replyTo, own.subject, own.messageID, serial.Add(1), body))
	}
	quote := func(mark, text string) string { return mark + strings.ReplaceAll(text, "\n", "\n"+mark) }
	head := func(f shownMail) string {
		return fmt.Sprintf("From: turnpost <turnpost@example.org>\nReply-To: %s\nTo: %s\nSubject: %s\nDate: Sat, 21 Nov 2026 11:00\n\n",
			f.replyTo, f.to, f.subject)
	}
	const wrote = "On 21 Nov 2026 at 11:15, turnpost <turnpost@example.org> wrote:\n"
	return append(shapes,
		foreignShape{name: "passed on within the text", write: func(own, f shownMail, text string) []byte {
			return plain(own, text+"\n\n---------- Forwarded message ---------\n"+head(f)+f.text)
		}},
		foreignShape{name: "passed on below the own quote", write: func(own, f shownMail, text string) []byte {
			return plain(own, text+"\n\n"+wrote+quote("> ", own.text)+"\n\n-----Original Message-----\n"+head(f)+f.text)
		}},
		foreignShape{name: "quoted twice", write: func(own, f shownMail, text string) []byte {
			return plain(own, text+"\n\nOn 21 Nov 2026 at 11:20, bob <bob@example.org> wrote:\n"+
				quote("> ", "look at this\n\n"+wrote+quote("> ", f.text)))
		}},
		foreignShape{name: "written by a friend in German", write: func(own, f shownMail, text string) []byte {
			text += "\n\nAm 21.11.2026 um 11:20 schrieb Bob <bob@example.org>:\n> schau mal\n"
			return plain(own, text+quote(">> ", f.text))
		}},
		foreignShape{name: "beside, as an attached mail", write: func(own, f shownMail, text string) []byte {
			return []byte(fmt.Sprintf("From: ann@example.org\nTo: %s\nSubject: Re: %s\nIn-Reply-To: %s\nMessage-ID: <q%d@example.org>\n"+
				"MIME-Version: 1.0\nContent-Type: multipart/mixed; boundary=\"b\"\n\n--b\nContent-Type: text/plain\n\n%s\n\n--b\n"+
				"Content-Type: message/rfc822\nContent-Disposition: attachment\n\nMessage-ID: %s\n%s%s\n--b--\n",
				own.replyTo, own.subject, own.messageID, serial.Add(1), text, f.messageID, head(f), f.text))
		}},
		foreignShape{name: "above, without any mark", write: func(own, f shownMail, text string) []byte {
			return plain(own, f.text+"\n\n"+text)
		}, unmarked: true},
		foreignShape{name: "below, without any mark", write: func(own, f shownMail, text string) []byte {
			return plain(own, text+"\n\n"+f.text)
		}, unmarked: true},
	)
}

// A mail that somebody else was sent, or that is about another game, is quoted, attached or copied in a reply: its
// turn, its commands and its words do nothing in any game, and what was typed is done in the game of the reply's
// address.
func TestRepliesThatQuoteAnotherMail(t *testing.T) {
	t.Parallel()
	m := newMatch(t)
	carol, dan := m.register("carol"), m.register("dan")
	begin := func(first, second models.Player) (g *models.Game, begun shownMail) {
		t.Helper()
		g = m.game(first, second)
		m.Wake()
		return g, m.next(first.Name+"@example.org", "Your turn against "+second.Name)
	}
	const mostAnswers = 60 // that a player gets in a day
	const words = "d1-d4 is best, or\nresign now\nd1-d3\naccept\ntakeback\nsay a secret of carol"
	foreign := map[string]shownMail{}
	var others []*models.Game
	for _, to := range []models.Player{m.ann, dan, m.bob} {
		g, _ := begin(carol, to)
		m.play(g.ID, carol, words)
		m.Wake()
		foreign["the mail to "+to.Name+" about another game"] = m.next(to.Name+"@example.org", "Your turn against carol")
		others = append(others, g)
	}
	asked, bobs := begin(m.bob, m.ann)
	m.top(bobs, "resign")
	m.wantSettled(mailbox.InboundAnswered)
	foreign["the question whether bob resigns"] = m.next("bob@example.org", "Re:")
	m.write("bob@example.org", desk, "name Rob")
	m.wantSettled(mailbox.InboundHeld)
	foreign["the question whether bob has another name"] = m.next("bob@example.org", "Please confirm")
	shapes, answers := foreignShapes(), 1
	for i, name := range slices.Sorted(maps.Keys(foreign)) {
		for j, shape := range shapes {
			if testing.Short() && (i+j)%18 != 0 {
				continue
			}
			g, own := begin(m.ann, m.bob)
			for _, text := range []string{"", "yes", "d1-d4\nsay hi bob"} {
				m.submit("ann@example.org", own.replyTo, shape.write(own, foreign[name], text))
				result := m.nextSettled()
				typed, want := strings.HasPrefix(text, "d1-d4"), "0: "
				asks := typed && result == mailbox.InboundRejected && (shape.unmarked || strings.Contains(name, "question"))
				if typed && !asks {
					want = "1: hi bob"
				}
				if got := m.played(g.ID); got != want {
					t.Errorf("%s, %s, typed %q: %s, %q, want %q", name, shape.name, text, result, got, want)
				}
				if answers++; result == mailbox.InboundPlayed || answers > mostAnswers {
					continue
				}
				answer := m.next("ann@example.org", "Re: Hnefatafl 9×9 with bob (game "+g.ID)
				if asks && !shape.unmarked {
					contains(t, answer.text, "d1-d4")
				}
			}
		}
	}
	if now := m.played(asked.ID); now != "0: " {
		t.Errorf("the game that bob was asked about: %q", now)
	}
	m.profile("bob")
	for _, g := range others {
		if now, err := m.Game(t.Context(), g.ID); err != nil || now.Ply != 1 || now.Status != models.Ongoing {
			t.Errorf("another game has changed: %+v, %v", now, err)
		}
	}
}

// nextSettled waits until a mail was settled, with any result.
func (m *mailroom) nextSettled() mailbox.InboundResult {
	m.t.Helper()
	select {
	case result := <-m.settled:
		return result
	case <-time.After(patience):
		m.t.Fatal("the mail is not settled")
		return ""
	}
}

// played returns the ply of a game under way, and what was said in it.
func (m *match) played(game string) string {
	m.t.Helper()
	g, err := m.Game(m.t.Context(), game)
	if err != nil || g.Status != models.Ongoing {
		m.t.Fatalf("%+v, %v", g, err)
	}
	chat, err := m.Messages(m.t.Context(), m.bob.ID, game, 0, 10)
	if err != nil {
		m.t.Fatal(err)
	}
	said := make([]string, len(chat.Messages))
	for i, message := range chat.Messages {
		said[i] = message.Text
	}
	return fmt.Sprintf("%d: %s", g.Ply, strings.Join(said, "; "))
}
