package pages_test

import (
	"encoding/xml"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	ical "github.com/emersion/go-ical"

	"turnpost/api/pages"
	"turnpost/models"
	"turnpost/rules/rulestest/sample"
)

// feeds are the addresses of a player's feeds.
type feeds struct {
	*visitor
	atom, calendar string
}

func (w *world) feeds(p models.Player) *feeds {
	w.t.Helper()
	made, err := w.CreateFeeds(w.t.Context(), p.ID)
	if err != nil {
		w.t.Fatal(err)
	}
	return &feeds{w.visitor(), pages.AtomPath(made.Atom), pages.CalendarPath(made.ICS)}
}

type readEntry struct {
	ID      string `xml:"id"`
	Title   string `xml:"title"`
	Updated string `xml:"updated"`
	Summary string `xml:"summary"`
	Link    struct {
		Href string `xml:"href,attr"`
	} `xml:"link"`
}

type readFeed struct {
	ID       string      `xml:"id"`
	Title    string      `xml:"title"`
	Updated  string      `xml:"updated"`
	Language string      `xml:"lang,attr"`
	Entries  []readEntry `xml:"entry"`
}

// notices reads the Atom feed, which must keep the rules of RFC 4287.
func (f *feeds) notices() (read readFeed) {
	f.t.Helper()
	p := f.get(f.atom).want(http.StatusOK)
	for _, fault := range atomFaults(p.body) {
		f.t.Errorf("%s\n%s", fault, p.body)
	}
	if err := xml.Unmarshal([]byte(p.body), &read); err != nil {
		f.t.Fatal(err)
	}
	return read
}

// deadlines reads the calendar by another program's parser, and checks the form of its lines (RFC 5545, section 3.1).
func (f *feeds) deadlines() []ical.Event {
	f.t.Helper()
	p := f.get(f.calendar).want(http.StatusOK)
	for _, line := range strings.SplitAfter(strings.TrimSuffix(p.body, "\r\n"), "\r\n") {
		text := strings.TrimSuffix(line, "\r\n")
		if len(text) > 75 || !utf8.ValidString(text) || strings.ContainsAny(text, "\r\n") {
			f.t.Errorf("line %q", line)
		}
	}
	if strings.Count(p.body, "VALUE=DURATION") != 1 {
		f.t.Errorf("the interval has the wrong type:\n%s", p.body)
	}
	calendar, err := ical.NewDecoder(strings.NewReader(p.body)).Decode()
	if err != nil {
		f.t.Fatalf("%v\n%s", err, p.body)
	}
	// The decoder accepts much that the encoder refuses: missing and repeated properties.
	if len(calendar.Events()) > 0 {
		if err := ical.NewEncoder(&strings.Builder{}).Encode(calendar); err != nil {
			f.t.Errorf("%v\n%s", err, p.body)
		}
	}
	return calendar.Events()
}

func TestFeedOfNotices(t *testing.T) {
	w := newWorld(t)
	ann, bob := w.SignUp("ann"), w.SignUp("bob")
	f := w.feeds(ann)
	if read := f.notices(); len(read.Entries) != 0 || read.Title != "turnpost: notices to ann" || read.Language != "en" {
		t.Errorf("%+v", read)
	}
	g := w.Begin(bob, ann, "hnefatafl", "7x7")
	w.Clock.Advance(time.Minute)
	g = w.Play(g, bob, "d1-c1")
	if _, err := w.SendMessage(t.Context(), bob.ID, g.ID, "something private"); err != nil {
		t.Fatal(err)
	}
	read := f.notices()
	titles := ""
	for _, e := range read.Entries {
		titles += e.Title + "\n"
	}
	want := "A message from bob: Hnefatafl 7×7 (Brandubh)\nYour turn: Hnefatafl 7×7 (Brandubh), bob\n"
	if !strings.HasPrefix(titles, want) {
		t.Errorf("%s", titles)
	}
	turn := read.Entries[1]
	if turn.Summary == "" || !strings.Contains(turn.Summary, "bob") || turn.Link.Href != w.url+"/g/"+g.ID {
		t.Errorf("%+v", turn)
	}
	if read.Updated != w.Clock.Now().UTC().Format(time.RFC3339) {
		t.Errorf("updated %s", read.Updated)
	}
	body := f.get(f.atom).body
	if strings.Contains(body, "something private") || strings.Contains(body, "k=") {
		t.Errorf("too much:\n%s", body)
	}
	// A turn that was played before its notice was sent is no news any more; one that was sent stays.
	before := len(read.Entries)
	w.Play(g, ann, "d3-c3")
	if now := f.notices(); len(now.Entries) != before-1 {
		t.Errorf("%d entries, not %d", len(now.Entries), before-1)
	}
	g = w.Play(g, bob, "c1-b1")
	w.Mails()
	w.Play(g, ann, "c3-d3")
	sent := f.notices()
	if sent.Entries[0].Title != turn.Title || sent.Entries[0].ID == turn.ID {
		t.Errorf("%+v", sent.Entries)
	}
	if got := w.feeds(bob).notices(); len(got.Entries) == 0 || got.ID == read.ID {
		t.Errorf("%+v", got)
	}
}

// A reminder is news when it is due, and what is off by mail is news all the same.
func TestNewsThatIsNotMailed(t *testing.T) {
	sample.Whole(t, "tries a rare case")
	w := newWorld(t)
	ann, bob := w.SignUp("ann"), w.SignUp("bob")
	off := map[models.Kind]models.Delivery{models.KindYourTurn: models.Off}
	patch := models.ProfilePatch{Values: models.Values{"locale": {"de"}}, Mail: off}
	if _, err := w.UpdateProfile(t.Context(), ann.ID, patch); err != nil {
		t.Fatal(err)
	}
	f := w.feeds(ann)
	w.Play(w.Begin(bob, ann, "hnefatafl", "7x7"), bob, "d1-c1")
	w.Mails()
	read := f.notices()
	if read.Language != "de" || read.Entries[0].Title != "Du bist am Zug: Hnefatafl 7×7 (Brandubh), bob" {
		t.Errorf("%+v", read)
	}
	if p := f.get(f.atom); p.header.Get("Content-Language") != "de" {
		t.Errorf("%v", p.header)
	}
	w.Clock.Advance(50 * time.Hour)
	if _, err := w.SweepClocks(t.Context()); err != nil {
		t.Fatal(err)
	}
	if now := f.notices(); now.Entries[0].Title != "Die Frist läuft bald ab: Hnefatafl 7×7 (Brandubh), bob" {
		t.Errorf("%+v", now.Entries)
	}
}

func TestCalendarOfDeadlines(t *testing.T) {
	w := newWorld(t)
	ann, bob := w.SignUp("ann"), w.SignUp("bob")
	f := w.feeds(ann)
	if events := f.deadlines(); len(events) != 0 {
		t.Errorf("%+v", events)
	}
	one, other := w.Begin(ann, bob, "hnefatafl", "7x7"), w.Begin(bob, ann, "bohnduell", "")
	other = w.Play(other, bob, "p1")
	check := func(want ...*models.Game) {
		t.Helper()
		events := f.deadlines()
		if len(events) != len(want) {
			t.Fatalf("%d events, not %d", len(events), len(want))
		}
		byGame := map[string]ical.Event{}
		for _, e := range events {
			uid, _ := e.Props.Text(ical.PropUID)
			byGame[strings.TrimSuffix(uid, "@127.0.0.1")] = e
		}
		for _, g := range want {
			e, found := byGame[g.ID]
			if !found {
				t.Fatalf("%v has no game %s", byGame, g.ID)
			}
			text := func(name string) string { v, _ := e.Props.Text(name); return v }
			start := e.Props.Get(ical.PropDateTimeStart)
			if start == nil || start.Value != g.Deadline.UTC().Format("20060102T150405Z") ||
				e.Props.Get(ical.PropDateTimeEnd) != nil {
				t.Errorf("%+v", e.Props)
			}
			if e.Props.Get(ical.PropSequence) == nil || e.Props.Get(ical.PropDateTimeStamp) == nil {
				t.Errorf("%+v", e.Props)
			}
			if url := e.Props.Get(ical.PropURL); url == nil || url.Value != w.url+"/g/"+g.ID {
				t.Errorf("%+v", url)
			}
			if !strings.HasPrefix(text(ical.PropSummary), "Your turn: ") || !strings.HasSuffix(text(ical.PropSummary), ", bob") {
				t.Errorf("%s", text(ical.PropSummary))
			}
		}
	}
	reload := func(g *models.Game) *models.Game {
		t.Helper()
		now, err := w.Game(t.Context(), g.ID)
		if err != nil {
			t.Fatal(err)
		}
		return now
	}
	one, other = reload(one), reload(other)
	check(one, other)
	w.Play(one, ann, "d1-c1")
	check(other)
	if text := f.get(f.calendar).body; strings.Contains(text, "k=") || !strings.Contains(text, "\r\nVERSION:2.0\r\n") {
		t.Errorf("%s", text)
	}
}

// A client that asks often gets 304 until something changes.
func TestFeedsAreTagged(t *testing.T) {
	sample.Whole(t, "tries a rare case")
	w := newWorld(t)
	ann, bob := w.SignUp("ann"), w.SignUp("bob")
	f, g := w.feeds(ann), w.Begin(bob, ann, "hnefatafl", "7x7")
	turns := []string{"d1-c1", "d3-c3", "c1-b1", "c3-d3"}
	for _, path := range []string{f.atom, f.calendar} {
		tag := f.get(path).want(http.StatusOK).header.Get("ETag")
		again := func() int {
			t.Helper()
			r := w.request("GET", path, "")
			r.Header.Set("If-None-Match", tag)
			response := w.serve(w.handler, r)
			if vary := response.Header().Get("Vary"); strings.Contains(vary, "Cookie") {
				t.Errorf("varies by %s", vary)
			}
			return response.Code
		}
		w.Clock.Advance(time.Minute)
		if status := again(); status != http.StatusNotModified {
			t.Errorf("%s: %d", path, status)
		}
		g = w.Play(g, bob, turns[0])
		if status := again(); status != http.StatusOK {
			t.Errorf("%s after a turn: %d", path, status)
		}
		g = w.Play(g, ann, turns[1])
		turns = turns[2:]
	}
	other := strings.Replace(f.atom, "/notices.atom", "/deadlines.ics", 1)
	for _, path := range []string{"/feeds/x/notices.atom", "/feeds//deadlines.ics", other} {
		f.get(path).want(http.StatusNotFound)
	}
	if err := w.DeletePlayer(t.Context(), ann.ID, "ann"); err != nil {
		t.Fatal(err)
	}
	f.get(f.atom).want(http.StatusNotFound)
}

// FuzzFeedSecret opens feeds by any text.
func FuzzFeedSecret(f *testing.F) {
	w := newWorld(f)
	own := w.feeds(w.SignUp("ann"))
	for _, seed := range []string{
		own.atom, own.calendar, "/feeds/%00/notices.atom", "/feeds/a%2fb/deadlines.ics", "/feeds/é/x",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, path string) {
		w.t = t
		r := httptest.NewRequestWithContext(t.Context(), http.MethodGet, "/", nil)
		r.URL.Path, r.RequestURI = path, path
		if got := w.direct(r); got.Code == http.StatusOK && path != own.atom && path != own.calendar &&
			strings.HasPrefix(path, "/feeds/") {
			t.Errorf("%q opens a feed", path)
		}
	})
}

// Every change of a shown event increases its sequence and its time, and neither ever falls. An unchanged event is not
// sent again.
func TestCalendarEventsGrowWithTime(t *testing.T) {
	sample.Whole(t, "tries a rare case")
	w := newWorld(t)
	ann, bob := w.SignUp("ann"), w.SignUp("bob")
	f, g := w.feeds(ann), w.Begin(ann, bob, "hnefatafl", "7x7")
	for _, turn := range []string{"d1-c1", "d3-c3"} {
		mover := map[string]models.Player{"d1-c1": ann, "d3-c3": bob}[turn]
		g = w.Play(g, mover, turn)
	}
	must := func(_ any, err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	sequence, stamp := -1, ""
	for name, change := range map[string]func(){
		"nothing":  func() {},
		"a rename": func() { must(w.UpdateProfile(t.Context(), bob.ID, models.ProfilePatch{Name: new("robert")})) },
		"a language": func() {
			must(w.UpdateProfile(t.Context(), ann.ID, models.ProfilePatch{Values: models.Values{"locale": {"de"}}}))
		},
		"a takeback": func() {
			must(w.NegotiateTakeback(t.Context(), ann.ID, g.ID, models.MakeOffer, 0))
			must(w.NegotiateTakeback(t.Context(), bob.ID, g.ID, models.AcceptOffer, 0))
		},
	} {
		w.Clock.Advance(time.Second)
		change()
		events := f.deadlines()
		if len(events) != 1 {
			t.Fatalf("after %s: %d events", name, len(events))
		}
		number, err := strconv.Atoi(events[0].Props.Get(ical.PropSequence).Value)
		at := events[0].Props.Get(ical.PropDateTimeStamp).Value
		if err != nil || number <= sequence || at <= stamp {
			t.Errorf("after %s: sequence %d at %s, before it %d at %s, %v", name, number, at, sequence, stamp, err)
		}
		sequence, stamp = number, at
	}
	tag := f.get(f.calendar).header.Get("ETag")
	w.Clock.Advance(time.Minute)
	if now := f.get(f.calendar).header.Get("ETag"); now != tag {
		t.Errorf("an unchanged calendar has the ETag %s, then %s", tag, now)
	}
}
