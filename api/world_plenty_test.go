package api

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"

	"turnpost/models/mailbox"
)

// plenty is two players with more than one page of everything that is paginated.
type plenty struct {
	*match        // a game of HanniBall, whose board differs by seat
	long   string // a game with more than a page of turns and messages
	taken  string // a game with more than a page of takebacks

	strangers int  // number of registered strangers
	held      bool // two events are open
}

// moreThanAPage is slightly more than the length of a page.
const moreThanAPage = 52

func newPlenty(t *testing.T) *plenty {
	t.Helper()
	w := newWorld(t)
	p := &plenty{match: &match{world: w, ann: w.player("ann"), bob: w.player("bob")}}
	p.id = p.begin("hanniball", "standard")
	ruleset, variant, turns := longGame(t)
	p.long = p.begin(ruleset, variant)
	for i, turn := range turns[:moreThanAPage] {
		p.call("POST", "/v1/games/"+p.long+"/turns").as([]string{p.ann, p.bob}[i%2]).text(turn).do().want(201)
	}
	p.taken = p.begin("hnefatafl", "7x7")
	takebacks := "/v1/games/" + p.taken + "/takeback"
	for range moreThanAPage {
		p.call("POST", "/v1/games/"+p.taken+"/turns").as(p.ann).text("d1-c1").do().want(201)
		p.call("POST", takebacks).as(p.ann).json(`{"action":"offer","ply":0}`).do().want(200)
		p.call("POST", takebacks).as(p.bob).json(`{"action":"accept","ply":0}`).do().want(200)
		p.Clock.Advance(time.Hour)
	}
	for i := range moreThanAPage {
		p.begin("hnefatafl", "7x7")
		p.call("POST", "/v1/games/"+p.long+"/messages").as(p.bob).text(fmt.Sprint("message ", i)).do().want(201)
		p.receive(fmt.Sprint("mail ", i))
		w.player(fmt.Sprint("player", i))
	}
	return p
}

// begin starts a game an hour later, in which ann moves first.
func (p *plenty) begin(ruleset, variant string) string {
	p.t.Helper()
	p.Clock.Advance(time.Hour)
	c := decoded[Challenge](p.call("POST", "/v1/challenges").as(p.ann).json(
		`{"ruleset":"` + ruleset + `","variant":"` + variant + `","opponent":"bob","seat":"first","pace":"60d"}`).
		do().want(201))
	return decoded[Game](p.call("POST", "/v1/challenges/"+c.ID+"/accept").as(p.bob).do().want(201)).ID
}

// receive stores a mail from ann and settles it.
func (p *plenty) receive(key string) {
	p.t.Helper()
	ann, _, err := p.PlayerByName(p.t.Context(), "ann")
	if err != nil {
		p.t.Fatal(err)
	}
	mail := mailbox.InboundMail{Key: []byte(key), Source: "http", Raw: []byte("From: ann@example.org\r\n\r\nhi\r\n")}
	if _, err := p.ReceiveMail(p.t.Context(), mail); err != nil {
		p.t.Fatal(err)
	}
	claims, err := p.ClaimInbound(p.t.Context(), 1, time.Minute)
	if err != nil || len(claims) != 1 {
		p.t.Fatalf("%+v, %v", claims, err)
	}
	done := mailbox.InboundSettlement{Result: mailbox.InboundRejected, Reason: "syntax", Player: ann.ID}
	if err := p.SettleInbound(p.t.Context(), claims[0], done); err != nil {
		p.t.Fatal(err)
	}
}

// registered returns the token of a new player with only a name and an address.
func (p *plenty) registered() string {
	p.t.Helper()
	p.strangers++
	name := fmt.Sprint("eve", p.strangers)
	p.call("POST", "/v1/players").json(`{"name":"` + name + `","email":"` + name + `@example.org"}`).do().want(202)
	return decoded[NewToken](p.call("POST", "/v1/tokens").
		json(`{"email":"` + name + `@example.org","code":"` + p.Code(name+"@example.org") + `"}`).do().want(201)).Token
}

// bareChallenge creates a challenge with only the required fields.
func (p *plenty) bareChallenge() Challenge {
	p.t.Helper()
	return decoded[Challenge](p.call("POST", "/v1/challenges").as(p.ann).json(`{"ruleset":"sevensages"}`).do().want(201))
}

// bareTrial goes on with a line of play of which nothing but the turns is said.
func (p *plenty) bareTrial() Game {
	p.t.Helper()
	return decoded[Game](p.call("POST", "/v1/trials").as(p.ann).
		json(`{"ruleset":"bohnduell","turns":["p1","p1"]}`).do().want(201))
}

// hold creates two events the first time.
func (p *plenty) hold() {
	p.t.Helper()
	if !p.held {
		p.bareEvent()
		p.bareEvent()
		p.held = true
	}
}

// bareEvent creates an event of which only the ruleset is said.
func (p *plenty) bareEvent() EventDetails {
	p.t.Helper()
	token := p.registered() // an account has few open events
	return decoded[EventDetails](p.call("POST", "/v1/events").as(token).json(`{"ruleset":"sevensages"}`).do().want(201))
}

// longGame returns a recorded game that is longer than a page.
func longGame(t *testing.T) (ruleset, variant string, turns []string) {
	t.Helper()
	files, err := filepath.Glob("../rules/*/testdata/*.games.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		lines := bufio.NewScanner(bytes.NewReader(text))
		lines.Buffer(nil, len(text)+1)
		for lines.Scan() {
			var recorded struct {
				Game, Variant string
				Turns         []struct{ Canonical string }
			}
			if err := json.Unmarshal(lines.Bytes(), &recorded); err != nil {
				t.Fatal(err)
			}
			if len(recorded.Turns) > moreThanAPage {
				for _, turn := range recorded.Turns {
					turns = append(turns, turn.Canonical)
				}
				return recorded.Game, recorded.Variant, turns
			}
		}
	}
	t.Fatal("no recorded game is longer than a page")
	return "", "", nil
}
