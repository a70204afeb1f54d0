package models

import (
	"cmp"
	"context"
	"strings"

	"turnpost/models/pace"
	"turnpost/models/roundrobin"
	"turnpost/models/visible"
	"turnpost/rules/phrase"
)

// NewEvent holds the fields of a new event. Zero values mean the defaults, except for Size.
type NewEvent struct {
	Kind             EventKind // "": RoundRobin
	Ruleset, Variant string
	Pace             string
	Title            string
	Size             int // of a round robin: 2 to 48
	Double           bool
	AtOnce           int // 0: all games at once
	Repeat           bool
	MinReliability   int // in percent
	NoVacation       bool
}

// DefaultEventSize is the size of a round robin whose maker gives none.
const DefaultEventSize = 6

// The bounds of events.
const (
	minEventSize  = 2
	maxEventSize  = 48
	maxAtOnce     = 100
	maxEventTitle = 80
	maxOpenEvents = 2 // of a player
)

// CreateEvent opens an event. Its maker does not join by it.
// Errors: CodeInvalid for a malformed field, CodeTooMany for a player whose open events are maxOpenEvents.
func (s *Store) CreateEvent(ctx context.Context, p Player, n NewEvent) (Event, error) {
	return s.createEvent(ctx, n, func(tx *Tx, row *eventRow) error {
		row.MakerID, row.MakerName = p.ID, p.Name
		if err := tx.checkActor(p.ID); err != nil {
			return err
		}
		var open int64
		err := tx.Raw(`SELECT COUNT(*) FROM events WHERE maker_id = ? AND maker_id > 0
			AND (status = ? OR (kind = ? AND status <> ?))`, p.ID, EventOpen, Ladder, EventEnded).Scan(&open).Error
		if err == nil && open >= maxOpenEvents {
			err = fail(CodeTooMany, "too_many_events", "n", open)
		}
		return err
	})
}

// CreateEvent opens an event of an operator.
// Errors: CodeInvalid for a malformed field.
func (a Admin) CreateEvent(ctx context.Context, n NewEvent) (Event, error) {
	return a.store.createEvent(ctx, n, func(*Tx, *eventRow) error { return nil })
}

func (s *Store) createEvent(
	ctx context.Context, n NewEvent, may func(tx *Tx, row *eventRow) error,
) (e Event, err error) {
	row, err := s.newEvent(n)
	if err != nil {
		return e, err
	}
	err = s.write(ctx, func(tx *Tx) error {
		if err := may(tx, row); err != nil {
			return err
		}
		if err := tx.insertEvent(row); err != nil {
			return err
		}
		e, err = tx.changedEvent(row.ID)
		return err
	})
	return e, err
}

// insertEvent stores a new event.
func (tx *Tx) insertEvent(row *eventRow) (err error) {
	if row.ID, err = tx.freeID("events"); err != nil {
		return err
	}
	row.CreatedAt = tx.at
	return tx.Create(row).Error
}

// newEvent validates the fields of an event.
func (s *Store) newEvent(n NewEvent) (*eventRow, error) {
	r, variant, err := s.FindRuleset(n.Ruleset, n.Variant)
	if err != nil {
		return nil, err
	}
	control, err := parsePace(cmp.Or(n.Pace, pace.Default))
	if err != nil {
		return nil, err
	}
	title, err := cleanText("title", n.Title, maxEventTitle)
	if err != nil {
		return nil, err
	}
	row := &eventRow{
		Kind: string(cmp.Or(n.Kind, RoundRobin)), Ruleset: r.Info(phrase.English).ID, Variant: variant.ID,
		Pace: control.String(), Title: strings.Join(strings.Fields(title), " "), Size: n.Size,
		Doubled: oneIf(n.Double), AtOnce: n.AtOnce, Repeats: oneIf(n.Repeat), MinReliability: n.MinReliability,
		Vacation: oneIf(!n.NoVacation), Status: EventOpen,
	}
	if EventKind(row.Kind) == Ladder {
		row.Size, row.Doubled, row.AtOnce, row.Repeats, row.Status = 0, 0, 0, 0, EventRunning
	}
	return row, row.check()
}

func (r *eventRow) check() error {
	switch {
	case EventKind(r.Kind) == Ladder:
		return r.checkReliability()
	case EventKind(r.Kind) != RoundRobin:
		return invalid("kind", "bad_event_kind", "kind", visible.Clip(r.Kind, 20))
	case r.Size < minEventSize || r.Size > maxEventSize:
		return invalid("size", "bad_event_size", "min", minEventSize, "max", maxEventSize)
	case r.AtOnce < 0 || r.AtOnce > maxAtOnce:
		return invalid("at_once", "bad_at_once", "max", maxAtOnce)
	}
	return r.checkReliability()
}

func (r *eventRow) checkReliability() error {
	if r.MinReliability < 0 || r.MinReliability > 100 {
		return invalid("min_reliability", "bad_reliability_limit")
	}
	return nil
}

// oneIf returns the stored form of a boolean.
func oneIf(is bool) int {
	if is {
		return 1
	}
	return 0
}

// changedEvent returns an event after a change by its transaction, as the result of the use case. Its ends are those
// as if it began now.
func (tx *Tx) changedEvent(id string) (Event, error) {
	row, err := loadEvent(tx.DB, id)
	if err != nil {
		return Event{}, err
	}
	list := []Event{row.event()}
	if err := tx.store.addEnds(tx.DB, list); err != nil {
		return Event{}, err
	}
	tx.setResult(list[0])
	return list[0], nil
}

// reasonClosed is the reason in rows of event_games for the end of games that the closing of their event has ended.
const reasonClosed = "closed"

// CloseEvent ends an event by decision of an operator. What has been played stays in its table, and a ladder keeps its
// places. Games that wait do not begin; games under way end without a result by ReasonAnnulled, and are unrated. Each
// player who has not left is notified once. A standing event opens no other; one that it has opened stays.
// Errors: CodeNotFound, CodeConflict if the event is over.
func (a Admin) CloseEvent(ctx context.Context, id string) (e Event, err error) {
	err = a.store.write(ctx, func(tx *Tx) error {
		row, err := tx.lockEvent(id)
		if err != nil {
			return err
		}
		if err := tx.closeEvent(row); err != nil {
			return err
		}
		e, err = tx.changedEvent(id)
		return err
	})
	if err == nil {
		err = a.store.apart().endWithdrawn(ctx)
	}
	return e, err
}

// closeEvent ends a locked event.
func (tx *Tx) closeEvent(row *eventRow) error {
	if row.Status == EventEnded {
		return fail(CodeConflict, "event_over", "event", row.ID)
	}
	state, err := loadEventState(tx.DB, row)
	if err != nil {
		return err
	}
	state.voids = reasonClosed
	switch {
	case EventKind(row.Kind) == Ladder:
		err = tx.closeLadderGames(state)
	case row.Status == EventRunning:
		err = tx.closeParts(state)
	}
	if err == nil {
		err = tx.DeferExec("UPDATE events SET repeats = 0 WHERE id = ?", row.ID)
	}
	if err != nil {
		return err
	}
	return tx.endEvent(state)
}

// closeParts takes all games that are not over out of the tables of a round robin.
func (tx *Tx) closeParts(state *eventState) error {
	state.Step++
	for _, p := range state.parts() {
		for i := range p.games {
			if g := p.games[i]; g.State == roundrobin.Waiting || g.State == roundrobin.Running {
				p.Annul(p.number(g))
			}
		}
		if err := tx.storePart(state, p, nil); err != nil {
			return err
		}
	}
	return tx.DeferExec("UPDATE events SET step = ? WHERE id = ?", state.Step, state.ID)
}

// closeLadderGames makes the games of a ladder that are under way end.
func (tx *Tx) closeLadderGames(state *eventState) error {
	for i := range state.games {
		g := &state.games[i]
		if g.State != roundrobin.Running {
			continue
		}
		tx.withdrawn = true
		err := tx.DeferExec("UPDATE event_games SET state = ?, reason = ?, ended_at = ?, to_end = 1 "+
			"WHERE event_id = ? AND no = ?", roundrobin.Void, state.voids, tx.at, g.EventID, g.No)
		if err != nil {
			return err
		}
	}
	return nil
}
