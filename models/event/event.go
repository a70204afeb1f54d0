package event

import (
	"context"
	"slices"
	"time"

	"gorm.io/gorm"

	"turnpost/models"
	"turnpost/models/core"
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
	models.Terms
	Title            string // as its maker wrote it; "" for none
	Size             int    // the number of players with whom a round robin begins; 0 of a ladder
	Double           bool   // each pair plays twice, with sides changed
	AtOnce           int    // how many games a player plays at a time; 0 for all
	Repeat           bool   // when it begins, the next one opens
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
	ID, Kind, Ruleset, Variant, Title string
	models.Terms
	Size, Doubled, AtOnce, Repeats int
	Status                         Status
	MakerID                        int64
	Previous                       string
	Step                           int
	CreatedAt                      models.Millis `gorm:"autoCreateTime:false"`
	BeganAt, EndedAt               models.Millis

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
	return Event{
		ID: r.ID, Kind: Kind(r.Kind), Ruleset: r.Ruleset, Variant: r.Variant, Terms: r.Terms, Title: r.Title,
		Size: r.Size, Double: r.Doubled != 0, AtOnce: r.AtOnce, Repeat: r.Repeats != 0,
		Status: r.Status,
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

// Table is the crosstable of an event. That of a ladder has one group, by place.
type Table struct {
	Event  Event
	Groups [][]Row
}

// Row is a player's line of a table. Before the beginning it has no place.
type Row struct {
	roundrobin.Row // Place is 0 without one
	Ref            models.PlayerRef
	Group, Number  int
	// Against has the games against each player of the group, by the opponent's number from 1 on; of a round robin.
	Against [][]Cell
}

// Cell is a game in a row of a crosstable.
type Cell struct {
	No     int
	Game   string // "" before it begins
	State  roundrobin.State
	Points int // of the row's player, in halves, if it is over
}

// EventTable returns the table of an event.
// Errors: CodeNotFound.
func (s *Store) EventTable(ctx context.Context, id string) (Table, error) {
	var table Table
	err := s.DB.Snapshot(ctx, func(from *gorm.DB) error { // players and games of one state
		row, err := loadEvent(from, id)
		if err != nil {
			return err
		}
		table.Event = row.Event()
		state, err := loadEventState(from, row)
		if err == nil {
			table.Groups = state.rows()
		}
		return err
	})
	if err != nil {
		return table, err
	}
	list := []Event{table.Event}
	err = addEnds(s.Shared, s.Read(ctx), list)
	table.Event = list[0]
	return table, err
}

// eventState is an event with its players and games.
type eventState struct {
	*StoredEvent
	players []eventPlayerRow      // by group and number
	Games   []schema.EventGameRow // by number
	voids   string                // why games end that are not over; "" for a withdrawal
}

func loadEventState(from *gorm.DB, row *StoredEvent) (*eventState, error) {
	state := &eventState{StoredEvent: row}
	var err error
	if state.players, err = eventPlayers(from, row.ID); err == nil {
		err = from.Raw(SelectEventGames+"ORDER BY g.no", row.ID).Scan(&state.Games).Error
	}
	for i := range state.Games {
		if g := &state.Games[i]; g.State == schema.StateDue {
			g.State = roundrobin.Running
		}
	}
	if err == nil {
		err = state.checkDamage()
	}
	return state, err
}

// part is a group of an event with its table.
type part struct {
	*roundrobin.Table
	players []*eventPlayerRow      // by number
	games   []*schema.EventGameRow // the table numbers them from 1
}

// parts returns the groups of an event that has begun.
func (e *eventState) parts() []*part {
	var list []*part
	for i := range e.players {
		p := &e.players[i]
		for len(list) < p.Part {
			list = append(list, &part{})
		}
		list[p.Part-1].players = append(list[p.Part-1].players, p)
	}
	for i := range e.Games {
		g := &e.Games[i]
		list[g.Part-1].games = append(list[g.Part-1].games, g)
	}
	for _, p := range list {
		p.Table = roundrobin.Restore(p.tablePlayers(), p.tableGames(), e.AtOnce)
	}
	return list
}

func (p *part) tablePlayers() []roundrobin.Player {
	list := make([]roundrobin.Player, len(p.players))
	for i, row := range p.players {
		list[i] = roundrobin.Player{Name: row.Name, Withdrawn: row.Withdrawn, Left: row.Dropped != 0}
		if row.Absence != 0 {
			list[i].Absent = 1
		}
	}
	return list
}

func (p *part) tableGames() []roundrobin.Game {
	list := make([]roundrobin.Game, len(p.games))
	for i, row := range p.games {
		list[i] = roundrobin.Game{
			Pairing: roundrobin.Pairing{No: i + 1, Round: row.Round, First: row.FirstName, Second: row.SecondName},
			State:   row.State, Score: max(0, row.Score), Ended: row.HadResult != 0,
		}
	}
	return list
}

// rows returns the tables of the groups.
func (e *eventState) rows() [][]Row {
	if Kind(e.Kind) == Ladder || e.BeganAt == 0 {
		list := make([]Row, 0, len(e.players))
		for i := range e.players {
			p := &e.players[i]
			if p.Withdrawn != "" {
				continue
			}
			row := Row{Ref: models.PlayerRef{ID: p.PlayerID, Name: p.Name}, Group: p.Part, Number: p.Number}
			row.Player, row.Place, row.Withdrawn = p.Name, p.Number, p.Withdrawn
			list = append(list, row)
		}
		return [][]Row{list}
	}
	parts := e.parts()
	list := make([][]Row, 0, len(parts))
	for _, p := range parts {
		list = append(list, p.rows())
	}
	return list
}

func (p *part) rows() []Row {
	byName := map[string]*eventPlayerRow{}
	for _, row := range p.players {
		byName[row.Name] = row
	}
	standings := p.Standings()
	list := make([]Row, len(standings))
	for i, row := range standings {
		player := byName[row.Player]
		list[i] = Row{
			Row: row, Ref: models.PlayerRef{ID: player.PlayerID, Name: player.Name}, Group: player.Part, Number: player.Number,
			Against: make([][]Cell, len(p.players)),
		}
	}
	for _, g := range p.games {
		for i := range list {
			row := &list[i]
			switch row.Ref.ID {
			case g.FirstID:
				row.add(byName[g.SecondName].Number, g, g.Score)
			case g.SecondID:
				row.add(byName[g.FirstName].Number, g, roundrobin.Win-g.Score)
			}
		}
	}
	return list
}

func (r *Row) add(opponent int, g *schema.EventGameRow, points int) {
	if g.State != roundrobin.Over {
		points = 0
	}
	cell := Cell{No: g.No, Game: g.GameID, State: g.State, Points: points}
	if g.State == roundrobin.Running && g.GameID == "" {
		cell.State = roundrobin.Waiting
	}
	r.Against[opponent-1] = append(r.Against[opponent-1], cell)
}

// Assumptions about games of rulesets that nobody has finished yet.
const (
	typicalTurns = 60
	longTurns    = 120
)

// sampledGames is the number of finished games that tell how long games of a variant are.
const sampledGames = 50

// maxGameTime keeps sums of times within range.
const maxGameTime = 4 * 365 * 24 * time.Hour

// addEnds sets the estimated and latest ends of round robins. An event is estimated to end if its games are as long as
// the latest finished ones on average, and each turn takes a third of its time. It ends at the latest if its games are
// as long as the longest of those, and each turn takes all its time; vacations and outages come on top.
// One that was closed before it began has no ends.
func addEnds(s *core.Shared, from *gorm.DB, list []Event) error {
	type lengths struct{ mean, longest int }
	known := map[schema.GameKind]lengths{}
	for i := range list {
		e := &list[i]
		if e.Kind != RoundRobin || e.NeverBegan() {
			continue
		}
		kind := schema.GameKind{Ruleset: e.Ruleset, Variant: e.Variant}
		l, ok := known[kind]
		if !ok {
			turns, err := gameLengths(s, from, kind)
			if err != nil {
				return err
			}
			l = lengths{typicalTurns, longTurns}
			if len(turns) > 0 {
				sum := 0
				for _, n := range turns {
					sum += n
				}
				l = lengths{sum / len(turns), slices.Max(turns)}
			}
			known[kind] = l
		}
		begin, players := e.BeganAt, max(e.Size, e.Joined)
		if begin.IsZero() {
			begin = s.Clock().UTC()
		}
		groups := (players + roundrobin.MaxGroup - 1) / roundrobin.MaxGroup
		largest := (players + groups - 1) / groups
		e.EstimatedEnd = roundrobin.End(begin, largest, e.Double, e.AtOnce, gameTime(e.ParsedPace(), l.mean)/3)
		e.LatestEnd = roundrobin.End(begin, largest, e.Double, e.AtOnce, gameTime(e.ParsedPace(), max(l.mean, l.longest)))
	}
	return nil
}

// gameTime returns how long a game takes whose players use all their time.
func gameTime(p pace.Pace, turns int) time.Duration {
	return min(maxGameTime, 2*p.Bank+time.Duration(turns)*p.PerTurn)
}

// gameLengths returns the numbers of turns of the latest finished games of a variant in which both have played.
func gameLengths(s *core.Shared, from *gorm.DB, kind schema.GameKind) (turns []int, err error) {
	index := " INDEXED BY games_ended_variant"
	if s.DB.IsPostgres() {
		index = ""
	}
	err = db.Query(from, func(c *db.Columns) error {
		if n := int(c.Number()); n > 1 {
			turns = append(turns, n)
		}
		return nil
	}, "SELECT ply FROM games"+index+
		" WHERE ruleset = ? AND variant = ? AND status <> 'ongoing' AND status = 'finished' ORDER BY updated_at DESC"+
		db.Limit(sampledGames), kind.Ruleset, kind.Variant)
	return turns, err
}

func eventPlayers(from *gorm.DB, id string) (rows []eventPlayerRow, err error) {
	err = from.Raw(selectEventPlayers, id).Scan(&rows).Error
	return rows, err
}
