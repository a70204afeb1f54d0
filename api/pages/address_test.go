package pages_test

import (
	"strings"
	"testing"
	"time"

	"turnpost/models"
	"turnpost/models/account"
	"turnpost/rules/rulestest/sample"
)

// undoLink is the path of the link that undoes a change, in the mail about it to an address.
func (m *match) undoLink(address string, state models.AddressState) string {
	m.t.Helper()
	for _, mail := range m.Mails() {
		if mail.To.Email == address && mail.Address.State == state && mail.Address.Link != "" {
			return "/address/" + mail.Address.Link
		}
	}
	m.t.Fatalf("no mail to %s about a change that is %s", address, state)
	return ""
}

// changeAddress gives ann another address by the forms of the settings, and returns the path that undoes it.
func (m *match) changeAddress(address string) (undo string) {
	m.t.Helper()
	m.ann.post("/settings/address", "action", "ask", "email", address).want(200, address)
	code := m.Code(address)
	m.ann.post("/settings/address", "action", "code", "code", code[:4]+" "+code[4:]).want(200, address)
	return m.undoLink("ann@example.org", account.AddressChanged)
}

// The settings ask for another address, take the code that was mailed there, and withdraw what was asked for.
func TestAddressIsChangedInTheSettings(t *testing.T) {
	m := newMatch(t, "hnefatafl", "7x7")
	settings := m.ann.get("/settings").want(200, "ann@example.org")
	if !strings.Contains(settings.body, `value="ask"`) || strings.Contains(settings.body, `value="code"`) {
		t.Errorf("the form asks for no address:\n%s", settings.body)
	}
	refused := m.ann.post("/settings/address", "action", "ask", "email", "no address").want(400)
	if !strings.Contains(refused.body, `value="no address"`) {
		t.Errorf("what was written is gone:\n%s", refused.body)
	}
	m.ann.post("/settings/address", "action", "code", "code", "12345678").want(409)
	asked := m.ann.post("/settings/address", "action", "ask", "email", " anna@example.com ").want(200, "anna@example.com")
	if !strings.Contains(asked.body, `value="code"`) || !strings.Contains(asked.body, `value="withdraw"`) {
		t.Errorf("the page takes no code:\n%s", asked.body)
	}
	withdrawn := m.Code("anna@example.com")
	m.ann.post("/settings/address", "action", "withdraw").want(200)
	m.ann.post("/settings/address", "action", "code", "code", withdrawn).want(409)
	if p := m.ann.get("/settings"); strings.Contains(p.text(), "anna@example.com") {
		t.Errorf("what was withdrawn is shown:\n%s", p.text())
	}
	m.Clock.Advance(time.Hour) // codes are mailed now and then only
	m.ann.post("/settings/address", "action", "ask", "email", "anna@example.com").want(200)
	code := m.Code("anna@example.com")
	m.ann.post("/settings/address", "action", "code", "code", "00000000").want(422)
	done := m.ann.post("/settings/address", "action", "code", "code", code).want(200, "anna@example.com")
	if strings.Contains(done.text(), "ann@example.org") {
		t.Errorf("the page shows the address before:\n%s", done.text())
	}
	m.visitor().post("/settings/address", "action", "ask", "email", "eve@evil.example").want(401)
	m.ann.get("/g/"+m.game.ID).want(200, "ann") // still signed in
}

// The link that the address before gets shows what it undoes, changes nothing by being looked at, and gives the account
// back by one tap, without a session.
func TestTheAddressBeforeUndoesAChangeByItsPage(t *testing.T) {
	sample.Whole(t, "tries a rare case")
	m := newMatch(t, "hnefatafl", "7x7")
	undo := m.changeAddress("eve@evil.example")
	before := m.Dump()
	v := m.visitor()
	shown := v.get(undo).want(200, "ann", "e…@evil.example")
	v.send("HEAD", undo, "", "").want(200)
	if m.Dump() != before {
		t.Error("looking at the page has changed something")
	}
	if strings.Contains(shown.text(), "eve@") || shown.header.Get("Cache-Control") != "no-store" ||
		len(v.client.Jar.Cookies(shown.at)) > 0 || !strings.Contains(shown.body, "noindex") {
		t.Errorf("%v\n%s", shown.header, shown.body)
	}
	v.post(undo).want(200, "ann")
	if p, _, err := m.PlayerByName(t.Context(), "ann"); err != nil || p.Email != "ann@example.org" {
		t.Errorf("%+v, %v", p.Email, err)
	}
	if p := m.ann.get("/settings").want(200, "Sign in"); p.at.Path != "/sign-in" {
		t.Errorf("ann is still signed in: %s", p.at)
	}
	again := v.get(undo).want(200, "ann")
	if strings.Contains(again.body, "<form method=\"post\">") {
		t.Errorf("what is undone can be undone:\n%s", again.body)
	}
	v.post(undo).want(200)
	last := undo[len(undo)-1:]
	forged := undo[:len(undo)-1] + map[bool]string{true: "b", false: "a"}[last == "a"]
	v.get(forged).want(404)
	v.post(forged).want(404)
}

// After the time for it the link of a change is as good as none.
func TestUndoPageEnds(t *testing.T) {
	sample.Whole(t, "tries a rare case")
	m := newMatch(t, "hnefatafl", "7x7")
	undo := m.changeAddress("anna@example.com")
	m.Clock.Advance(account.UndoLife - time.Minute)
	m.visitor().get(undo).want(200, "a…@example.com")
	m.Clock.Advance(2 * time.Minute)
	m.visitor().get(undo).want(404)
	m.visitor().post(undo).want(404)
	if p, _, err := m.PlayerByName(t.Context(), "ann"); err != nil || p.Email != "anna@example.com" {
		t.Errorf("%+v, %v", p.Email, err)
	}
}
