package templates

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"turnpost/rules"
	"turnpost/templates/view"
	"turnpost/templates/words"
)

// Pages render views as plain text for terminals. Their words are in words/page_NAME.LANGUAGE.tmpl.

// pageText renders a page. It panics on an error, because templates and data are both part of the program.
func pageText(language *words.Language, name string, page any) string {
	text, err := language.Text(name, page)
	if err != nil {
		panic(fmt.Errorf("templates: %w", err))
	}
	return text
}

// GameText renders a game with its board, the details that the reader may see, and commands.
func GameText(g *view.Game, do Commands) string {
	return pageText(do.Language, "page.game", gamePage{g, do})
}

// TriedText renders a game after a turn that was tried but not played.
func TriedText(g *view.Game, do Commands) string {
	return pageText(do.Language, "page.tried", gamePage{g, do})
}

// GameCaption returns the line below a picture of a game.
func GameCaption(g *view.Game, language *words.Language) string {
	return pageText(language, "game.caption", g)
}

// BoardCaption returns the line below the board: the side to move.
func BoardCaption(g *view.Game, language *words.Language) string {
	if g.Over() && !g.Past {
		return language.Say("board.over")
	}
	return language.Say("board.to_move", "side", g.SideToMove(), "n", g.Number())
}

type gamePage struct {
	*view.Game
	Do Commands
}

// Playing reports whether the reader is one of the two players.
func (p gamePage) Playing() bool { return p.Reader != rules.NoSeat }

// Goes reports whether the reader plays the game, which is not over.
func (p gamePage) Goes() bool { return p.Playing() && !p.Over() && !p.Past }

// AgainstHouse reports whether the reader plays against the house, which reads no messages.
func (p gamePage) AgainstHouse() bool { return p.Players[p.Reader.Other()].House() }

// DrawOfferedByMe reports whether the reader's offer of a draw waits.
func (p gamePage) DrawOfferedByMe() bool { return p.DrawOffered() && p.DrawBy == p.Reader }

// MayAbort reports whether the game can surely be aborted: a side has not played, and no event needs its result.
func (p gamePage) MayAbort() bool { return p.Ply < 2 && p.Event == "" }

// Mover returns the player of the last turn.
func (p gamePage) Mover() view.Player { return p.Players[p.LastTurn.Seat] }

// AwayText describes a vacation, during which a player's clocks are stopped; the times are in the player's zone. left
// is the number of days of vacation that are left this year.
func AwayText(from, until time.Time, left int, language *words.Language) string {
	return pageText(language, "page.away", map[string]any{"From": from, "Until": until, "Left": left})
}

// LogText renders the events of a game other than turns.
func LogText(g *view.Game, entries []view.LogEntry, language *words.Language) string {
	lines := make([]logLine, len(entries))
	for i, e := range entries {
		lines[i] = logLine{e}
	}
	return pageText(language, "page.log", struct {
		*view.Game
		Entries []logLine
	}{g, lines})
}

// LogSentence describes an entry of a game's log.
func LogSentence(e view.LogEntry, language *words.Language) string {
	return pageText(language, "log.entry", logLine{e})
}

type logLine struct{ view.LogEntry }

// TurnList lists the turns that were taken back.
func (l logLine) TurnList() string { return strings.Join(l.Turns, ", ") }

// ChatText renders messages of a game; next is the number of the last message if more follow, else 0.
func ChatText(game string, messages []view.Message, next int, do Commands) string {
	return pageText(do.Language, "page.chat", chatPage{game, messages, next, do})
}

type chatPage struct {
	ID       string
	Messages []view.Message
	Next     int
	Do       Commands
}

// Unread reports whether one of the messages is unread.
func (p chatPage) Unread() bool {
	return slices.ContainsFunc(p.Messages, func(m view.Message) bool { return m.Unread })
}

// More returns the query for the next messages.
func (p chatPage) More() string { return fmt.Sprintf("?cursor=%d", p.Next) }

// MessageText renders a message that the reader has sent.
func MessageText(game string, m view.Message, do Commands) string {
	return pageText(do.Language, "page.said", chatPage{ID: game, Messages: []view.Message{m}, Do: do})
}
