package mailer

import (
	"html"
	"strings"
	"testing"
	"time"

	"turnpost/models"
	"turnpost/models/mailbox"
	"turnpost/models/setting"
	"turnpost/rules/rulestest/sample"
)

// settingsMail asks for the settings of ann, and returns the mail with them.
func (m *match) settingsMail() shownMail {
	m.t.Helper()
	m.top(m.mail, "settings")
	m.wantSettled(mailbox.InboundAnswered)
	l := m.next("ann@example.org", "Re: ")
	contains(m.t, l.text, "Your settings", "zone: UTC", "digest hour: 8", "mail your turn: instant")
	return l
}

// edited returns the mail as its program quotes it, with changes made within the quotation.
func edited(l shownMail, changes ...string) shownMail {
	for i := 0; i+1 < len(changes); i += 2 {
		l.text = strings.ReplaceAll(l.text, changes[i], changes[i+1])
		l.html = strings.ReplaceAll(l.html, html.EscapeString(changes[i]), html.EscapeString(changes[i+1]))
	}
	return l
}

func (m *match) settings() map[string]string {
	m.t.Helper()
	list := map[string]string{}
	for _, s := range setting.Of(m.profile("ann"), m.Clock.Now()) {
		list[s.Name] = s.Value
	}
	return list
}

// Every program sends the lines back in its own way: typed above the quotation, below it, or changed within it.
func TestSettingsAreSentBackByEveryProgram(t *testing.T) {
	sample.Whole(t, "replies as every mail program does")
	t.Parallel()
	for _, c := range clients {
		t.Run(c.name, func(t *testing.T) {
			m := newMatch(t)
			l := m.settingsMail()
			m.reply(c, l, "zone: Europe/Berlin\nDigest hour: 20")
			m.wantSettled(mailbox.InboundDone)
			changed := m.next("ann@example.org", "Re: ")
			contains(t, changed.text, "Your settings have changed", "UTC → Europe/Berlin", "8 → 20")
			if got := m.settings(); got["zone"] != "Europe/Berlin" || got["digest hour"] != "20" ||
				got["mail your turn"] != "instant" {
				t.Fatalf("%v", got)
			}
			if c.name == "unquoted" {
				return
			}
			again := edited(changed, "digest hour: 20", "digest hour: 7", "mail reminder: instant", "mail reminder: digest",
				"quiet hours: none", "quiet hours: 22:00 to 07:00")
			m.reply(c, again, "Thank you!")
			m.wantSettled(mailbox.InboundDone)
			contains(t, m.next("ann@example.org", "Re: ").text, "20 → 7", "none → 22:00 to 07:00", "instant → digest")
			if got := m.settings(); got["digest hour"] != "7" || got["mail reminder"] != "digest" ||
				got["quiet hours"] != "22:00 to 07:00" || got["zone"] != "Europe/Berlin" {
				t.Fatalf("%v", got)
			}
		})
	}
}

// A line that is returned unedited changes nothing, even if the setting has been changed elsewhere meanwhile.
func TestOnlyChangedLinesAreApplied(t *testing.T) {
	m := newMatch(t)
	l := m.settingsMail()
	zone := "Asia/Tokyo"
	patch := models.ProfilePatch{Values: models.Values{"time_zone": {zone}}}
	if _, err := m.UpdateProfile(t.Context(), m.ann.ID, patch); err != nil {
		t.Fatal(err)
	}
	m.top(l, "language: de")
	m.wantSettled(mailbox.InboundDone)
	if got := m.settings(); got["zone"] != "Asia/Tokyo" || got["language"] != "de" {
		t.Errorf("%v", got)
	}
	m.top(l, "Thanks, all is well.")
	m.wantSettled(mailbox.InboundAnswered)
}

// One bad line stops all, and each is named with its reason.
func TestBadSettingsChangeNothing(t *testing.T) {
	t.Parallel()
	for _, c := range sample.Every(12, []struct{ name, typed, line, reason string }{
		{"zone", "zone: Europe/Warshaw", "zone: Europe/Warshaw", `"Europe/Warshaw" is no IANA time zone`},
		{"hour", "digest hour: 25", "digest hour: 25", "must be an hour from 0 to 23"},
		{"delivery", "mail your turn: sometimes", "mail your turn: sometimes", "must be instant, digest or off"},
		{"yes or no", "listed: perhaps", "listed: perhaps", "is neither yes nor no"},
		{"hours", "quiet hours: at night", "quiet hours: at night", "is no pair of times"},
		{"empty hours", "quiet hours: 7:00 to 07:00", "quiet hours: 7:00 to 07:00", "the quiet hours end as they begin"},
		{"vacation", "vacation: tomorrow", "vacation: tomorrow", "is no pair of days"},
		{"a vacation in the past", "vacation: 2026-01-01 to 2026-01-05", "vacation: 2026-01-01 to 2026-01-05", "over"},
		{"reminders", "reminders: 50%, soon", "reminders: 50%, soon", `"soon" is neither a share`},
		{"twice", "zone: Asia/Tokyo\nzone: Asia/Seoul", "zone: Asia/Seoul", `another line sets it to "Asia/Tokyo"`},
		{"unknown", "colour: blue", "colour: blue", `"colour" is the name of no setting`},
		{"nearly known", "zoen: Asia/Tokyo", "zoen: Asia/Tokyo", `"zoen" is the name of no setting`},
		{"name", "name: Queen", "name: Queen", "cannot be changed by mail"},
		{"address", "email: eve@evil.example", "email: eve@evil.example", "cannot be changed by mail"},
	}) {
		t.Run(c.name, func(t *testing.T) {
			m := newMatch(t)
			l := m.settingsMail()
			before := m.profile("ann")
			m.top(l, "confirm turns: always\n"+c.typed)
			m.wantSettled(mailbox.InboundRejected)
			answer := m.next("ann@example.org", "Re: ")
			contains(t, answer.text, "Nothing was changed", "> "+c.line, c.reason)
			if after := m.profile("ann"); after.Email != before.Email || m.settings()["confirm turns"] != "never" {
				t.Errorf("%+v", after)
			}
			m.top(answer, "zone: Europe/Paris") // the answer can be answered
			m.wantSettled(mailbox.InboundDone)
			contains(t, m.next("ann@example.org", "Re: ").text, "UTC → Europe/Paris")
		})
	}
}

func TestVacationBySettings(t *testing.T) {
	sample.Whole(t, "tries a rare case")
	m := newMatch(t)
	m.top(m.settingsMail(), "vacation: 2026-12-24 to 2027-01-03\nzone: Europe/Berlin")
	m.wantSettled(mailbox.InboundDone)
	changed := m.next("ann@example.org", "Re: ")
	contains(t, changed.text, "none → 2026-12-24 to 2027-01-03")
	m.next("bob@example.org", "ann will be away")
	m.top(edited(changed, "2026-12-24 to 2027-01-03", "none"), "")
	m.wantSettled(mailbox.InboundDone)
	contains(t, m.next("ann@example.org", "Re: ").text, "2026-12-24 to 2027-01-03 → none")
	if v, away := m.VacationAhead(m.profile("ann")); away {
		t.Errorf("%+v", v)
	}
}

// A mail with settings that came into other hands changes nothing by itself, and is no way to anything else.
func TestSettingsLinkChangesSettingsAlone(t *testing.T) {
	sample.Whole(t, "tries a rare case")
	m := newMatch(t)
	l := m.settingsMail()
	forged := strings.ReplaceAll(string(clients[1].compose(l, "mail your turn: off")),
		"<ann@example.org>", "<eve@evil.example>")
	m.submit("eve@evil.example", l.replyTo, []byte(forged))
	m.wantSettled(mailbox.InboundWrongSender)
	for _, typed := range []string{"d1-d4", "resign now", "name Queen"} {
		m.top(l, typed)
		<-m.settled
		if got := m.profile("ann"); got.Email != "ann@example.org" {
			t.Fatalf("%s: %+v", typed, got)
		}
		if g := m.state(); g.Ply != 0 || g.Status != models.Ongoing {
			t.Fatalf("%s: ply %d, %s", typed, g.Ply, g.Status)
		}
	}
	for _, r := range m.envelopes() {
		if r.to != "ann@example.org" && r.to != "bob@example.org" {
			t.Errorf("a mail went to %s", r.to)
		}
	}
}

func TestSettingsLinksExpire(t *testing.T) {
	sample.Whole(t, "lets weeks pass")
	m := newMatch(t)
	l := m.settingsMail()
	m.Clock.Advance(16 * 24 * time.Hour)
	m.top(l, "zone: Europe/Berlin")
	m.wantSettled(mailbox.InboundAnswered)
	again := m.next("ann@example.org", "Re: ")
	contains(t, again.text, "too old, so nothing was changed", "zone: UTC")
	if got := m.settings(); got["zone"] != "UTC" {
		t.Fatalf("%v", got)
	}
	m.top(again, "zone: Europe/Berlin")
	m.wantSettled(mailbox.InboundDone)
}

func TestSettingsAtTheDesk(t *testing.T) {
	m := newMatch(t)
	m.write("ann@example.org", desk, "settings")
	m.wantSettled(mailbox.InboundAnswered)
	m.top(m.next("ann@example.org", "Your settings"), "game "+m.id+": off")
	m.wantSettled(mailbox.InboundDone)
	contains(t, m.next("ann@example.org", "Re: ").text, "game "+m.id)
	if got := m.profile("ann").Settings.Games[m.id]; got != models.Off {
		t.Errorf("mail about the game is %q", got)
	}
}
