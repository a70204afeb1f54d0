package store

import (
	"testing"
	"time"

	"turnpost/models"
	"turnpost/models/hook"
)

// hookWorld has ann with a webhook, in a game against bob in which she is to move.
type hookWorld struct {
	*world
	ann, bob models.Player
	game     *models.Game
	hook     hook.IssuedHook
}

func newHookWorld(t *testing.T, n hook.NewHook) *hookWorld {
	t.Helper()
	w := &hookWorld{world: newWorld(t)}
	w.ann, w.bob = w.player("ann"), w.player("bob")
	w.hook = w.makeHook(w.ann, n)
	w.game = w.world.game(w.ann, w.bob, "hnefatafl", "7x7")
	return w
}

func (w *world) makeHook(p models.Player, n hook.NewHook) hook.IssuedHook {
	w.t.Helper()
	if n.URL == "" {
		n.URL = "https://hooks.example.org/ann?key=secret"
	}
	made, err := w.CreateHook(w.t.Context(), p.ID, n)
	if err != nil {
		w.t.Fatal(err)
	}
	return made
}

// claims claims everything that is due for webhooks.
func (w *world) hookClaims() (all []hook.Claim) {
	w.t.Helper()
	for {
		claims, more, err := w.ClaimHooks(w.t.Context(), 50, time.Minute)
		if err != nil {
			w.t.Fatal(err)
		}
		if all = append(all, claims...); !more {
			return all
		}
	}
}

func (w *world) settleHook(o hook.Outcome) hook.Settled {
	w.t.Helper()
	settled, err := w.SettleHooks(w.t.Context(), []hook.Outcome{o})
	if err != nil {
		w.t.Fatal(err)
	}
	return settled[0]
}

// sendHooks claims, composes and settles with success, and returns the kinds that were sent.
func (w *world) sendHooks() (sent []models.Kind) {
	w.t.Helper()
	for {
		claims := w.hookClaims()
		if len(claims) == 0 {
			return sent
		}
		for _, c := range claims {
			_, drop, err := w.ComposeHook(w.t.Context(), c)
			if err != nil {
				w.t.Fatal(err)
			}
			outcome := hook.Outcome{Claim: c, Status: 204, Detail: hook.HookOK, Dropped: drop}
			if drop != "" {
				outcome.Detail = ""
			} else {
				sent = append(sent, c.Kind)
			}
			w.settleHook(outcome)
		}
	}
}

// hookNow reads the stored webhook.
func (w *hookWorld) hookNow() hook.Hook {
	w.t.Helper()
	h, err := w.Hook(w.t.Context(), w.ann.ID, w.hook.ID)
	if err != nil {
		w.t.Fatal(err)
	}
	return h
}
