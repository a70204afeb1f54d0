package schema

import (
	"fmt"

	"turnpost/models"
	"turnpost/models/db"
	"turnpost/models/names"
	"turnpost/models/pace"
	"turnpost/rules"
)

// UsualPlies is the number of plies for which room is made at once: that of a damaged row may be any number.
const UsualPlies = 512

// CheckedColumns are the columns of a turn that a check compares.
const CheckedColumns = "seat, turn, position, events, message, via, at, hash"

// TakeChecked takes CheckedColumns and the occurrence.
func TakeChecked(c *db.Columns, ply int) TurnRow {
	return TurnRow{
		Ply: ply, Seat: rules.Seat(c.Number()), Turn: c.Text(), Position: c.Text(), Events: c.Text(), Message: c.Text(),
		Via: models.Via(c.Text()), At: Millis(c), Hash: c.Bytes(), Occurrence: int(c.Number()),
	}
}

// DerivedRows are queries for rows with a column that does not follow from other rows: the row, what is stored, and
// what follows.
//
// Other columns follow from nothing, and only their form and their bounds can be checked:
//
//   - what people chose and wrote: profiles, settings, messages, notes, offers, vacations, reports;
//   - moments: when something was done is stored once, beside it;
//   - random secrets and their hashes: tokens, codes, keys of links;
//   - what happened outside: mail that was received, sent, refused or returned, answers of webhooks;
//   - what a setting or a bound was when a row was made: paces of challenges, days off, limits of events.
var DerivedRows = []struct{ Table, Column, Query string }{
	{"player_records", "won, lost, drawn", `
		SELECT 'player_id ' || r.player_id || ', ruleset ' || r.ruleset,
			SUM(stored_won) || ', ' || SUM(stored_lost) || ', ' || SUM(stored_drawn),
			SUM(won) || ', ' || SUM(lost) || ', ' || SUM(drawn)
		FROM (SELECT player_id, ruleset, won AS stored_won, lost AS stored_lost, drawn AS stored_drawn,
				0 AS won, 0 AS lost, 0 AS drawn FROM player_records
			UNION ALL SELECT first_id, ruleset, 0, 0, 0, ` + resultsOf(0) + `
			UNION ALL SELECT second_id, ruleset, 0, 0, 0, ` + resultsOf(1) + `) r
		JOIN players p ON p.id = r.player_id AND p.deleted_at = 0
		GROUP BY r.player_id, r.ruleset HAVING SUM(stored_won) <> SUM(won) OR SUM(stored_lost) <> SUM(lost)
			OR SUM(stored_drawn) <> SUM(drawn)`},
	{"games", "rated", `
		SELECT 'id ' || g.id, '1', '0, because a bot plays' FROM games g
		WHERE g.status = 'ongoing' AND g.rated = 1 AND EXISTS (SELECT 1 FROM players p
			WHERE p.id IN (g.first_id, g.second_id) AND p.name LIKE '%` + names.BotMark + `')`},
	{"standings", "ended_at", `
		SELECT 'player_id ' || s.player_id, s.ended_at || '', 'the end of a game' FROM standings s
		WHERE NOT EXISTS (SELECT 1 FROM games WHERE status <> 'ongoing' AND first_id = s.player_id
				AND finished_at = s.ended_at)
			AND NOT EXISTS (SELECT 1 FROM games WHERE status <> 'ongoing' AND second_id = s.player_id
				AND finished_at = s.ended_at)`},
	{"chats", "unread", `
		SELECT 'game_id ' || c.game_id || ', seat ' || c.seat, c.unread || '', (` + unreadOf + `) || ''
		FROM chats c WHERE c.unread <> (` + unreadOf + `)`},
	{"chats", "player_id", `
		SELECT 'game_id ' || c.game_id || ', seat ' || c.seat, c.player_id || '', ` + seatsPlayer("c") + ` || ''
		FROM chats c JOIN games g ON g.id = c.game_id WHERE c.player_id <> ` + seatsPlayer("c")},
	{"chats", "read_to", `
		SELECT 'game_id ' || c.game_id || ', seat ' || c.seat, c.read_to || '', 'the number of a message' FROM chats c
		WHERE c.read_to <> 0 AND NOT EXISTS (SELECT 1 FROM messages m WHERE m.game_id = c.game_id AND m.number = c.read_to)`},
	{"event_games", "score", `
		SELECT 'event_id ' || e.event_id || ', no ' || e.no, e.score || '', ` + scoreOfGame + ` || ''
		FROM event_games e JOIN events v ON v.id = e.event_id AND v.kind = 'ladder' JOIN games g ON g.id = e.game_id
		WHERE g.status <> 'ongoing' AND e.state = 'over' AND e.score <> ` + scoreOfGame},
	{"event_games", "ended_at", `
		SELECT 'event_id ' || e.event_id || ', no ' || e.no, e.ended_at || '', g.finished_at || ''
		FROM event_games e JOIN events v ON v.id = e.event_id AND v.kind = 'ladder' JOIN games g ON g.id = e.game_id
		WHERE g.status <> 'ongoing' AND e.state = 'over' AND e.ended_at <> g.finished_at`},
	{"event_games", "game_id", `
		SELECT 'event_id ' || e.event_id || ', no ' || e.no, e.game_id, 'a game of the event' FROM event_games e
		WHERE e.game_id <> '' AND NOT EXISTS (SELECT 1 FROM games g WHERE g.id = e.game_id AND g.event_id = e.event_id)`},
	{"event_games", "first_id, second_id", `
		SELECT 'event_id ' || e.event_id || ', no ' || e.no, e.first_id || ', ' || e.second_id,
			g.first_id || ', ' || g.second_id
		FROM event_games e JOIN games g ON g.id = e.game_id
		WHERE e.first_id <> g.first_id OR e.second_id <> g.second_id`},
	{"game_ratings", "player_id, opponent_id, ruleset, variant, rated_at", `
		SELECT 'game_id ' || r.game_id || ', seat ' || r.seat,
			r.player_id || ', ' || r.opponent_id || ', ' || r.ruleset || ', ' || r.variant || ', ' || r.rated_at,
			` + seatsPlayer("r") + ` || ', ' || (g.first_id + g.second_id - ` + seatsPlayer("r") + `) || ', ' ||
				g.ruleset || ', ' || g.variant || ', ' || g.finished_at
		FROM game_ratings r JOIN games g ON g.id = r.game_id
		WHERE r.player_id <> ` + seatsPlayer("r") + ` OR r.player_id + r.opponent_id <> g.first_id + g.second_id
			OR r.ruleset <> g.ruleset OR r.variant <> g.variant OR r.rated_at <> g.finished_at`},
	{"plans", "player_id", `
		SELECT 'game_id ' || l.game_id, l.player_id || '', g.first_id || ' or ' || g.second_id
		FROM plans l JOIN games g ON g.id = l.game_id WHERE l.player_id <> g.first_id AND l.player_id <> g.second_id`},
	{"plans", "ply", `
		SELECT 'game_id ' || l.game_id || ', player_id ' || l.player_id, l.ply || '', g.ply || ''
		FROM plans l JOIN games g ON g.id = l.game_id
		WHERE l.lines <> '' AND g.status = 'ongoing' AND l.ply <> g.ply`},
	{"plans", "ended", `
		SELECT 'game_id ' || game_id || ', player_id ' || player_id, ended, 'an end or lines' FROM plans
		WHERE ended <> '' AND lines <> ''`},
	{"challenges", "game_id", `
		SELECT 'id ' || c.id, c.game_id, 'the game that it became' FROM challenges c
		WHERE c.game_id <> '' AND NOT EXISTS (SELECT 1 FROM games g WHERE g.id = c.game_id)
			OR (c.status = 'accepted') <> (c.game_id <> '')`},
}

// unreadOf counts the messages of the opponent that a chat c has as unread.
const unreadOf = `SELECT COUNT(*) FROM messages m WHERE m.game_id = c.game_id AND m.number > c.read_to
	AND m.seat = 1 - c.seat`

// scoreOfGame is the score of a game g of a ladder.
const scoreOfGame = `CASE WHEN g.status <> 'finished' THEN -1
	WHEN g.winner = 0 THEN 2 WHEN g.winner = 1 THEN 0 ELSE 1 END`

// seatsPlayer is the player of a game g who has the seat of a row.
func seatsPlayer(row string) string {
	return "(CASE " + row + ".seat WHEN 0 THEN g.first_id ELSE g.second_id END)"
}

// resultsOf selects what the games that are over count for the player of a seat: won, lost and drawn.
func resultsOf(seat int) string {
	result := func(when string) string {
		return "CASE WHEN status = 'finished' AND winner " + when + " THEN 1 ELSE 0 END"
	}
	return fmt.Sprintf("%s, %s, %s FROM games "+
		"WHERE status <> 'ongoing' AND first_id NOT IN %[4]s AND second_id NOT IN %[4]s",
		result(fmt.Sprintf("= %d", seat)), result(fmt.Sprintf("= %d", 1-seat)), result("NOT IN (0, 1)"), HouseIDs)
}

// DerivedFault is the sentence about a value that does not follow from others.
func DerivedFault(table, row, column, stored, want string) string {
	return fmt.Sprintf("%s: %s is %s and not %s, in the row with %s", table, column, stored, want, row)
}

// ClockBounds returns the milliseconds that a clock can have for its next turn.
func ClockBounds(p pace.Pace, ply int64) (least, most int64) {
	if p.Bank == 0 {
		return p.PerTurn.Milliseconds(), p.PerTurn.Milliseconds()
	}
	most = (p.Bank.Milliseconds() + p.PerTurn.Milliseconds()*(ply+1))
	if p.Cap > 0 {
		most = min(most, p.Cap.Milliseconds())
	}
	return min(0, p.PerTurn.Milliseconds()), most
}
