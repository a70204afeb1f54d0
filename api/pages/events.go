package pages

import (
	"cmp"
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"github.com/labstack/echo/v4"

	"turnpost/models"
	"turnpost/models/event"
	"turnpost/models/pace"
	"turnpost/models/roundrobin"
	"turnpost/templates"
	"turnpost/templates/view"
)

// Numbers of events in lists.
const (
	eventsShown  = 8 // of a list among others
	eventsOnPage = 30
)

// eventSection is a list of events with the address of the older ones.
type eventSection struct {
	Title, Empty string
	Events       []*view.Event
	All, Older   string
	Make         string // the address of the form, of an empty list that a new event would be in
}

// eventList is a list of events by kind and status.
type eventList struct {
	name   string // in the address and in phrases
	kind   event.Kind
	status event.Status
}

// eventLists are the lists of the page of events, in order. A ladder can always be joined.
var eventLists = []eventList{
	{"open", event.RoundRobin, event.EventOpen},
	{"ladders", event.Ladder, event.EventRunning},
	{"running", event.RoundRobin, event.EventRunning},
	{"ended", event.RoundRobin, event.EventEnded},
}

// showEvents serves the lists of events, or one of them by pages.
func (p *Pages) showEvents(c echo.Context) error {
	page := struct {
		Frame
		Rulesets []narrowing
		Sections []eventSection
	}{Frame: p.frame(c, say(c, "site.events"))}
	page.Here, page.Back, page.Description = "events", "/events", say(c, "site.events.lead")
	page.URL = p.BaseURL + "/events"
	query := withQuery(withQuery(nil, "ruleset", c.QueryParam("ruleset")), "list", c.QueryParam("list"))
	var err error
	if page.Rulesets, _, err = p.kindChoices(c, "/events", query); err != nil {
		return err
	}
	for _, list := range eventLists {
		if chosen := query.Get("list"); chosen != "" && chosen != list.name {
			continue
		}
		section, err := p.eventSection(c, list, query)
		if err != nil {
			return err
		}
		page.Sections = append(page.Sections, section)
	}
	if len(page.Sections) == 0 {
		return fail(models.CodeNotFound, "site.no_page")
	}
	return p.show(c, http.StatusOK, "events", page)
}

func (p *Pages) eventSection(c echo.Context, list eventList, query url.Values) (eventSection, error) {
	section := eventSection{Title: say(c, "site.events."+list.name), Empty: say(c, "site.events.none."+list.name)}
	f := event.Filter{Kind: list.kind, Status: list.status, Ruleset: query.Get("ruleset"), Limit: eventsShown}
	whole := query.Get("list") != ""
	if whole {
		f.Limit, f.Before = eventsOnPage, c.QueryParam("before")
	}
	stored, next, err := p.Store.Events(c.Request().Context(), f)
	for _, e := range stored {
		section.Events = append(section.Events, p.Views.Event(e, readerOf(c)))
	}
	if joinable := list.kind == event.Ladder || list.status == event.EventOpen; joinable && len(stored) == 0 {
		section.Make = "/events/new?" + withQuery(nil, "kind", string(list.kind)).Encode()
	}
	of := withQuery(query, "list", list.name)
	switch {
	case next == "":
	case whole:
		section.Older = "/events?" + withQuery(of, "before", next).Encode()
	default:
		section.All = "/events?" + of.Encode()
	}
	return section, err
}

// openEvents lists the newest round robins that wait for players, for a page with other lists.
func (p *Pages) openEvents(c echo.Context, ruleset string) ([]*view.Event, error) {
	section, err := p.eventSection(c, eventLists[0], withQuery(nil, "ruleset", ruleset))
	return section.Events[:min(len(section.Events), openShown)], err
}

// eventForm holds the fields of the form that makes an event.
type eventForm struct {
	Kind, Game, Pace, Title string // Game is a ruleset and a variant with a slash between
	Size, AtOnce            string
	Double, Repeat          bool
	Terms                   termsForm
}

// defaultEventSize is the number of players that the form proposes.
const defaultEventSize = "8"

func (p *Pages) showEventForm(c echo.Context) error {
	if p.AsText(c) {
		return c.String(http.StatusOK, templates.NewEventText(p.commands(c)))
	}
	if !visitorOf(c).Signed {
		return fail(models.CodeUnauthorized, "error.signed_out")
	}
	return p.sendEventForm(c, eventForm{
		Kind: cmp.Or(c.QueryParam("kind"), string(event.RoundRobin)), Game: c.QueryParam("game"), Pace: pace.Default,
		Size: defaultEventSize, Terms: termsFormOf(models.Terms{}, models.EventTerms),
	}, nil)
}

// variantChoices are the variants of a ruleset, as choices of a form.
type variantChoices struct {
	Name     string
	Variants []option
}

// sendEventForm shows the form for an event; err is why it was refused, or nil.
func (p *Pages) sendEventForm(c echo.Context, form eventForm, err error) error {
	refused, err := refusedBy(err)
	if err != nil {
		return err
	}
	page := struct {
		Frame
		Form      eventForm
		Games     []variantChoices
		Paces     []option
		OtherPace string
		MaxGroup  int
	}{Frame: p.frame(c, say(c, "site.events.new")), Form: form, MaxGroup: roundrobin.MaxGroup}
	page.Here, page.NoIndex = "events", true
	page.Paces, page.OtherPace = paceOptions(form.Pace, readerOf(c).Words())
	for _, info := range p.infos(c) {
		game := variantChoices{Name: info.Name}
		for _, v := range info.Offered() {
			value := info.ID + "/" + v.ID
			game.Variants = append(game.Variants, option{value, v.Name, value == form.Game})
		}
		page.Games = append(page.Games, game)
	}
	if refused != nil {
		page.Refusal = p.refusal(refused, readerOf(c))
	}
	return p.show(c, p.statusOf(refused), "event-form", page)
}

// createEvent makes an event by the form.
func (p *Pages) createEvent(c echo.Context) error {
	player, err := signedIn(c)
	if err != nil {
		return err
	}
	post := c.Request().PostForm
	form := eventForm{
		Kind: post.Get("kind"), Game: post.Get("game"), Pace: paceOf(post), Title: strings.TrimSpace(post.Get("title")),
		Size: strings.TrimSpace(post.Get("size")), AtOnce: strings.TrimSpace(post.Get("at_once")),
		Double: post.Has("double"), Repeat: post.Has("repeat"), Terms: enteredTerms(post, models.EventTerms),
	}
	made, err := p.makeEvent(c, player, form)
	if err != nil {
		return p.sendEventForm(c, form, err)
	}
	return redirect(c, EventPath(made), "event_made")
}

// makeEvent returns the ID of the event of a form. The same form makes it once.
func (p *Pages) makeEvent(c echo.Context, player models.Player, form eventForm) (id string, err error) {
	n := event.NewEvent{
		Kind: event.Kind(form.Kind), Terms: models.Terms{Pace: form.Pace}, Title: form.Title, Size: event.DefaultEventSize,
	}
	n.Ruleset, n.Variant, _ = strings.Cut(form.Game, "/")
	if err := form.Terms.read(&n.Terms, "schema.unreadable"); err != nil {
		return "", err
	}
	var numbers []formNumber
	if n.Kind == event.RoundRobin {
		n.Double, n.Repeat = form.Double, form.Repeat
		numbers = []formNumber{{"size", form.Size, &n.Size}, {"at_once", form.AtOnce, &n.AtOnce}}
	}
	for _, number := range numbers {
		if err := number.read(); err != nil {
			return "", err
		}
	}
	record := func(made any) ([]byte, error) { return []byte(made.(event.Event).ID), nil }
	texts := append(form.Terms.texts(), form.Kind, form.Game, form.Pace, form.Title, form.Size, form.AtOnce)
	texts = append(texts, strconv.FormatBool(form.Double), strconv.FormatBool(form.Repeat))
	made, err := p.Store.Once(onceOf(c, player, record, texts...)).CreateEvent(c.Request().Context(), player, n)
	return replayed(made.ID, err)
}

// formNumber is a field with a number; empty is 0.
type formNumber struct {
	field, text string
	to          *int
}

func (f formNumber) read() (err error) {
	if f.text == "" {
		return nil
	}
	if *f.to, err = strconv.Atoi(f.text); err != nil {
		refused := fail(models.CodeInvalid, "schema.unreadable")
		refused.Field = f.field
		return refused
	}
	return nil
}
