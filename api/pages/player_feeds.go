package pages

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"math"
	"net/url"
	"strconv"
	"strings"
	"time"
	"unicode"

	ics "github.com/arran4/golang-ical"
	"github.com/labstack/echo/v4"

	"turnpost/api/pages/gzipped"
	"turnpost/models"
	"turnpost/models/challenge"
	"turnpost/models/notice"
	"turnpost/rules"
	"turnpost/templates/view"
)

// The routes of a player's feeds. Their addresses are secrets, so that readers of feeds and calendars need no token.
const (
	atomRoute     = "/feeds/:secret/notices.atom"
	calendarRoute = "/feeds/:secret/deadlines.ics"
	calendarType  = "text/calendar; charset=utf-8"
)

// AtomPath returns the path of the feed of a player's notices.
func AtomPath(secret string) string { return "/feeds/" + secret + "/notices.atom" }

// CalendarPath returns the path of the calendar of a player's deadlines.
func CalendarPath(secret string) string { return "/feeds/" + secret + "/deadlines.ics" }

const (
	noticesShown   = 30  // the newest
	feedSeconds    = 300 // that a client may keep a feed
	calendarReload = "PT15M"
)

// openFeed returns the player of a feed's address, and sets the headers of the response.
func (p *Pages) openFeed(c echo.Context, kind challenge.FeedKind) (models.Player, time.Time, error) {
	player, since, err := p.Store.OpenFeed(c.Request().Context(), kind, c.Param("secret"))
	if err != nil {
		return player, since, err
	}
	h := c.Response().Header()
	h.Set(echo.HeaderCacheControl, fmt.Sprintf("private, max-age=%d", feedSeconds))
	h.Set("X-Robots-Tag", "noindex")
	h.Set("Content-Language", view.ReaderOf(player).Words().Tag())
	h.Del(echo.HeaderVary) // the address alone decides
	return player, since, nil
}

// showNotices serves a player's notices as an Atom feed, the newest first.
func (p *Pages) showNotices(c echo.Context) error {
	player, since, err := p.openFeed(c, challenge.FeedAtom)
	if err != nil {
		return err
	}
	notices, err := p.Store.NewsOf(c.Request().Context(), player.ID, noticesShown)
	if err != nil {
		return err
	}
	feed := p.noticesFeed(c, player, since)
	games := map[string]*models.Game{}
	for _, n := range notices {
		entry, err := p.noticeEntry(c.Request().Context(), n, player, games)
		if err != nil {
			return err
		}
		entry.ID, entry.Updated = p.feedID(player)+"notice/"+strconv.FormatInt(n.ID, 10), atomTime(n.CreatedAt)
		feed.Entries = append(feed.Entries, entry)
	}
	if len(notices) > 0 && notices[0].CreatedAt.After(since) {
		feed.Updated = atomTime(notices[0].CreatedAt)
	}
	return sendAtom(c, feed)
}

func atomTime(t time.Time) string { return t.UTC().Format(time.RFC3339) }

// noticesFeed returns the feed of a player's notices without its entries.
func (p *Pages) noticesFeed(c echo.Context, player models.Player, since time.Time) atomFeed {
	words := view.ReaderOf(player).Words()
	account := sha256.Sum256([]byte(strconv.FormatInt(player.ID, 10) + player.CreatedAt.String()))
	return atomFeed{
		Language: words.Tag(), ID: p.feedID(player) + "notices/" + hex.EncodeToString(account[:8]), Author: "turnpost",
		Title: words.Say("feed.notices", "name", player.Name), Updated: atomTime(since),
		Links: []atomLink{
			{Rel: "alternate", Type: "text/html", Href: p.BaseURL + "/inbox"},
			{Rel: "self", Type: "application/atom+xml", Href: p.BaseURL + c.Request().URL.EscapedPath()},
		},
	}
}

// noticeEntry returns the entry of a notice, without its ID. games caches the games of a feed.
func (p *Pages) noticeEntry(
	ctx context.Context, n notice.Notice, player models.Player, games map[string]*models.Game,
) (entry atomEntry, err error) {
	reader := view.ReaderOf(player)
	say, key := reader.Words().Say, "feed.entry."+string(n.Kind)
	if !reader.Words().Has(key) {
		key = "feed.entry.other"
	}
	if n.GameID == "" {
		return p.challengeEntry(ctx, n, player, key)
	}
	g := games[n.GameID]
	if g == nil {
		if g, err = p.Store.Game(ctx, n.GameID); err != nil {
			return entry, err
		}
		games[n.GameID] = g
	}
	shown := p.Views.Game(g, false, reader)
	opponent := ""
	if shown.Reader != rules.NoSeat {
		opponent = shown.Opponent()
	}
	entry.Title = say(key, "title", shown.Title, "opponent", opponent)
	entry.Link = atomLink{Rel: "alternate", Type: "text/html", Href: p.BaseURL + GamePath(g.ID)}
	switch n.Kind {
	case models.KindGameOver:
		entry.Summary = shown.Standing + ": " + shown.Reason
	case models.KindYourTurn, models.KindPlan:
		entry.Summary, err = p.turnBefore(ctx, n, reader)
	}
	return entry, err
}

// challengeEntry returns the entry of a notice about a challenge. The challenge may be gone.
func (p *Pages) challengeEntry(
	ctx context.Context, n notice.Notice, player models.Player, key string,
) (entry atomEntry, err error) {
	reader := view.ReaderOf(player)
	entry.Link = atomLink{Rel: "alternate", Type: "text/html", Href: p.BaseURL + "/inbox"}
	challenge, err := p.Store.FindChallenge(ctx, player, n.ChallengeID)
	if models.CodeOf(err) == models.CodeNotFound {
		entry.Title = reader.Words().Say("feed.entry.other")
		return entry, nil
	}
	if err != nil {
		return entry, err
	}
	shown := p.Views.Challenge(challenge, reader)
	entry.Link.Href = p.BaseURL + ChallengePath(n.ChallengeID)
	entry.Title = reader.Words().Say(key, "title", shown.Title, "opponent", shown.Challenger)
	return entry, nil
}

// turnBefore describes the turn that a notice reports; "" if it was taken back since, or was none.
func (p *Pages) turnBefore(ctx context.Context, n notice.Notice, reader view.Reader) (string, error) {
	g, _, err := p.Store.GameAt(ctx, n.GameID, n.Ply)
	if models.CodeOf(err) == models.CodeInvalid || err == nil && g.LastTurn == nil {
		return "", nil
	}
	if err != nil {
		return "", err
	}
	return p.Views.Turn(g, *g.LastTurn, reader).Description, nil
}

// showDeadlines serves the deadlines of the games that wait for a player as a calendar.
func (p *Pages) showDeadlines(c echo.Context) error {
	player, _, err := p.openFeed(c, challenge.FeedICS)
	if err != nil {
		return err
	}
	inbox, err := p.Store.Inbox(c.Request().Context(), player)
	if err != nil {
		return err
	}
	reader := view.ReaderOf(player)
	name := reader.Words().Say("feed.deadlines", "name", player.Name)
	calendar := ics.NewCalendar()
	calendar.SetProductId("-//turnpost//deadlines//EN")
	calendar.SetName(name)
	calendar.SetXWRCalName(name)
	calendar.SetRefreshInterval(calendarReload) // the library adds VALUE=DURATION
	calendar.SetXPublishedTTL(calendarReload)
	events := make([]*ics.VEvent, len(inbox.Games))
	for i, g := range inbox.Games {
		events[i] = p.addDeadline(calendar, g, reader)
	}
	// The ETag is that of the content without the instant of the response.
	sum := sha256.Sum256([]byte(calendar.Serialize(ics.WithNewLineWindows)))
	now := p.Store.Now()
	for i, g := range inbox.Games {
		stampEvent(events[i], g, now)
	}
	text := calendar.Serialize(ics.WithNewLineWindows) // RFC 5545 wants CRLF
	return gzipped.SendTaggedPieces(c, calendarType, sum, gzipped.Piece{Plain: []byte(text)})
}

// stampEvent adds the sequence and the time by which calendars notice a changed event. Both grow with time, since no
// counter of a game grows with every change of a shown event: turns, takebacks, vacations, credited time, names and the
// reader's language.
func stampEvent(event *ics.VEvent, g *models.Game, now time.Time) {
	const step = 100 * time.Millisecond // fits the 31 bits of a sequence for six years
	event.SetDtStampTime(now)
	event.SetSequence(int(min(max(0, now.Sub(g.CreatedAt)/step), math.MaxInt32)))
}

// addDeadline adds the deadline of a game. The event has no end: it is an instant.
func (p *Pages) addDeadline(calendar *ics.Calendar, g *models.Game, reader view.Reader) *ics.VEvent {
	shown := p.Views.Game(g, false, reader)
	event := calendar.AddEvent(g.ID + "@" + p.host())
	event.SetStartAt(g.Deadline)
	summary := reader.Words().Say("feed.deadline", "title", shown.Title, "opponent", shown.Opponent())
	event.SetSummary(calendarText(summary))
	if shown.LastTurn != nil {
		event.SetDescription(calendarText(shown.LastTurn.Description))
	}
	event.SetURL(p.BaseURL + GamePath(g.ID))
	event.SetTimeTransparency(ics.TransparencyTransparent)
	return event
}

// calendarText returns a text as calendars may have it: in UTF-8 and without control characters other than tabs and
// line feeds (RFC 5545, section 3.1), of which the library escapes only line feeds.
func calendarText(text string) string {
	text = strings.NewReplacer("\r\n", "\n", "\r", "\n").Replace(strings.ToValidUTF8(text, "\ufffd"))
	return strings.Map(func(r rune) rune {
		if unicode.IsControl(r) && r != '\n' && r != '\t' {
			return unicode.ReplacementChar
		}
		return r
	}, text)
}

// host returns the name of the server in permanent IDs.
func (p *Pages) host() string {
	if u, err := url.Parse(p.BaseURL); err == nil && u.Hostname() != "" {
		return u.Hostname()
	}
	return "localhost"
}

// feedID returns the beginning of permanent IDs in a player's feed (RFC 4151).
func (p *Pages) feedID(player models.Player) string {
	return "tag:" + p.host() + "," + player.CreatedAt.UTC().Format(time.DateOnly) + ":"
}
