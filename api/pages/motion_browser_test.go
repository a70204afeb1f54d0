//go:build browser

package pages_test

import (
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"

	"turnpost/api/pages/pagestest"
	"turnpost/rules"
	"turnpost/rules/catalog"
	"turnpost/rules/phrase"
)

// sampling makes each motion of a page a thousand times slower and counts at how many places, or how faint, it shows a
// part of the board in its course.
const sampling = `window.seen = 0;
const animate = Element.prototype.animate;
Element.prototype.animate = function (frames, timing) {
	timing.duration *= 1000;
	const motion = animate.call(this, frames, timing), spots = new Set();
	motion.pause();
	for (let part = 0; part <= 8; part++) {
		motion.currentTime = timing.duration * part / 8.001;
		const r = this.getBoundingClientRect();
		spots.add([r.x, r.y, getComputedStyle(this).opacity].join());
	}
	motion.currentTime = 0;
	motion.play();
	window.seen = Math.max(window.seen, spots.size);
	return motion;
};`

const running = `document.getAnimations().filter(a => !a.animationName && a.playState === "running").length`

// over counts the pieces that are drawn over one that moves.
const over = `(() => {
	const moving = new Set(document.getAnimations().map(a => a.effect.target));
	const pieces = [...document.querySelectorAll(".stage .board svg .piece")];
	const first = pieces.findIndex(e => moving.has(e));
	return first < 0 ? 0 : pieces.slice(first).filter(e => !moving.has(e)).length;
})()`

// motionless sets whether the reader wants no motion.
func (b *tab) motionless(value string) {
	b.t.Helper()
	if _, err := chromedp.Call(b.ctx, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{
		Features: []*emulation.MediaFeature{{Name: "prefers-reduced-motion", Value: value}},
	}); err != nil {
		b.t.Fatal(err)
	}
}

// movingTurn returns a turn in which something moves: "" if the game begins with turns that put pieces on squares.
func (m *match) movingTurn() string {
	m.t.Helper()
	p, err := m.Position(m.game)
	if err != nil {
		m.t.Fatal(err)
	}
	turns, _, _, err := rules.Turns(p, "", "", 100)
	if err != nil {
		m.t.Fatal(err)
	}
	for _, turn := range turns {
		played, err := p.Play(turn)
		if err != nil {
			m.t.Fatal(err)
		}
		if len(played.Next.Diagram(phrase.English).Mark(played.Events).Marks.Arrows) > 0 {
			return turn
		}
	}
	return ""
}

// A turn that is new to its reader moves once, step by step, but not for who wants no motion; a tap ends it.
func TestANewTurnMoves(t *testing.T) {
	browser := pagestest.Start(t)
	for _, r := range catalog.All() {
		ruleset := r.Info(phrase.English).ID
		m := newMatch(t, ruleset, "")
		turn := m.movingTurn()
		if turn == "" {
			continue
		}
		m.Play(m.game, m.players[0], turn)
		for _, motion := range []string{"no-preference", "reduce"} {
			b := newTab(t, browser, m.url).as(m.bob)
			b.motionless(motion)
			b.begun(sampling).open(m.path())
			if spots := eval[int](b, "seen"); motion == "reduce" && spots > 0 || motion != "reduce" && spots < 3 {
				t.Errorf("%s, %s: seen at %d places", ruleset, motion, spots)
			}
			if motion != "reduce" && eval[int](b, running) == 0 {
				t.Errorf("%s: nothing moves", ruleset)
			}
			if n := eval[int](b, over); n > 0 {
				t.Errorf("%s: what moves passes below %d pieces", ruleset, n)
			}
			b.do(chromedp.MouseClickXY(2, 2))
			if left := eval[int](b, running); left > 0 {
				t.Errorf("%s: %d parts move on after a tap", ruleset, left)
			}
			if again := eval[int](b.open(m.path()), "seen"); again > 0 {
				t.Errorf("%s: the turn moves again", ruleset)
			}
		}
	}
}
