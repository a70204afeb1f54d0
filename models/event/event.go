package event

import (
	"context"
	"time"

	"gorm.io/gorm"

	"turnpost/models"
	"turnpost/models/db"
	"turnpost/models/pace"
	"turnpost/models/roundrobin"
	"turnpost/models/schema"
	"turnpost/models/visible"
)

// Kind is how an event is played.
type Kind string

// The kinds of events.
const (
	RoundRobin Kind = "round_robin" // everybody plays everybody
	Ladder     Kind = "ladder"      // players challenge those above them
)

// Status is the state of an event.
type Status string

// The states of events. A ladder is running from the beginning.
const (
	EventOpen    Status = "open" // players may join
	EventRunning Status = "running"
	EventEnded   Status = "ended"
)

// Event is a round robin or a ladder.
type Event struct {
	ID               string
	Kind             Kind
	Ruleset, Variant string
	Pace             pace.Pace
	Title            string // as its maker wrote it; "" for none
	Size             int    // the number of players with whom a round robin begins; 0 of a ladder
	Double           bool   // each pair plays twice, with sides changed
	AtOnce           int    // how many games a player plays at a time; 0 for all
	Repeat           bool   // when it begins, the next one opens
	MinReliability   int    // in percent; 0 for none
	Vacation         bool   // vacations stop the clocks of its games
	Status           Status
	Maker            models.PlayerRef // ID 0: an operator
	MakerFinished    bool             // the maker has finished a game with another player
	Previous, Next   string           // IDs of the standing events before and after it; "" for none
	Joined           int              // number of players
	Groups           int              // number of groups; 0 before the beginning
	Games, Finished  int              // numbers of games, and of those that neither wait nor run
	CreatedAt        time.Time
	BeganAt, EndedAt time.Time // zero before
	EstimatedEnd     time.Time // if it began now, until it has begun; zero for a ladder
	LatestEnd        time.Time // the same
}

// TitleFor returns the title that a reader sees, with ID 0 for an anonymous one. That of a player who has not finished
// a game with another player is shown to nobody else, as an account is free.
func (e Event) TitleFor(reader int64) string {
	if e.Maker.ID == 0 || e.Maker.ID == reader || e.MakerFinished {
		return e.Title
	}
	return ""
}

// NeverBegan reports whether the event was closed before it began.
func (e Event) NeverBegan() bool {
	return e.Kind == RoundRobin && e.Status == EventEnded && e.BeganAt.IsZero()
}

// Player is a player of an event.
type Player struct {
	Player    models.PlayerRef
	Group     int    // from 1; 0 before the beginning
	Number    int    // by lot, in the group; 0 before the beginning; the place on a ladder
	DrawnName string // by which the lot was drawn; "" before, and after the account was deleted
	Withdrawn roundrobin.Withdrawal
	Dropped   bool // none of the player's games counts
	JoinedAt  time.Time
}

// FindEvent returns an event.
// Errors: CodeNotFound.
func (s *Store) FindEvent(ctx context.Context, id string) (Event, error) {
	row, err := loadEvent(s.Read(ctx), id)
	if err != nil {
		return Event{}, err
	}
	list := []Event{row.Event()}
	return list[0], addEnds(s.Shared, s.Read(ctx), list)
}

// EventPlayers lists the players of an event: by group and number or, before the beginning, as they have joined.
// Errors: CodeNotFound.
func (s *Store) EventPlayers(ctx context.Context, id string) ([]Player, error) {
	if _, err := loadEvent(s.Read(ctx), id); err != nil {
		return nil, err
	}
	rows, err := eventPlayers(s.Read(ctx), id)
	list := make([]Player, 0, len(rows))
	for i := range rows {
		list = append(list, rows[i].player())
	}
	return list, err
}

// EventGames lists the games of an event by number, those that have not begun too.
// Errors: CodeNotFound.
func (s *Store) EventGames(ctx context.Context, id string) ([]models.EventGame, error) {
	if _, err := loadEvent(s.Read(ctx), id); err != nil {
		return nil, err
	}
	var rows []schema.EventGameRow
	err := s.Read(ctx).Raw(SelectEventGames+"ORDER BY g.no", id).Scan(&rows).Error
	list := make([]models.EventGame, 0, len(rows))
	for i := range rows {
		list = append(list, rows[i].Game())
	}
	return list, err
}

// Filter narrows a list of events. Empty fields match everything.
type Filter struct {
	Kind             Kind
	Status           Status
	Ruleset, Variant string // the ruleset by ID or name, in any case
	Player           string // a name: events that the player has joined
	Before           string // cursor: the last event of the previous page
	Limit            int
}

// Events lists events, the newest first. The cursor of the next page is "" on the last one.
// Errors: CodeInvalid for an unknown cursor or a player who does not exist.
func (s *Store) Events(ctx context.Context, f Filter) (list []Event, next string, err error) {
	where, args := "1 = 1", []any(nil)
	add := func(condition string, value any) { where, args = where+" AND "+condition, append(args, value) }
	if f.Player != "" {
		named, all, err := s.NamedPlayers(ctx, f.Player)
		if err != nil || !all {
			return nil, "", err
		}
		add("e.id IN (SELECT event_id FROM event_players WHERE player_id = ?)", named[0])
	}
	if f.Status != "" {
		add("e.status = ?", f.Status)
	}
	if f.Kind != "" {
		add("e.kind = ?", f.Kind)
	}
	if f.Ruleset != "" {
		add("e.ruleset = ?", s.RulesetID(f.Ruleset))
	}
	if f.Variant != "" {
		add("e.variant = ?", f.Variant)
	}
	if f.Before != "" {
		at, id, ok := schema.ParseCursor(f.Before)
		if !ok {
			return nil, "", schema.BadCursor(f.Before)
		}
		where, args = where+" AND (e.created_at, e.id) < (?, ?)", append(args, at, id)
	}
	var rows []StoredEvent
	err = s.Read(ctx).Raw(selectEvent+"WHERE "+where+" ORDER BY e.created_at DESC, e.id DESC"+db.Limit(f.Limit+1),
		args...).Scan(&rows).Error
	if len(rows) > f.Limit {
		rows = rows[:f.Limit]
		next = schema.FormatCursor(rows[f.Limit-1].CreatedAt, rows[f.Limit-1].ID)
	}
	for i := range rows {
		list = append(list, rows[i].Event())
	}
	if err != nil {
		return nil, "", err
	}
	return list, next, addEnds(s.Shared, s.Read(ctx), list)
}

// StoredEvent is the row of an event.
type StoredEvent struct {
	ID, Kind, Ruleset, Variant, Pace, Title string
	Size, Doubled, AtOnce, Repeats          int
	MinReliability, Vacation                int
	Status                                  Status
	MakerID                                 int64
	Previous                                string
	Step                                    int
	CreatedAt                               models.Millis `gorm:"autoCreateTime:false"`
	BeganAt, EndedAt                        models.Millis

	MakerName       string `gorm:"->"`
	MakerFinished   bool   `gorm:"->"` // a game with another player
	NextID          string `gorm:"->"`
	Joined          int    `gorm:"->"`
	GroupCount      int    `gorm:"->"`
	Games, Finished int    `gorm:"->"`
}

// TableName implements schema.Tabler of GORM.
func (StoredEvent) TableName() string { return "events" }

type eventPlayerRow struct {
	EventID       string
	PlayerID      int64
	Part, Number  int
	DrawnName     string
	Seed          *int
	Absence       int64
	Withdrawn     roundrobin.Withdrawal
	WithdrawnStep int
	Dropped       int
	JoinedAt      models.Millis
	MovedAt       models.Millis
	Name          string
}

const (
	selectEvent = `SELECT e.*, COALESCE(m.name, '') AS maker_name,
		(SELECT COUNT(*) FROM player_records r WHERE r.player_id = e.maker_id AND r.won + r.lost + r.drawn > 0) > 0
			AS maker_finished,
		COALESCE((SELECT MIN(n.id) FROM events n WHERE n.previous = e.id AND n.previous <> ''), '') AS next_id,
		(SELECT COUNT(*) FROM event_players p
			WHERE p.event_id = e.id AND (e.kind <> 'ladder' OR p.withdrawn = '')) AS joined,
		(SELECT COALESCE(MAX(part), 0) FROM event_players p WHERE p.event_id = e.id) AS group_count,
		(SELECT COUNT(*) FROM event_games g WHERE g.event_id = e.id) AS games,
		(SELECT COUNT(*) FROM event_games g WHERE g.event_id = e.id AND g.state IN ('over', 'void')) AS finished
		FROM events e LEFT JOIN players m ON m.id = e.maker_id `
	selectEventPlayers = `SELECT p.*, a.name FROM event_players p JOIN players a ON a.id = p.player_id
		WHERE p.event_id = ? ORDER BY p.part, p.number, p.joined_at, a.name`
	// SelectEventGames reads the games of an event.
	SelectEventGames = `SELECT g.*, a.name AS first_name, b.name AS second_name
		FROM event_games g JOIN players a ON a.id = g.first_id JOIN players b ON b.id = g.second_id
		WHERE g.event_id = ? `
)

// Event returns the view of a row.
func (r *StoredEvent) Event() Event {
	p, _ := pace.Parse(r.Pace) // stored from a Pace
	return Event{
		ID: r.ID, Kind: Kind(r.Kind), Ruleset: r.Ruleset, Variant: r.Variant, Pace: p, Title: r.Title,
		Size: r.Size, Double: r.Doubled != 0, AtOnce: r.AtOnce, Repeat: r.Repeats != 0,
		MinReliability: r.MinReliability, Vacation: r.Vacation != 0, Status: r.Status,
		Maker: models.PlayerRef{
			ID:   r.MakerID,
			Name: r.MakerName,
		}, MakerFinished: r.MakerFinished, Previous: r.Previous, Next: r.NextID,
		Joined: r.Joined, Groups: r.GroupCount, Games: r.Games, Finished: r.Finished,
		CreatedAt: r.CreatedAt.Time(), BeganAt: r.BeganAt.Time(), EndedAt: r.EndedAt.Time(),
	}
}

func (r *eventPlayerRow) player() Player {
	return Player{
		Player: models.PlayerRef{ID: r.PlayerID, Name: r.Name}, Group: r.Part, Number: r.Number, DrawnName: r.DrawnName,
		Withdrawn: r.Withdrawn, Dropped: r.Dropped != 0, JoinedAt: r.JoinedAt.Time(),
	}
}

// loadEvent loads an event.
func loadEvent(from *gorm.DB, id string) (*StoredEvent, error) {
	var rows []StoredEvent
	if err := from.Raw(selectEvent+"WHERE e.id = ?", id).Scan(&rows).Error; err != nil {
		return nil, err
	}
	if len(rows) == 0 {
		return nil, models.Fail(models.CodeNotFound, "no_event", "event", visible.Clip(id, 20))
	}
	return &rows[0], nil
}
