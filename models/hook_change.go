package models

import (
	"context"
	"net/url"
	"slices"
	"strings"
	"time"

	"turnpost/models/db"
	"turnpost/models/secrets"
	"turnpost/models/visible"
	"turnpost/models/webhook"
)

// CreateHook makes a webhook, which is on.
// Errors: CodeInvalid; CodeConflict if there are too many; CodeForbidden if the server has no webhooks.
func (s *Store) CreateHook(ctx context.Context, player int64, n NewHook) (made IssuedHook, err error) {
	if s.hooksOff {
		return IssuedHook{}, fail(CodeForbidden, "hooks_off")
	}
	row := hookRow{PlayerID: player, Format: webhook.JSON, State: hookOn, Secret: secrets.NewKey(), OldSecret: []byte{}}
	patch := HookPatch{URL: &n.URL, Game: &n.Game, Events: &n.Events}
	if n.Format != "" {
		patch.Format = &n.Format
	}
	if err := s.checkHook(ctx, patch); err != nil {
		return IssuedHook{}, err
	}
	err = s.write(ctx, func(tx *Tx) error {
		if err := tx.checkActor(player); err != nil {
			return err
		}
		var count int
		switch err := tx.Raw("SELECT COUNT(*) FROM hooks WHERE player_id = ?", player).Scan(&count).Error; {
		case err != nil:
			return err
		case count >= maxHooks:
			return fail(CodeConflict, "too_many_hooks", "n", count)
		}
		if err := tx.applyHookPatch(&row, patch); err != nil {
			return err
		}
		if row.ID, err = tx.freeID("hooks"); err != nil {
			return err
		}
		row.CreatedAt = tx.at
		err := tx.Exec(`INSERT INTO hooks (id, player_id, url, host, format, events, game_id, state,
				secret, old_secret, created_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
			row.ID, player, row.URL, row.Host, row.Format, row.Events, row.GameID, row.State,
			row.Secret, row.OldSecret, row.CreatedAt).Error
		if err != nil {
			return err
		}
		made = IssuedHook{row.hook(), webhook.SecretText(row.Secret)}
		return tx.noteHooks(player)
	})
	return made, err
}

// noteHooks stores in the player's settings whether they have webhooks that are on, so that queueing a notice needs no
// query for that.
func (tx *Tx) noteHooks(player int64) error {
	var on int64
	err := tx.Raw("SELECT COUNT(*) FROM hooks WHERE player_id = ? AND state = ?", player, hookOn).Scan(&on).Error
	if err != nil {
		return err
	}
	return tx.changeSettings(player, func(s *Settings) error {
		s.Hooks = on > 0
		return nil
	})
}

// checkHook validates what needs no row. The host is looked up here, outside of transactions.
func (s *Store) checkHook(ctx context.Context, patch HookPatch) error {
	if patch.URL != nil {
		u, fault := webhook.ParseURL(*patch.URL)
		if fault == "" && s.checkHookHost != nil {
			fault = s.checkHookHost(ctx, u)
		}
		if fault != "" {
			return invalid("url", "bad_hook_url", "fault", string(fault), "max", webhook.MaxURL)
		}
	}
	if patch.Format != nil && !slices.Contains(webhook.Formats(), *patch.Format) {
		return invalid("format", "bad_hook_format", "format", visible.Clip(string(*patch.Format), 20),
			"formats", namesOf(webhook.Formats()))
	}
	if patch.Events != nil {
		for _, kind := range *patch.Events {
			if !kind.MayBeOff() {
				return invalid("events", "bad_hook_event", "event", visible.Clip(string(kind), 20),
					"events", namesOf(HookEvents()))
			}
		}
	}
	return nil
}

func namesOf[T ~string](list []T) []string {
	names := make([]string, len(list))
	for i, v := range list {
		names[i] = string(v)
	}
	return names
}

// applyHookPatch changes the row of a webhook. A new URL or turning it on forgets earlier failures.
func (tx *Tx) applyHookPatch(row *hookRow, patch HookPatch) error {
	if patch.URL != nil && *patch.URL != row.URL {
		u, err := url.Parse(*patch.URL)
		if err != nil {
			return err
		}
		row.URL, row.Host = *patch.URL, webhook.Host(u)
		row.FailingSince, row.Failures, row.RetryAt = 0, 0, 0
	}
	if patch.Format != nil {
		row.Format = *patch.Format
	}
	if patch.Events != nil {
		row.Events = hookEventsText(*patch.Events)
	}
	if patch.On != nil && *patch.On != (row.State == hookOn) {
		row.State = hookOff
		if *patch.On {
			row.State, row.FailingSince, row.Failures, row.RetryAt = hookOn, 0, 0, 0
		}
	}
	if patch.Game == nil || *patch.Game == row.GameID {
		return nil
	}
	row.GameID = *patch.Game
	if row.GameID == "" {
		return nil
	}
	var plays int64
	err := tx.Raw("SELECT COUNT(*) FROM games WHERE id = ? AND (first_id = ? OR second_id = ?)",
		row.GameID, row.PlayerID, row.PlayerID).Scan(&plays).Error
	if err == nil && plays == 0 {
		return invalid("game", "hook_game", "game", visible.Clip(row.GameID, 20))
	}
	return err
}

// hookEventsText returns the stored form of some events: "" for all of them.
func hookEventsText(events []Kind) string {
	var names []string
	for _, kind := range HookEvents() {
		if slices.Contains(events, kind) {
			names = append(names, string(kind))
		}
	}
	if len(names) == len(HookEvents()) {
		return ""
	}
	return strings.Join(names, ",")
}

// UpdateHook changes a webhook.
// Errors: CodeNotFound, CodeInvalid; CodeForbidden if the server has no webhooks.
func (s *Store) UpdateHook(ctx context.Context, player int64, id string, patch HookPatch) (h Hook, err error) {
	if s.hooksOff {
		return Hook{}, fail(CodeForbidden, "hooks_off")
	}
	if err := s.checkHook(ctx, patch); err != nil {
		return Hook{}, err
	}
	err = s.changeHook(ctx, player, id, func(tx *Tx, row *hookRow) error {
		host := row.Host
		if err := tx.applyHookPatch(row, patch); err != nil {
			return err
		}
		if row.Host != host {
			if err := tx.moveDeliveries(row, host); err != nil {
				return err
			}
		}
		err := tx.Exec(`UPDATE hooks SET url = ?, host = ?, format = ?, events = ?, game_id = ?, state = ?,
				failing_since = ?, failures = ?, retry_at = ? WHERE id = ?`,
			row.URL, row.Host, row.Format, row.Events, row.GameID, row.State,
			row.FailingSince, row.Failures, row.RetryAt, id).Error
		if err != nil {
			return err
		}
		h = row.hook()
		return tx.noteHooks(player)
	})
	return h, err
}

// moveDeliveries moves what waits for a webhook from one host to another. Both are locked first, as by a claim.
func (tx *Tx) moveDeliveries(row *hookRow, from string) error {
	if err := tx.lookAtHosts(map[string]Millis{from: tx.at, row.Host: tx.at}); err != nil {
		return err
	}
	return tx.Exec("UPDATE hook_deliveries SET host = ?, next_at = ? WHERE hook_id = ? AND done_at = 0",
		row.Host, tx.at, row.ID).Error
}

// changeHook runs fn with the locked row of a player's webhook.
func (s *Store) changeHook(ctx context.Context, player int64, id string, fn func(*Tx, *hookRow) error) error {
	return s.write(ctx, func(tx *Tx) error {
		if err := tx.checkActor(player); err != nil {
			return err
		}
		rows, err := loadHooks(tx.DB, "player_id = ? AND id = ?"+tx.ForUpdate("hooks"), player, id)
		if err != nil {
			return err
		}
		if len(rows) == 0 {
			return noHook(id)
		}
		return fn(tx, &rows[0])
	})
}

func noHook(id string) error { return fail(CodeNotFound, "no_hook", "hook", visible.Clip(id, 20)) }

// DeleteHook deletes a webhook. What waits for it is not sent.
// Errors: CodeNotFound.
func (s *Store) DeleteHook(ctx context.Context, player int64, id string) error {
	return s.changeHook(ctx, player, id, func(tx *Tx, _ *hookRow) error {
		if _, err := db.Exec(tx.DB, "DELETE FROM hooks WHERE id = ?", id); err != nil {
			return err
		}
		return tx.noteHooks(player)
	})
}

// RotateHookSecret replaces the secret of a webhook and returns the new one. The old one signs too for
// webhook.SecretLife.
// Errors: CodeNotFound.
func (s *Store) RotateHookSecret(ctx context.Context, player int64, id string) (secret string, err error) {
	err = s.changeHook(ctx, player, id, func(tx *Tx, row *hookRow) error {
		key := secrets.NewKey()
		secret = webhook.SecretText(key)
		return tx.Exec("UPDATE hooks SET secret = ?, old_secret = ?, old_until = ? WHERE id = ?",
			key, row.Secret, tx.at.Add(webhook.SecretLife), id).Error
	})
	return secret, err
}

// TestHook queues a test for a webhook, also for one that is off. A success turns it on.
// Errors: CodeNotFound; CodeForbidden if the server has no webhooks; CodeTooMany.
func (s *Store) TestHook(ctx context.Context, player int64, id string) error {
	if s.hooksOff {
		return fail(CodeForbidden, "hooks_off")
	}
	return s.changeHook(ctx, player, id, func(tx *Tx, row *hookRow) error {
		tests := []scoped{{"hook-test." + row.ID, Bound{hookTests, time.Hour}}}
		if err := tx.spend(tests, "too_many_hook_tests"); err != nil {
			return err
		}
		test, err := tx.freeID("hooks")
		if err != nil {
			return err
		}
		hosts := map[string]Millis{}
		if err := tx.addDelivery(row, 0, KindTest, webhook.MessageID("test "+row.ID+" "+test), tx.at, hosts); err != nil {
			return err
		}
		tx.hooked = true
		return tx.lookAtHosts(hosts)
	})
}

// hookTests is the number of tests of a webhook at once, and in an hour.
const hookTests = 20
