package pages

import (
	"net/http"
	"net/url"

	"github.com/labstack/echo/v4"

	"turnpost/models"
	"turnpost/models/account"
	"turnpost/models/play"
	"turnpost/rules"
	"turnpost/templates/view"
)

// Numbers of entries of lists.
const (
	gamesShown   = 12 // of a list among others
	gamesOnPage  = 24
	playersShown = 50
	openOnPage   = 30
)

// narrowing is a link that narrows a list.
type narrowing struct {
	Label, Path string
	Chosen      bool
}

// gameSection is a list of games with the addresses of the pages beside it.
type gameSection struct {
	Title        string
	Games        []thumbnail
	All          string // the whole list; "" if this is it
	Newer, Older string
	Empty        string
}

// gamesPage lists games for onlookers.
type gamesPage struct {
	Frame
	Rulesets, Variants []narrowing
	Sections           []gameSection
}

// showGames serves the lists of games under way and of games that have ended, or one of them by pages.
func (p *Pages) showGames(c echo.Context) error {
	page := gamesPage{Frame: p.frame(c, say(c, "site.games"))}
	page.Here, page.Description, page.URL = "games", say(c, "site.games.lead"), p.BaseURL+"/games"
	query := url.Values{}
	for _, name := range []string{"status", "ruleset", "variant"} {
		if value := c.QueryParam(name); value != "" {
			query.Set(name, value)
		}
	}
	var err error
	if page.Rulesets, page.Variants, err = p.kindChoices(c, "/games", query); err != nil {
		return err
	}
	for _, status := range []models.Status{models.Ongoing, models.Finished} {
		if chosen := query.Get("status"); chosen != "" && chosen != string(status) {
			continue
		}
		section, err := p.gameSection(c, status, query)
		if err != nil {
			return err
		}
		page.Sections = append(page.Sections, section)
	}
	if len(page.Sections) == 0 {
		return fail(models.CodeNotFound, "site.no_page")
	}
	return p.show(c, http.StatusOK, "games", page)
}

// gameSection returns the games of a status; the beginning of the list unless the query chooses the status.
func (p *Pages) gameSection(c echo.Context, status models.Status, query url.Values) (gameSection, error) {
	f := play.GameFilter{
		Status: status, Ruleset: query.Get("ruleset"), Variant: query.Get("variant"), Limit: gamesShown,
	}
	whole := query.Get("status") != ""
	if whole {
		f.Limit, f.Before, f.After = gamesOnPage, c.QueryParam("before"), c.QueryParam("after")
	}
	section := gameSection{
		Title: say(c, "site.games."+string(status)), Empty: say(c, "site.games.none."+string(status)),
	}
	list, err := p.gameList(c, f, "/games", withQuery(query, "status", string(status)))
	section.Games, section.Newer, section.Older = list.Games, list.Newer, list.Older
	if !whole && list.Older != "" {
		section.All, section.Newer, section.Older = "/games?"+withQuery(query, "status", string(status)).Encode(), "", ""
	}
	return section, err
}

// gameList returns a page of games and the addresses of the pages beside it, at a path with a query.
func (p *Pages) gameList(
	c echo.Context, f play.GameFilter, path string, query url.Values,
) (list gameSection, err error) {
	reader := readerOf(c)
	f.ShownTo = &reader.Player
	page, err := p.Store.GamePage(c.Request().Context(), f)
	if err != nil {
		return list, err
	}
	games := make([]*view.Game, len(page.Games))
	for i, g := range page.Games {
		games[i] = p.Views.Game(g, false, reader)
	}
	list.Games = p.thumbnails(games, reader)
	if page.Newer != "" {
		list.Newer = path + "?" + withQuery(query, "after", page.Newer).Encode()
	}
	if page.Older != "" {
		list.Older = path + "?" + withQuery(query, "before", page.Older).Encode()
	}
	return list, nil
}

// withQuery returns a copy of a query with another value; "" removes it.
func withQuery(query url.Values, name, value string) url.Values {
	changed := url.Values{}
	for known, values := range query {
		changed[known] = values
	}
	changed.Del(name)
	if value != "" {
		changed.Set(name, value)
	}
	return changed
}

// kindChoices returns the links that narrow a list to a ruleset and, in a ruleset of several, to a variant.
func (p *Pages) kindChoices(c echo.Context, path string, query url.Values) (rulesets, variants []narrowing, err error) {
	add := func(list []narrowing, label string, narrowed url.Values, chosen bool) []narrowing {
		to := path
		if text := narrowed.Encode(); text != "" {
			to += "?" + text
		}
		return append(list, narrowing{label, to, chosen})
	}
	all := withQuery(withQuery(query, "ruleset", ""), "variant", "")
	rulesets = add(nil, say(c, "site.games.all"), all, query.Get("ruleset") == "")
	known := query.Get("ruleset") == "" && query.Get("variant") == ""
	for _, info := range p.infos(c) {
		chosen := info.ID == query.Get("ruleset")
		of := withQuery(all, "ruleset", info.ID)
		rulesets = add(rulesets, info.Name, of, chosen)
		if !chosen {
			continue
		}
		known = query.Get("variant") == ""
		variants = add(variants, say(c, "site.games.variants"), of, known)
		for _, variant := range info.Variants {
			is := variant.ID == query.Get("variant")
			known = known || is
			variants = add(variants, variant.Name, withQuery(of, "variant", variant.ID), is)
		}
	}
	if len(variants) < 3 {
		variants = nil
	}
	if !known {
		err = fail(models.CodeNotFound, "site.no_page")
	}
	return rulesets, variants, err
}

// showPlayers serves the list of players by name.
func (p *Pages) showPlayers(c echo.Context) error {
	page := struct {
		Frame
		Search         string
		Players        []account.ListedPlayer
		Previous, Next string
		Rulesets       []rules.Info
	}{Frame: p.frame(c, say(c, "site.players")), Search: c.QueryParam("name"), Rulesets: p.infos(c)}
	page.Here, page.Description, page.URL = "players", say(c, "site.players.lead"), p.BaseURL+"/players"
	list, err := p.Store.Players(c.Request().Context(), account.PlayerFilter{
		Name: page.Search, Before: c.QueryParam("before"), After: c.QueryParam("after"), Limit: playersShown,
	})
	if err != nil {
		return err
	}
	page.Players = list.Players
	for i := range page.Players {
		page.Players[i].CreatedAt = readerOf(c).In(page.Players[i].CreatedAt)
	}
	search := withQuery(nil, "name", page.Search)
	if list.Previous != "" {
		page.Previous = "/players?" + withQuery(search, "before", list.Previous).Encode()
	}
	if list.Next != "" {
		page.Next = "/players?" + withQuery(search, "after", list.Next).Encode()
	}
	return p.show(c, http.StatusOK, "players", page)
}

// showPlay serves the page where a game begins: open challenges, and the games to offer.
func (p *Pages) showPlay(c echo.Context) error {
	page := struct {
		Frame
		Rulesets []narrowing
		Open     []*view.Challenge
		Offer    *offer
		Next     string
		Games    []rules.Info
		Tries    map[string]bool // by ruleset: there is a board to try
		Housed   []houseGame
		Events   []*view.Event // that wait for players
	}{Frame: p.frame(c, say(c, "site.play")), Games: p.infos(c), Tries: p.tries(c), Housed: p.houseGames(c)}
	page.Here, page.Back, page.Description, page.URL = "play", "/play", say(c, "site.play.lead"), p.BaseURL+"/play"
	query := withQuery(nil, "ruleset", c.QueryParam("ruleset"))
	var err error
	if page.Rulesets, _, err = p.kindChoices(c, "/play", query); err != nil {
		return err
	}
	page.Open, page.Next, err = p.openChallenges(c, models.OpenFilter{
		Ruleset: query.Get("ruleset"), Before: c.QueryParam("before"), Limit: openOnPage,
	})
	if err != nil {
		return err
	}
	if page.Next != "" {
		page.Next = "/play?" + withQuery(query, "before", page.Next).Encode()
	}
	if page.Offer, err = p.lastOffer(c); err != nil {
		return err
	}
	if page.Events, err = p.openEvents(c, query.Get("ruleset")); err != nil {
		return err
	}
	return p.show(c, http.StatusOK, "play-page", page)
}

// showRulesets serves the list of games that can be played.
func (p *Pages) showRulesets(c echo.Context) error {
	page := struct {
		Frame
		Games []rules.Info
		Tries map[string]bool // by ruleset: there is a board to try
	}{p.frame(c, say(c, "site.front.games")), p.infos(c), p.tries(c)}
	page.Here, page.URL = "rules", p.BaseURL+"/rules"
	return p.show(c, http.StatusOK, "rulesets", page)
}
