package store

import (
	"fmt"
	"slices"
	"strings"

	"turnpost/models"
	"turnpost/rules"
)

// The expected and actual mails of a season.

// expectedNotice is an expected notice.
type expectedNotice struct {
	kind      models.Kind
	to        *entrant
	game      *match
	ply       int
	challenge string
	detail    string
	about     *entrant // whose vacation it tells of
}

// toldVacation is the vacation of an opponent of which a player was last told.
type toldVacation struct {
	detail string // "" if it was called off
	away   []bool
}

// unneeded reports whether a notice of a vacation is dropped: it was changed again, its reader knows of it or of none,
// or what changed moves no deadline that the reader knows.
func (s *season) unneeded(n expectedNotice) bool {
	if n.kind != models.KindAway {
		return false
	}
	e := n.about
	present := e.period
	if e.next(s.now, true) == noMinute {
		present = ""
	}
	told := s.told[[2]*entrant{n.to, e}]
	known := told.detail != "" && slices.Contains(told.away[s.now:], true)
	switch {
	case present != n.detail:
		return true
	case !known:
		return n.detail == ""
	case n.detail == "" || told.detail == n.detail:
		return n.detail != ""
	}
	for _, g := range s.matches {
		if g.over() || g.players[g.mover()] != e || g.players[g.mover().Other()] != n.to {
			continue
		}
		real, planned := g.deadline(s.now), e.away
		e.away = told.away
		moved := g.deadline(s.now) != real
		if e.away = planned; moved {
			return false
		}
	}
	return true
}

func (n expectedNotice) String() string {
	id := ""
	if n.game != nil {
		id = n.game.id
	}
	return describe(n.kind, n.to.Name, id, n.ply, n.detail)
}

func describe(kind models.Kind, to, game string, ply int, detail string) string {
	return fmt.Sprintf("%s to %s, game %s, ply %d %s", kind, to, game, ply, detail)
}

func (s *season) expect(n expectedNotice) { s.outbox = append(s.outbox, n) }

func (s *season) forget(void func(expectedNotice) bool) { s.outbox = slices.DeleteFunc(s.outbox, void) }

// post sends the queued mail and compares it with the expectation.
func (s *season) post() {
	for _, n := range slices.Clone(s.outbox) {
		if n.kind != models.KindYourTurn {
			continue
		}
		if n.to.off != models.KindYourTurn {
			s.settle(n.game)
		}
		n.game.unsent, n.game.waited = false, 0
	}
	s.forget(func(n expectedNotice) bool {
		return n.kind == n.to.off ||
			n.kind == models.KindOffer && n.detail == string(models.DrawOffer) && n.to != offeree(n.game, n.game.drawBy) ||
			n.kind == models.KindOffer && n.detail == string(models.TakebackOffer) && n.to != offeree(n.game, n.game.backBy)
	})
	s.forget(s.unneeded)
	var want, got []string
	for _, n := range s.outbox {
		if n.kind == models.KindAway {
			s.told[[2]*entrant{n.to, n.about}] = toldVacation{n.detail, slices.Clone(n.about.away)}
		}
		s.mails[n.kind]++
		want = append(want, n.String())
	}
	s.outbox = nil
	for _, c := range contents(s.deliver()) {
		id, detail := "", strings.TrimSpace(string(c.Offer)+" "+string(c.Decision)+period(c.Away))
		if c.Game != nil {
			id = c.Game.ID
		}
		if c.Kind == models.KindChallengeAnswer {
			detail = ""
		}
		got = append(got, describe(c.Kind, c.To.Name, id, c.Row.Ply, detail))
	}
	slices.Sort(want)
	slices.Sort(got)
	if !slices.Equal(want, got) {
		s.mismatch(want, got)
	}
}

// offeree returns the player who is to answer a seat's offer, or nil.
func offeree(g *match, by rules.Seat) *entrant {
	if by == rules.NoSeat {
		return nil
	}
	return g.players[by.Other()]
}

// mismatch fails with the histories of the games whose mails are wrong.
func (s *season) mismatch(want, got []string) {
	text := fmt.Sprintf("%v: the mails are\n%s\nwant\n%s\n",
		s.now.time(), strings.Join(got, "\n"), strings.Join(want, "\n"))
	for _, g := range s.matches {
		in := func(list []string) (n int) {
			for _, line := range list {
				if strings.Contains(line, g.id) {
					n++
				}
			}
			return n
		}
		if in(want) != in(got) {
			text += g.history() + "\n"
		}
	}
	s.t.Fatal(text)
}
