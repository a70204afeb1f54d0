package schema

import (
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"hash/fnv"
	"slices"
	"strconv"
	"strings"
	"time"

	"turnpost/models"
	"turnpost/models/pace"
	"turnpost/models/visible"
	"turnpost/rules"
)

// SeatRow is the part of a game's row about a seat: the player, their clock and their mail.
type SeatRow struct {
	ID                  int64 // of the player
	Name, Email         string
	Settings, Zone      string
	AwayFrom, AwayUntil models.Millis // 0 if vacations do not stop the game's clocks
	AwayUnknown         bool          `gorm:"-"` // the stored period is one that no player can have
	Left                int64         // milliseconds for the seat's turn at its start
	Unread              int           // number of messages
	Turns               int           // number of turns; -1 if they must be counted
	HideRating          int64         // 1 if others do not see the player's ratings
	RestRow                           // of the player
}

// Ref returns the player in the seat.
func (s *SeatRow) Ref() models.PlayerRef { return models.PlayerRef{ID: s.ID, Name: s.Name} }

// Reader returns the player's time zone and settings, for mail.
func (s *SeatRow) Reader() *PlayerRow { return &PlayerRow{TimeZone: s.Zone, Settings: s.Settings} }

// TimeLeft returns the time for the seat's turn at its start.
func (s *SeatRow) TimeLeft() time.Duration { return time.Duration(s.Left) * time.Millisecond }

// Implied marks a column that cannot change while the others are equal. The hash covers the game up to its last turn,
// including players and rules; the result and the time of the end change with the status.
const Implied = "implied"

// UnreadBy needs a seat and a closing parenthesis; BothUnread lists the seats with their numbers of messages.
const (
	UnreadBy   = "COALESCE((SELECT unread FROM chats WHERE game_id = g.id AND seat = "
	BothUnread = "(SELECT group_concat(seat || ' ' || unread) FROM chats WHERE game_id = g.id)"
)

// AbsenceOfMover is the number of the absence of the player to move; 0 if they have played since their last loss by
// time.
const AbsenceOfMover = `COALESCE((SELECT CAST(absence AS BIGINT) FROM standings
	WHERE player_id = g.to_move_id AND absence % 2 = 1 AND absence < ` + MaxAbsenceText + `), 0)`

// FromGames joins games with their players.
const FromGames = `
	FROM games g JOIN players a ON a.id = g.first_id JOIN players b ON b.id = g.second_id `

// RelatedRows holds the rows related to a game that a turn needs to know.
type RelatedRows struct {
	Plans  int   // number of plans of its players
	Notice int64 // the only notice that a turn makes outdated; 0: none, -1: several
}

// CutPage removes the row beyond the limit from rows in the order of the list, and reports whether there are rows
// before and after the others. Those on the other side of a cursor are there, since it was made from one of them.
func CutPage[T any](rows []T, limit int, before, after string) (page []T, newer, older bool) {
	more := len(rows) > limit
	if after == "" {
		return rows[:min(len(rows), limit)], before != "", more
	}
	return rows[max(0, len(rows)-limit):], more, true
}

// A cursor names a row at the edge of a page by the values that the list is ordered by.

// FormatCursor returns the text of a place in a list that is ordered by time and ID.
func FormatCursor(at models.Millis, id string) string {
	return strconv.FormatInt(int64(at), 36) + "." + id
}

// ParseCursor reads what FormatCursor wrote.
func ParseCursor(text string) (at models.Millis, id string, ok bool) {
	first, id, found := strings.Cut(text, ".")
	n, err := strconv.ParseInt(first, 36, 64)
	return models.Millis(n), id, found && err == nil && id != "" && len(id) <= 20
}

// BadCursor is the error for a cursor that this server has not made.
func BadCursor(cursor string) error {
	return models.Invalid("cursor", "bad_cursor", "cursor", visible.Clip(cursor, 40))
}

// BeyondCursor returns the condition for rows on the far side of a cursor, in a list ordered by a column and id, newest
// first; "" without a cursor.
func BeyondCursor(column, before, after string) (where string, args []any, err error) {
	cursor, than := before, "<"
	if after != "" {
		cursor, than = after, ">"
	}
	if cursor == "" {
		return "", nil, nil
	}
	at, id, ok := ParseCursor(cursor)
	if !ok {
		return "", nil, BadCursor(cursor)
	}
	return " AND (" + column + ", id) " + than + " (?, ?)", []any{at, id}, nil
}

// CachedQuery is a query with up to two arguments.
type CachedQuery struct {
	query string
	Args  [2]any
}

// AskedFor returns the key of a query in a cache.
func AskedFor(query string, args []any) CachedQuery {
	asked := CachedQuery{query: query}
	copy(asked.Args[:], args)
	return asked
}

// GameList is the query of an ordered list of games.
type GameList struct {
	Whole            string // reads the games
	WithFingerprints string // reads the games with their fingerprints
	Fingerprints     string // reads only these, a line each, as one text: rows would cost more
}

// InboxHas tells which lists of an inbox may have entries: finding out that one of the rarer lists is empty costs far
// less than reading it.
type InboxHas struct {
	Fingerprints                 string // of the games to move, if requested
	Offers, Messages, Challenges bool
}

// SelectInboxHas reads an InboxHas.
const SelectInboxHas = `
	EXISTS (SELECT 1 FROM games WHERE second_id = ? AND status = 'ongoing' AND (draw_by = 0 OR takeback_by = 0))
	OR EXISTS (SELECT 1 FROM games WHERE first_id = ? AND status = 'ongoing' AND (draw_by = 1 OR takeback_by = 1)),
	EXISTS (SELECT 1 FROM chats WHERE player_id = ? AND unread > 0),
	EXISTS (SELECT 1 FROM challenges WHERE opponent_id = ? AND status = 'open')
	OR EXISTS (SELECT 1 FROM challenges WHERE invited = ? AND invited <> '')`

// CheckGames is the number of games, or events, that are checked at a time.
const CheckGames = 100

// DiffersIn returns the first of LastTurnColumns in which two last turns differ; "" if they are equal.
func (l *LastTurn) DiffersIn(other LastTurn) string {
	ours, theirs := l.Values(), other.Values()
	for i, column := range LastTurnColumns {
		if ours[i] != theirs[i] {
			return column
		}
	}
	return ""
}

// TurnsOfGame is the number of IDs of turns that belong to one game.
const TurnsOfGame = 1 << 20

// TurnsOfGameText is TurnsOfGame in SQL.
var TurnsOfGameText = strconv.Itoa(TurnsOfGame)

// TurnRow is a turn of a game.
type TurnRow struct {
	Ply        int
	Seat       rules.Seat
	Turn       string
	Position   string
	Events     string
	Message    string
	Via        models.Via
	At         models.Millis
	Occurrence int
	Hash       []byte
}

// AsTurn returns the view of a row.
func (r TurnRow) AsTurn() models.Turn {
	t := r.WithoutEvents()
	_ = json.Unmarshal([]byte(r.Events), &t.Events) // encoded by this program
	return t
}

// WithoutEvents returns the turn but for its events: decoding them takes a quarter of the time of a check.
func (r TurnRow) WithoutEvents() models.Turn {
	return models.Turn{
		Ply: r.Ply, Seat: r.Seat, Text: r.Turn, Position: r.Position, Occurrence: r.Occurrence,
		Message: r.Message, Via: r.Via, At: r.At.Time(), Hash: r.Hash,
	}
}

// TurnColumns returns columns of the turns that TurnsAt joins under a name.
func TurnColumns(name string, columns ...string) string {
	texts := make([]string, len(columns))
	for i, column := range columns {
		texts[i] = "COALESCE(" + name + "." + column + ", former_" + name + "." + column + ")"
	}
	return strings.Join(texts, ", ")
}

// emptyKeyHash is the value in SQL of key_hash for positions that cannot repeat, whose keys are empty.
var emptyKeyHash = " " + strconv.FormatInt(KeyHash(""), 10) + " "

// TurnOccurrence is the column occurrence of turns t.
var TurnOccurrence = "COALESCE(t.occurrence, CASE former_t.key_hash WHEN" + emptyKeyHash + `THEN 1 ELSE (
	SELECT COUNT(*) FROM former_turns o
	WHERE o.game_id = former_t.game_id AND o.key_hash = former_t.key_hash AND o.ply <= former_t.ply) END)`

// TurnsAt joins the turns of a ply with games g, under a name, from either table: see MoveTurns.
func TurnsAt(name, ply string) string {
	return " LEFT JOIN turns " + name + " ON " + name + ".id = g.number * " + TurnsOfGameText + " + " + ply +
		" LEFT JOIN former_turns former_" + name + " ON g.position_keys IS NULL AND former_" + name +
		".game_id = g.id AND former_" + name + ".ply = " + ply + " "
}

// TurnHash chains a turn to the previous one: the SHA-256 of the lines previous hash in
// hexadecimal, game, ply, seat (-1 for the start, 0, 1), canonical turn, position, milliseconds
// since 1970. A hash thus covers the whole game up to its ply.
func TurnHash(before []byte, game string, t *models.Turn) []byte {
	sum := sha256.Sum256(fmt.Appendf(nil, "%x\n%s\n%d\n%d\n%s\n%s\n%d\n",
		before, game, t.Ply, t.Seat, t.Text, t.Position, models.ToMillis(t.At)))
	return sum[:]
}

// KeyBytes is the number of bytes of a position in the column position_keys.
const KeyBytes = 4

// KeyHash returns the hash of a position's key. The lower half is in position_keys: it finds candidates for
// repetitions, and the key decides.
func KeyHash(key string) int64 {
	h := fnv.New64a()
	_, _ = h.Write([]byte(key)) // never fails
	return int64(h.Sum64())
}

// LastTurn is the copy of the last turn in the row of its game, without the position and the hash, which the row has
// anyway. It is zero at the start, and if the turn was stored by an earlier schema.
type LastTurn struct {
	Seat                  rules.Seat
	Turn, Events, Message string
	Via                   models.Via
	At                    models.Millis
	Occurrence            int
}

// Last returns the copy of a turn. That of the start is zero.
func (r TurnRow) Last() LastTurn {
	if r.Turn == "" {
		return LastTurn{}
	}
	return LastTurn{r.Seat, r.Turn, r.Events, r.Message, r.Via, r.At, r.Occurrence}
}

// LastTurnColumns are the columns of a LastTurn.
var LastTurnColumns = []string{"seat", "turn", "events", "message", "via", "at", "occurrence"}

// SetLastTurn sets the columns of a LastTurn in an UPDATE.
var SetLastTurn = "last_" + strings.Join(LastTurnColumns, " = ?, last_") + " = ?, "

// Values returns the values of LastTurnColumns, which are NULL if there is no last turn.
func (l *LastTurn) Values() []any {
	if l.Turn == "" {
		return make([]any, len(LastTurnColumns))
	}
	return []any{l.Seat, l.Turn, l.Events, l.Message, l.Via, l.At, l.Occurrence}
}

// SelectLastTurn are the columns of the last turn of games g: from the row of the game, or from the turns that
// JoinLastTurn joins if it is not there.
var SelectLastTurn = func() string {
	texts := make([]string, len(LastTurnColumns))
	for i, column := range LastTurnColumns {
		other := TurnColumns("t", column)
		if column == "occurrence" {
			other = TurnOccurrence
		}
		texts[i] = "COALESCE(g.last_" + column + ", " + other + ")"
	}
	return strings.Join(texts, ", ")
}()

// JoinLastTurn joins the last turns t of games g that are not in the rows of the games.
var JoinLastTurn = TurnsAt("t", "CASE WHEN g.last_turn IS NULL THEN NULLIF(g.ply, 0) END")

// MaxAnalysedTurns is the maximum number of turns in one analysis.
const MaxAnalysedTurns = 1000

// GameKind is a variant of a ruleset. Lists are merged from those of the kinds, each of which an index has in order.
type GameKind struct{ Ruleset, Variant string }

// WithoutVariants returns one kind for each ruleset.
func WithoutVariants(kinds []GameKind) []GameKind {
	return slices.CompactFunc(slices.Clone(kinds), func(a, b GameKind) bool { return a.Ruleset == b.Ruleset })
}

// Offer is an offer with its terms.
type Offer struct {
	Kind models.OfferKind
	Ply  int // that a takeback returns to
}

// OfferState is the state of the pending offer of a kind for the acting player.
type OfferState int

// The states of an offer, as the player sees it.
const (
	NoOffer         OfferState = iota
	OwnOffer                   // on the same terms
	OwnOtherTerms              // a takeback to another ply
	TheirOffer                 // on the same terms
	TheirOtherTerms            // a takeback to another ply
)

// Away is the period [From, Until) in which a player's clocks are stopped. The zero value is no period.
type Away struct {
	From  models.Millis `json:"from"`
	Until models.Millis `json:"until"`
}

// Vacation returns the view of a period.
func (a Away) Vacation() models.Vacation {
	return models.Vacation{From: a.From.Time(), Until: a.Until.Time()}
}

// Overlap returns the part of [from, to) within the period.
func (a Away) Overlap(from, to models.Millis) time.Duration {
	return max(0, min(a.Until, to).Sub(max(a.From, from)))
}

// Reminders returns the player's list, or nil.
func (s *SeatRow) Reminders() []pace.Reminder { return DecodeSettings(s.Settings).ReminderList() }
