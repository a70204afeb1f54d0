package export

import (
	"bytes"
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"turnpost/models"
	"turnpost/models/store"
)

// A list has what is stored about a player and no use case of the store lists: only the columns that are the player's
// to know, and no secret, no hash, no address that a mail can be answered at.

// ownList is the name of a list.
type ownList string

const (
	ownState      ownList = "state"
	ownAddresses  ownList = "addresses"
	ownVacations  ownList = "vacations"
	ownMade       ownList = "challenges made"
	ownReceived   ownList = "challenges received"
	ownInvited    ownList = "challenges by address"
	ownPlans      ownList = "plans"
	ownNotes      ownList = "notes"
	ownLines      ownList = "lines"
	ownHooks      ownList = "webhooks"
	ownHookHosts  ownList = "hosts of webhooks"
	ownDeliveries ownList = "deliveries"
	ownFeeds      ownList = "feeds"
	ownRatings    ownList = "ratings"
	ownRated      ownList = "rated games"
	ownResults    ownList = "results"
	ownStanding   ownList = "standing"
	ownEventsMade ownList = "events made"
	ownEvents     ownList = "events joined"
	ownMails      ownList = "mails"
)

// selection selects the rows of a player, whose number each ? stands for. The list is ordered by the columns of key, by
// which an index must find what follows another row. Columns with names that end in _at, _from, _until or _since are
// times; a name may end in :bool, or :lines for the lines of a text.
type selection struct {
	key   []string
	query string
}

// termColumns lists the columns of terms for a selection.
func termColumns(table string, terms []models.Term) string {
	list := make([]string, len(terms))
	for i, term := range terms {
		list[i] = table + term.Name
		if term.Limit == nil {
			list[i] += ` AS "` + term.Name + `:bool"`
		}
	}
	return strings.Join(list, ", ")
}

var challengeColumns = `c.id, c.ruleset, c.variant, c.seat, c.pace, c.message, c.status, c.game_id AS game,
	c.rematch_of, ` + termColumns("c.", models.ChallengeTerms) + `,
	c.created_at, c.expires_at, c.answered_at, COALESCE(o.name, '') AS opponent`

var selections = map[ownList]selection{
	ownState: {[]string{"id"}, `SELECT confirmed_at, renamed_at, muted_at, banned_at, days_off, former_days_off,
		CASE WHEN name LIKE '%[bot]' THEN 1 ELSE 0 END AS "bot:bool", auto_vacation AS "auto_vacation:bool",
		hard_bounces, failing_since, failing_why, refused_at,
		refused_why FROM players WHERE id = ?`},
	ownAddresses: {[]string{"number"}, `SELECT former_email, email, asked_at, done_at, ended_at, undone_at
		FROM address_changes WHERE player_id = ?`},
	ownVacations: {[]string{"from_at", "id"}, `SELECT first_day, last_day, zone, from_at, until_at
		FROM vacations WHERE player_id = ?`},
	ownMade: {[]string{"c.created_at", "c.id"}, `SELECT ` + challengeColumns + `,
		CASE WHEN c.invited_as <> '' THEN c.invited_as ELSE c.invited END AS invited
		FROM challenges c LEFT JOIN players o ON o.id = c.opponent_id WHERE c.challenger_id = ?`},
	ownReceived: {[]string{"c.created_at", "c.id"}, `SELECT ` + challengeColumns + `
		FROM challenges c JOIN players o ON o.id = c.challenger_id WHERE c.opponent_id = ?`},
	ownInvited: {[]string{"c.created_at", "c.id"}, `SELECT ` + challengeColumns + `
		FROM challenges c JOIN players o ON o.id = c.challenger_id
		WHERE c.invited <> '' AND c.opponent_id IS NULL
			AND c.invited = (SELECT email_key FROM players WHERE id = ? AND confirmed_at > 0)`},
	ownPlans: {[]string{"game_id"}, `SELECT game_id AS game, ply, lines AS "lines:lines", ended, updated_at FROM plans
		WHERE player_id = ? AND game_id IN (SELECT id FROM games WHERE first_id = ? AND status = 'ongoing'
			UNION ALL SELECT id FROM games WHERE second_id = ? AND status = 'ongoing')`},
	ownNotes: {[]string{"game_id"}, `SELECT game_id AS game, text, updated_at FROM notes WHERE player_id = ?
		AND text <> ''`},
	ownLines: {[]string{"game_id", "id"}, `SELECT game_id AS game, ply, position, turns AS "turns:lines", name, created_at
		FROM kept_lines WHERE player_id = ?`},
	ownHooks: {[]string{"id"}, `SELECT id, url, format, events, game_id AS game, state, created_at, last_at, last_status,
		last_detail, failing_since FROM hooks WHERE player_id = ?`},
	ownHookHosts: {[]string{"id"}, `SELECT id, host, format, events, game_id AS game, state, created_at, last_at,
		last_status, last_detail, failing_since FROM hooks WHERE player_id = ?`},
	ownDeliveries: {[]string{"id"}, `SELECT hook_id AS webhook, kind, created_at, attempts, status, reason, failure,
		done_at FROM hook_deliveries WHERE player_id = ?`},
	ownFeeds: {[]string{"kind"}, `SELECT kind, created_at FROM feeds WHERE player_id = ?`},
	ownRatings: {[]string{"ruleset", "variant"}, `SELECT ruleset, variant, rating, deviation, volatility, games, opponents,
		rated_at FROM ratings WHERE player_id = ?`},
	ownRated: {
		[]string{"r.ruleset", "r.variant", "r.rated_at", "r.opponent_id", "r.game_id"},
		`SELECT r.game_id AS game, r.ruleset, r.variant, o.name AS opponent, r.rated_at, r.before_rating,
			r.before_deviation, r.before_volatility, r.after_rating, r.after_deviation, r.after_volatility
		FROM game_ratings r JOIN players o ON o.id = r.opponent_id WHERE r.player_id = ?`,
	},
	ownResults:  {[]string{"ruleset"}, `SELECT ruleset, won, lost, drawn FROM player_records WHERE player_id = ?`},
	ownStanding: {[]string{"player_id"}, `SELECT ended_at, absence, absence_rated FROM standings WHERE player_id = ?`},
	ownEventsMade: {[]string{"id"}, `SELECT id, kind, ruleset, variant, pace, title, size, doubled AS "doubled:bool",
		at_once, repeats AS "repeats:bool", ` + termColumns("", models.EventTerms) + `, status, created_at, began_at,
		ended_at FROM events WHERE maker_id > 0 AND maker_id = ?`},
	ownEvents: {[]string{"p.event_id"}, `SELECT p.event_id AS event, e.title, p.part, p.number, p.drawn_name, p.seed,
		p.absence, p.withdrawn, p.dropped AS "dropped:bool", p.joined_at, p.moved_at
		FROM event_players p JOIN events e ON e.id = p.event_id WHERE p.player_id = ?`},
	ownMails: {[]string{"received_at", "id"}, `SELECT received_at, envelope_from AS "from", size, status, result, reason,
		game_id AS game, challenge_id AS challenge, ply, words, done_at FROM inbound WHERE player_id > 0 AND player_id = ?`},
}

// cursor is where the next page of a list begins; nil is both the first and the end.
type cursor []any

// readOwn returns a page of a list: JSON objects.
func readOwn(
	ctx context.Context, store *store.Store, player int64, list ownList, after cursor, limit int,
) (page []json.RawMessage, next cursor, err error) {
	l := selections[list]
	keys := strings.Join(l.key, ", ")
	query := strings.Replace(l.query, "SELECT ", "SELECT "+keys+", ", 1)
	args := slices.Repeat([]any{player}, strings.Count(query, "?"))
	if after != nil {
		query += " AND (" + keys + ") > (" + strings.TrimSuffix(strings.Repeat("?, ", len(l.key)), ", ") + ")"
		args = append(args, after...)
	}
	rows, err := store.Rows(ctx, query+fmt.Sprintf(" ORDER BY %s LIMIT %d", keys, limit), args...)
	if err != nil {
		return nil, nil, err
	}
	defer rows.Close() //nolint:errcheck // Err says what went wrong
	var cells []any
	for rows.Next() {
		if cells, err = scanCells(rows); err != nil {
			return nil, nil, err
		}
		object, err := ownObject(rows, cells, len(l.key))
		if err != nil {
			return nil, nil, err
		}
		page = append(page, object)
	}
	if len(page) == limit {
		next = cells[:len(l.key)]
	}
	return page, next, rows.Err()
}

func scanCells(rows *sql.Rows) ([]any, error) {
	names, err := rows.Columns()
	if err != nil {
		return nil, err
	}
	cells, into := make([]any, len(names)), make([]any, len(names))
	for i := range cells {
		into[i] = &cells[i]
	}
	if err := rows.Scan(into...); err != nil {
		return nil, err
	}
	for i, cell := range cells {
		if text, ok := cell.([]byte); ok {
			cells[i] = string(text)
		}
	}
	return cells, nil
}

// ownObject returns the JSON object of a row without its first columns, which are the key.
func ownObject(rows *sql.Rows, cells []any, first int) (json.RawMessage, error) {
	names, err := rows.Columns()
	if err != nil {
		return nil, err
	}
	var b bytes.Buffer
	encoder := json.NewEncoder(&b)
	encoder.SetEscapeHTML(false)
	for i := first; i < len(cells); i++ {
		name, kind, _ := strings.Cut(names[i], ":")
		b.WriteString(map[bool]string{true: "{", false: ","}[i == first])
		if err := encoder.Encode(name); err != nil {
			return nil, err
		}
		b.WriteByte(':')
		if err := encoder.Encode(ownValue(name, kind, cells[i])); err != nil {
			return nil, err
		}
	}
	b.WriteByte('}')
	var compact bytes.Buffer // without the ends of lines of the encoder
	err = json.Compact(&compact, b.Bytes())
	return compact.Bytes(), err
}

// ownValue returns a cell as it goes into JSON. An instant that has not come, or will not, is null.
func ownValue(name, kind string, cell any) any {
	switch v := cell.(type) {
	case int64:
		switch {
		case kind == "bool":
			return v != 0
		case isInstant(name) && (v == 0 || models.Millis(v) >= models.Never):
			return nil
		case isInstant(name):
			return models.Millis(v).Time()
		}
	case string:
		if kind == "lines" {
			return strings.Split(v, "\n")
		}
	}
	return cell
}

func isInstant(name string) bool {
	for _, end := range []string{"_at", "_from", "_until", "_since"} {
		if strings.HasSuffix(name, end) {
			return true
		}
	}
	return false
}
