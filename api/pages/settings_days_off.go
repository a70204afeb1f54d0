package pages

import (
	"context"
	"slices"
	"time"

	"github.com/labstack/echo/v4"

	"turnpost/models"
	"turnpost/models/calendar"
	"turnpost/models/store"
)

// daysOffForm is the section of the settings with the player's days off.
const daysOffForm = "days-off"

// daysOffShown is the form of days off.
type daysOffShown struct {
	Days []option // Monday first, without labels

	Now  []string  // names of the days off for turns that begin now
	From time.Time // from when on those that are chosen count for turns that begin then; zero: now
}

// fillDaysOff fills the form with the player's days, or with those of a refused form.
func (page *settingsPage) fillDaysOff(c echo.Context, s *store.Store, p models.Player) {
	if rest, changed := s.Rest(p); !changed.IsZero() {
		page.Rest.Now, page.Rest.From = rest.DaysOff.Names(), changed.In(p.TimeZone)
	}
	chosen := p.DaysOff.Names()
	if page.Section == daysOffForm && page.Refusal != nil {
		chosen = c.Request().PostForm["day"]
	}
	for _, day := range calendar.Weekdays() {
		page.Rest.Days = append(page.Rest.Days, option{Value: day, Chosen: slices.Contains(chosen, day)})
	}
}

func (p *Pages) setDaysOff(ctx context.Context, c echo.Context, player models.Player) (string, error) {
	post := c.Request().PostForm
	patch := models.ProfilePatch{Values: enteredValues(post, daysOffForm)}
	patch.Put("days_off", post["day"]...)
	_, err := p.Store.UpdateProfile(ctx, player.ID, patch)
	return "saved", err
}
