package models

import (
	"context"
	"strings"
	"sync"
	"time"

	"turnpost/models/visible"
)

// MutePlayer refuses the messages of an account from now on; its turns and decisions go on.
// Errors: CodeNotFound, CodeConflict if it is muted already.
func (a Admin) MutePlayer(ctx context.Context, name string) error {
	return a.setMuted(ctx, name, "muted_already", func(tx *Tx, id int64) (changed int64, err error) {
		done := tx.Exec("UPDATE players SET muted_at = ? WHERE id = ? AND muted_at = 0", tx.at, id)
		return done.RowsAffected, done.Error
	})
}

// UnmutePlayer delivers the messages of an account again. Errors: CodeNotFound, CodeConflict if it is not muted.
func (a Admin) UnmutePlayer(ctx context.Context, name string) error {
	return a.setMuted(ctx, name, "not_muted", func(tx *Tx, id int64) (changed int64, err error) {
		done := tx.Exec("UPDATE players SET muted_at = 0 WHERE id = ? AND muted_at > 0", id)
		return done.RowsAffected, done.Error
	})
}

func (a Admin) setMuted(
	ctx context.Context, name, unchanged string, change func(tx *Tx, id int64) (changed int64, err error),
) error {
	return a.store.write(ctx, func(tx *Tx) error {
		row, err := tx.lockNamed(name)
		if err != nil {
			return err
		}
		changed, err := change(tx, row.ID)
		if err == nil && changed == 0 {
			err = fail(CodeConflict, unchanged, "name", row.Name)
		}
		return err
	})
}

// muted reports whether the operator refuses a player's messages.
func (tx *Tx) muted(player int64) (bool, error) {
	var since []Millis
	err := tx.Raw("SELECT muted_at FROM players WHERE id = ? AND muted_at > 0", player).Scan(&since).Error
	return len(since) > 0, err
}

// mustNotBeMuted refuses the message of a muted player.
func (tx *Tx) mustNotBeMuted(player int64) error {
	muted, err := tx.muted(player)
	if err == nil && muted {
		err = fail(CodeForbidden, "muted")
	}
	return err
}

// actLife is how long the log of operators' acts is kept.
const actLife = 2 * 365 * day

// Act is an act of an operator.
type Act struct {
	At       time.Time
	Operator string // who ran the command
	Command  string // without its arguments
	Player   string // whom it was about; "" for nobody
	Game     string
	Detail   string
	Outcome  string // "done", the reason why it was not done, or "" if it did not end

	PlayerID int64 // for RecordAct
}

// RecordAct adds an act to the log before it is done, so that no act is missing after a crash. FinishAct adds its
// outcome.
func (a Admin) RecordAct(ctx context.Context, act Act) (id int64, err error) {
	err = a.store.write(ctx, func(tx *Tx) error {
		return tx.Raw(`INSERT INTO operator_acts (at, operator, command, player_id, game_id, detail)
			VALUES (?, ?, ?, ?, ?, ?) RETURNING id`, tx.at, visible.Clip(act.Operator, 80), act.Command, act.PlayerID,
			act.Game, visible.Clip(act.Detail, 500)).Scan(&id).Error
	})
	return id, err
}

// FinishAct adds the outcome to a recorded act.
func (a Admin) FinishAct(ctx context.Context, id int64, outcome string) error {
	return a.store.write(ctx, func(tx *Tx) error {
		return tx.Exec("UPDATE operator_acts SET outcome = ? WHERE id = ?", visible.Clip(outcome, 300), id).Error
	})
}

// Acts lists the last acts of operators, oldest first.
func (a Admin) Acts(ctx context.Context, limit int) ([]Act, error) {
	var rows []struct {
		At                                               Millis
		Operator, Command, Player, Game, Detail, Outcome string
	}
	err := a.store.read(ctx).Raw(`SELECT * FROM (
		SELECT o.id, o.at, o.operator, o.command, COALESCE(p.name, '') AS player, o.game_id AS game, o.detail, o.outcome
		FROM operator_acts o LEFT JOIN players p ON p.id = o.player_id AND o.player_id > 0
		ORDER BY o.id DESC LIMIT ?) AS last ORDER BY id`, limit).Scan(&rows).Error
	list := make([]Act, 0, len(rows))
	for _, r := range rows {
		list = append(list, Act{
			At: r.At.Time(), Operator: r.Operator, Command: r.Command, Player: r.Player, Game: r.Game,
			Detail: r.Detail, Outcome: r.Outcome,
		})
	}
	return list, err
}

// maxAnnouncement is the maximum length of an announcement in characters.
const maxAnnouncement = 300

// MaxAnnouncementLife is how long an announcement may be shown.
const MaxAnnouncementLife = 90 * day

// Announcement is what the operator tells everybody: on pages, in texts and in mails.
type Announcement struct {
	Text  string // one line; "" for none
	Until time.Time
}

// Announce shows a text until an instant, in place of an earlier announcement. Running servers show it within
// announcementAge. Errors: CodeInvalid for an empty or long text, or an instant that is past or too far ahead.
func (a Admin) Announce(ctx context.Context, text string, until time.Time) error {
	text, err := cleanText("text", strings.Join(strings.Fields(text), " "), maxAnnouncement)
	if err != nil {
		return err
	}
	if text == "" {
		return invalid("text", "empty_announcement")
	}
	err = a.store.write(ctx, func(tx *Tx) error {
		if !until.After(tx.now) || until.After(tx.now.Add(MaxAnnouncementLife)) {
			return invalid("until", "bad_announcement_end", "days", int(MaxAnnouncementLife/day))
		}
		return tx.Exec("INSERT INTO announcements (text, made_at, until_at) VALUES (?, ?, ?)",
			text, tx.at, ToMillis(until)).Error
	})
	a.store.announced.forget()
	return err
}

// EndAnnouncement ends the current announcement. Errors: CodeConflict if there is none.
func (a Admin) EndAnnouncement(ctx context.Context) error {
	err := a.store.write(ctx, func(tx *Tx) error {
		ended := tx.Exec("UPDATE announcements SET until_at = ? WHERE until_at > ?", tx.at, tx.at)
		if ended.Error == nil && ended.RowsAffected == 0 {
			return fail(CodeConflict, "no_announcement")
		}
		return ended.Error
	})
	a.store.announced.forget()
	return err
}

// announcementAge is how long a process shows what it has read before it reads again.
const announcementAge = time.Second

// announcementCache holds the last announcement that was read.
type announcementCache struct {
	mu    sync.Mutex
	last  Announcement
	until time.Time // by the machine's clock
}

func (c *announcementCache) forget() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.until = time.Time{}
}

// Announcement returns the current announcement; its text is "" if there is none.
func (s *Store) Announcement(ctx context.Context) (Announcement, error) {
	c := &s.announced
	c.mu.Lock()
	defer c.mu.Unlock()
	if time.Now().After(c.until) {
		var rows []struct {
			Text    string
			UntilAt Millis
		}
		err := s.read(ctx).Raw("SELECT text, until_at FROM announcements ORDER BY id DESC LIMIT 1").Scan(&rows).Error
		if err != nil {
			return Announcement{}, err
		}
		c.last, c.until = Announcement{}, time.Now().Add(announcementAge)
		if len(rows) > 0 {
			c.last = Announcement{rows[0].Text, rows[0].UntilAt.Time()}
		}
	}
	if !c.last.Until.After(s.now()) {
		return Announcement{}, nil
	}
	return c.last, nil
}
