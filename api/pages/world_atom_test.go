package pages_test

import (
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"
)

const atomSpace = "http://www.w3.org/2005/Atom"

// atomNode is an element of a feed.
type atomNode struct {
	XMLName  xml.Name
	Attrs    []xml.Attr `xml:",any,attr"`
	Children []atomNode `xml:",any"`
	Text     string     `xml:",chardata"`
}

func (n atomNode) all(name string) (list []atomNode) {
	for _, c := range n.Children {
		if c.XMLName == (xml.Name{Space: atomSpace, Local: name}) {
			list = append(list, c)
		}
	}
	return list
}

func (n atomNode) attr(name string) string {
	for _, a := range n.Attrs {
		if a.Name.Local == name {
			return a.Value
		}
	}
	return ""
}

// atomFaults lists the rules of RFC 4287 that a feed breaks, with their sections.
func atomFaults(text string) (faults []string) {
	fault := func(section, format string, args ...any) {
		faults = append(faults, section+": "+fmt.Sprintf(format, args...))
	}
	var feed atomNode
	decoder := xml.NewDecoder(strings.NewReader(text))
	if err := decoder.Decode(&feed); err != nil {
		return []string{"2: not well-formed: " + err.Error()}
	}
	if _, err := decoder.Token(); !errors.Is(err, io.EOF) {
		fault("2", "something follows the document")
	}
	if feed.XMLName != (xml.Name{Space: atomSpace, Local: "feed"}) {
		fault("4.1.1", "the root is %v", feed.XMLName)
	}
	faults = append(faults, commonFaults("feed", feed)...)
	authors := len(feed.all("author"))
	if links := feed.all("link"); !slices.ContainsFunc(links, func(l atomNode) bool { return l.attr("rel") == "self" }) {
		fault("4.1.1", "no link to itself")
	}
	seenEntry, ids := false, map[string]string{}
	for _, c := range feed.Children {
		entry := c.XMLName.Local == "entry"
		if seenEntry && !entry {
			fault("4.1.1", "%s follows an entry", c.XMLName.Local)
		}
		seenEntry = seenEntry || entry
	}
	for _, entry := range feed.all("entry") {
		faults = append(faults, commonFaults("entry", entry)...)
		if authors+len(entry.all("author")) == 0 {
			fault("4.1.2", "an entry has no author")
		}
		if len(entry.all("summary")) > 1 || len(entry.all("content")) > 1 {
			fault("4.1.2", "more than one summary or content")
		}
		alternate := slices.ContainsFunc(entry.all("link"), func(l atomNode) bool {
			return l.attr("rel") == "alternate" || l.attr("rel") == ""
		})
		if !alternate && len(entry.all("content")) == 0 {
			fault("4.1.2", "neither content nor a link to the alternate")
		}
		for _, id := range entry.all("id") {
			for _, updated := range entry.all("updated") {
				if before, known := ids[id.Text]; known && before == updated.Text {
					fault("4.1.1", "two entries with id %s", id.Text)
				}
				ids[id.Text] = updated.Text
			}
		}
	}
	return faults
}

// commonFaults lists the faults of what feeds and entries share.
func commonFaults(where string, n atomNode) (faults []string) {
	fault := func(section, format string, args ...any) {
		faults = append(faults, section+": "+where+": "+fmt.Sprintf(format, args...))
	}
	if strings.TrimSpace(n.Text) != "" {
		fault("4.1", "text between the elements: %q", n.Text)
	}
	known := []string{
		"author", "category", "contributor", "generator", "icon", "id", "link", "logo", "rights", "subtitle", "title",
		"updated", "entry", "content", "published", "source", "summary",
	}
	for _, c := range n.Children {
		if c.XMLName.Space == atomSpace && !slices.Contains(known, c.XMLName.Local) {
			fault("4.2", "no element %s", c.XMLName.Local)
		}
	}
	for _, name := range []string{"id", "title", "updated"} {
		if len(n.all(name)) != 1 {
			fault("4.1", "%d elements %s", len(n.all(name)), name)
		}
	}
	for _, id := range n.all("id") {
		if u, err := url.Parse(id.Text); err != nil || u.Scheme == "" {
			fault("4.2.6", "id %q is no absolute IRI", id.Text)
		}
	}
	for _, title := range n.all("title") {
		if title.Text == "" || len(title.Children) > 0 && title.attr("type") != "xhtml" {
			fault("3.1", "title %+v", title)
		}
	}
	for _, at := range n.all("updated") {
		if _, err := time.Parse(time.RFC3339, at.Text); err != nil {
			fault("3.3", "%v", err)
		}
	}
	for _, author := range n.all("author") {
		if len(author.all("name")) != 1 || author.all("name")[0].Text == "" {
			fault("3.2", "an author without a name")
		}
	}
	alternates := map[string]bool{}
	for _, link := range n.all("link") {
		if u, err := url.Parse(link.attr("href")); err != nil || u.String() == "" {
			fault("4.2.7.1", "link to %q", link.attr("href"))
		}
		key := link.attr("type") + " " + link.attr("hreflang")
		if link.attr("rel") != "alternate" {
			continue
		}
		if alternates[key] {
			fault("4.1.1", "two alternates of type %s", key)
		}
		alternates[key] = true
	}
	return faults
}

// The validator finds what is wrong with a feed.
func TestAtomFaults(t *testing.T) {
	const good = `<feed xmlns="http://www.w3.org/2005/Atom"><id>tag:x,2026:1</id><title>t</title>` +
		`<updated>2026-11-20T12:00:00Z</updated><author><name>a</name></author><link rel="self" href="http://x/f"/>` +
		`<entry><id>tag:x,2026:2</id><title>e</title><updated>2026-11-20T12:00:00Z</updated>` +
		`<link rel="alternate" href="http://x/e"/></entry></feed>`
	if faults := atomFaults(good); len(faults) > 0 {
		t.Error(faults)
	}
	for from, to := range map[string]string{
		"</feed>":                         "",
		"2005/Atom":                       "2005/Mota",
		"<id>tag:x,2026:1</id>":           "",
		"<title>e</title>":                "<title>e</title><title>f</title>",
		"<title>t</title>":                "<title></title>",
		"<id>tag:x,2026:2</id>":           "<id>two</id>",
		"2026-11-20T12:00:00Z</updated><": "20 Nov 2026</updated><",
		"<author><name>a</name></author>": "",
		`rel="self"`:                      `rel="via"`,
		`rel="alternate"`:                 `rel="related"`,
		`<entry>`:                         `<entry>stray`,
		`</entry>`:                        `</entry><link rel="next" href="http://x/n"/>`,
		`<summary/>`:                      ``,
	} {
		bad := strings.Replace(good, from, to, 1)
		if bad != good && len(atomFaults(bad)) == 0 {
			t.Errorf("no fault in %s", bad)
		}
	}
}
