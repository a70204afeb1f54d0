package view

import (
	"time"

	"turnpost/models"
	"turnpost/models/names"
	"turnpost/models/play"
	"turnpost/models/record"
	"turnpost/rules"
	"turnpost/templates/board"
	"turnpost/templates/words"
)

// Outcome is the result of a game for its reader.
type Outcome string

// The outcomes. For an onlooker a game is never Won or Lost.
const (
	Won     Outcome = "won"
	Lost    Outcome = "lost"
	Drawn   Outcome = "drawn"
	Aborted Outcome = "aborted"
	Decided Outcome = "decided" // one side won, and the reader is an onlooker
)

// Game is a game as a reader sees it.
type Game struct {
	ID               string
	Ruleset, Variant string    // IDs, as in the API
	Title            string    // "Hnefatafl 11×11"
	Players          [2]Player // by seat
	Reader           rules.Seat
	Ply              int
	Past             bool // later turns have been played
	ToMove           rules.Seat
	Result           rules.Result // zero during the game
	Outcome          Outcome      // "" during the game
	Reason           string       // why the game ended, as a phrase; "" during the game
	Standing         string       // the side to move or the result, in a few words
	Began            time.Time    // in the reader's zone
	Ended            time.Time    // in the reader's zone; zero during the game
	Deadline         time.Time    // in the reader's zone
	Left             time.Duration
	Stops            bool          // the running clock stops before the deadline, by days off or a vacation
	TheirLeft        time.Duration // of the reader's opponent
	Banked           bool          // time that a player saves is theirs for later turns
	DrawBy           rules.Seat    // who has offered a draw, or NoSeat
	TakebackBy       rules.Seat    // who has offered a takeback, or NoSeat
	TakebackTo       int           // the ply that the takeback returns to
	Declined         models.DeclinedOffer
	Takebacks        int              // number of takebacks so far; with Ply it identifies the position
	Unread           int              // number of messages that the reader has not marked as read
	LastTurn         *Turn            // nil before the first
	Event            string           // the event that it belongs to, whose games have no rematch; "" for none
	Rematch          string           // the pending challenge to a rematch, for the two players; "" for none
	Notation         string           // how to write a turn
	Unrated          string           // why the game is not rated, as a phrase; "" if it is or is to be
	Ratings          [2]*RatingChange // by seat, of a rated game that is over; nil if the reader may not see it
	RatingLines      []string         // Ratings in words
	Waived           []string         // sentences about what the players agreed to do without, during the game
	Signs            []string         // tell it from other games of a list; see TellApart
	Board            *Board           // nil unless requested
}

// Player is the player of a side.
type Player struct {
	Name, Side string
	AwayUntil  time.Time // in the reader's zone; zero when not away
	Rest
}

// Rest is what stops a player's clock besides a vacation, in words.
type Rest struct {
	Days       string   // on which it stands still, as "Saturdays and Sundays"; "" for none
	Short      string   // Days in a few words
	ClockNotes []string // sentences about all that stops it, to the reader
}

// String returns the player with the side: "ann (Attackers)".
func (p Player) String() string { return p.Name + " (" + p.Side + ")" }

// LastDayAway returns the last day of the player's vacation, which ends with it or on it.
func (p Player) LastDayAway() time.Time { return p.AwayUntil.Add(-1) }

// Gone reports whether the player's account was deleted.
func (p Player) Gone() bool { return names.IsGone(p.Name) }

// House reports whether the player is the house, which has no page.
func (p Player) House() bool { return models.HouseLevel(p.Name) != "" }

// Turn is a turn that was played.
type Turn struct {
	Text        string // in notation
	Seat        rules.Seat
	Description string // in words, with the names of the players; it warns of a draw by repetition
	Message     string // said with it; "" for onlookers
	Planned     bool   // the player had prepared it as a reply
}

// Board is a diagram with the style to draw it in.
type Board struct {
	Diagram rules.Diagram
	Style   board.Style
}

// Text renders the board as text.
func (b *Board) Text() string { return board.Text(b.Diagram, b.Style) }

// Board returns a diagram of a ruleset with the end of a seat at the bottom.
func (v *Views) Board(ruleset string, d rules.Diagram, seat rules.Seat, r Reader) *Board {
	style := board.ForSeat(v.info(ruleset, r), d, seat)
	style.Language = words.OfGame(r.Words(), ruleset)
	return &Board{d, style}
}

// Game returns a game without its board. past means that later turns than g.Ply have been played.
func (v *Views) Game(g *models.Game, past bool, r Reader) *Game {
	info := v.info(g.Ruleset, r)
	view := &Game{
		ID: g.ID, Ruleset: g.Ruleset, Variant: g.Variant, Title: title(info, g.Variant), Reader: g.SeatOf(r.Player),
		Ply: g.Ply, Past: past, ToMove: g.ToMove, Result: g.Result, Began: r.In(g.CreatedAt), Ended: r.In(g.FinishedAt),
		Deadline: r.In(g.Deadline), Left: g.Left[g.ToMove], Stops: g.Stops,
		DrawBy: g.DrawBy, TakebackBy: g.TakebackBy, TakebackTo: g.TakebackTo, Takebacks: g.Takebacks, Declined: g.Declined,
		Notation: info.Notation, Event: g.Event,
	}
	for seat, p := range g.Players {
		view.Players[seat] = Player{
			Name: p.Name, Side: info.Sides[seat].Name, AwayUntil: r.In(g.Away[seat]),
			Rest: restOf(p.Name, g.Rest[seat], p.ID == r.Player, r.Words()),
		}
	}
	if g.Status == models.Ongoing {
		view.Waived = waived(g.Terms, models.GameTerms, r.Words())
	}
	if view.Reader != rules.NoSeat {
		view.Unread, view.Rematch = g.Unread[view.Reader], g.Rematch
		view.TheirLeft, view.Banked = g.Left[view.Reader.Other()], g.ParsedPace().Bank > 0
	}
	shown := g.Result
	if past {
		shown = rules.Result{}
	}
	view.addRatings(g, r)
	view.Standing = standing(shown, sideNames(info), g.ToMove, r.Words())
	if g.Result.Over() {
		view.Outcome = outcome(g.Result, view.Reader)
		view.Reason = reason(info, g.Result, [2]string{g.Players[0].Name, g.Players[1].Name}, view.Reader, r.Words())
	}
	if g.LastTurn != nil {
		view.LastTurn = v.Turn(g, *g.LastTurn, r)
	}
	return view
}

// Drawn returns a game with its board from the reader's side.
func (v *Views) Drawn(g *models.Game, past bool, r Reader) (*Game, error) {
	view := v.Game(g, past, r)
	diagram, err := v.games.Diagram(g, r.Words().Tag())
	if err != nil {
		return nil, err
	}
	view.Board = v.Board(g.Ruleset, diagram, view.Reader, r)
	return view, nil
}

// title returns the name of a variant: "Hnefatafl 11×11".
func title(info rules.Info, variant string) string {
	if v, found := info.Variant(variant); found {
		return v.Name
	}
	return info.Name
}

// Turn returns a turn of a game.
func (v *Views) Turn(g *models.Game, t models.Turn, r Reader) *Turn {
	turn := &Turn{
		Text: t.Text, Seat: t.Seat, Description: v.games.Describe(g, t, r.Words().Tag()), Planned: t.Via == models.ViaPlan,
	}
	if t.Occurrence == rules.TimesToDraw-1 {
		turn.Description += " " + r.Words().Say("turn.repeats")
	}
	if g.SeatOf(r.Player) != rules.NoSeat {
		turn.Message = t.Message
	}
	return turn
}

// Over reports whether the game has ended.
func (g *Game) Over() bool { return g.Outcome != "" }

// Won reports whether the game has a winner.
func (g *Game) Won() bool { return g.Over() && g.Outcome != Aborted && g.Result.Winner != rules.NoSeat }

// Aborted reports whether the game was aborted.
func (g *Game) Aborted() bool { return g.Outcome == Aborted }

// Number returns the number of the next turn.
func (g *Game) Number() int { return g.Ply + 1 }

// MyTurn reports whether the reader is to move.
func (g *Game) MyTurn() bool { return !g.Over() && g.Reader != rules.NoSeat && g.Reader == g.ToMove }

// Side returns the name of the reader's side. The reader must be a player.
func (g *Game) Side() string { return g.Players[g.Reader].Side }

// SideToMove returns the name of the side to move.
func (g *Game) SideToMove() string { return g.Players[g.ToMove].Side }

// Opponent returns the name of the reader's opponent. The reader must be a player.
func (g *Game) Opponent() string { return g.Players[g.Reader.Other()].Name }

// Alone reports whether the reader's opponent has deleted their account. The reader must be a player.
func (g *Game) Alone() bool { return g.Players[g.Reader.Other()].Gone() }

// Winner returns the player who won.
func (g *Game) Winner() Player { return g.Players[g.Result.Winner] }

// Again returns the number of the first turn that an offered takeback would take back.
func (g *Game) Again() int { return g.TakebackTo + 1 }

// DrawOffered reports whether a draw is offered.
func (g *Game) DrawOffered() bool { return !g.Past && g.DrawBy != rules.NoSeat }

// TakebackOffered reports whether a takeback is offered.
func (g *Game) TakebackOffered() bool { return !g.Past && g.TakebackBy != rules.NoSeat }

// DrawOfferedToMe reports whether the opponent offers the reader a draw.
func (g *Game) DrawOfferedToMe() bool { return g.DrawOffered() && g.DrawBy == g.Reader.Other() }

// TakebackOfferedToMe reports whether the opponent offers the reader a takeback.
func (g *Game) TakebackOfferedToMe() bool {
	return g.TakebackOffered() && g.TakebackBy == g.Reader.Other()
}

// Unseen returns the number of unread messages; 0 for a past position.
func (g *Game) Unseen() int {
	if g.Past {
		return 0
	}
	return g.Unread
}

// Absent lists the players who are away now.
func (g *Game) Absent() []Player {
	var absent []Player
	for _, p := range g.Players {
		if !g.Past && !g.Over() && !p.AwayUntil.IsZero() {
			absent = append(absent, p)
		}
	}
	return absent
}

// Example returns a turn of a ruleset, to show how turns are written; "" if its rules have none.
func (v *Views) Example(ruleset string, r Reader) string {
	for _, e := range v.info(ruleset, r).Examples {
		if e.Fault == "" && e.Targets == "" {
			return e.Turn
		}
	}
	return ""
}

// Record returns the text form of a record.
func (v *Views) Record(played *models.GameRecord, r Reader) string {
	return record.Text(played, v.info(played.Ruleset, r))
}

// restOf returns a player's rest in words, for a reader who is or is not the player.
func restOf(name string, r models.Rest, mine bool, l *words.Language) (shown Rest) {
	suffix := ""
	if mine {
		suffix = ".mine"
	}
	for _, term := range models.RestTerms {
		switch {
		case term.Days == nil && *term.Is(&r):
			shown.ClockNotes = append(shown.ClockNotes, l.Say(term.Phrase+suffix, "name", name))
		case term.Days != nil && len(term.Days(&r).Names()) > 0:
			shown.Days = l.Weekdays(term.Days(&r).Names())
			shown.Short = l.Say("clock.short", "days", shown.Days)
			shown.ClockNotes = append(shown.ClockNotes, l.Say(term.Phrase+suffix, "name", name, "days", shown.Days))
		}
	}
	return shown
}

// ClockNotesOf returns sentences about what stops a player's clocks in every game, for a reader who is or is not the
// player.
func ClockNotesOf(p models.Player, mine bool, l *words.Language) []string {
	return restOf(p.Name, p.Rest, mine, l).ClockNotes
}

// ClockNotes are sentences about what stops the clocks of the game, besides a vacation that has begun.
func (g *Game) ClockNotes() []string {
	if g.Past || g.Over() {
		return nil
	}
	var notes []string
	for _, p := range g.Players {
		notes = append(notes, p.ClockNotes...)
	}
	return append(notes, g.Waived...)
}

// MoverRest returns the rest by which the running clock counts.
func (g *Game) MoverRest() Rest {
	if g.Over() || g.ToMove < 0 || int(g.ToMove) >= len(g.Players) {
		return Rest{}
	}
	return g.Players[g.ToMove].Rest
}

// MoverAway returns the player to move who is away; nil for none.
func (g *Game) MoverAway() *Player {
	if g.Over() || g.ToMove < 0 || g.Players[g.ToMove].AwayUntil.IsZero() {
		return nil
	}
	return &g.Players[g.ToMove]
}

// Remaining returns the time on the running clock, which is less than the time until the deadline if it stops before.
func (g *Game) Remaining(now time.Time) time.Duration {
	if g.Stops {
		return g.Left
	}
	return g.Deadline.Sub(now)
}

// Message is a chat message of a game.
type Message struct {
	Number, Ply int // Ply is the number of turns played before it
	Author      string
	At          time.Time // in the reader's zone
	Unread      bool
	Text        string
}

// Message returns a message as the reader sees it.
func (v *Views) Message(m play.Message, r Reader) Message {
	return Message{Number: m.Number, Ply: m.Ply, Author: m.Author.Name, At: r.In(m.At), Text: m.Text}
}

// Chat returns a page of messages.
func (v *Views) Chat(chat play.Chat, r Reader) []Message {
	list := make([]Message, 0, len(chat.Messages))
	for _, m := range chat.Messages {
		line := v.Message(m, r)
		line.Unread = m.Seat != chat.Reader && m.Number > chat.Marks.Read
		list = append(list, line)
	}
	return list
}

// LogEntry is an event of a game other than a turn.
type LogEntry struct {
	At     time.Time // in the reader's zone
	Ply    int
	Kind   play.LogKind
	Player Player        // the player concerned
	Back   time.Duration // time given back
	Turns  []string      // turns taken back
	From   time.Time     // of a vacation, in the reader's zone; zero if it ended or was cancelled
	Until  time.Time
}

// LogEntry returns one entry of a game's log.
func (v *Views) LogEntry(g *models.Game, e play.LogEntry, r Reader) LogEntry {
	return LogEntry{
		At: r.In(e.At), Ply: e.Ply, Kind: e.Kind, Back: e.Back, Turns: e.Turns,
		Player: Player{Name: g.Players[e.Seat].Name, Side: v.info(g.Ruleset, r).Sides[e.Seat].Name},
		From:   r.In(e.Away.From), Until: r.In(e.Away.Until),
	}
}

// To returns the ply that a takeback returned to.
func (e LogEntry) To() int { return e.Ply - len(e.Turns) }

// Returned reports whether a vacation ended or was cancelled.
func (e LogEntry) Returned() bool { return e.Until.IsZero() }

// Line is a line of play without a stored game: an analysis, or a replayed record.
type Line struct {
	Title       string    // of the variant
	Sides       [2]string // names by seat
	Turns       int
	Description string // the last turn in words; "" for none
	ToMove      rules.Seat
	Result      rules.Result
	Reason      string // why the line ended, as a phrase
	Standing    string // the side to move or the result
	Position    string // as position text
	Board       *Board // of an analysis

	Prefix string // of the next turn; with its continuations
	MayEnd bool
	Steps  []string
}

// Verification is the result of replaying a record.
type Verification struct {
	Line
	Fault  *models.Fault // nil for none
	Detail string        // a sentence about the fault; "" for none
	Hashed bool          // the hashes match
	Stored bool          // this server has the same game
}

// Analysis returns a line of play. prefix is the requested beginning of the next turn.
func (v *Views) Analysis(a *models.Analysis, prefix string, r Reader) *Line {
	info := v.info(a.Info.ID, r)
	line := v.line(info, a.Variant.ID, a.Position, a.Result, r)
	line.Turns, line.Prefix, line.MayEnd, line.Steps = len(a.Played), prefix, a.Next.MayEnd, a.Next.Texts()
	diagram := a.Position.Diagram(r.Words().Tag())
	if n := len(a.Played); n > 0 {
		diagram = diagram.Mark(a.Played[n-1].Events)
		line.Description = v.Played(a, a.Played[n-1], r)
	}
	line.Board = v.Board(info.ID, diagram, rules.NoSeat, r)
	return &line
}

// Played describes a turn of a line, with the names of the sides for the players.
func (v *Views) Played(a *models.Analysis, p rules.Played, r Reader) string {
	g := models.Game{Ruleset: a.Info.ID, Variant: a.Variant.ID}
	for seat, side := range v.info(a.Info.ID, r).Sides {
		g.Players[seat].Name = side.Player
	}
	return v.Turn(&g, models.Turn{Text: p.Turn, Events: p.Events}, r).Description
}

// Verification returns the result of replaying a record.
func (v *Views) Verification(record *play.Verification, r Reader) *Verification {
	line := v.line(v.info(record.Info.ID, r), record.Variant.ID, record.Position, record.Result, r)
	line.Turns = record.Plies
	view := &Verification{Line: line, Fault: record.Fault, Hashed: record.Chained, Stored: record.Stored}
	if f := record.Fault; f != nil {
		view.Detail = v.Sentence(f.Message, record.Info.ID, r)
	}
	return view
}

func (v *Views) line(info rules.Info, variant string, p rules.Position, result rules.Result, r Reader) Line {
	line := Line{
		Title: title(info, variant), Sides: sideNames(info), ToMove: p.ToMove(), Result: result, Position: p.String(),
	}
	line.Standing = standing(result, line.Sides, line.ToMove, r.Words())
	if result.Over() {
		line.Reason = reason(info, result, line.Sides, rules.NoSeat, r.Words())
	}
	return line
}

// outcome is a result from the view of the reader in a seat.
func outcome(result rules.Result, reader rules.Seat) Outcome {
	switch {
	case models.Unscored(result.Reason):
		return Aborted
	case result.Winner == rules.NoSeat:
		return Drawn
	case reader == rules.NoSeat:
		return Decided
	case result.Winner == reader:
		return Won
	}
	return Lost
}

// reason says why a game ended, by its ruleset or by the platform. It fits after the
// result. names are the players', or the sides' where nobody plays.
func reason(info rules.Info, result rules.Result, names [2]string, reader rules.Seat, language *words.Language) string {
	key := "reason." + result.Reason
	if !language.Has(key) {
		return info.ReasonPhrase(result.Reason)
	}
	loser := result.Winner.Other()
	switch loser {
	case rules.NoSeat:
		return language.Say(key)
	case reader:
		return language.Say(key, "whose", "reader", "loser", names[loser])
	}
	return language.Say(key, "loser", names[loser])
}

// standing returns a few words for below a picture: the side to move, or
// the result.
func standing(result rules.Result, sides [2]string, toMove rules.Seat, language *words.Language) string {
	switch {
	case !result.Over():
		return language.Say("result.ongoing", "side", sides[toMove])
	case models.Unscored(result.Reason):
		return language.Say("result.aborted")
	case result.Winner == rules.NoSeat:
		return language.Say("result.drawn")
	}
	return language.Say("result.won", "side", sides[result.Winner])
}
