package api

import "testing"

func TestMailSettings(t *testing.T) {
	w := newWorld(t)
	ann := w.player("ann")
	patch := func(body string) httpResponse { return w.call("PATCH", "/v1/me").as(ann).json(body).do() }
	if me := decoded[Me](w.call("GET", "/v1/me").as(ann).do().want(200)); me.DigestHour != 8 || me.Quiet != nil {
		t.Errorf("at first %+v", me)
	}
	me := decoded[Me](patch(`{"mail":{"your_turn":"digest"},"games":{"k7m2q9xr":"digest"},"digest_hour":0,
		"quiet":{"from":"22:00","until":"07:00"}}`).want(200))
	if me.Mail["your_turn"] != Digest || me.Games["k7m2q9xr"] != Digest || me.DigestHour != 0 || me.Quiet == nil ||
		*me.Quiet != (QuietHours{From: "22:00", Until: "07:00"}) {
		t.Errorf("changed to %+v", me)
	}
	for body, field := range map[string]string{
		`{"digest_hour":24}`:                         "digest_hour",
		`{"digest_hour":-1}`:                         "digest_hour",
		`{"quiet":{"from":"22:00","until":"22:00"}}`: "quiet.until",
		`{"quiet":{"from":"25:00","until":"07:00"}}`: "quiet.from",
		`{"quiet":{"from":"22:00","until":"seven"}}`: "quiet.until",
		`{"quiet":{"from":"22:00","until":"7:00"}}`:  "quiet.until",
		`{"mail":{"test":"digest"}}`:                 "mail.test",
		`{"mail":{"digest":"off"}}`:                  "mail.digest",
	} {
		if p := patch(body).problem(400, "invalid"); p.Field != field {
			t.Errorf("%s: field %q", body, p.Field)
		}
	}
	for _, body := range []string{
		`{"digest_hour":"eight"}`, `{"digest_hour":8.5}`, `{"quiet":"22:00-07:00"}`, `{"quiet":{"from":"22:00"}}`,
		`{"quiet":{"from":22,"until":7}}`,
		`{"quiet":{"from":"22:00","until":"07:00","zone":"UTC"}}`, `{"quiet":[]}`, `{"mail":{"your_turn":"daily"}}`,
		`{"quiet"`,
	} {
		patch(body).problem(400, "invalid")
	}
	kept := decoded[Me](patch(`{"locale":"en"}`).want(200))
	if kept.DigestHour != 0 || kept.Quiet == nil || kept.Mail["your_turn"] != Digest {
		t.Errorf("after refusals and another change %+v", kept)
	}
	if me := decoded[Me](patch(`{"quiet":null,"digest_hour":23}`).want(200)); me.Quiet != nil || me.DigestHour != 23 {
		t.Errorf("without quiet hours %+v", me)
	}
}

func TestHeldNoticeIsInTheLedger(t *testing.T) {
	w := newWorld(t)
	ann, bob := w.player("ann"), w.player("bob")
	w.call("PATCH", "/v1/me").as(bob).json(`{"mail":{"challenge":"digest"}}`).do().want(200)
	w.call("POST", "/v1/challenges").as(ann).json(`{"ruleset":"hnefatafl","opponent":"bob"}`).do().want(201)
	list := decoded[NoticeList](w.call("GET", "/v1/me/notices?limit=1").as(bob).do().want(200))
	if n := list.Notices[0]; n.Kind != "challenge" || n.Status != NoticeStatus("queued") || !n.DueAt.After(n.CreatedAt) ||
		n.NextAt == nil || !n.NextAt.Equal(n.DueAt) {
		t.Errorf("the ledger says %+v", n)
	}
	w.call("PATCH", "/v1/me").as(bob).json(`{"mail":{"challenge":"instant"}}`).do().want(200)
	if mails := w.Mails(); len(mails) != 1 || mails[0].Challenge == nil {
		t.Errorf("%d mails", len(mails))
	}
}
