package api

import (
	"cmp"
	"encoding"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"time"

	"github.com/labstack/echo/v4"

	"turnpost/templates"
	"turnpost/templates/view"
)

// Responses without a specific text form are rendered by their type: lists as tables, objects as lines of their fields,
// with the names of JSON.

// valueText renders a wire value as text, with the commands that follow it: about a game or an event, by its id, or ""
// if the request concerns none. Times in lists are in the reader's zone.
func valueText(v any, subject string, reader view.Reader, do templates.Commands) string {
	return valueLines(v, reader) + templates.AfterText(resultKind(v), subject, do)
}

// subjectIn returns the id of the game or the event in the path of a request, or "".
func subjectIn(c echo.Context) string {
	if strings.HasPrefix(c.Path(), "/v1/events/:id") {
		return c.Param("id")
	}
	return gameIn(c)
}

// resultKind returns the kind of a value for templates.AfterText.
func resultKind(v any) string {
	switch v := v.(type) {
	case RulesetList:
		return "rulesets"
	case GameList:
		if len(v.Games) == 0 {
			return "nothing"
		}
		return "games"
	case ChallengeList:
		if len(v.Challenges) == 0 {
			return "nothing"
		}
		return "challenges"
	case TurnList:
		return "game"
	case ReadMarks:
		return "messages"
	case KeptLineList, KeptLine:
		return "lines"
	case Me:
		return "me"
	case BlockList, TokenList, NoticeList, InboundList, Block, Feeds, Report, WebhookList, Webhook, IssuedWebhook,
		WebhookSecret:
		return "account"
	case Player, RatingList, Ranking:
		return "player"
	case PlayerList:
		return "players"
	case EventList:
		if len(v.Events) == 0 {
			return "no_events"
		}
		return "events"
	case EventGameList:
		return "event_part"
	case Health:
		return "health"
	}
	return ""
}

func valueLines(v any, reader view.Reader) string {
	if list, is := tableOf(v, reader); is {
		text := templates.TableText(list.columns, list.rows)
		if text == "" {
			text = templates.EmptyText(reader.Words())
		}
		if list.next != nil {
			text += templates.NextPageText(*list.next, reader.Words())
		}
		return text
	}
	fields, tables := fieldsOf("", reflect.ValueOf(v))
	text := templates.FieldsText(fields)
	for _, t := range tables {
		if t != "" {
			text += "\n" + t
		}
	}
	return text
}

// textList is a list rendered as a table.
type textList struct {
	columns []string
	rows    [][]string
	next    *string // the cursor of the next page; nil on the last page
}

func listOf[T any](columns string, items []T, next *PageCursor, row func(T) []string) textList {
	list := textList{columns: strings.Fields(columns), next: next}
	for _, item := range items {
		list.rows = append(list.rows, row(item))
	}
	return list
}

// tableOf returns the table of a list type with selected columns.
func tableOf(v any, reader view.Reader) (textList, bool) {
	when := func(t time.Time) string { return reader.Words().When(reader.In(t)) }
	whenever := func(t *time.Time) string {
		if t == nil {
			return ""
		}
		return when(*t)
	}
	switch v := v.(type) {
	case RulesetList:
		return listOf("id name variants summary", v.Rulesets, nil, func(r RulesetSummary) []string {
			return []string{r.ID, r.Name, strings.Join(each(r.Variants, func(v Variant) string { return v.ID }), " "), r.Summary}
		}), true
	case GameList:
		return gameTable(v, whenever), true
	case PlayerList:
		return listOf("name won lost drawn since", v.Players, v.Next, func(p ListedPlayer) []string {
			return []string{
				p.Name, fmt.Sprint(p.Won), fmt.Sprint(p.Lost), fmt.Sprint(p.Drawn), p.CreatedAt.UTC().Format(time.DateOnly),
			}
		}), true
	case RatingList:
		return ratingTable(v, when), true
	case Ranking:
		return rankingTable(v), true
	case ChallengeList:
		if isOpenList(v) {
			return openTable(v), true
		}
		return listOf("id variant pace status expires_at players", v.Challenges, v.Next, func(c Challenge) []string {
			opponent := "*"
			if c.Opponent != nil {
				opponent = *c.Opponent
			} else if c.Invited != "" {
				opponent = c.Invited
			}
			return []string{
				c.ID, c.Ruleset + " " + c.Variant, c.Pace, string(c.Status), when(c.ExpiresAt),
				c.Challenger + ", " + opponent,
			}
		}), true
	case TurnList:
		return listOf("ply turn description", v.Turns, v.Next, func(t Turn) []string {
			return []string{fmt.Sprint(t.Ply), t.Turn, t.Description}
		}), true
	case TokenList:
		return listOf("id scope used_at expires_at current label", v.Tokens, nil, func(t Token) []string {
			return []string{
				fmt.Sprint(t.ID), string(t.Scope), when(t.UsedAt), whenever(t.ExpiresAt), fmt.Sprint(t.Current), t.Label,
			}
		}), true
	case KeptLineList:
		return listOf("id ply name turns", v.Lines, nil, func(l KeptLine) []string {
			return []string{fmt.Sprint(l.ID), fmt.Sprint(l.Ply), l.Name, strings.Join(l.Turns, " / ")}
		}), true
	case WebhookList:
		return listOf("id format state last url", v.Webhooks, nil, func(h Webhook) []string {
			last := ""
			if h.Last != nil {
				last = string(h.Last.Detail)
			}
			return []string{h.ID, string(h.Format), string(h.State), last, h.URL}
		}), true
	case BlockList:
		return listOf("created_at name", v.Blocks, nil,
			func(b Block) []string { return []string{when(b.CreatedAt), b.Name} }), true
	case NoticeList:
		return listOf("id kind game status created_at reason", v.Notices, v.Next, func(n Notice) []string {
			return []string{fmt.Sprint(n.ID), n.Kind, n.Game, string(n.Status), when(n.CreatedAt), n.Reason}
		}), true
	case InboundList:
		return listOf("received_at game status result detail", v.Inbound, v.Next, func(m Inbound) []string {
			return []string{when(m.ReceivedAt), m.Game, string(m.Status), m.Result, cmp.Or(m.Detail, m.Reason)}
		}), true
	}
	return eventTables(v, when)
}

// fieldsOf lists the fields of a struct. Names of nested fields have the outer name as a prefix; lists of structs
// become separate tables.
func fieldsOf(prefix string, v reflect.Value) (fields []templates.Field, tables []string) {
	for v.Kind() == reflect.Pointer || v.Kind() == reflect.Interface {
		v = v.Elem()
	}
	for i := range v.NumField() {
		name, options, _ := strings.Cut(v.Type().Field(i).Tag.Get("json"), ",")
		value := v.Field(i)
		if strings.Contains(options, "omitempty") && value.IsZero() {
			continue
		}
		for value.Kind() == reflect.Pointer && !value.IsNil() {
			value = value.Elem()
		}
		switch kind := value.Kind(); {
		case value.Kind() == reflect.Struct && !isText(value):
			inner, more := fieldsOf(prefix+name+".", value)
			fields, tables = append(fields, inner...), append(tables, more...)
		case kind == reflect.Map:
			fields = append(fields, mapFields(prefix+name+".", value)...)
		case kind == reflect.Slice && isStructs(value):
			tables = append(tables, structTable(value))
		default:
			fields = append(fields, templates.Field{Name: prefix + name, Value: scalar(value)})
		}
	}
	return fields, tables
}

func mapFields(prefix string, m reflect.Value) []templates.Field {
	var fields []templates.Field
	for _, key := range m.MapKeys() {
		fields = append(fields, templates.Field{Name: prefix + key.String(), Value: scalar(m.MapIndex(key))})
	}
	slices.SortFunc(fields, func(a, b templates.Field) int { return strings.Compare(a.Name, b.Name) })
	return fields
}

// structTable renders a list of structs with one column for each field.
func structTable(list reflect.Value) string {
	var columns []string
	var rows [][]string
	for i := range list.Len() {
		fields, _ := fieldsOf("", list.Index(i))
		columns = nil
		row := make([]string, 0, len(fields))
		for _, f := range fields {
			columns, row = append(columns, f.Name), append(row, f.Value)
		}
		rows = append(rows, row)
	}
	return templates.TableText(columns, rows)
}

func isStructs(v reflect.Value) bool {
	return v.Type().Elem().Kind() == reflect.Struct &&
		!v.Type().Elem().Implements(reflect.TypeFor[encoding.TextMarshaler]())
}

func isText(v reflect.Value) bool { _, is := v.Interface().(encoding.TextMarshaler); return is }

// scalar renders a value in one line; "" if it has none.
func scalar(v reflect.Value) string {
	switch {
	case v.Kind() == reflect.Pointer:
		return ""
	case v.Kind() == reflect.Slice:
		parts := make([]string, v.Len())
		for i := range parts {
			parts[i] = scalar(v.Index(i))
		}
		return strings.Join(parts, ", ")
	case isText(v):
		if t, is := v.Interface().(time.Time); is {
			return t.UTC().Format(time.RFC3339)
		}
	}
	return fmt.Sprint(v.Interface())
}

// gameTable renders a list of games: with deadlines if all are ongoing, else with winners and reasons.
func gameTable(v GameList, when func(*time.Time) string) textList {
	ended := func(g Game) bool { return g.Result != nil }
	columns, all := "id variant ply deadline to_move players", true
	for _, g := range v.Games {
		all = all && ended(g)
	}
	switch some := slices.ContainsFunc(v.Games, ended); {
	case some && all:
		columns = "id variant ply winner reason players"
	case some:
		columns = "id variant ply to_move winner reason players"
	}
	return listOf(columns, v.Games, v.Next, func(g Game) []string {
		winner, reason := winnerOf(g)
		cells := map[string]string{
			"id": g.ID, "variant": g.Ruleset + " " + g.Variant, "ply": fmt.Sprint(g.Ply), "deadline": when(g.Deadline),
			"to_move": sideToMove(g), "winner": winner, "reason": reason,
			"players": g.Players[0].Name + ", " + g.Players[1].Name,
		}
		return each(strings.Fields(columns), func(column string) string { return cells[column] })
	})
}
