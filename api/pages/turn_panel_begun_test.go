package pages_test

import (
	"net/url"
	"slices"
	"testing"
)

// The beginning of a step is as good as taps on its places.
func TestABegunStepChoosesItsPlaces(t *testing.T) {
	m := newMatch(t, "hanniball", "")
	links := func(p *page) (list []string) {
		for _, a := range append(p.find("a", "class", "next"), p.find("a", "class", "chosen")...) {
			href, _ := attr(a, "href")
			list = append(list, href)
		}
		return list
	}
	for typed, tapped := range map[string]string{"d3": "at=d3", "d3-": "at=d3", "d3-e3 e3": "turn=d3-e3&at=e3"} {
		const says = "Tap a place that is marked, or choose here:"
		want := links(m.ann.get(m.path()+"?"+tapped).want(200, says))
		if got := links(m.ann.get(m.path()+"?turn="+url.QueryEscape(typed)).want(200, says)); !slices.Equal(got, want) {
			t.Errorf("%q leads to %v, %s to %v", typed, got, tapped, want)
		}
	}
}
