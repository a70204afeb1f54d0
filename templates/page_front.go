package templates

import (
	"strings"

	"turnpost/rules"
	"turnpost/templates/view"
)

// FrontText says in ten lines how to play by curl.
func FrontText(do Commands) string { return pageText(do.Language, "page.front", do) }

// TokenText is a token as a line to paste into a shell.
func TokenText(token, name string, do Commands) string {
	return pageText(do.Language, "page.token", struct {
		Token, Name string
		Do          Commands
	}{token, name, do})
}

// CodeSentText is the hint after a code was asked for, with the command that takes it.
func CodeSentText(hint, email string, do Commands) string {
	return pageText(do.Language, "page.code_sent", hintPage{hint, email, do})
}

// TestMailText is the hint after a test mail was asked for, with the command that follows it.
func TestMailText(hint string, do Commands) string {
	return pageText(do.Language, "page.test_mail", hintPage{Hint: hint, Do: do})
}

type hintPage struct {
	Hint, Email string
	Do          Commands
}

// NextText is what may follow the beginning of a turn, "" for nothing yet: a line for each
// piece or bowl.
func NextText(g *view.Game, prefix string, options rules.Options, do Commands) string {
	return pageText(do.Language, "page.next", nextPage{g, strings.Join(strings.Fields(prefix), " "), options, do})
}

type nextPage struct {
	*view.Game
	Prefix  string
	options rules.Options
	Do      Commands
}

// MayEnd tells whether the beginning is a whole turn.
func (p nextPage) MayEnd() bool { return p.options.MayEnd && p.Prefix != "" }

// Steps is how many steps may follow.
func (p nextPage) Steps() int { return len(p.options.Steps) }

// Pieces lists the steps by the place that each begins at; those that touch none stand after a hyphen.
func (p nextPage) Pieces() string {
	var rows [][]string
	last := ""
	for _, step := range p.options.Steps {
		from := "-"
		if len(step.Places) > 0 {
			from = step.Places[0]
		}
		if from != last || len(rows) == 0 {
			rows, last = append(rows, []string{"  " + from, step.Text}), from
			continue
		}
		rows[len(rows)-1][1] += " " + step.Text
	}
	return strings.TrimRight(setTable(rows), "\n")
}

// GoOn asks what may follow the beginning and a step that is to be filled in.
func (p nextPage) GoOn() string { return p.Do.Begin(p.ID, p.Prefix) }
