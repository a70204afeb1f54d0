package pages_test

import (
	"strings"
	"testing"
	"time"
)

// A player has one vacation at a time. The page shows it as days to change, and says what became of it.
func TestVacationIsChangedOnItsPage(t *testing.T) {
	m := newMatch(t, "hnefatafl", "7x7")
	day := func(n int) string { return m.Clock.Now().AddDate(0, 0, n).Format(time.DateOnly) }
	set := func(from, until int) *page {
		p := m.ann.post("/settings/away", "action", "set", "from", day(from), "until", day(until)).want(200)
		for name, value := range map[string]string{"from": day(from), "until": day(until)} {
			if !strings.Contains(p.body, `name="`+name+`" value="`+value+`"`) {
				t.Errorf("the form has another day than %s %s", name, value)
			}
		}
		return p
	}
	m.ann.get("/settings?in=away").want(200, "Take a vacation")
	set(10, 12).want(200, "The vacation is set.", "Your vacation is planned from", "You have one vacation at a time",
		"Change the vacation", "Cancel the vacation")
	set(1, 2).want(200, "The vacation is changed")
	m.ann.post("/settings/away", "action", "end").want(200, "The vacation is cancelled. Your clocks run as before.")
	set(0, 2).want(200, "You are on vacation from", "End the vacation now")
	m.bob.get(m.path()).want(200, "The clock stands still until the end of")
	m.ann.post("/settings/away", "action", "end").want(200, "The vacation has ended. Your clocks run again.")
}
