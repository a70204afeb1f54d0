package operator

import (
	"context"
	"net/http"
	"net/url"
	"strconv"

	"turnpost/api/pages"
)

// page is any of the pages.
type page struct {
	pages.Frame
	Until    string // when the pages close
	Sections []link
	Up       link // the page above this one; without a path for none
	Heading  string
	Did      string // what an act has done
	Search   *search
	Facts    []fact
	Texts    []quote
	Tables   []table
	Forms    []form
}

// link is a link, or a plain text if it has no path.
type link struct {
	Text, Path string
	Chosen     bool
}

// search is a form that narrows a list, by a text or by a choice.
type search struct {
	Action, Name, Label, Value string
	Choices                    []option
}

type option struct {
	Value, Label string
	Chosen       bool
}

// fact is a labelled value, which is left out if it is empty.
type fact struct {
	Label string
	Value link
}

// quote is a text that somebody wrote, with a line about it.
type quote struct{ About, Text string }

// table is a list. Its first column names the rows.
type table struct {
	Caption, Empty, More string
	Heads                []string
	Rows                 [][]link
}

// form is the form of an act.
type form struct {
	Action, Title string
	Lead          string
	Fields        []field
	Grave         bool
	Inline        bool // it has no field to be filled in
}

// field is a field of a form.
type field struct {
	Name, Label, Hint, Value string
	Kind                     string // hidden, text, number, area, check or choice
	Needed                   bool
	Max                      int
	Choices                  []option
}

// plain returns a text without a link.
func plain(text string) link { return link{Text: text} }

func number[N int | int64](n N) link { return plain(strconv.FormatInt(int64(n), 10)) }

func toPlayer(name string) link {
	if name == "" {
		return link{}
	}
	return link{Text: name, Path: root + "/players/" + url.PathEscape(name)}
}

// toPage returns a link to a page that everybody sees.
func toPage(path string) link { return link{Text: path, Path: path} }

func toGame(id string) link {
	if id == "" {
		return link{}
	}
	return link{Text: id, Path: root + "/games/" + url.PathEscape(id)}
}

// sections are the parts of the pages, in the order of the navigation.
var sections = []string{"", "reports", "players", "games", "events", "queues", "mail", "log"}

// page returns a page of a section.
func (v *visit) page(section, heading string) page {
	p := page{Frame: v.NewFrame(v.Context, heading), Heading: heading, Until: v.when(v.until)}
	p.Here, p.NoIndex = "admin", true
	for _, s := range sections {
		to := link{Text: v.say("section." + s), Path: root + "/" + s, Chosen: s == section}
		if s == "" {
			to = link{Text: v.say("section.overview"), Path: root, Chosen: section == ""}
		}
		p.Sections = append(p.Sections, to)
	}
	return p
}

func (v *visit) send(p page) error { return v.sendStatus(http.StatusOK, p) }

func (v *visit) sendStatus(status int, p page) error {
	facts := p.Facts[:0]
	for _, f := range p.Facts {
		if f.Value.Text != "" {
			facts = append(facts, f)
		}
	}
	p.Facts = facts
	return v.Show(v.Context, status, "admin", p)
}

// fact returns a labelled value.
func (v *visit) fact(key string, value link) fact { return fact{v.say("fact." + key), value} }

// heads returns the heads of a table.
func (v *visit) heads(keys ...string) []string {
	heads := make([]string, len(keys))
	for i, key := range keys {
		heads[i] = v.say("fact." + key)
	}
	return heads
}

// maxListed is the maximum number of rows of a table.
const maxListed = 100

// table returns a table. If it has as many rows as a table may have, it says so.
func (v *visit) table(caption string, heads []string, rows [][]link) table {
	t := table{Caption: caption, Empty: v.say("empty"), Heads: heads, Rows: rows}
	if len(rows) >= maxListed {
		t.More = v.say("more", "n", maxListed)
	}
	return t
}

func (v *visit) context() context.Context { return v.Request().Context() }

// parseID parses a number in an address. The error is CodeNotFound.
func parseID(text string) (int64, error) {
	n, err := strconv.ParseInt(text, 10, 64)
	if err != nil {
		return 0, notFound()
	}
	return n, nil
}
