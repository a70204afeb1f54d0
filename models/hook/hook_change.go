package hook

import (
	"context"
	"net/url"
	"slices"
	"strings"
	"time"

	"turnpost/models"
	"turnpost/models/account"
	"turnpost/models/core"
	"turnpost/models/db"
	"turnpost/models/schema"
	"turnpost/models/secrets"
	"turnpost/models/visible"
	"turnpost/models/webhook"
)

// CreateHook makes a webhook, which is on.
// Errors: CodeInvalid; CodeConflict if there are too many; CodeForbidden if the server has no webhooks.
func (s *Store) CreateHook(ctx context.Context, player int64, n NewHook) (made IssuedHook, err error) {
	if s.NoHooks {
		return IssuedHook{}, models.Fail(models.CodeForbidden, "hooks_off")
	}
	if n.Format == "" {
		n.Format = webhook.JSON
	}
	if n.URL == "" {
		n.URL = n.Format.DefaultURL()
	}
	row := hookRow{PlayerID: player, State: hookOn, Secret: secrets.NewKey(), OldSecret: []byte{}}
	patch := Patch{
		URL: &n.URL, Game: &n.Game, Events: &n.Events, Format: &n.Format, Target: &n.Target, Token: &n.Token,
	}
	if err := s.checkHook(ctx, patch); err != nil {
		return IssuedHook{}, err
	}
	err = s.Write(ctx, func(tx *core.Tx) error {
		if err := account.CheckActor(tx, player); err != nil {
			return err
		}
		var count int
		const mine = "SELECT COUNT(*) FROM hooks WHERE player_id = ? AND format <> ?"
		switch err := tx.Raw(mine, player, webhook.Push).Scan(&count).Error; {
		case err != nil:
			return err
		case count >= MaxHooks:
			return models.Fail(models.CodeConflict, "too_many_hooks", "n", count)
		}
		if err := applyHookPatch(tx, &row, patch); err != nil {
			return err
		}
		if err := insertHook(tx, &row); err != nil {
			return err
		}
		made = IssuedHook{Hook: row.hook()}
		if row.Format.TargetField() == "" {
			made.Secret = webhook.SecretText(row.Secret)
		}
		return nil
	})
	return made, err
}

// insertHook stores a new webhook under a new ID.
func insertHook(tx *core.Tx, row *hookRow) (err error) {
	if row.ID, err = tx.FreeID("hooks"); err != nil {
		return err
	}
	row.CreatedAt = tx.At
	err = tx.Exec(`INSERT INTO hooks (id, player_id, url, host, format, target, events, game_id, state,
			secret, old_secret, created_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
		row.ID, row.PlayerID, row.URL, row.Host, row.Format, row.Target, row.Events, row.GameID, row.State,
		row.Secret, row.OldSecret, row.CreatedAt).Error
	if err != nil {
		return err
	}
	return noteHooks(tx, row.PlayerID)
}

// noteHooks stores in the player's settings whether they have webhooks that are on, so that queueing a notice needs no
// query for that.
func noteHooks(tx *core.Tx, player int64) error {
	var on int64
	err := tx.Raw("SELECT COUNT(*) FROM hooks WHERE player_id = ? AND state = ?", player, hookOn).Scan(&on).Error
	if err != nil {
		return err
	}
	return account.ChangeSettings(tx, player, func(s *models.Settings) error {
		s.Hooks = on > 0
		return nil
	})
}

// checkHook validates what needs no row. The host is looked up here, outside of transactions.
func (s *Store) checkHook(ctx context.Context, patch Patch) error {
	if patch.URL != nil {
		u, fault := webhook.ParseURL(*patch.URL)
		if fault == "" && s.CheckHookHost != nil {
			fault = s.CheckHookHost(ctx, u)
		}
		if fault != "" {
			return models.Invalid("url", "bad_hook_url", "fault", string(fault), "max", webhook.MaxURL)
		}
	}
	if patch.Format != nil && !slices.Contains(webhook.Formats(), *patch.Format) {
		return models.Invalid("format", "bad_hook_format", "format", visible.Clip(string(*patch.Format), 20),
			"formats", namesOf(webhook.Formats()))
	}
	if patch.Events != nil {
		for _, kind := range *patch.Events {
			if !kind.MayBeOff() {
				return models.Invalid("events", "bad_hook_event", "event", visible.Clip(string(kind), 20),
					"events", namesOf(Events()))
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
func applyHookPatch(tx *core.Tx, row *hookRow, patch Patch) error {
	if patch.URL != nil && *patch.URL != row.URL {
		u, err := url.Parse(*patch.URL)
		if err != nil {
			return err
		}
		row.URL, row.Host = *patch.URL, webhook.Host(u)
		row.FailingSince, row.Failures, row.RetryAt = 0, 0, 0
	}
	if err := applyHookTarget(row, patch); err != nil {
		return err
	}
	if patch.Events != nil {
		row.Events = hookEventsText(*patch.Events)
	}
	if patch.On != nil && *patch.On != (row.State == hookOn) {
		row.State = HookOff
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
		return models.Invalid("game", "hook_game", "game", visible.Clip(row.GameID, 20))
	}
	return err
}

// applyHookTarget changes the format of a webhook, and the chat or the room and the token of one that has them. A
// format without them signs with a secret of this server.
func applyHookTarget(row *hookRow, patch Patch) error {
	had := row.Format
	if patch.Format != nil {
		row.Format = *patch.Format
	}
	if patch.Target != nil {
		row.Target = *patch.Target
	}
	field := row.Format.TargetField()
	if field == "" {
		if row.Target = ""; had.TargetField() != "" {
			row.Secret, row.OldSecret, row.OldUntil = secrets.NewKey(), []byte{}, 0
		}
		return nil
	}
	if !row.Format.IsTarget(row.Target) {
		return models.Invalid(field, "bad_hook_"+field)
	}
	switch {
	case patch.Token != nil && *patch.Token != "":
		row.Secret, row.OldSecret, row.OldUntil = []byte(*patch.Token), []byte{}, 0
	case row.Format != had:
		row.Secret = nil // that of another format
	}
	if !row.Format.IsToken(string(row.Secret)) {
		return models.Invalid("token", "bad_hook_token")
	}
	return nil
}

// hookEventsText returns the stored form of some events: "" for all of them.
func hookEventsText(events []models.Kind) string {
	var names []string
	for _, kind := range Events() {
		if slices.Contains(events, kind) {
			names = append(names, string(kind))
		}
	}
	if len(names) == len(Events()) {
		return ""
	}
	return strings.Join(names, ",")
}

// UpdateHook changes a webhook.
// Errors: CodeNotFound, CodeInvalid; CodeForbidden if the server has no webhooks.
func (s *Store) UpdateHook(ctx context.Context, player int64, id string, patch Patch) (h Hook, err error) {
	if s.NoHooks {
		return Hook{}, models.Fail(models.CodeForbidden, "hooks_off")
	}
	if err := s.checkHook(ctx, patch); err != nil {
		return Hook{}, err
	}
	err = s.changeHook(ctx, player, id, func(tx *core.Tx, row *hookRow) error {
		host := row.Host
		if err := applyHookPatch(tx, row, patch); err != nil {
			return err
		}
		if row.Host != host {
			if err := moveDeliveries(tx, row, host); err != nil {
				return err
			}
		}
		err := tx.Exec(`UPDATE hooks SET url = ?, host = ?, format = ?, target = ?, events = ?, game_id = ?, state = ?,
				secret = ?, old_secret = ?, old_until = ?, failing_since = ?, failures = ?, retry_at = ? WHERE id = ?`,
			row.URL, row.Host, row.Format, row.Target, row.Events, row.GameID, row.State,
			row.Secret, row.OldSecret, row.OldUntil, row.FailingSince, row.Failures, row.RetryAt, id).Error
		if err != nil {
			return err
		}
		h = row.hook()
		return noteHooks(tx, player)
	})
	return h, err
}

// moveDeliveries moves what waits for a webhook from one host to another. Both are locked first, as by a claim.
func moveDeliveries(tx *core.Tx, row *hookRow, from string) error {
	if err := lookAtHosts(tx, map[string]models.Millis{from: tx.At, row.Host: tx.At}); err != nil {
		return err
	}
	return tx.Exec("UPDATE hook_deliveries SET host = ?, next_at = ? WHERE hook_id = ? AND done_at = 0",
		row.Host, tx.At, row.ID).Error
}

// changeHook runs fn with the locked row of a player's webhook.
func (s *Store) changeHook(ctx context.Context, player int64, id string, fn func(*core.Tx, *hookRow) error) error {
	return s.Write(ctx, func(tx *core.Tx) error {
		if err := account.CheckActor(tx, player); err != nil {
			return err
		}
		rows, err := LoadHooks(tx.DB, "player_id = ? AND id = ?"+tx.ForUpdate("hooks"), player, id)
		if err != nil {
			return err
		}
		if len(rows) == 0 {
			return noHook(id)
		}
		return fn(tx, &rows[0])
	})
}

func noHook(id string) error {
	return models.Fail(models.CodeNotFound, "no_hook", "hook", visible.Clip(id, 20))
}

// DeleteHook deletes a webhook. What waits for it is not sent.
// Errors: CodeNotFound.
func (s *Store) DeleteHook(ctx context.Context, player int64, id string) error {
	return s.changeHook(ctx, player, id, func(tx *core.Tx, _ *hookRow) error {
		if _, err := db.Exec(tx.DB, "DELETE FROM hooks WHERE id = ?", id); err != nil {
			return err
		}
		return noteHooks(tx, player)
	})
}

// RotateHookSecret replaces the secret of a webhook and returns the new one. The old one signs too for
// webhook.SecretLife.
// Errors: CodeNotFound; CodeConflict for a format that does not sign.
func (s *Store) RotateHookSecret(ctx context.Context, player int64, id string) (secret string, err error) {
	err = s.changeHook(ctx, player, id, func(tx *core.Tx, row *hookRow) error {
		if row.Format.TargetField() != "" || row.Format == webhook.Push {
			return models.Fail(models.CodeConflict, "hook_without_secret")
		}
		key := secrets.NewKey()
		secret = webhook.SecretText(key)
		return tx.Exec("UPDATE hooks SET secret = ?, old_secret = ?, old_until = ? WHERE id = ?",
			key, row.Secret, tx.At.Add(webhook.SecretLife), id).Error
	})
	return secret, err
}

// TestHook queues a test for a webhook, also for one that is off. A success turns it on.
// Errors: CodeNotFound; CodeForbidden if the server has no webhooks; CodeTooMany.
func (s *Store) TestHook(ctx context.Context, player int64, id string) error {
	if s.NoHooks {
		return models.Fail(models.CodeForbidden, "hooks_off")
	}
	return s.changeHook(ctx, player, id, func(tx *core.Tx, row *hookRow) error {
		tests := []schema.Scoped{{Scope: "hook-test." + row.ID, Bound: models.Bound{Count: hookTests, Per: time.Hour}}}
		if err := tx.Spend(tests, "too_many_hook_tests"); err != nil {
			return err
		}
		test, err := tx.FreeID("hooks")
		if err != nil {
			return err
		}
		hosts := map[string]models.Millis{}
		if err := addDelivery(tx, row, 0, models.KindTest, webhook.MessageID("test "+row.ID+" "+test), tx.At,
			hosts); err != nil {
			return err
		}
		tx.Wake(schema.HookWorker)
		return lookAtHosts(tx, hosts)
	})
}

// hookTests is the number of tests of a webhook at once, and in an hour.
const hookTests = 20
