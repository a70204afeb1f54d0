package api

import (
	"strings"
	"testing"

	"turnpost/models"
)

// Who sends an empty variable as a token learns that it is not set.
func TestAnEmptyTokenIsAnUnsetVariable(t *testing.T) {
	w := newWorld(t)
	for _, header := range []string{"Bearer ", "Bearer", "bearer"} {
		w.call("GET", "/inbox").with("Authorization", header).byCurl().do().want(401).
			contains("$TOKEN is not set in this shell", "/v1/codes\n")
	}
	w.call("GET", "/inbox").with("Authorization", "Basic YQ==").byCurl().do().want(401).
		contains("Authorization: Bearer TOKEN")
}

// A terminal that opens a mailed link reads the game or the challenge as the player to whom it was mailed, and changes
// nothing by it.
func TestAMailedLinkIsTextForTerminals(t *testing.T) {
	m := newMatch(t)
	m.call("POST", "/v1/challenges").as(m.bob).json(`{"ruleset":"bohnduell","opponent":"ann"}`).do().want(201)
	m.call("POST", "/v1/challenges").as(m.bob).json(`{"ruleset":"bohnduell","opponent":"zoe@example.net"}`).do().want(201)
	links := map[string]string{}
	for _, mail := range m.Mails() {
		switch {
		case mail.PageLink == "":
		case mail.Kind == models.KindYourTurn:
			links["game"] = "/g/" + mail.Game.ID + "?k=" + mail.PageLink
		case mail.To.ID == 0:
			links["invitation"] = "/c/" + mail.Challenge.ID + "?k=" + mail.PageLink
		case mail.Kind == models.KindChallenge && mail.Challenge.Status == models.ChallengeOpen:
			links["challenge"] = "/c/" + mail.Challenge.ID + "?k=" + mail.PageLink
		}
	}
	for name, wanted := range map[string][]string{
		"game":       {"It is your turn (Attackers)", "/v1/games/" + m.id + "/turns\n", "need a token", "/v1/codes\n"},
		"challenge":  {"bob challenges ann", "/accept\n", "/decline\n", "need a token", "/v1/codes\n"},
		"invitation": {"bob challenges", "/accept\n", "/v1/players\n"},
	} {
		a := m.call("GET", links[name]).byCurl().do().want(200).contains(wanted...)
		if cached := a.header.Get("Cache-Control"); cached != "no-store" {
			t.Errorf("%s: %s", name, cached)
		}
		m.call("GET", links[name]).with("User-Agent", "Mozilla/5.0").accept("*/*").do().want(200).contains("<!DOCTYPE html>")
		m.call("GET", links[name]).accept(browserAccept).do().want(200).contains("<!DOCTYPE html>")
		m.call("GET", links[name]).accept("text/plain").do().want(200).contains(wanted...)
		m.call("GET", links[name]+"x").byCurl().do().want(404)
	}
	_, link, _ := strings.Cut(links["game"], "?k=")
	m.call("GET", "/g/"+m.game(m.bob, m.ann, "ann").ID+"?k="+link).byCurl().do().want(404)
}
