package api

import (
	"strings"
	"testing"

	"turnpost/rules/rulestest/sample"
)

func TestUnsubscribe(t *testing.T) {
	m := newMatch(t)
	var kind, game string
	for _, mail := range m.Mails() {
		if mail.To.Name == "ann" && mail.Game != nil {
			kind, game = mail.Unsubscribe, mail.UnsubscribeGame
		}
	}
	settings := func() Me { return decoded[Me](m.call("GET", "/v1/me").as(m.ann).do().want(200)) }
	show := m.call("GET", "/unsubscribe/"+game).do().want(200)
	show.contains("<form method=\"post\">", "mail about game "+m.id, "Nothing has changed yet")
	m.call("GET", "/unsubscribe/"+game).byCurl().do().want(200).
		contains("mail about game "+m.id, "curl -X POST https://turnpost.example/unsubscribe/"+game+"\n")
	m.call("HEAD", "/unsubscribe/"+game).do().want(200)
	if got := settings(); len(got.Games)+len(got.Mail) != 0 {
		t.Fatalf("looking changed %+v", got)
	}
	for range 2 { // a repetition changes nothing
		m.call("POST", "/unsubscribe/"+game).form("List-Unsubscribe=One-Click").do().want(200).
			contains("no more mail about game " + m.id)
	}
	m.call("POST", "/unsubscribe/"+kind).accept("text/plain").do().want(200).contains("no more mail when")
	if got := settings(); got.Games[m.id] != Off || len(got.Mail) != 1 {
		t.Errorf("settings %+v", got)
	}
	m.call("GET", "/unsubscribe/"+game+"x").do().problem(404, "not_found")
	m.call("POST", "/unsubscribe/"+strings.Repeat("A", 40)).do().problem(404, "not_found")
	if strings.Contains(m.log.String(), game) {
		t.Error("the log contains the link")
	}
}

// Mail services and counters of clicks add parameters to the links of mails, some of them damaged.
func TestUnsubscribeWithParametersOfOthers(t *testing.T) {
	sample.Whole(t, "tries a rare case")
	m := newMatch(t)
	game := ""
	for _, mail := range m.Mails() {
		if mail.To.Name == "ann" && mail.Game != nil {
			game = mail.UnsubscribeGame
		}
	}
	for _, query := range []string{
		"utm_source=mail&utm_source=again", "fbclid=%ff", "gclid", "mc_eid=1;2", "discount=50%", "&&=", "k",
	} {
		m.call("GET", "/unsubscribe/"+game+"?"+query).do().want(200)
		m.call("POST", "/unsubscribe/"+game+"?"+query).form("List-Unsubscribe=One-Click").do().want(200)
		m.call("GET", "/?"+query).do().want(200)
	}
	m.call("GET", "/v1/games?utm_source=mail").as(m.ann).do().problem(400, "invalid")
}

func TestUnsubscribeStranger(t *testing.T) {
	w := newWorld(t)
	ann := w.player("ann")
	w.call("POST", "/v1/challenges").as(ann).json(`{"ruleset":"bohnduell","opponent":"new@example.org"}`).do().want(201)
	mails := w.Mails()
	if len(mails) != 1 {
		t.Fatalf("%d mails", len(mails))
	}
	w.call("POST", "/unsubscribe/"+mails[0].Unsubscribe).do().want(200).contains("no more invitations")
	w.call("POST", "/v1/challenges").as(ann).json(`{"ruleset":"bohnduell","opponent":"new@example.org"}`).do().want(201)
	if mails := w.Mails(); len(mails) != 0 {
		t.Errorf("%d mails", len(mails))
	}
}

// A one-click unsubscribe request works with every Accept header and every encoding of the form (RFC 8058).
func TestUnsubscribeWithAnyAccept(t *testing.T) {
	sample.Whole(t, "tries a rare case")
	for n, accept := range []string{
		"", "application/json", "*/*", "*/*;q=0", "image/png", "application/problem+json", "text/html", "text/plain;q=0.1",
		"nonsense", "application/vnd.api+json; q=1, text/xml",
	} {
		if sample.Short() && n%4 != 0 {
			continue
		}
		m := newMatch(t)
		var link string
		for _, mail := range m.Mails() {
			if mail.To.Name == "ann" && mail.Game != nil {
				link = mail.ListUnsubscribe
			}
		}
		a := m.call("POST", "/unsubscribe/"+link).form("List-Unsubscribe=One-Click").accept(accept).do().want(200)
		a.contains("no more mail about game " + m.id)
		if me := decoded[Me](m.call("GET", "/v1/me").as(m.ann).do().want(200)); me.Games[m.id] != Off {
			t.Errorf("Accept: %s: settings %+v", accept, me.Games)
		}
		form := "--b\r\nContent-Disposition: form-data; name=\"List-Unsubscribe\"\r\n\r\nOne-Click\r\n--b--\r\n"
		m.call("POST", "/unsubscribe/"+link).text(form).with("Content-Type", "multipart/form-data; boundary=b").
			accept(accept).do().want(200)
		m.call("POST", "/unsubscribe/"+link+"x").form("List-Unsubscribe=One-Click").accept(accept).do().want(404)
	}
}
