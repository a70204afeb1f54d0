package store

import (
	"testing"
	"time"

	"turnpost/models/hook"
	"turnpost/models/mailbox"
)

// A claim whose transaction cannot be committed, for example on a full disk, is none: nobody may act upon it, since
// nothing would keep it from being claimed again at once.
func TestClaimsThatAreNotCommitted(t *testing.T) {
	w := newHookWorld(t, hook.NewHook{})
	_, err := w.ReceiveMail(t.Context(), mailbox.InboundMail{
		Key: []byte("k"), Source: "smtp", From: "ann@example.org", To: "x@games.example", Raw: []byte("\n\ngames"),
	})
	if err != nil {
		t.Fatal(err)
	}
	w.failCommits("notices", "inbound", "hook_deliveries")
	if claims, err := w.ClaimNotices(t.Context(), 10, time.Minute); err == nil || len(claims) > 0 {
		t.Errorf("notices: claimed %+v, %v", claims, err)
	}
	if claims, more, err := w.ClaimHooks(t.Context(), 10, time.Minute); err == nil || len(claims) > 0 || more {
		t.Errorf("deliveries: claimed %+v, %v, %v", claims, more, err)
	}
	if claims, err := w.ClaimInbound(t.Context(), 10, time.Minute); err == nil || len(claims) > 0 {
		t.Errorf("mail to read: claimed %+v, %v", claims, err)
	}
}

// failCommits makes every transaction that leases a row of some tables fail at its commit.
func (w *world) failCommits(tables ...string) {
	w.t.Helper()
	statements := []string{
		"CREATE TABLE nowhere (id BIGINT PRIMARY KEY)",
		"CREATE TABLE dangling (id BIGINT REFERENCES nowhere (id) DEFERRABLE INITIALLY DEFERRED)",
	}
	const insert, postgres = "INSERT INTO dangling VALUES (1)", "FOR EACH ROW EXECUTE FUNCTION dangle()"
	if w.DB.IsPostgres() {
		statements = append(statements, `CREATE FUNCTION dangle() RETURNS trigger LANGUAGE plpgsql AS
			$$ BEGIN `+insert+`; RETURN NULL; END $$`)
	}
	for _, table := range tables {
		does := "BEGIN " + insert + "; END"
		if w.DB.IsPostgres() {
			does = postgres
		}
		statements = append(statements,
			"CREATE TRIGGER "+table+"_fail AFTER UPDATE OF lease_until ON "+table+" "+does)
	}
	if err := w.raw(statements...); err != nil {
		w.t.Fatal(err)
	}
}
