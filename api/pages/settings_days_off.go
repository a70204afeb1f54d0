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

// daysOffShown is the form of days off and of vacations that begin by themselves.
type daysOffShown struct {
	Days      []dayShown // Monday first
	Automatic bool

	Now  []string  // names of the days off for turns that begin now
	From time.Time // from when on those that are chosen count for turns that begin then; zero: now
}

// dayShown is the box of a weekday.
type dayShown struct {
	Value  string // "sat"
	Chosen bool
}

// fillDaysOff fills the form with the player's days, or with those of a refused form.
func (page *settingsPage) fillDaysOff(c echo.Context, s *store.Store, p models.Player) {
	if off, changed := s.DaysOff(p); !changed.IsZero() {
		page.DaysOff.Now, page.DaysOff.From = off.Names(), changed.In(p.TimeZone)
	}
	chosen := p.DaysOff.Names()
	page.DaysOff.Automatic = p.AutoVacation
	if page.Section == daysOffForm && page.Refusal != nil {
		post := c.Request().PostForm
		chosen, page.DaysOff.Automatic = post["day"], post.Has("automatic")
	}
	for _, day := range calendar.Weekdays() {
		page.DaysOff.Days = append(page.DaysOff.Days, dayShown{day, slices.Contains(chosen, day)})
	}
}

func (p *Pages) setDaysOff(ctx context.Context, c echo.Context, player models.Player) (string, error) {
	post := c.Request().PostForm
	days, automatic := append([]string{}, post["day"]...), post.Has("automatic")
	_, err := p.Store.UpdateProfile(ctx, player.ID, models.ProfilePatch{DaysOff: &days, AutoVacation: &automatic})
	return "saved", err
}
