package pages_test

import (
	"strings"
	"testing"
	"time"

	"turnpost/models"
	"turnpost/models/account"
	"turnpost/models/notice"
	"turnpost/rules/rulestest/sample"
)

// The confirmation or refusal of a form of the settings appears in its section.
func TestSettingsAnswerInTheirSection(t *testing.T) {
	m := newMatch(t, "hnefatafl", "7x7")
	said := func(p *page, section, text string) {
		t.Helper()
		_, after, found := strings.Cut(p.body, `id="`+section+`"`)
		if end := strings.Index(after, `class="card"`); end >= 0 {
			after = after[:end]
		}
		if !found || !strings.Contains(after, text) {
			t.Errorf("%s does not say %q in %s:\n%s", p.at, text, section, after)
		}
	}
	said(m.ann.post("/settings/mail", "digest", "9").want(200), "mail", "Saved.")
	said(m.ann.get("/settings").want(200), "mail", `<option value="first" selected>the first three times</option>`)
	m.ann.post("/settings/mail", "digest", "9", "confirm_turns", "never").want(200)
	said(m.ann.get("/settings").want(200), "mail", `<option value="never" selected>never</option>`)
	said(m.ann.post("/settings/block", "name", "bob").want(200), "blocks", "Blocked.")
	said(m.ann.post("/settings/profile", "name", "ann", "zone", "Atlantis").want(400), "profile", "Atlantis")
	said(m.ann.post("/settings/days-off", "day", "sat", "day", "sun", "auto_vacation", "yes").want(200), "days-off",
		"Saved.")
	said(m.ann.get("/settings").want(200), "days-off", `value="sun" checked>Sunday`)
	said(m.ann.get("/settings").want(200), "days-off", `name="auto_vacation" value="yes" checked`)
	three := m.ann.post("/settings/days-off", "day", "fri", "day", "sat", "day", "sun").want(400)
	said(three, "days-off", "at most 2 different weekdays")
	said(three, "days-off", `value="fri" checked`)
	saved := m.ann.get("/settings?in=nowhere&done=saved").want(200, "Saved.")
	if saved.header.Get("Cache-Control") != "no-store" {
		t.Errorf("a browser may keep them: %v", saved.header)
	}
}

// A session is stored with facts about the browser, and described when it is shown.
func TestSessionsAreNamedWhenShown(t *testing.T) {
	m := newMatch(t, "hnefatafl", "7x7")
	for agent, want := range map[string]string{
		"Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0": "Firefox on Linux",
		"Mozilla/5.0 Firefox/140.0": "Firefox",
		"odd":                       "Browser",
	} {
		v := m.visitor()
		m.Clock.Advance(6 * 60 * 1e9)
		v.post("/sign-in/code", "email", "ann@example.org").want(200)
		v.postAs(agent, "/sign-in", "email", "ann@example.org", "code", m.Code("ann@example.org")).want(200)
		p := v.get("/settings").want(200, want)
		if strings.Contains(p.text(), "Firefox/") {
			t.Errorf("%s is shown as it is kept", agent)
		}
	}
	if !strings.Contains(m.Dump(), "Firefox/Linux") {
		t.Error("a session is kept in other words than those of no language")
	}
}

// Every page shows that mail is paused, with a button that resumes it.
func TestPausedMailIsResumedByOneTap(t *testing.T) {
	sample.Whole(t, "tries a rare case")
	m := newMatch(t, "hnefatafl", "7x7")
	if err := m.RecordComplaint(t.Context(), m.players[0].ID, ""); err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{"/inbox", "/settings", "/", "/g/" + m.game.ID, "/nowhere"} {
		p := m.ann.get(path)
		if !strings.Contains(p.text(), "reported as spam") || !strings.Contains(p.body, `action="/settings/resume-mail"`) {
			t.Errorf("%s does not say that mail is paused:\n%s", path, p.body)
		}
	}
	done := m.ann.post("/settings/resume-mail").want(200, "Mail is sent to you again.")
	for _, p := range []*page{done, m.bob.get("/inbox")} {
		if strings.Contains(p.text(), "reported as spam") {
			t.Errorf("%s says that mail is paused", p.at)
		}
	}
	if p, _, err := m.PlayerByName(t.Context(), "ann"); err != nil || p.Failing != nil {
		t.Errorf("%+v, %v", p.Failing, err)
	}
}

// A player whose provider refuses this server's mail reads so in the inbox and the settings, for a week.
func TestRefusedMailIsToldOnPages(t *testing.T) {
	m := newMatch(t, "hnefatafl", "7x7")
	err := m.RecordBounce(t.Context(), m.players[0].ID, account.BounceReputation, "550 5.7.1 <blocked> by a list")
	if err != nil {
		t.Fatal(err)
	}
	told := "refuses our mail: 550 5.7.1 <blocked> by a list."
	m.ann.get("/inbox").want(200, told)
	m.ann.get("/settings").want(200, told)
	for _, p := range []*page{m.ann.get("/play"), m.bob.get("/inbox")} {
		if strings.Contains(p.text(), told) {
			t.Errorf("%s tells it", p.at)
		}
	}
	m.Clock.Advance(account.RefusedFor + time.Hour)
	if p := m.ann.get("/inbox"); strings.Contains(p.text(), told) {
		t.Error("it is told after a week")
	}
}

// One choice decides about all mail, but for the kinds that have another.
func TestMailBySettingOneChoice(t *testing.T) {
	m := newMatch(t, "hnefatafl", "7x7")
	stored := func() map[models.Kind]models.Delivery {
		p, _, err := m.PlayerByName(t.Context(), "ann")
		if err != nil {
			t.Fatal(err)
		}
		return p.Settings.Mail
	}
	m.ann.post("/settings/mail", "mail", "digest", "mail.message", "off", "mail.reminder", "").want(200, "Saved.")
	for _, kind := range notice.MailKinds() {
		want := models.Digest
		if kind == models.KindMessage {
			want = models.Off
		}
		if got := stored()[kind]; kind.MayBeOff() && got != want {
			t.Errorf("%s: %s", kind, got)
		}
	}
	form := m.ann.get("/settings").want(200)
	for name, want := range map[string]string{"mail": "digest", "mail.message": "off", "mail.reminder": ""} {
		chosen := ""
		for option := range form.find("select", "name", name)[0].ChildNodes() {
			if _, is := attr(option, "selected"); is {
				chosen, _ = attr(option, "value")
			}
		}
		if chosen != want {
			t.Errorf("%s is %q, not %q", name, chosen, want)
		}
	}
	m.ann.post("/settings/mail", "mail", "instant", "mail.message", "").want(200, "Saved.")
	if got := stored()[models.KindMessage]; got != models.Instant {
		t.Errorf("%s", got)
	}
	m.ann.post("/settings/mail", "mail", "sometimes").want(400)
}

// Who says that a program plays is called so on every page, in the mails of the opponent too.
func TestABotIsCalledOne(t *testing.T) {
	m := newMatch(t, "hnefatafl", "7x7")
	refused := m.ann.post("/settings/profile", "name", "ann", "zone", "UTC", "bot", "yes").want(409)
	refused.want(409, "only before its first rated game")
	eve := m.visitor().signIn(m.SignUp("eve"))
	eve.post("/settings/profile", "name", "eve", "zone", "UTC", "bot", "yes").want(200, "Saved.")
	shown := eve.get("/settings").want(200, "eve[bot]")
	for _, field := range []string{`name="bot" value="yes" checked`, `name="name" value="eve"`} {
		if !strings.Contains(shown.body, field) {
			t.Errorf("the settings lack %s", field)
		}
	}
	for _, path := range []string{"/p/eve", "/p/eve[bot]", "/p/eve%5Bbot%5D"} {
		m.bob.get(path).want(200, "eve[bot]", "Games with it are not rated")
	}
	m.bob.get("/players").want(200, "eve[bot]")
}
