package models

import (
	"context"
	"time"

	"gorm.io/gorm"

	"turnpost/models/db"
	"turnpost/models/pace"
	"turnpost/models/roundrobin"
	"turnpost/models/visible"
	"turnpost/rules"
)

// EventKind is how an event is played.
type EventKind string

// The kinds of events.
const (
	RoundRobin EventKind = "round_robin" // everybody plays everybody
	Ladder     EventKind = "ladder"      // players challenge those above them
)

// EventStatus is the state of an event.
type EventStatus string

// The states of events. A ladder is running from the beginning.
const (
	EventOpen    EventStatus = "open" // players may join
	EventRunning EventStatus = "running"
	EventEnded   EventStatus = "ended"
)

// Event is a round robin or a ladder.
type Event struct {
	ID               string
	Kind             EventKind
	Ruleset, Variant string
	Pace             pace.Pace
	Title            string // as its maker wrote it; "" for none
	Size             int    // the number of players with whom a round robin begins; 0 of a ladder
	Double           bool   // each pair plays twice, with sides changed
	AtOnce           int    // how many games a player plays at a time; 0 for all
	Repeat           bool   // when it begins, the next one opens
	MinReliability   int    // in percent; 0 for none
	Vacation         bool   // vacations stop the clocks of its games
	Status           EventStatus
	Maker            PlayerRef // ID 0: an operator
	Previous, Next   string    // IDs of the standing events before and after it; "" for none
	Joined           int       // number of players
	Groups           int       // number of groups; 0 before the beginning
	Games, Finished  int       // numbers of games, and of those that neither wait nor run
	CreatedAt        time.Time
	BeganAt, EndedAt time.Time // zero before
	EstimatedEnd     time.Time // if it began now, until it has begun; zero for a ladder
	LatestEnd        time.Time // the same
}

// NeverBegan reports whether the event was closed before it began.
func (e Event) NeverBegan() bool {
	return e.Kind == RoundRobin && e.Status == EventEnded && e.BeganAt.IsZero()
}

// EventPlayer is a player of an event.
type EventPlayer struct {
	Player    PlayerRef
	Group     int    // from 1; 0 before the beginning
	Number    int    // by lot, in the group; 0 before the beginning; the place on a ladder
	DrawnName string // by which the lot was drawn; "" before, and after the account was deleted
	Withdrawn roundrobin.Withdrawal
	Dropped   bool // none of the player's games counts
	JoinedAt  time.Time
}

// EventGame is a game of an event.
type EventGame struct {
	No, Group, Round int
	First, Second    PlayerRef
	Challenger       rules.Seat // of a ladder; else NoSeat
	Game             string     // "" before it begins
	State            roundrobin.State
	Score            int // points of the first, in halves: 2, 1, 0; -1 for none
	Reason           string
	BeganAt, EndedAt time.Time
}

// FindEvent returns an event.
// Errors: CodeNotFound.
func (s *Store) FindEvent(ctx context.Context, id string) (Event, error) {
	row, err := loadEvent(s.read(ctx), id)
	if err != nil {
		return Event{}, err
	}
	list := []Event{row.event()}
	return list[0], s.addEnds(s.read(ctx), list)
}

// EventPlayers lists the players of an event: by group and number or, before the beginning, as they have joined.
// Errors: CodeNotFound.
func (s *Store) EventPlayers(ctx context.Context, id string) ([]EventPlayer, error) {
	if _, err := loadEvent(s.read(ctx), id); err != nil {
		return nil, err
	}
	rows, err := eventPlayers(s.read(ctx), id)
	list := make([]EventPlayer, 0, len(rows))
	for i := range rows {
		list = append(list, rows[i].player())
	}
	return list, err
}

// EventGames lists the games of an event by number, those that have not begun too.
// Errors: CodeNotFound.
func (s *Store) EventGames(ctx context.Context, id string) ([]EventGame, error) {
	if _, err := loadEvent(s.read(ctx), id); err != nil {
		return nil, err
	}
	var rows []eventGameRow
	err := s.read(ctx).Raw(selectEventGames+"ORDER BY g.no", id).Scan(&rows).Error
	list := make([]EventGame, 0, len(rows))
	for i := range rows {
		list = append(list, rows[i].game())
	}
	return list, err
}

// EventFilter narrows a list of events. Empty fields match everything.
type EventFilter struct {
	Kind             EventKind
	Status           EventStatus
	Ruleset, Variant string // the ruleset by ID or name, in any case
	Player           string // a name: events that the player has joined
	Before           string // cursor: the last event of the previous page
	Limit            int
}

// Events lists events, the newest first. The cursor of the next page is "" on the last one.
// Errors: CodeInvalid for an unknown cursor or a player who does not exist.
func (s *Store) Events(ctx context.Context, f EventFilter) (list []Event, next string, err error) {
	where, args := "1 = 1", []any(nil)
	add := func(condition string, value any) { where, args = where+" AND "+condition, append(args, value) }
	if f.Player != "" {
		named, all, err := s.namedPlayers(ctx, f.Player)
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
		add("e.ruleset = ?", s.rulesetID(f.Ruleset))
	}
	if f.Variant != "" {
		add("e.variant = ?", f.Variant)
	}
	if f.Before != "" {
		at, id, ok := parseCursor(f.Before)
		if !ok {
			return nil, "", badCursor(f.Before)
		}
		where, args = where+" AND (e.created_at, e.id) < (?, ?)", append(args, at, id)
	}
	var rows []eventRow
	err = s.read(ctx).Raw(selectEvent+"WHERE "+where+" ORDER BY e.created_at DESC, e.id DESC"+db.Limit(f.Limit+1),
		args...).Scan(&rows).Error
	if len(rows) > f.Limit {
		rows = rows[:f.Limit]
		next = formatCursor(rows[f.Limit-1].CreatedAt, rows[f.Limit-1].ID)
	}
	for i := range rows {
		list = append(list, rows[i].event())
	}
	if err != nil {
		return nil, "", err
	}
	return list, next, s.addEnds(s.read(ctx), list)
}

type eventRow struct {
	ID, Kind, Ruleset, Variant, Pace, Title string
	Size, Doubled, AtOnce, Repeats          int
	MinReliability, Vacation                int
	Status                                  EventStatus
	MakerID                                 int64
	Previous                                string
	Step                                    int
	CreatedAt                               Millis `gorm:"autoCreateTime:false"`
	BeganAt, EndedAt                        Millis

	MakerName       string `gorm:"->"`
	NextID          string `gorm:"->"`
	Joined          int    `gorm:"->"`
	GroupCount      int    `gorm:"->"`
	Games, Finished int    `gorm:"->"`
}

func (eventRow) TableName() string { return "events" }

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
	JoinedAt      Millis
	MovedAt       Millis
	Name          string
}

type eventGameRow struct {
	EventID           string
	No, Part, Round   int
	FirstID, SecondID int64
	Challenger        rules.Seat
	GameID            string
	State             roundrobin.State
	Score, HadResult  int
	Reason            string
	Step              int
	BeganAt, EndedAt  Millis
	ToEnd             int
	FirstName         string
	SecondName        string
}

const (
	selectEvent = `SELECT e.*, COALESCE(m.name, '') AS maker_name,
		COALESCE((SELECT MIN(n.id) FROM events n WHERE n.previous = e.id AND n.previous <> ''), '') AS next_id,
		(SELECT COUNT(*) FROM event_players p
			WHERE p.event_id = e.id AND (e.kind <> 'ladder' OR p.withdrawn = '')) AS joined,
		(SELECT COALESCE(MAX(part), 0) FROM event_players p WHERE p.event_id = e.id) AS group_count,
		(SELECT COUNT(*) FROM event_games g WHERE g.event_id = e.id) AS games,
		(SELECT COUNT(*) FROM event_games g WHERE g.event_id = e.id AND g.state IN ('over', 'void')) AS finished
		FROM events e LEFT JOIN players m ON m.id = e.maker_id `
	selectEventPlayers = `SELECT p.*, a.name FROM event_players p JOIN players a ON a.id = p.player_id
		WHERE p.event_id = ? ORDER BY p.part, p.number, p.joined_at, a.name`
	selectEventGames = `SELECT g.*, a.name AS first_name, b.name AS second_name
		FROM event_games g JOIN players a ON a.id = g.first_id JOIN players b ON b.id = g.second_id
		WHERE g.event_id = ? `
)

func (r *eventRow) event() Event {
	p, _ := pace.Parse(r.Pace) // stored from a Pace
	return Event{
		ID: r.ID, Kind: EventKind(r.Kind), Ruleset: r.Ruleset, Variant: r.Variant, Pace: p, Title: r.Title,
		Size: r.Size, Double: r.Doubled != 0, AtOnce: r.AtOnce, Repeat: r.Repeats != 0,
		MinReliability: r.MinReliability, Vacation: r.Vacation != 0, Status: r.Status,
		Maker: PlayerRef{r.MakerID, r.MakerName}, Previous: r.Previous, Next: r.NextID,
		Joined: r.Joined, Groups: r.GroupCount, Games: r.Games, Finished: r.Finished,
		CreatedAt: r.CreatedAt.Time(), BeganAt: r.BeganAt.Time(), EndedAt: r.EndedAt.Time(),
	}
}

func (r *eventPlayerRow) player() EventPlayer {
	return EventPlayer{
		Player: PlayerRef{r.PlayerID, r.Name}, Group: r.Part, Number: r.Number, DrawnName: r.DrawnName,
		Withdrawn: r.Withdrawn, Dropped: r.Dropped != 0, JoinedAt: r.JoinedAt.Time(),
	}
}

func (r *eventGameRow) game() EventGame {
	if r.State != roundrobin.Over { // a row of a ladder keeps the score of an annulled game, to play the places again
		r.Score = -1
	}
	if r.State == stateDue {
		r.State, r.BeganAt = roundrobin.Waiting, 0
	}
	return EventGame{
		No: r.No, Group: r.Part, Round: r.Round, First: PlayerRef{r.FirstID, r.FirstName},
		Second: PlayerRef{r.SecondID, r.SecondName}, Challenger: r.Challenger, Game: r.GameID, State: r.State,
		Score: r.Score, Reason: r.Reason, BeganAt: r.BeganAt.Time(), EndedAt: r.EndedAt.Time(),
	}
}

// loadEvent loads an event.
func loadEvent(from *gorm.DB, id string) (*eventRow, error) {
	var rows []eventRow
	if err := from.Raw(selectEvent+"WHERE e.id = ?", id).Scan(&rows).Error; err != nil {
		return nil, err
	}
	if len(rows) == 0 {
		return nil, fail(CodeNotFound, "no_event", "event", visible.Clip(id, 20))
	}
	return &rows[0], nil
}
