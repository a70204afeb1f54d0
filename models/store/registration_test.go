package store

import (
	"context"
	"fmt"
	"testing"
	"time"

	"turnpost/models"
	"turnpost/models/account"
	"turnpost/models/secrets"
	"turnpost/rules/rulestest/sample"
)

// asking is a caller without an account, with a network and an optional secret of a code request.
type asking models.Asker

func (a asking) context(t *testing.T) context.Context {
	return account.WithAsker(t.Context(), models.Asker(a))
}

// register registers x@example.org.
func (a asking) register(w *world, name, zone string) {
	w.t.Helper()
	if err := w.Register(a.context(w.t), account.NewPlayer{
		Name: name, Email: "x@example.org",
		TimeZone: zone,
	}); err != nil {
		w.t.Fatal(err)
	}
}

// signsInAs exchanges a code for x@example.org.
func (a asking) signsInAs(w *world, code, name, zone string) {
	w.t.Helper()
	_, p, err := w.SignIn(a.context(w.t), "x@example.org", code, account.NewToken{})
	if err != nil {
		w.t.Fatal(err)
	}
	if p.Name != name || p.TimeZone.String() != zone {
		w.t.Errorf("the account is %s in %s, not %s in %s", p.Name, p.TimeZone, name, zone)
	}
}

// Registrations of the same address by others, earlier or later, do not change a pending registration.
func TestARegistrationBelongsToItsRequest(t *testing.T) {
	sample.Whole(t, "registers many times")
	const annsZone, evesZone = "Europe/Warsaw", "Pacific/Auckland"
	ann, eve := asking{Network: "192.0.2.1", Request: secrets.NewRequest()}, asking{
		Network: "198.51.100.9",
		Request: secrets.NewRequest(),
	}
	curl := asking{Network: "192.0.2.1"} // ann, without a secret
	phone := asking{Network: "203.0.113.5"}
	neighbour := asking{Network: "192.0.2.1", Request: secrets.NewRequest()} // eve in ann's network
	for name, c := range map[string]struct {
		before, after *asking // who else registers the address before and after ann's mail is composed
		first         bool    // before ann does
		by            asking
		want          string
	}{
		"nobody else":                       {by: curl, want: "ann"},
		"later":                             {after: &eve, by: ann, want: "ann"},
		"later, by curl":                    {after: &eve, by: curl, want: "ann"},
		"later, from elsewhere":             {after: &eve, by: phone, want: "ann"},
		"later in the same network":         {after: &neighbour, by: ann, want: "ann"},
		"later, same network, by curl":      {after: &neighbour, by: curl, want: "ann"},
		"before the mail":                   {before: &eve, by: ann, want: "ann"},
		"before the mail, by curl":          {before: &eve, by: curl, want: "ann"},
		"before the mail, same network":     {before: &neighbour, by: ann, want: "ann"},
		"first":                             {before: &eve, first: true, by: ann, want: "ann"},
		"first, by curl":                    {before: &eve, first: true, by: curl, want: "ann"},
		"first in the same network":         {before: &neighbour, first: true, by: ann, want: "ann"},
		"first and last":                    {before: &eve, after: &eve, first: true, by: ann, want: "ann"},
		"the mail is for eve, traded there": {before: &eve, first: true, by: eve, want: "eve"},
	} {
		t.Run(name, func(t *testing.T) {
			w := newWorld(t)
			if c.before != nil && c.first {
				c.before.register(w, "eve", evesZone)
			}
			ann.register(w, "ann", annsZone)
			if c.before != nil && !c.first {
				c.before.register(w, "eve", evesZone)
			}
			code := w.code("x@example.org")
			if c.after != nil {
				later := asking{Network: c.after.Network, Request: secrets.NewRequest()}
				later.register(w, "eve", evesZone)
			}
			c.by.signsInAs(w, code, c.want, map[string]string{"ann": annsZone, "eve": evesZone}[c.want])
		})
	}
}

// The mail with a code names the registration that the code is for.
func TestTheMailNamesItsRegistration(t *testing.T) {
	w := newWorld(t)
	asking{Network: "192.0.2.1"}.register(w, "ann", "UTC")
	asking{Network: "198.51.100.9"}.register(w, "eve", "UTC")
	if mails := kinds(w.deliver()); mails != "code:ann " {
		t.Fatalf("mailed %s", mails)
	}
	w.pass(time.Hour)
	again := asking{Network: "192.0.2.1"}
	if err := w.RequestCode(again.context(t), "x@example.org"); err != nil {
		t.Fatal(err)
	}
	if mails := kinds(w.deliver()); mails != "code:ann " {
		t.Errorf("mailed %s", mails)
	}
}

// A player whose name was taken meanwhile registers again with another one; the code stays valid.
func TestANewNameWithTheSameCode(t *testing.T) {
	w := newWorld(t)
	curl := asking{Network: "192.0.2.1"}
	curl.register(w, "bob", "UTC")
	code := w.code("x@example.org")
	w.player("bob")
	_, _, err := w.SignIn(curl.context(t), "x@example.org", code, account.NewToken{})
	wantCode(t, err, models.CodeNameTaken)
	curl.register(w, "bobby", "UTC")
	curl.signsInAs(w, code, "bobby", "UTC")
}

// The pending registrations of one address are limited, however many strangers register it, and its owner's is kept.
func TestRegistrationsOfOneAddressAreBounded(t *testing.T) {
	sample.Whole(t, "registers up to a limit")
	w := newWorld(t)
	ann := asking{Network: "192.0.2.1", Request: secrets.NewRequest()}
	asking{Network: "203.0.113.5"}.register(w, "first", "UTC")
	code := w.code("x@example.org")
	ann.register(w, "ann", "UTC")
	for i := range 3 * account.MaxRegistrations {
		one := asking{Network: "198.51.100.9", Request: secrets.NewRequest()} // one network can fill it
		one.register(w, fmt.Sprintf("eve-%d", i), "UTC")
	}
	for i := range account.MaxRegistrations / 2 {
		asking{Network: fmt.Sprintf("198.18.%d.1", i), Request: secrets.NewRequest()}.register(w,
			fmt.Sprintf("mallory-%d", i), "UTC")
	}
	var waiting int64
	if err := w.Read(t.Context()).Table("registrations").Count(&waiting).Error; err != nil {
		t.Fatal(err)
	}
	if waiting > account.MaxRegistrations+1 { // and the one that the mail was about
		t.Errorf("%d registrations wait", waiting)
	}
	ann.signsInAs(w, code, "ann", "UTC")
	if err := w.Read(t.Context()).Table("registrations").Count(&waiting).Error; err != nil || waiting != 0 {
		t.Errorf("%d registrations wait for an address with an account, %v", waiting, err)
	}
}

// The mail to an address that registered by mail names the account that it asked for, though somebody has asked for
// another one since.
func TestMailNamesItsRegistration(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	if err := w.RegisterByMail(t.Context(), "x@example.org", "ann", ""); err != nil {
		t.Fatal(err)
	}
	asking{}.register(w, "eve", "UTC")
	if got := kinds(w.deliver()); got != "code:ann " {
		t.Errorf("mailed %s", got)
	}
}
