package export

import (
	"time"

	"turnpost/models"
	"turnpost/models/setting"
)

// account has who the player is, how they are signed in, and whom they block.
func (e *exporter) account() error {
	type entry struct {
		Label     string    `json:"label"`
		ReadOnly  bool      `json:"read_only,omitempty"`
		CreatedAt time.Time `json:"created_at,omitzero"`
		UsedAt    time.Time `json:"used_at,omitzero"`
	}
	p := e.player
	account := struct {
		Name      string    `json:"name"`
		Email     string    `json:"email"`
		Pending   string    `json:"pending_email,omitempty"`
		Locale    string    `json:"locale"`
		TimeZone  string    `json:"time_zone"`
		CreatedAt time.Time `json:"created_at"`
		AwayFrom  time.Time `json:"away_from,omitzero"`
		AwayUntil time.Time `json:"away_until,omitzero"`
		Sessions  []entry   `json:"sessions"`
		Tokens    []entry   `json:"tokens"`
		Blocks    []entry   `json:"blocks"`
	}{
		Name: p.Name, Email: p.Email, Locale: p.Locale, TimeZone: p.TimeZone.String(), CreatedAt: p.CreatedAt,
		Sessions: []entry{}, Tokens: []entry{}, Blocks: []entry{},
	}
	if away, ahead := e.store.VacationAhead(p); ahead {
		account.AwayFrom, account.AwayUntil = away.From, away.Until
	}
	var err error
	if account.Pending, _, err = e.store.PendingAddress(e.ctx, p.ID); err != nil {
		return err
	}
	sessions, err := e.store.BrowserSessions(e.ctx, p.ID)
	if err != nil {
		return err
	}
	for _, s := range sessions {
		account.Sessions = append(account.Sessions, entry{Label: s.Label, UsedAt: s.UsedAt})
	}
	tokens, err := e.store.Tokens(e.ctx, p.ID)
	if err != nil {
		return err
	}
	for _, t := range tokens {
		account.Tokens = append(account.Tokens, entry{
			Label: t.Label, ReadOnly: t.Scope == models.ScopeRead, CreatedAt: t.CreatedAt, UsedAt: t.UsedAt,
		})
	}
	blocks, err := e.store.Blocks(e.ctx, p.ID)
	if err != nil {
		return err
	}
	for _, b := range blocks {
		account.Blocks = append(account.Blocks, entry{Label: b.Name, CreatedAt: b.CreatedAt})
	}
	return e.json("account.json", account)
}

// settings has the settings as lines of names and values, and who sees the player.
func (e *exporter) settings() error {
	values := map[string]any{"listed": e.player.Listed, "hide_rating": e.player.HideRating}
	for _, s := range setting.Of(e.player, e.at) {
		values[s.Name] = s.Value
	}
	return e.json("settings.json", map[string]any{
		"settings": values, "mail": e.player.Settings.Mail, "games": e.player.Settings.Games,
	})
}
