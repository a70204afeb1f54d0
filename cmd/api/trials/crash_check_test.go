package trials

import (
	"fmt"
	"net/http"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"turnpost/cmd/api/programtest"
)

// The subject of a mail names its game, and its second line the number of the reader's turn, from 1. The Message-ID may
// belong to another notice that is merged into the mail.
var (
	turnLine = regexp.MustCompile(`^Your turn against .*\s+.*, turn (\d+)\.`)
	turnGame = regexp.MustCompile(`\(game ([a-z0-9]{8})\)`)
)

// turnOf returns the game and the ply that a mail is about, "" for mail about something else.
func turnOf(m *programtest.Received) string {
	number, game := turnLine.FindStringSubmatch(m.Text), turnGame.FindStringSubmatch(m.GetHeader("Subject"))
	if number == nil || game == nil {
		return ""
	}
	n, _ := strconv.Atoi(number[1]) // digits
	return fmt.Sprintf("%s %d", game[1], n-1)
}

// describesTurn reports whether a mail describes a turn of hnefatafl.
func describesTurn(m *programtest.Received, turn string) bool {
	from, to, _ := strings.Cut(turn, "-")
	to, _, _ = strings.Cut(to, "x") // followed by captures
	return turn == "" || strings.Contains(m.Text, " from "+from+" to "+to)
}

// check compares answered turns with stored ones, and stored ones with mails.
func (l *load) check() {
	came := map[string]*programtest.Received{} // mails by game and ply
	for _, m := range l.mails {
		key := turnOf(m)
		if before := came[key]; key != "" && before != nil && before.GetHeader("Message-ID") != m.GetHeader("Message-ID") {
			l.t.Errorf("the mail of turn %s came as %s and as %s", key,
				before.GetHeader("Message-ID"), m.GetHeader("Message-ID"))
		}
		if key != "" {
			came[key] = m
		}
	}
	stored := map[string]string{} // turns by game and ply
	for _, g := range l.games() {
		l.checkGame(g, stored)
	}
	for _, t := range l.mailTables {
		l.checkWords(t)
	}
	for key, m := range came {
		if id, _, _ := strings.Cut(key, " "); !l.began(id) { // no response to its beginning arrived, but it must exist
			l.checkGame(&crashGame{id: id}, stored)
		}
		turn, is := stored[key]
		if !is || !describesTurn(m, turn) {
			l.t.Errorf("a mail tells of turn %s, %q, which is not stored: %s", key, turn, m.GetHeader("Subject"))
		}
	}
	owed := map[string]bool{}
	for player := range l.tokens {
		for _, n := range l.notices(player) {
			key := fmt.Sprintf("%s %d", n.Game, n.Ply)
			switch {
			case n.Status != "sent" && n.Status != "dropped":
				l.t.Errorf("%s of %s is %s: %s", n.Kind, key, n.Status, n.Reason)
			case n.Kind == "your_turn" && n.Status == "sent" && n.Ply > 0 && came[key] == nil:
				l.t.Errorf("the mail of turn %s counts as sent and did not come; of its game came%s", key, l.mailsOf(n.Game))
			case n.Kind == "your_turn" && n.Status == "dropped" && stored[nextPly(n)] == "":
				l.t.Errorf("the mail of turn %s was dropped, and nobody has answered the turn: %s", key, n.Reason)
			}
			owed[key] = owed[key] || n.Kind == "your_turn"
		}
	}
	for key := range stored {
		if !owed[key] {
			l.t.Errorf("turn %s is stored and no mail was queued for it", key)
		}
	}
}

// mailsOf lists the mails about a game.
func (l *load) mailsOf(game string) (list string) {
	for _, m := range l.mails {
		if id := m.GetHeader("Message-ID"); strings.Contains(id+m.Text, game) {
			list += fmt.Sprintf("\n%s to %s: %s", id, m.To, m.GetHeader("Subject"))
		}
	}
	return list
}

func nextPly(n crashNotice) string { return fmt.Sprintf("%s %d", n.Game, n.Ply+1) }

// began reports whether a response to the beginning of a game arrived.
func (l *load) began(id string) bool {
	return slices.ContainsFunc(l.games(), func(g *crashGame) bool { return g.id == id })
}

// checkGame fails unless every answered turn is stored at its ply.
func (l *load) checkGame(g *crashGame, stored map[string]string) {
	var list struct {
		Turns []struct {
			Ply  int
			Turn string
		}
	}
	if status, text := l.request(0, "GET", "/v1/games/"+g.id+"/turns?limit=100", 0, "", &list); status != http.StatusOK {
		l.t.Fatalf("turns of %s: %d: %s", g.id, status, text)
	}
	there := map[int]string{}
	stored[g.id+" 0"] = ""
	for _, turn := range list.Turns {
		there[turn.Ply] = turn.Turn
		stored[fmt.Sprintf("%s %d", g.id, turn.Ply)] = turn.Turn
		if want := l.turns[turn.Ply-1].Canonical; turn.Turn != want {
			l.t.Errorf("turn %d of %s is %s; %s was sent", turn.Ply, g.id, turn.Turn, want)
		}
	}
	for ply, turn := range g.answered {
		if there[ply] != turn {
			l.t.Errorf("turn %d of %s, %s, was answered 201 and is not there", ply, g.id, turn)
		}
	}
}
