package api

import (
	"slices"
	"strings"
	"testing"
	"time"

	"turnpost/rules/rulestest/sample"
)

func TestAway(t *testing.T) {
	m := newMatch(t) // Friday 20 November 2026, 12:00 UTC; the players are in Warsaw
	put := func(body string) httpResponse { return m.call("PUT", "/v1/me/away").as(m.ann).json(body).do() }
	if me := decoded[Me](m.call("GET", "/v1/me").as(m.ann).do().want(200)); me.Away != nil {
		t.Errorf("away %+v", me.Away)
	}
	planned := decoded[Away](put(`{"from":"2026-11-21","until":"2026-11-22"}`).want(200))
	if !planned.From.Equal(time.Date(2026, 11, 20, 23, 0, 0, 0, time.UTC)) ||
		planned.Until.Sub(planned.From) != 48*time.Hour {
		t.Errorf("planned %+v", planned)
	}
	if me := decoded[Me](m.call("GET", "/v1/me").as(m.ann).do().want(200)); me.Away == nil ||
		!me.Away.Until.Equal(planned.Until) {
		t.Errorf("away %+v", me.Away)
	}
	if planned.Replaces != nil {
		t.Errorf("it replaces %+v", planned.Replaces)
	}
	same, longer := `{"from":"2026-11-21","until":"2026-11-22"}`, `{"from":"2026-11-21","until":"2026-11-23"}`
	if again := decoded[Away](put(same).want(200)); again.Replaces != nil {
		t.Errorf("the same days replace %+v", again.Replaces)
	}
	if more := decoded[Away](put(longer).want(200)); more.Replaces == nil || !more.Replaces.Until.Equal(planned.Until) {
		t.Errorf("it replaces %+v", more.Replaces)
	}
	m.call("PUT", "/v1/me/away").as(m.ann).accept("text/plain").form(same).do().want(200).
		contains("It takes the place of your vacation from Sat 21 Nov until the end of Mon 23 Nov.\n28 days")
	path := "/v1/games/" + m.id
	before := m.call("GET", path).do().want(200)
	if g := decoded[Game](before); g.Players[0].Away != nil ||
		!g.Deadline.Equal(time.Date(2026, 11, 25, 12, 0, 0, 0, time.UTC)) {
		t.Errorf("game %+v", g)
	}
	m.Mails()
	m.keepClocks(12 * time.Hour)
	now := m.call("GET", path).with("If-None-Match", before.header.Get("ETag")).do().want(200)
	if g := decoded[Game](now); g.Players[0].Away == nil || !g.Players[0].Away.Equal(planned.Until) ||
		g.Players[1].Away != nil || g.TimeLeft["attackers"] != 61*3600 {
		t.Errorf("game %+v", g)
	}
	m.call("GET", path).as(m.bob).accept("text/plain").do().want(200).
		contains("ann (Attackers) is away until the end of Sun 22 Nov; their clock stands still.")
	m.call("DELETE", "/v1/me/away").as(m.ann).do().want(204)
	m.call("DELETE", "/v1/me/away").as(m.ann).do().problem(409, "conflict")
	if g := decoded[Game](m.call("GET", path).do().want(200)); g.Players[0].Away != nil ||
		g.TimeLeft["attackers"] != 61*3600 {
		t.Errorf("game %+v", g)
	}
	if me := decoded[Me](m.call("GET", "/v1/me").as(m.ann).do().want(200)); me.Away != nil {
		t.Errorf("away %+v", me.Away)
	}
}

// Daylight saving time begins in Warsaw on 28 March 2027: the midnight before is CET, the midnight after CEST.
func TestAwayOverTheStartOfSummerTime(t *testing.T) {
	sample.Whole(t, "tries a rare case")
	w := newWorld(t)
	w.Clock.Advance(time.Date(2027, 3, 26, 12, 0, 0, 0, time.UTC).Sub(w.Clock.Now()))
	m := &match{world: w, ann: w.player("ann"), bob: w.player("bob")}
	m.id = w.game(m.ann, m.bob, "bob").ID
	m.Mails()
	put := m.call("PUT", "/v1/me/away").as(m.ann).accept("text/plain").form(`{"from":"2027-03-28","until":"2027-03-28"}`).
		do().want(200)
	first, next, _ := strings.Cut(put.body, "\n\n")
	if first != "Your clocks stand still from Sun 28 Mar until the end of Sun 28 Mar. "+
		"You may play all the same.\n29 days of vacation are left this year." ||
		!strings.Contains(next, "/inbox") {
		t.Errorf("the text is %q", put.body)
	}
	me := decoded[Me](m.call("GET", "/v1/me").as(m.ann).do().want(200))
	if me.Away.Until.Sub(me.Away.From) != 23*time.Hour {
		t.Errorf("a day of %v", me.Away.Until.Sub(me.Away.From))
	}
	// 72 hours from Friday 13:00 CET, and the 23 hours of that Sunday.
	m.call("GET", "/v1/games/"+m.id).as(m.ann).accept("text/plain").do().want(200).
		contains("It is your turn (Attackers), due Tue 30 Mar 13:00 CEST; " +
			"3 days on your clock, which stands still at times until then.")
	m.call("GET", "/v1/games/"+m.id+"/log").as(m.bob).accept("text/plain").do().want(200).contains(
		"Fri 26 Mar 13:00 CET · after turn 0 · ann (Attackers) takes a vacation " +
			"from Sun 28 Mar until the end of Sun 28 Mar; " +
			"in that time their clock stands still.\n")
	m.Clock.Advance(37 * time.Hour) // Sunday 01:00 UTC: clocks change from 2:00 to 3:00
	m.call("GET", "/v1/inbox").as(m.ann).accept("text/plain").do().want(200).
		contains("due Tue 30 Mar 13:00 CEST (37 hours left)")
	mails := m.Mails()
	if len(mails) != 1 || mails[0].Kind != "away" || mails[0].To.Name != "bob" || !mails[0].Away.From.Equal(me.Away.From) {
		t.Errorf("mails %+v", mails)
	}
}

func TestAwayBadInput(t *testing.T) {
	m := newMatch(t)
	before := m.state()
	for name, c := range map[string]struct{ body, field string }{
		"cut":              {`{"from":"2026-12-01"`, ""},
		"a missing day":    {`{"from":"2026-12-01"}`, ""},
		"a wrong type":     {`{"from":1,"until":2}`, ""},
		"an unknown field": {`{"from":"2026-12-01","until":"2026-12-02","days":2}`, ""},
		"null":             {`null`, ""},
		"no day":           {`{"from":"tomorrow","until":"2026-12-02"}`, "from"},
		"an instant":       {`{"from":"2026-12-01","until":"2026-12-02T00:00:00Z"}`, "until"},
		"no such day":      {`{"from":"2026-12-01","until":"2027-02-29"}`, "until"},
		"backwards":        {`{"from":"2026-12-02","until":"2026-12-01"}`, "until"},
		"the past":         {`{"from":"2026-11-18","until":"2026-11-25"}`, "from"},
		"over":             {`{"from":"2026-11-01","until":"2026-11-02"}`, "until"},
		"too far":          {`{"from":"2028-06-01","until":"2028-06-02"}`, "from"},
		"31 days":          {`{"from":"2027-01-01","until":"2027-01-31"}`, "until"},
		"a thousand years": {`{"from":"2026-12-01","until":"3026-12-01"}`, "until"},
		"a long day":       {`{"from":"` + strings.Repeat("1", 41) + `","until":"2026-12-01"}`, ""},
	} {
		t.Run(name, func(t *testing.T) {
			a := m.call("PUT", "/v1/me/away").as(m.ann).json(c.body)
			a.w.t = t
			if p := a.do().problem(400, "invalid"); c.field != "" && p.Field != c.field {
				t.Errorf("field %q", p.Field)
			}
		})
	}
	m.t = t
	m.call("PUT", "/v1/me/away").json(`{"from":"2026-12-01","until":"2026-12-02"}`).do().problem(401, "unauthorized")
	m.call("DELETE", "/v1/me/away").do().problem(401, "unauthorized")
	m.call("DELETE", "/v1/me/away").as(m.ann).do().problem(409, "conflict")
	m.call("DELETE", "/v1/me/away").as(m.ann).json(`{}`).do().problem(400, "invalid")
	if after := m.state(); after != before {
		t.Errorf("something changed:\n%s\n%s", before, after)
	}
}

func TestReminders(t *testing.T) {
	m := newMatch(t)
	patch := func(body string) httpResponse { return m.call("PATCH", "/v1/me").as(m.ann).json(body).do() }
	before := m.state()
	for _, bad := range []string{
		`{"reminders":["0%"]}`, `{"reminders":["100%"]}`, `{"reminders":["noon"]}`, `{"reminders":["61d"]}`,
		`{"reminders":"3h"}`,
		`{"reminders":["1h","2h","3h","4h","5h","6h"]}`, `{"reminders":[3]}`, `{"reminder":["3h"]}`, `{"reminders":[""]}`,
	} {
		patch(bad).problem(400, "invalid")
	}
	if after := m.state(); after != before {
		t.Errorf("something changed:\n%s\n%s", before, after)
	}
	set := decoded[Me](patch(`{"reminders":["50%","3h"]}`).want(200))
	kept := decoded[Me](patch(`{"mail":{"offer":"off"}}`).want(200))
	if want := []string{"50%", "3h"}; !slices.Equal(set.Reminders, want) || !slices.Equal(kept.Reminders, want) {
		t.Errorf("reminders %v, then %v", set.Reminders, kept.Reminders)
	}
	none := patch(`{"reminders":[]}`).want(200)
	none.contains(`"reminders":[]`)
}
