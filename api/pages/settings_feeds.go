package pages

import (
	"errors"
	"net/http"
	"time"

	"github.com/labstack/echo/v4"

	"turnpost/models"
)

// feedsForm is the last path segment of the form that makes or ends the addresses of feeds.
const feedsForm = "feeds"

// feedsShown are the feeds in the settings.
type feedsShown struct {
	Since     time.Time // in the reader's zone; zero if there are none
	Atom, ICS string    // the addresses that were just made, to be copied
}

// fillFeeds adds the state of the player's feeds.
func (p *Pages) fillFeeds(c echo.Context, page *settingsPage, player models.Player) error {
	since, found, err := p.Store.FeedsSince(c.Request().Context(), player.ID)
	if found {
		page.Feeds.Since = readerOf(c).In(since)
	}
	return err
}

// changeFeeds ends the player's feeds, or makes new addresses and shows them once. The page is the response to the
// form: a redirect would have to carry the secrets in its address.
func (p *Pages) changeFeeds(c echo.Context, player models.Player) error {
	ctx := c.Request().Context()
	if c.Request().PostForm.Get("action") == "end" {
		if err := p.Store.EndFeeds(ctx, player.ID); err != nil {
			return err
		}
		return redirect(c, settingsPath(feedsForm), "feeds_ended")
	}
	made, err := p.Store.CreateFeeds(ctx, player.ID)
	if refused, is := errors.AsType[*models.Error](err); is && refused.Code != models.CodeUnauthorized {
		return p.sendSettings(c, refused, feedsForm)
	}
	if err != nil {
		return err
	}
	page, err := p.settings(c, nil, feedsForm)
	if err != nil {
		return err
	}
	page.Feeds.Atom, page.Feeds.ICS = p.BaseURL+AtomPath(made.Atom), p.BaseURL+CalendarPath(made.ICS)
	return p.showSettingsPage(c, http.StatusOK, page)
}
