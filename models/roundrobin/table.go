package roundrobin

import "slices"

// The points of a game.
const (
	Win  = 2
	Draw = 1
	Loss = 0
)

// Reasons for the end of a game that the table treats specially.
const (
	reasonTimeout  = "timeout"
	reasonAnnulled = "annulled"
)

// absentAfter is the number of games lost by time, without a turn of the player's own between them, that withdraws a
// player from the event.
const absentAfter = 2

// Withdrawal is how a player left an event before its end; "" if they have not.
type Withdrawal string

// The ways to leave an event.
const (
	Withdrawn Withdrawal = "withdrawn" // by themselves
	Absent    Withdrawal = "absent"    // by losing games on time
	Deleted   Withdrawal = "deleted"   // with their account
)

// State is that of a game in an event.
type State string

// The states of games.
const (
	Waiting State = "waiting" // for the limit of games at a time
	Running State = "running"
	Over    State = "over"
	Void    State = "void" // without effect on the table: annulled, or of a player who left it
)

// Game is a game of an event.
type Game struct {
	Pairing
	State State
	Score int  // of the first
	Ended bool // with a result, even if its opponent has left the table since
}

// Player is what a table knows about a player.
type Player struct {
	Name      string
	Absent    int // number of games lost by time since the player's last turn
	Withdrawn Withdrawal
	Left      bool // their games are no part of the table
}

type player struct {
	Player
	running int
}

// Table is the state of an event, or of one of its groups.
type Table struct {
	players map[string]*player
	games   []Game
	atOnce  int
}

// New returns an event before its first game. At most atOnce games of a player run at a time; 0 is no limit.
func New(event string, players []string, double bool, atOnce int) *Table {
	list := make([]Player, len(players))
	for i, name := range players {
		list[i].Name = name
	}
	var games []Game
	for _, p := range Pairings(event, players, double) {
		games = append(games, Game{Pairing: p, State: Waiting})
	}
	return Restore(list, games, atOnce)
}

// Restore returns a table in a state: its players, and its games by number, from 1 on. It keeps the games.
func Restore(players []Player, games []Game, atOnce int) *Table {
	t := &Table{players: map[string]*player{}, games: games, atOnce: atOnce}
	for _, p := range players {
		t.players[p.Name] = &player{Player: p}
	}
	for i := range games {
		if g := &games[i]; g.State == Running {
			first, second := t.sides(g)
			first.running++
			second.running++
		}
	}
	return t
}

// Games returns the games by number. They change with the table.
func (t *Table) Games() []Game { return t.games }

// Player returns what is known about a player of the table.
func (t *Table) Player(name string) Player { return t.players[name].Player }

// Done reports whether no game waits or runs.
func (t *Table) Done() bool {
	for i := range t.games {
		if t.games[i].open() {
			return false
		}
	}
	return true
}

// open reports whether a game waits or runs.
func (g *Game) open() bool { return g.State == Waiting || g.State == Running }

// Start returns the numbers of the games that begin now: at first, or as others ended.
func (t *Table) Start() (begun []int) {
	for i := range t.games {
		g := &t.games[i]
		first, second := t.sides(g)
		if g.State == Waiting && t.free(first) && t.free(second) {
			g.State = Running
			first.running++
			second.running++
			begun = append(begun, g.No)
		}
	}
	return begun
}

func (t *Table) free(p *player) bool { return t.atOnce <= 0 || p.running < t.atOnce }

func (t *Table) sides(g *Game) (first, second *player) {
	return t.players[g.First], t.players[g.Second]
}

// Finish records the end of a running game, with the first player's points. Other games are ignored. A player who has
// lost two games by time, with no call of Played between, is withdrawn.
func (t *Table) Finish(no, score int, reason string) {
	if no < 1 || no > len(t.games) || t.games[no-1].State != Running {
		return
	}
	g := &t.games[no-1]
	if reason == reasonAnnulled {
		t.end(g, Void, 0)
		return
	}
	t.end(g, Over, score)
	if reason != reasonTimeout || score == Draw {
		return
	}
	loser, second := t.sides(g)
	if score == Win {
		loser = second
	}
	if loser.Absent++; loser.Absent >= absentAfter {
		t.Withdraw(loser.Name, Absent)
	}
}

// Annul takes a game out of the table, before or after its end.
func (t *Table) Annul(no int) {
	if no >= 1 && no <= len(t.games) {
		t.end(&t.games[no-1], Void, 0)
	}
}

// Played records that a player has sent a turn.
func (t *Table) Played(name string) {
	if p := t.players[name]; p != nil {
		p.Absent = 0
	}
}

// Withdraw takes a player out of the event. If under half of their games are finished, none of them counts; else they
// lose the others.
func (t *Table) Withdraw(name string, how Withdrawal) {
	p := t.players[name]
	if p == nil || p.Withdrawn != "" {
		return
	}
	p.Withdrawn = how
	finished, all := 0, 0
	t.each(name, func(g *Game) {
		all++
		if g.Ended {
			finished++
		}
	})
	p.Left = 2*finished < all
	t.each(name, func(g *Game) {
		switch {
		case p.Left:
			t.end(g, Void, 0)
		case g.open() && g.First == name:
			t.end(g, Over, Loss)
		case g.open():
			t.end(g, Over, Win)
		}
	})
}

// each calls f with every game of a player.
func (t *Table) each(name string, f func(g *Game)) {
	for i := range t.games {
		if g := &t.games[i]; g.First == name || g.Second == name {
			f(g)
		}
	}
}

func (t *Table) end(g *Game, to State, score int) {
	if g.State == Running {
		first, second := t.sides(g)
		first.running--
		second.running--
	}
	g.State, g.Score, g.Ended = to, score, g.Ended || to == Over
}

// Row is a player's line of the table.
type Row struct {
	Player string
	Points int // Win and Draw each
	// SB is the sum over the games of the opponent's points times the own ones: four times the usual number. Withdrawn
	// opponents add nothing, because forfeits have made their points arbitrary.
	SB        int
	Direct    int // points against those who have the same Points and SB
	Wins      int
	Games     int // finished ones
	Remaining int // waiting and running ones
	Place     int // shared by equal players; 0 for a player who left the table
	Withdrawn Withdrawal
}

// Standings returns the table: by points, Sonneborn-Berger, points among the tied and wins. Players who are equal in
// all share a place and are listed by name. Withdrawn players whose games do not count are last, without a place.
func (t *Table) Standings() []Row {
	rows := make(map[string]*Row, len(t.players))
	for _, p := range t.players {
		rows[p.Name] = &Row{Player: p.Name, Withdrawn: p.Withdrawn}
	}
	t.finished(func(own, _ string, points int) {
		rows[own].Points += points
		rows[own].Games++
		if points == Win {
			rows[own].Wins++
		}
	})
	t.finished(func(own, opponent string, points int) {
		if t.players[opponent].Withdrawn == "" {
			rows[own].SB += points * rows[opponent].Points
		}
	})
	t.finished(func(own, opponent string, points int) {
		if rows[own].Points == rows[opponent].Points && rows[own].SB == rows[opponent].SB {
			rows[own].Direct += points
		}
	})
	list := make([]Row, 0, len(rows))
	for name, row := range rows {
		t.each(name, func(g *Game) {
			if g.open() {
				row.Remaining++
			}
		})
		list = append(list, *row)
	}
	return t.place(list)
}

// finished calls f with both sides of every game that counts.
func (t *Table) finished(f func(own, opponent string, points int)) {
	for i := range t.games {
		if g := &t.games[i]; g.State == Over {
			f(g.First, g.Second, g.Score)
			f(g.Second, g.First, Win-g.Score)
		}
	}
}

// place orders the rows and numbers their places.
func (t *Table) place(list []Row) []Row {
	slices.SortFunc(list, func(a, b Row) int { return t.compare(&a, &b, true) })
	for i := range list {
		switch {
		case t.players[list[i].Player].Left:
		case i > 0 && t.compare(&list[i-1], &list[i], false) == 0:
			list[i].Place = list[i-1].Place
		default:
			list[i].Place = i + 1
		}
	}
	return list
}
