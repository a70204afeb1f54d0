package main

import (
	"html"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"turnpost/cmd/api/programtest"
	"turnpost/mailer/mailprograms"
	"turnpost/models/notice"
	"turnpost/rules/rulestest/sample"
)

var urlOfText = regexp.MustCompile(`https?://[^\s'"<>]+`)

// links returns the addresses of this server in all sent mails, without duplicates.
func (b *postbox) links() (links []string) {
	b.t.Helper()
	files, err := filepath.Glob(filepath.Join(b.folder, "*.eml"))
	if err != nil {
		b.t.Fatal(err)
	}
	for _, name := range files {
		raw, err := os.ReadFile(name)
		if err != nil {
			b.t.Fatal(err)
		}
		mail, err := mailprograms.Parse(raw)
		if err != nil {
			b.t.Fatal(err)
		}
		found := urlOfText.FindAllString(mail.Text+"\n"+mail.GetHeader("List-Unsubscribe"), -1)
		for _, match := range programtest.URLOfHTML.FindAllStringSubmatch(mail.HTML, -1) {
			found = append(found, html.UnescapeString(match[1]))
		}
		for _, link := range found {
			if link = strings.TrimRight(link, ".,;:)"); !slices.Contains(links, link) {
				links = append(links, link)
			}
		}
	}
	return links
}

// newMailedLinks returns a world and the links in mails of every kind.
func newMailedLinks(t *testing.T) (*postbox, []string) {
	t.Helper()
	b := newPostbox(t)
	b.everyKind()
	for _, kind := range notice.MailKinds() {
		if len(b.mails[kind]) == 0 {
			t.Errorf("there is no mail of kind %s", kind)
		}
	}
	links, signed := b.links(), 0
	for _, link := range links {
		u, err := url.Parse(link)
		if err != nil || !strings.HasPrefix(link, b.url) {
			t.Errorf("a mail leads to %s", link)
			continue
		}
		if u.Query().Has("k") || strings.HasPrefix(u.Path, "/unsubscribe/") || strings.HasPrefix(u.Path, "/k/") {
			signed++
		}
	}
	if signed < 20 {
		t.Fatalf("only %d links are signed: %q", signed, links)
	}
	return b, links
}

// Programs that scan mail follow every link in it, repeatedly.
func TestFollowingMailedLinksChangesNothing(t *testing.T) {
	sample.Whole(t, "follows every link of every mail")
	t.Parallel()
	b, links := newMailedLinks(t)
	before := b.Dump()
	for range 100 {
		for _, link := range links {
			for _, method := range []string{http.MethodHead, http.MethodGet} {
				r := httptest.NewRequestWithContext(t.Context(), method, link, nil)
				r.Header.Set("Accept", "text/html,*/*;q=0.8")
				response := httptest.NewRecorder()
				b.handler.ServeHTTP(response, r)
				limited := response.Code == http.StatusTooManyRequests
				if response.Code >= 500 || limited || response.Header().Get("Set-Cookie") != "" {
					t.Fatalf("%s %s: %d, %v", method, link, response.Code, response.Header())
				}
			}
		}
	}
	if b.Dump() != before {
		t.Error("following links has changed the database")
	}
}

// Mail services, counters of clicks and social networks add parameters to links.
func TestMailedLinksWithParametersOfOthers(t *testing.T) {
	sample.Whole(t, "follows every link of every mail")
	t.Parallel()
	b, links := newMailedLinks(t)
	status := func(link, accept string) int {
		r := httptest.NewRequestWithContext(t.Context(), http.MethodGet, link, nil)
		r.Header.Set("Accept", accept)
		response := httptest.NewRecorder()
		b.handler.ServeHTTP(response, r)
		return response.Code
	}
	for _, link := range links {
		if strings.Contains(link, "/v1/") && !strings.Contains(link, "/board.") && !strings.Contains(link, "/rulesets/") {
			continue // in a command to type
		}
		address, _, _ := strings.Cut(link, "#") // browsers do not send what follows
		mark := "?"
		if strings.Contains(address, "?") {
			mark = "&"
		}
		for _, accept := range []string{"text/html", "*/*"} {
			want := status(address, accept)
			for _, added := range []string{
				"utm_source=mail&utm_campaign=turn", "fbclid=a&gclid=b", "amp;utm_source=mail", "discount=50%",
				"mc_eid=1&mc_cid=2&_hsenc=3",
			} {
				if got := status(address+mark+added, accept); got != want {
					t.Errorf("%s with %s for %s: %d, want %d", link, added, accept, got, want)
				}
			}
		}
	}
}
