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

// Pages are views as plain text, for terminals. Their words are in
// words/page_NAME.LANGUAGE.tmpl.

// pageText fills in a page. The pages and what they are given belong together, so that a
// failure is a fault of the program.
func pageText(language *words.Language, name string, page any) string {
	text, err := language.Text(name, page)
	if err != nil {
		panic(fmt.Errorf("templates: %w", err))
	}
	return text
}

// GameText is a game with its board, what the reader can know of it, and what they can do.
func GameText(g *view.Game, do Commands) string {
	return pageText(do.Language, "page.game", gamePage{g, do})
}

// TriedText is a game as it would stand after a turn that was tried, and not played.
func TriedText(g *view.Game, do Commands) string {
	return pageText(do.Language, "page.tried", gamePage{g, do})
}

// GameCaption is the line under a picture of a game.
func GameCaption(g *view.Game, language *words.Language) string {
	return pageText(language, "game.caption", g)
}

// BoardCaption is the line under the board itself: who is to move.
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

// Playing tells whether the reader is one of the two players.
func (p gamePage) Playing() bool { return p.Reader != rules.NoSeat }

// Mover is who played the last turn.
func (p gamePage) Mover() view.Player { return p.Players[p.LastTurn.Seat] }

// AwayText says when a player's own clocks stand still; the times are in the player's
// zone.
func AwayText(from, until time.Time, language *words.Language) string {
	return pageText(language, "page.away", map[string]time.Time{"From": from, "Until": until})
}

// LogText is what happened to a game beside its turns.
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

// LogSentence is an entry of a game's log in a sentence.
func LogSentence(e view.LogEntry, language *words.Language) string {
	return pageText(language, "log.entry", logLine{e})
}

type logLine struct{ view.LogEntry }

// TurnList is the turns that were taken back.
func (l logLine) TurnList() string { return strings.Join(l.Turns, ", ") }

// ChatText is what was said in a game; next is the number of the last message where more
// follow, else 0.
func ChatText(game string, messages []view.Message, next int, do Commands) string {
	return pageText(do.Language, "page.chat", chatPage{game, messages, next, do})
}

type chatPage struct {
	ID       string
	Messages []view.Message
	Next     int
	Do       Commands
}

// Unread tells whether one of the messages is unread.
func (p chatPage) Unread() bool {
	return slices.ContainsFunc(p.Messages, func(m view.Message) bool { return m.Unread })
}

// More is the parameter that asks for the messages that follow.
func (p chatPage) More() string { return fmt.Sprintf("?cursor=%d", p.Next) }

// MessageText is one message that the reader has said in a game.
func MessageText(game string, m view.Message, do Commands) string {
	return pageText(do.Language, "page.said", chatPage{ID: game, Messages: []view.Message{m}, Do: do})
}
