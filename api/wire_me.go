package api

import (
	"context"

	"turnpost/models"
	"turnpost/models/play"
	"turnpost/templates/view"
	"turnpost/templates/words"
)

// wireMe converts a profile for its owner.
func (s *server) wireMe(ctx context.Context, p models.Player) (w Me, err error) {
	w = Me{
		Name: p.Name, Email: p.Email, Locale: p.Locale, TimeZone: p.TimeZone.String(), CreatedAt: p.CreatedAt,
		Mail: map[string]Delivery{}, Games: map[string]Delivery{},
		Reminders:  append([]string{}, p.Settings.Reminders...),
		DigestHour: models.DefaultDigestHour,
	}
	for _, s := range models.PlayerSettings {
		if field := wireField(&w, s.Name); s.Words != nil {
			field.SetString(s.Get(&p))
		} else {
			field.SetBool(s.Get(&p) == models.Yes)
		}
	}
	w.DaysOff, w.DaysOffNext = s.daysOff(p)
	if p.Failing != nil {
		w.MailFailing = &MailFailing{Since: p.Failing.Since, Detail: view.MailFailing(*p.Failing, words.For(p.Locale))}
	}
	if hour := p.Settings.DigestHour; hour != nil {
		w.DigestHour = *hour
	}
	if quiet := p.Settings.Quiet; quiet != nil {
		w.Quiet = &QuietHours{From: quiet.From, Until: quiet.Until}
	}
	if v, ok := s.store.VacationAhead(p); ok {
		w.Away = &Away{From: v.From, Until: v.Until}
	}
	for kind, d := range p.Settings.Mail {
		w.Mail[string(kind)] = Delivery(d)
	}
	for game, d := range p.Settings.Games {
		w.Games[game] = Delivery(d)
	}
	return w, s.addStanding(ctx, &w, p.ID)
}

// settingValues returns the values of models.PlayerSettings that a patch changes.
func settingValues(in *ProfilePatch) map[string]string {
	values := map[string]string{}
	for _, s := range models.PlayerSettings {
		switch field := wireField(in, s.Name); {
		case field.IsNil():
		case s.Words != nil:
			values[s.Name] = field.Elem().String()
		default:
			values[s.Name] = models.YesNo(field.Elem().Bool())
		}
	}
	return values
}

// daysOff returns a player's days off for turns that begin now, and those that count later, or nil.
func (s *server) daysOff(p models.Player) (DaysOff, *NextDaysOff) {
	off, changed := s.store.DaysOff(p)
	if changed.IsZero() {
		return off.Names(), nil
	}
	return off.Names(), &NextDaysOff{DaysOff: p.DaysOff.Names(), From: changed}
}

// addStanding adds the ratings, the reliability and its causes to a profile.
func (s *server) addStanding(ctx context.Context, w *Me, player int64) (err error) {
	if w.Ratings, err = s.ratings(ctx, player); err != nil {
		return err
	}
	reliability, err := s.store.Reliability(ctx, player)
	if err != nil {
		return err
	}
	w.Reliability = wireReliability(reliability)
	late, err := s.store.LateTurns(ctx, player)
	w.LateTurns = each(late, func(l play.LateTurn) LateTurn {
		return LateTurn{Game: l.Game, Ruleset: l.Ruleset, Opponent: l.Opponent.Name, First: l.First, At: l.At}
	})
	return err
}
