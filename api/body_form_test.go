package api

import (
	"strings"
	"testing"
)

// The text of the settings shows each with the options that set it, and the options do.
func TestSettingsByForm(t *testing.T) {
	m := newMatch(t)
	shown := func(wanted ...string) {
		t.Helper()
		m.call("GET", "/settings").as(m.ann).byCurl().do().want(200).contains(wanted...)
	}
	shown("-d locale=en ", "-d quiet= ", "-d days_off= ", "-d show_rating=yes ", "-d bot=no ",
		"-d mail.your_turn=instant ", "/v1/me/away\n", "/v1/me/webhooks\n", "-d name=NEW_NAME")
	change := func(form string) httpResponse {
		t.Helper()
		return m.call("PATCH", "/v1/me").as(m.ann).curl(form).do()
	}
	change("mail.your_turn=off&mail.away=digest&games." + m.id + "=off&listed=no&reminders=50%25&reminders=3h").want(200).
		contains("/settings\n")
	change("quiet.from=22:00&quiet.until=07:00&days_off=sat&days_off=sun&confirm_turns=never").want(200)
	shown("-d mail.your_turn=off ", "-d mail.away=digest ", "-d mail.message=instant ", "-d games."+m.id+"=off ",
		"-d listed=no ", "--data-urlencode 'reminders=50%' -d reminders=3h ", "-d quiet.from=22:00 -d quiet.until=07:00",
		"-d days_off=sat -d days_off=sun", "-d confirm_turns=never ")
	change("quiet=&days_off=&reminders=&listed=yes").want(200)
	shown("-d quiet= ", "-d days_off= ", "-d reminders= ", "-d listed=yes ")
	for _, bad := range []string{
		"mail.nothing=off", "mail.your_turn=sometimes", "listed=perhaps", "nothing.else=1", "quiet=22",
	} {
		if a := change(bad); a.status != 400 || !strings.Contains(a.body, "[invalid]") {
			t.Errorf("%s: %d %s", bad, a.status, a.body)
		}
	}
}
