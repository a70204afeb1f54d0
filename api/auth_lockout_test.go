package api

import "testing"

// A player who sends the secret of their code request can sign in, even if others guess from the same address.
func TestARequestHasTriesOfItsOwn(t *testing.T) {
	w := newWorld(t)
	w.player("ann")
	asked := w.call("POST", "/v1/codes").json(`{"email":"ann@example.org"}`).do().want(202)
	request := asked.header.Get(headerSignInRequest)
	if len(request) < 20 {
		t.Fatalf("request %q", request)
	}
	code := w.Code("ann@example.org")
	refused := 0
	for range 60 {
		if w.call("POST", "/v1/tokens").json(`{"email":"ann@example.org","code":"x"}`).do().status == 429 {
			refused++
		}
	}
	if refused == 0 {
		t.Error("guesses are not bounded")
	}
	w.call("POST", "/v1/tokens").json(`{"email":"ann@example.org","code":"` + code + `","request":"` + request + `"}`).
		do().want(201)
}

// The responses about a reserved name are the same for its owner and for others.
func TestReservedNamesTellNothing(t *testing.T) {
	w := newWorld(t)
	ann := w.player("ann")
	w.player("bob")
	w.call("PATCH", "/v1/me").as(ann).json(`{"name":"anna"}`).do().want(200)
	ask := func(email string) httpResponse {
		return w.call("POST", "/v1/players").json(`{"name":"ann","email":"` + email + `"}`).do()
	}
	owner, other, nobody := ask("ann@example.org"), ask("bob@example.org"), ask("nobody@example.org")
	if owner.status != other.status || owner.body != other.body || owner.body != nobody.body {
		t.Errorf("%d %s, %d %s, %d", owner.status, owner.body, other.status, other.body, nobody.status)
	}
}

// Neither a refusal nor a deletion reveals to the inviter who owns an invited address.
func TestInvitedAddressesStayUnnamed(t *testing.T) {
	for _, act := range []string{"decline", "delete"} {
		t.Run(act, func(t *testing.T) {
			w := newWorld(t)
			ann, zoe := w.player("ann"), w.player("zoe")
			c := decoded[Challenge](w.call("POST", "/v1/challenges").as(ann).
				json(`{"ruleset":"hnefatafl","opponent":"zoe@example.org"}`).do().want(201))
			w.Mails()
			if act == "decline" {
				w.call("POST", "/v1/challenges/"+c.ID+"/decline").as(zoe).do().want(200)
			} else {
				w.call("DELETE", "/v1/me").as(zoe).json(`{"confirm":"zoe"}`).do().want(204)
			}
			after := decoded[Challenge](w.call("GET", "/v1/challenges/"+c.ID).as(ann).do().want(200))
			if after.Status != "declined" || after.Opponent != nil {
				t.Errorf("%+v", after)
			}
			for _, l := range w.Mails() {
				if l.Challenge != nil && l.Challenge.Opponent.ID != 0 {
					t.Errorf("the mail names %+v", l.Challenge.Opponent)
				}
			}
		})
	}
}
