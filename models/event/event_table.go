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
)

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
