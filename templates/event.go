package templates

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"turnpost/models"
	"turnpost/models/event"
	"turnpost/models/ladder"
	"turnpost/models/pace"
	"turnpost/models/roundrobin"
	"turnpost/templates/view"
	"turnpost/templates/words"
)

// EventRules returns the rules of an event, a sentence each.
func EventRules(e event.Event, language *words.Language) []string {
	if e.Kind == event.Ladder {
		return ladderRules(e, language)
	}
	groups := (e.Size + roundrobin.MaxGroup - 1) / roundrobin.MaxGroup
	rules := []string{language.Say("event.rule.begin", "n", e.Size, "repeat", e.Repeat)}
	if groups > 1 {
		rules = append(rules, language.Say("event.rule.groups", "n", groups))
	}
	rules = append(rules,
		language.Say("event.rule.pairs", "double", e.Double),
		language.Say("event.rule.lot", "id", e.ID),
		language.Say("event.rule.at_once", "n", e.AtOnce),
		language.Say("event.rule.pace", "pace", paceIn(language, e.ParsedPace())),
	)
	rules = append(rules, boxRules(e, language)...)
	rules = append(rules,
		language.Say("event.rule.points"),
		language.Say("event.rule.first_turn"),
		language.Say("event.rule.withdrawal"),
		language.Say("event.rule.games"),
		language.Say("event.rule.blocks"),
	)
	return append(rules, limitRules(e, language)...)
}

// ladderRules returns the rules of a ladder.
func ladderRules(e event.Event, language *words.Language) []string {
	rules := []string{
		language.Say("event.rule.ladder.join"),
		language.Say("event.rule.ladder.challenge", "reach", ladder.Reach),
		language.Say("event.rule.ladder.win"),
		language.Say("event.rule.ladder.limits", "own", ladder.MaxOwn, "against", ladder.MaxAgainst),
		language.Say("event.rule.ladder.again", "days", int(ladder.Rest/(24*time.Hour))),
		language.Say("event.rule.ladder.lot", "id", e.ID),
		language.Say("event.rule.pace", "pace", paceIn(language, e.ParsedPace())),
	}
	rules = append(rules, boxRules(e, language)...)
	rules = append(rules,
		language.Say("event.rule.first_turn"),
		language.Say("event.rule.ladder.time"),
		language.Say("event.rule.games"),
	)
	return append(rules, limitRules(e, language)...)
}

// boxRules returns a sentence for each term that an event can waive.
func boxRules(e event.Event, language *words.Language) (rules []string) {
	for _, term := range models.EventTerms {
		if term.Waived != nil {
			rules = append(rules, language.Say("event.rule."+term.Name, "on", !bool(*term.Waived(&e.Terms))))
		}
	}
	return rules
}

// limitRules returns a sentence for each limit of an event.
func limitRules(e event.Event, language *words.Language) (rules []string) {
	for _, term := range models.EventTerms {
		if term.Limit != nil && *term.Limit(&e.Terms) > 0 {
			rules = append(rules, language.Say("event.rule."+term.Name, "n", *term.Limit(&e.Terms)))
		}
	}
	return rules
}

func paceIn(language *words.Language, p pace.Pace) string {
	return language.Pace(p.Bank, p.PerTurn, p.Cap)
}

// EventRulesText renders the rules of an event as a list.
func EventRulesText(rules []string) string {
	var b strings.Builder
	for _, rule := range rules {
		b.WriteString(wrapText(oneLine(rule), "  ", "- "))
	}
	return b.String()
}

// TieBreakText formats the Sonneborn-Berger number of a row.
func TieBreakText(sb int) string { return strconv.FormatFloat(float64(sb)/4, 'f', -1, 64) }

// CellText formats the games of a cell of a crosstable: the points of each, * for one that is being played, - for one
// that does not count, and a point for one that has not begun.
func CellText(cells []event.Cell) string {
	var b strings.Builder
	for _, c := range cells {
		switch c.State {
		case roundrobin.Over:
			b.WriteString(view.Points(c.Points))
		case roundrobin.Running:
			b.WriteByte('*')
		case roundrobin.Void:
			b.WriteByte('-')
		default:
			b.WriteByte('.')
		}
	}
	return b.String()
}

// EventTableText renders the crosstable of each group; before the beginning it lists the players.
func EventTableText(t event.Table, language *words.Language) string {
	var texts []string
	for i, rows := range t.Groups {
		head := ""
		if len(t.Groups) > 1 {
			head = language.Say("event.group", "n", i+1) + "\n"
		}
		texts = append(texts, head+crosstable(rows))
	}
	text := strings.Join(texts, "\n")
	if text == "" {
		return EmptyText(language)
	}
	return text
}

// crosstable renders the rows of a group. Each game is one character, so that the columns of the opponents are aligned.
func crosstable(rows []event.Row) string {
	names := []string{"place", "no", "player"}
	each := 0 // number of games of a pair
	for i := range rows {
		for _, cells := range rows[i].Against {
			each = max(each, len(cells))
		}
	}
	if each > 0 {
		names = append(names, opponents(len(rows), each), "points", "sb", "wins", "remaining")
	}
	lines := make([][]string, 0, len(rows))
	for i := range rows {
		r := &rows[i]
		place := "-"
		if r.Place > 0 {
			place = strconv.Itoa(r.Place)
		}
		line := []string{place, strconv.Itoa(r.Number), r.Ref.Name}
		if each > 0 {
			line = append(line, resultsText(r, each), view.Points(r.Points), TieBreakText(r.SB), strconv.Itoa(r.Wins),
				strconv.Itoa(r.Remaining))
		}
		lines = append(lines, line)
	}
	return TableText(names, lines)
}

// opponents returns the head of the columns of the opponents: their numbers, of which one digit is shown where a pair
// plays once.
func opponents(n, each int) string {
	heads := make([]string, n)
	for i := range heads {
		if heads[i] = strconv.Itoa((i + 1) % 10); each > 1 {
			heads[i] = fmt.Sprintf("%02d", i+1)
		}
	}
	return strings.Join(heads, " ")
}

// resultsText returns the cells of a row, with x in the player's own column.
func resultsText(r *event.Row, each int) string {
	texts := make([]string, len(r.Against))
	for i, cells := range r.Against {
		if texts[i] = CellText(cells); i+1 == r.Number {
			texts[i] = strings.Repeat("x", each)
		}
	}
	return strings.Join(texts, " ")
}
