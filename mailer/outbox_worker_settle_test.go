package mailer

import (
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"turnpost/models/mailbox"
)

// Mails are settled together: at once where no other is on its way, when there are enough, and after a short while
// in any case.
func TestWhoSettlesTogether(t *testing.T) {
	for _, c := range []struct {
		name           string
		expected, come int
		leave          bool // one more of those expected
		want           time.Duration
	}{
		{"one alone", 1, 1, false, 0},
		{"all that are expected", 3, 3, false, 0},
		{"the last does not come", 4, 3, true, 0},
		{"enough", 100, maxSettledTogether, false, 0},
		{"others take long", 3, 2, false, maxSettleWait},
	} {
		t.Run(c.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				var groups []int
				gate := settleGate{outbox: hooked{settled: func(group []mailbox.Settling) []error {
					groups = append(groups, len(group))
					return make([]error, len(group))
				}}}
				for range c.expected {
					gate.expect()
				}
				began, gone := time.Now(), make(chan time.Duration, c.come)
				for range c.come {
					go func() {
						if err := gate.settle(mailbox.Settling{}); err != nil {
							t.Error(err)
						}
						gone <- time.Since(began)
					}()
				}
				synctest.Wait()
				if c.leave {
					gate.leave()
				}
				for range c.come {
					if waited := <-gone; waited != c.want {
						t.Errorf("one waited %v, want %v", waited, c.want)
					}
				}
				if !slices.Equal(groups, []int{c.come}) {
					t.Errorf("settled in groups of %v, want one of %d", groups, c.come)
				}
			})
		})
	}
}
