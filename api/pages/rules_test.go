package pages_test

import (
	"net/http"
	"strings"
	"testing"

	"turnpost/rules/catalog"
	"turnpost/rules/phrase"
	"turnpost/rules/rulestest/sample"
)

// Every picture of every rules page exists, has its content in words unless it is an ornament, waits until it is
// seen, and is not sent again to a reader that has it.
func TestRulesPagesHavePictures(t *testing.T) {
	sample.Whole(t, "draws every picture of the rules")
	all := append(catalog.All(), addedGames()...)
	v := newMatch(t, "hnefatafl", "7x7", all...).visitor()
	for _, r := range all {
		info := r.Info(phrase.English)
		path := "/r/" + info.ID
		p := v.get(path).want(http.StatusOK)
		p.notBroken()
		pictures := 0
		for _, img := range p.find("img", "src", "") {
			src, _ := attr(img, "src")
			if !strings.HasPrefix(src, path+"/pictures/") {
				continue
			}
			pictures++
			alt, _ := attr(img, "alt")
			if ornament := strings.Contains(src, "/sign."); ornament != (alt == "") {
				t.Errorf("%s has the words %q", src, alt)
			}
			if loading, _ := attr(img, "loading"); loading != "lazy" {
				t.Errorf("%s is loaded at once", src)
			}
			v.revalidates(src, "image/svg+xml")
		}
		if pictures < len(info.Examples) {
			t.Errorf("%s has %d pictures", path, pictures)
		}
		v.revalidates(path, "text/html; charset=UTF-8")
		v.get(path + "/pictures/nothing.svg").want(http.StatusNotFound)
		v.get(path + "/pictures/setup." + info.Variants[0].ID).want(http.StatusNotFound)
	}
}

// revalidates checks that a request with the ETag of the response is answered with 304, and one with another ETag with
// the whole.
func (v *visitor) revalidates(path, contentType string) {
	v.t.Helper()
	p := v.get(path).want(http.StatusOK)
	tag := p.header.Get("ETag")
	if got := p.header.Get("Content-Type"); got != contentType || tag == "" {
		v.t.Errorf("%s: Content-Type %q, ETag %q", path, got, tag)
	}
	for sent, status := range map[string]int{tag: 304, `"x", ` + tag: 304, `W/"x"`: 200, "": 200} {
		r, err := http.NewRequestWithContext(v.t.Context(), http.MethodGet, v.url+path, nil)
		if err != nil {
			v.t.Fatal(err)
		}
		r.Header.Set("Accept", "text/html,*/*;q=0.8")
		r.Header.Set("If-None-Match", sent)
		if again := v.do(r); again.status != status || status == 304 && again.body != "" {
			v.t.Errorf("%s with the ETag %s: status %d, %d bytes", path, sent, again.status, len(again.body))
		}
	}
}

// The rules show their pictures where they refer to them, and have links to their sections.
func TestRulesPageInOrder(t *testing.T) {
	v := newMatch(t, "hnefatafl", "7x7").visitor()
	p := v.get("/r/hnefatafl").want(http.StatusOK, "In short", "On this page", "The board before")
	at := 0
	for _, part := range []string{
		`href="#rules-captures"`, `href="#setups"`, `id="rules-turns"`, `id="example-goes"`, `id="rules-captures"`,
		`id="example-three"`, `id="setups"`, `setup.11x11.svg`, `setup.7x7.svg`, `id="notation"`, `id="more"`,
		"<code>3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3 a</code>",
	} {
		next := strings.Index(p.body[at:], part)
		if next < 0 {
			t.Fatalf("%s is missing or too early", part)
		}
		at += next
	}
	for _, a := range p.find("a", "href", "") {
		href, _ := attr(a, "href")
		id, inside := strings.CutPrefix(href, "#")
		if inside && id != "main" && !strings.Contains(p.body, `id="`+id+`"`) {
			t.Errorf("the link %s leads nowhere", href)
		}
	}
}
