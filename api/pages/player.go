package pages

import (
	"net/http"
	"time"

	"github.com/labstack/echo/v4"

	"turnpost/models/account"
	"turnpost/models/play"
	"turnpost/rules"
	"turnpost/templates/view"
)

// playerPage is the public profile of a player.
type playerPage struct {
	Frame
	Player     knownPlayer
	Mine       bool
	ClockNotes []string // what stops the player's clocks
	Records    []playerRecord
	Section    gameSection
	Standing   standingPanel
	Rulesets   []rules.Info
}

type knownPlayer struct {
	Name      string
	Bot       bool
	CreatedAt time.Time
}

type playerRecord struct {
	account.Record
	Title string
}

func (p *Pages) showPlayer(c echo.Context) error {
	ctx, reader := c.Request().Context(), readerOf(c)
	player, records, err := p.Store.PlayerByName(ctx, c.Param("name"))
	if err != nil {
		return err
	}
	mine := visitorOf(c).Player.ID == player.ID
	page := playerPage{Frame: p.frame(c, player.Name), Mine: mine, Rulesets: p.infos(c)}
	page.Player = knownPlayer{player.Name, player.Bot(), reader.In(player.CreatedAt)}
	page.ClockNotes = view.ClockNotesOf(player, mine, reader.Words())
	if page.Standing, err = p.standing(c, player); err != nil {
		return err
	}
	for _, r := range records {
		title := p.Store.RulesetInfo(r.Ruleset, reader.Words().Tag()).Name
		page.Records = append(page.Records, playerRecord{r, title})
	}
	page.Section, err = p.gameList(c, play.GameFilter{
		Player: player.Name, Before: c.QueryParam("before"), After: c.QueryParam("after"), Limit: gamesShown,
	}, PlayerPath(player.Name), nil)
	if err != nil {
		return err
	}
	page.Section.Empty = say(c, "site.player.none")
	return p.show(c, http.StatusOK, "player", page)
}
