package mailer

import (
	"regexp"
	"slices"
	"testing"

	"turnpost/models"
	"turnpost/models/account"
)

var shortLinks = regexp.MustCompile(`https://play\.example\.org/k/(\w+)`)

// linksIn returns the browser links of a mail, after checking that they are valid.
func (o *office) linksIn(text string) (links []models.Link) {
	o.t.Helper()
	for _, found := range shortLinks.FindAllStringSubmatch(text, -1) {
		long, about, ok := account.LongLink(found[1])
		if !ok {
			o.t.Fatalf("%s is no link", found[0])
		}
		if _, _, err := o.ReadLink(o.t.Context(), about.Purpose, long); err != nil {
			o.t.Errorf("%s is %+v: %v", found[0], about, err)
		}
		links = append(links, about)
	}
	return links
}

// wantPage checks a link to a game's page.
func (o *office) wantPage(text, game string) {
	o.t.Helper()
	if !slices.ContainsFunc(o.linksIn(text), func(l models.Link) bool {
		return l.Purpose == models.LinkPage &&
			l.Game == game
	}) {
		o.t.Errorf("no link leads to game %s in\n%s", game, text)
	}
}

// TestLinksOfMails checks that all links of a mail are for its reader.
func TestLinksOfMails(t *testing.T) {
	o := newOffice(t)
	ann, bob := o.player("ann"), o.player("bob")
	g := o.game(ann, bob)
	_, text := o.next()
	o.wantPage(text, g.ID)
	links := o.linksIn(text)
	if len(links) != 3 {
		t.Fatalf("the links are %+v", links)
	}
	for _, l := range links {
		if l.Player != ann.ID {
			t.Errorf("a link of ann's mail is %+v", l)
		}
	}
}
