package event

import (
	"cmp"
	"context"
	"strings"

	"turnpost/models"
	"turnpost/models/account"
	"turnpost/models/core"
	"turnpost/models/pace"
	"turnpost/models/roundrobin"
	"turnpost/models/schema"
	"turnpost/models/visible"
	"turnpost/rules/phrase"
)

// NewEvent holds the fields of a new event. Zero values mean the defaults, except for Size.
type NewEvent struct {
	Kind             Kind // "": RoundRobin
	Ruleset, Variant string
	models.Terms
	Title  string
	Size   int // of a round robin: 2 to 48
	Double bool
	AtOnce int // 0: all games at once
	Repeat bool
}

// DefaultEventSize is the size of a round robin whose maker gives none.
const DefaultEventSize = 6

// The bounds of events.
const (
	minEventSize  = 2
	MaxEventSize  = 48
	maxAtOnce     = 100
	MaxEventTitle = 80
	maxOpenEvents = 2 // of a player
)

// CreateEvent opens an event. Its maker does not join by it.
// Errors: CodeInvalid for a malformed field, CodeTooMany for a player whose open events are maxOpenEvents.
func (s *Store) CreateEvent(ctx context.Context, p models.Player, n NewEvent) (Event, error) {
	return s.InsertEvent(ctx, n, func(tx *core.Tx, row *StoredEvent) error {
		row.MakerID, row.MakerName = p.ID, p.Name
		if err := account.CheckActor(tx, p.ID); err != nil {
			return err
		}
		var open int64
		err := tx.Raw(`SELECT COUNT(*) FROM events WHERE maker_id = ? AND maker_id > 0
			AND (status = ? OR (kind = ? AND status <> ?))`, p.ID, EventOpen, Ladder, EventEnded).Scan(&open).Error
		if err == nil && open >= maxOpenEvents {
			err = models.Fail(models.CodeTooMany, "too_many_events", "n", open)
		}
		return err
	})
}

// InsertEvent stores an event if its maker may make it.
func (s *Store) InsertEvent(
	ctx context.Context, n NewEvent, may func(tx *core.Tx, row *StoredEvent) error,
) (e Event, err error) {
	row, err := s.NewEvent(n)
	if err != nil {
		return e, err
	}
	err = s.Write(ctx, func(tx *core.Tx) error {
		if err := may(tx, row); err != nil {
			return err
		}
		if err := insertEvent(tx, row); err != nil {
			return err
		}
		e, err = ChangedEvent(tx, row.ID)
		return err
	})
	return e, err
}

// insertEvent stores a new event.
func insertEvent(tx *core.Tx, row *StoredEvent) (err error) {
	if row.ID, err = tx.FreeID("events"); err != nil {
		return err
	}
	row.CreatedAt = tx.At
	return tx.Omit(noEventColumns()...).Create(row).Error
}

// noEventColumns lists the columns of terms that events do not have.
func noEventColumns() (list []string) {
	for _, term := range models.ChallengeTerms {
		if !term.OfEvents {
			list = append(list, term.Name)
		}
	}
	return list
}

// NewEvent validates the fields of an event.
func (s *Store) NewEvent(n NewEvent) (*StoredEvent, error) {
	r, variant, err := s.FindRuleset(n.Ruleset, n.Variant)
	if err != nil {
		return nil, err
	}
	control, err := schema.ParsePace(cmp.Or(n.Pace, pace.Default))
	if err != nil {
		return nil, err
	}
	title, err := models.CleanText("title", n.Title, MaxEventTitle)
	if err != nil {
		return nil, err
	}
	n.Pace = control.String()
	row := &StoredEvent{
		Kind: string(cmp.Or(n.Kind, RoundRobin)), Ruleset: r.Info(phrase.English).ID, Variant: variant.ID,
		Terms: n.Terms, Title: strings.Join(strings.Fields(title), " "), Size: n.Size,
		Doubled: models.OneIf(n.Double), AtOnce: n.AtOnce, Repeats: models.OneIf(n.Repeat),
		Status: EventOpen,
	}
	if Kind(row.Kind) == Ladder {
		row.Size, row.Doubled, row.AtOnce, row.Repeats, row.Status = 0, 0, 0, 0, EventRunning
	}
	return row, row.check()
}

func (r *StoredEvent) check() error {
	switch {
	case Kind(r.Kind) == Ladder:
		return r.CheckLimits()
	case Kind(r.Kind) != RoundRobin:
		return models.Invalid("kind", "bad_event_kind", "kind", visible.Clip(r.Kind, 20))
	case r.Size < minEventSize || r.Size > MaxEventSize:
		return models.Invalid("size", "bad_event_size", "min", minEventSize, "max", MaxEventSize)
	case r.AtOnce < 0 || r.AtOnce > maxAtOnce:
		return models.Invalid("at_once", "bad_at_once", "max", maxAtOnce)
	}
	return r.CheckLimits()
}

// ChangedEvent returns an event after a change by its transaction, as the result of the use case. Its ends are those
// as if it began now.
func ChangedEvent(tx *core.Tx, id string) (Event, error) {
	row, err := loadEvent(tx.DB, id)
	if err != nil {
		return Event{}, err
	}
	list := []Event{row.Event()}
	if err := addEnds(tx.Store.Shared, tx.DB, list); err != nil {
		return Event{}, err
	}
	tx.SetResult(list[0])
	return list[0], nil
}

// ReasonClosed is the reason in rows of event_games for the end of games that the closing of their event has ended.
const ReasonClosed = "closed"

// CloseEvent ends a locked event.
func CloseEvent(tx *core.Tx, row *StoredEvent) error {
	if row.Status == EventEnded {
		return models.Fail(models.CodeConflict, "event_over", "event", row.ID)
	}
	state, err := loadEventState(tx.DB, row)
	if err != nil {
		return err
	}
	state.voids = ReasonClosed
	switch {
	case Kind(row.Kind) == Ladder:
		err = closeLadderGames(tx, state)
	case row.Status == EventRunning:
		err = closeParts(tx, state)
	}
	if err == nil {
		err = tx.DeferExec("UPDATE events SET repeats = 0 WHERE id = ?", row.ID)
	}
	if err != nil {
		return err
	}
	return endEvent(tx, state)
}

// closeParts takes all games that are not over out of the tables of a round robin.
func closeParts(tx *core.Tx, state *eventState) error {
	state.Step++
	for _, p := range state.parts() {
		for i := range p.games {
			if g := p.games[i]; g.State == roundrobin.Waiting || g.State == roundrobin.Running {
				p.Annul(p.number(g))
			}
		}
		if err := storePart(tx, state, p, nil); err != nil {
			return err
		}
	}
	return tx.DeferExec("UPDATE events SET step = ? WHERE id = ?", state.Step, state.ID)
}

// closeLadderGames makes the games of a ladder that are under way end.
func closeLadderGames(tx *core.Tx, state *eventState) error {
	for i := range state.Games {
		g := &state.Games[i]
		if g.State != roundrobin.Running {
			continue
		}
		tx.Wake(schema.ChangeWorker)
		err := tx.DeferExec("UPDATE event_games SET state = ?, reason = ?, ended_at = ?, to_end = 1 "+
			"WHERE event_id = ? AND no = ?", roundrobin.Void, state.voids, tx.At, g.EventID, g.No)
		if err != nil {
			return err
		}
	}
	return nil
}
