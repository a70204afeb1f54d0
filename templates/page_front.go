package templates

import (
	"net/url"
	"strings"

	"turnpost/rules"
	"turnpost/templates/view"
	"turnpost/templates/words"
)

// FrontText explains in ten lines how to play by curl, and lists open challenges with the commands to accept them.
func FrontText(open []*view.Challenge, do Commands) string {
	return pageText(do.Language, "page.front", frontPage{do, open})
}

type frontPage struct {
	Commands
	Open []*view.Challenge
}

// HelpText lists what one can do, each with the command for it.
func HelpText(do Commands) string { return pageText(do.Language, "page.help", do) }

// TokenText renders a token as a line for a shell.
func TokenText(token, name string, do Commands) string {
	return pageText(do.Language, "page.token", struct {
		Token, Name string
		Do          Commands
	}{token, name, do})
}

// CodeSentText renders the hint after a code request, with the command that takes the code.
func CodeSentText(hint, email string, do Commands) string {
	return pageText(do.Language, "page.code_sent", hintPage{hint, email, do})
}

// TestMailText renders the hint after a request for a test mail, with the next command.
func TestMailText(hint string, do Commands) string {
	return pageText(do.Language, "page.test_mail", hintPage{Hint: hint, Do: do})
}

type hintPage struct {
	Hint, Email string
	Do          Commands
}

// NextText lists the continuations of a partial turn, with a line for each piece or bowl; prefix "" is an empty turn.
// complete is the prefix without a last, incomplete step: see rules.Complete.
func NextText(g *view.Game, prefix, complete string, options rules.Options, do Commands) string {
	prefix, complete = strings.Join(strings.Fields(prefix), " "), strings.Join(strings.Fields(complete), " ")
	return pageText(do.Language, "page.next", nextPage{g, prefix, complete, options, do})
}

// TurnsText lists whole turns, one on a line; next is the cursor of the turns that follow, if any.
func TurnsText(turns []string, next string, language *words.Language) string {
	text := strings.Join(turns, "\n") + "\n"
	if next != "" {
		text += "\n" + pageText(language, "page.more_turns", url.Values{"all": {"true"}, "cursor": {next}}.Encode())
	}
	return text
}

type nextPage struct {
	*view.Game
	Prefix   string
	complete string
	options  rules.Options
	Do       Commands
}

// MayEnd reports whether the prefix is a whole turn.
func (p nextPage) MayEnd() bool { return p.options.MayEnd && p.Prefix != "" }

// Steps returns the number of possible steps.
func (p nextPage) Steps() int { return len(p.options.Steps) }

// Begun reports whether the prefix ends with the beginning of a step.
func (p nextPage) Begun() bool { return p.complete != p.Prefix }

// Pieces lists the steps by their first place; those without a place follow a hyphen. Steps that are the name of a
// place need no separate line.
func (p nextPage) Pieces() string {
	var rows [][]string
	last := ""
	for _, step := range p.options.Steps {
		from := "-"
		if len(step.Places) > 0 {
			from = step.Places[0]
		}
		if from == step.Text {
			from = " "
		}
		if from != last || len(rows) == 0 {
			rows, last = append(rows, []string{"  " + from, step.Text}), from
			continue
		}
		rows[len(rows)-1][1] += " " + step.Text
	}
	return strings.TrimRight(setTable(rows), "\n")
}

// GoOn returns the command that lists the continuations after the complete steps and one more.
func (p nextPage) GoOn() string { return p.Do.Begin(p.ID, p.complete) }
