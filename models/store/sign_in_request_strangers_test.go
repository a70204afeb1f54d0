package store

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"turnpost/models"
	"turnpost/models/account"
	"turnpost/models/networks"
	"turnpost/models/secrets"
	"turnpost/rules/rulestest/sample"
)

// strangerTables lists the tables that requests without an account write to.
var strangerTables = []string{"notices", "registrations", "sign_in_requests", "codes", "bounds"}

// stored counts the rows of tables, and the bytes of an SQLite file.
func (w *world) stored(tables ...string) (rows map[string]int64, bytes int64) {
	w.t.Helper()
	rows = map[string]int64{}
	for _, table := range tables {
		var n int64
		if err := w.Read(w.t.Context()).Table(table).Count(&n).Error; err != nil {
			w.t.Fatal(err)
		}
		rows[table] = n
	}
	if !w.DB.IsPostgres() {
		query := "SELECT (page_count - freelist_count) * page_size " +
			"FROM pragma_page_count, pragma_freelist_count, pragma_page_size"
		if err := w.Read(w.t.Context()).Raw(query).Scan(&bytes).Error; err != nil {
			w.t.Fatal(err)
		}
	}
	return rows, bytes
}

// tidyAfter runs the housekeeping after a time in which servers ran.
func (w *world) tidyAfter(d time.Duration) {
	w.t.Helper()
	w.pass(d)
	w.steady()
	if err := w.DeleteExpired(w.t.Context()); err != nil {
		w.t.Fatal(err)
	}
}

// flood lets strangers from many networks request codes for as many addresses, half of them by registrations, and guess
// codes. It returns the number of refused registrations.
func (w *world) flood(requests int, about func(int) string) (refused int) {
	w.t.Helper()
	for i := range requests {
		ctx := asking{Network: fmt.Sprintf("2001:db8:%x::/64", i), Request: secrets.NewRequest()}.context(w.t)
		if i%2 == 0 {
			if err := w.RequestCode(ctx, about(i)); err != nil {
				w.t.Fatal(err)
			}
		} else if err := w.Register(ctx, account.NewPlayer{Name: fmt.Sprintf("guest-%d", i), Email: about(i)}); err != nil {
			wantCode(w.t, err, models.CodeTooMany)
			refused++
		}
		if _, _, err := w.SignIn(ctx, about(i+1), "00000000", account.NewToken{}); models.CodeOf(err) == "" {
			w.t.Fatalf("a wrong code: %v", err)
		}
		if i%50 == 0 {
			w.pass(time.Second)
			w.deliver()
		}
	}
	return refused
}

// The rows of all strangers together are bounded, and deleted after a day.
func TestStrangersLeaveLittle(t *testing.T) {
	sample.Whole(t, "sends requests of many strangers")
	const perRequest = 2 << 10
	const strangers, most = 100, int64(100)
	w := newWorld(t)
	w.unsynced(t)
	w.Limits.CodeStrangers.Count, w.Limits.Spraying.Count = strangers, strangers
	ann := w.player("ann")
	w.tidyAfter(26 * time.Hour)
	before, bytes := w.stored(strangerTables...)
	refused := w.flood(6*strangers, func(i int) string { return fmt.Sprintf("stranger-%d@example.com", i) })
	if refused < 2*strangers {
		t.Errorf("%d registrations were refused", refused)
	}
	after, full := w.stored(strangerTables...)
	for _, table := range strangerTables {
		allowed := map[string]int64{
			"sign_in_requests": most + account.MaxRequests, // those of refused requests
			"bounds":           11 * most,                  // by address, mailbox and networks; of guesses too
		}[table]
		if allowed == 0 {
			allowed = most
		}
		if n := after[table] - before[table]; n > allowed {
			t.Errorf("%d rows of %s are left", n, table)
		}
	}
	t.Logf("%d bytes a request that was counted", (full-bytes)/most)
	if full-bytes > most*perRequest {
		t.Errorf("%d bytes are left of %d requests", full-bytes, most)
	}
	// A player with an account gets a code from anywhere nevertheless, and signs in.
	travelling := asking{Network: "2001:db8:ffff::/64", Request: secrets.NewRequest()}
	if err := w.RequestCode(travelling.context(t), ann.Email); err != nil {
		t.Fatal(err)
	}
	if _, _, err := w.SignIn(travelling.context(t), ann.Email, w.code(ann.Email), account.NewToken{}); err != nil {
		t.Errorf("ann is locked out: %v", err)
	}
	w.tidyAfter(26 * time.Hour)
	for table, n := range func() map[string]int64 { rows, _ := w.stored(strangerTables...); return rows }() {
		if n > before[table]+2 { // ann's code and her network
			t.Errorf("a day later there are %d rows of %s, of %d", n, table, before[table])
		}
	}
}

// Requests about one account store a few rows, regardless of their number and their senders.
func TestStrangersLeaveLittleAboutAnAccount(t *testing.T) {
	sample.Whole(t, "sends requests of many strangers")
	w := newWorld(t)
	w.unsynced(t)
	w.Limits.CodeStrangers.Count = -1
	ann := w.player("ann")
	before, _ := w.stored(strangerTables...)
	w.flood(300, func(int) string { return ann.Email })
	after, _ := w.stored(strangerTables...)
	for table, most := range map[string]int64{
		"notices": 8, "sign_in_requests": account.MaxRequests,
		"registrations": account.MaxRegistrations + 5, "codes": 5, "bounds": 2000,
	} {
		if n := after[table] - before[table]; n > most {
			t.Errorf("%d rows of %s are left", n, table)
		}
	}
}

// A network has an allowance, and so have the wider networks that contain it: having many addresses gains nothing.
func TestCodesAreBoundedByNetwork(t *testing.T) {
	sample.Whole(t, "asks for codes up to a limit")
	for name, network := range map[string]func(i int) string{
		"IPv6, /56": func(i int) string { return fmt.Sprintf("2001:db8:0:aa%02x::/64", i%256) },
		"IPv6, /48": func(i int) string { return fmt.Sprintf("2001:db8:0:%x::/64", i*256) },
		"IPv4, /24": func(i int) string { return fmt.Sprintf("192.0.2.%d", i%256) },
		"IPv4, /16": func(i int) string { return fmt.Sprintf("198.51.%d.7", i%256) },
	} {
		t.Run(name, func(t *testing.T) {
			w := newWorld(t)
			w.unsynced(t)
			w.Limits.CodeAsker.Count = 2
			most := 2 * networks.WiderBy
			if strings.HasSuffix(name, "/48") || strings.HasSuffix(name, "/16") {
				most *= networks.WiderBy
			}
			registered := 0
			for i := range 3 * most {
				ctx := asking{Network: network(i)}.context(t)
				err := w.Register(ctx, account.NewPlayer{Name: fmt.Sprintf("p%d", i), Email: fmt.Sprintf("p%d@example.org", i)})
				if err == nil {
					registered++
				} else {
					wantCode(t, err, models.CodeTooMany)
				}
			}
			if registered != most {
				t.Errorf("%d registrations, not %d", registered, most)
			}
			elsewhere := asking{Network: "203.0.113.1"}.context(t)
			if err := w.Register(elsewhere, account.NewPlayer{Name: "ann", Email: "ann@example.org"}); err != nil {
				t.Errorf("others are refused too: %v", err)
			}
		})
	}
}

// A player who has signed in from a network gets codes there, however many requests others send from it.
func TestHomeNetworksHaveAnAllowanceOfTheirOwn(t *testing.T) {
	w := newWorld(t)
	w.Limits.CodeAsker.Count = 3
	home := asking{Network: "192.0.2.1"}
	w.player("ann")
	w.player("bob")
	signIn := func(name string) error {
		t.Helper()
		if err := w.RequestCode(home.context(t), name+"@example.org"); err != nil {
			t.Fatal(err)
		}
		code := ""
		for _, c := range w.deliver() {
			code = c.Code
		}
		_, _, err := w.SignIn(home.context(t), name+"@example.org", code, account.NewToken{})
		return err
	}
	if err := signIn("ann"); err != nil {
		t.Fatal(err)
	}
	for i := range 10 {
		if err := w.RequestCode(home.context(t), fmt.Sprintf("stranger-%d@example.org", i)); err != nil {
			t.Fatal(err)
		}
	}
	if err := signIn("ann"); err != nil {
		t.Errorf("ann is locked out: %v", err)
	}
	wantCode(t, signIn("bob"), models.CodeBadCode) // not a network of bob's: nothing was mailed
}

// The work for requests beyond a bound is the same whether or not the address is known, and as much is counted as
// within the bound.
func TestRequestsOverABoundAreTheSameWork(t *testing.T) {
	w := newWorld(t)
	w.player("ann")
	w.Limits.CodeStrangers.Count = 1
	ask := func(address string) []string {
		return w.statements(func() {
			err := w.RequestCode(asking{Network: "192.0.2.9", Request: secrets.NewRequest()}.context(t), address)
			if err != nil {
				t.Fatal(err)
			}
		})
	}
	counts := func(statements []string) (n int) {
		for _, s := range statements {
			if strings.HasPrefix(s, "INSERT INTO bounds") {
				n++
			}
		}
		return n
	}
	within := ask("first@example.com")
	known, unknown := ask("ann@example.org"), ask("third@example.com")
	if len(known) == 0 || !slices.Equal(known, unknown) {
		t.Errorf("known\n%s\nunknown\n%s", strings.Join(known, "\n"), strings.Join(unknown, "\n"))
	}
	if n := counts(within); n < 3 || counts(known) != n {
		t.Errorf("%d bounds are counted within the bound, and %d beyond it", n, counts(known))
	}
}
