package models

import (
	"gorm.io/gorm"

	"turnpost/models/pace"
	"turnpost/models/roundrobin"
	"turnpost/models/visible"
	"turnpost/rules"
)

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
	Name          string `gorm:"->"`
}

func (eventPlayerRow) TableName() string { return "event_players" }

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
	FirstName         string `gorm:"->"`
	SecondName        string `gorm:"->"`
}

func (eventGameRow) TableName() string { return "event_games" }

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

// lockEvent locks and loads an event. A transaction locks a game and the standings of its players before the game's
// event, and no game after it.
func (tx *Tx) lockEvent(id string) (*eventRow, error) {
	if tx.IsPostgres() { // what is read with the event must be as new as the lock
		if err := tx.Exec("SELECT 1 FROM events WHERE id = ? FOR NO KEY UPDATE", id).Error; err != nil {
			return nil, err
		}
	}
	return loadEvent(tx.DB, id)
}

func eventPlayers(from *gorm.DB, id string) (rows []eventPlayerRow, err error) {
	err = from.Raw(selectEventPlayers, id).Scan(&rows).Error
	return rows, err
}
