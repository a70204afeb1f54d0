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

// A field that is given twice is named, also if it is a part of an object; a list is not.
func TestFormFieldsGivenTwice(t *testing.T) {
	w := newWorld(t)
	ann := w.player("ann")
	a := w.call("PATCH", "/v1/me").as(ann).form("days_off=sat&days_off=sun&mail.your_turn=off&mail.your_turn=digest").do()
	if p := a.problem(400, "invalid"); p.Field != "mail.your_turn" || !strings.Contains(p.Detail, "2 times") {
		t.Errorf("%+v", p)
	}
}

// A form by curl -d, which escapes nothing, is read as a form or refused as one. It is never taken for the text of a
// message or a turn.
func TestFormsWithoutEscapes(t *testing.T) {
	m := newMatch(t)
	messages := "/v1/games/" + m.id + "/messages"
	for form, text := range map[string]string{
		"text=I am 100% sure":    "I am 100% sure",
		"text=%zz 50%":           "%zz 50%",
		"text=Well; thanks":      "Well; thanks",
		"text=1+1=2":             "1+1=2",
		"text=1+1":               "1 1", // as a program escapes spaces
		"text=1+1%3D2":           "1 1=2",
		"text=C++ is hard":       "C++ is hard",
		"text=100%25 of a%26b":   "100% of a&b",
		"1%2B1=2; 100% of a & b": "1%2B1=2; 100% of a & b", // no form: it begins with no field
	} {
		said := decoded[Message](m.call("POST", messages).as(m.ann).form(form).accept(typeJSON).do().want(201))
		if said.Text != text {
			t.Errorf("%q says %q, want %q", form, said.Text, text)
		}
	}
	for form, detail := range map[string]string{"text=Rock & roll": "roll", "text=a&text=b": "2 times"} {
		a := m.call("POST", messages).as(m.ann).form(form).do()
		a.problem(400, "invalid")
		a.contains(detail)
	}
	for form, detail := range map[string]string{
		"turn=d1-c1&mesage=hi": "mesage", "turn=d1-c1&turn=d1-e1": "2 times", "message=hi": "turn",
	} {
		a := m.call("POST", m.turns()).as(m.ann).form(form).do()
		a.problem(400, "invalid")
		a.contains(detail)
	}
	m.call("POST", m.turns()).as(m.ann).form("turn=d1-c1&message=100% sure; bye").do().want(201)
	m.call("POST", "/v1/challenges").as(m.ann).form("ruleset=hnefatafl&message=100% sure; bye").do().want(201)
	m.call("PUT", "/v1/games/"+m.id+"/notes").as(m.ann).form("text=Watch d1").accept(typeJSON).do().want(200).
		contains(`"text":"Watch d1"`)
	ladder := decoded[EventDetails](m.call("POST", "/v1/events").as(m.ann).form("ruleset=hnefatafl&kind=ladder").
		accept(typeJSON).do().want(201))
	for _, token := range []string{m.ann, m.bob} {
		m.call("POST", "/v1/events/"+ladder.ID+"/join").as(token).do().want(200)
	}
	m.call("POST", "/v1/events/"+ladder.ID+"/challenge").as(m.bob).form("opponent=ann").do().want(201)
}

// What has a plus sign by nature can be sent by curl -d: addresses, paces, time zones, instants.
func TestPlusSignsInForms(t *testing.T) {
	w := newWorld(t)
	ann := w.player("ann")
	w.call("POST", "/v1/players").curl("name=newbie&email=new+games@example.org").do().want(202).contains("new+games@")
	w.call("POST", "/v1/codes").curl("email=new+games@example.org").do().want(202).contains("new+games@")
	w.call("PATCH", "/v1/me").as(ann).curl("time_zone=Etc/GMT+5").do().want(200).contains("Etc/GMT+5")
	for _, p := range []string{"14d+1d", "14d+1d/21d", "14d%2B1d"} {
		w.call("POST", "/v1/challenges").as(ann).curl("ruleset=hnefatafl&pace=" + p).do().want(201).contains("14d+1d")
	}
}
