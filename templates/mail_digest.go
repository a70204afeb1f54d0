package templates

import (
	"slices"
	"strings"

	"turnpost/templates/board"
	"turnpost/templates/view"
)

// digestBoards is the maximum number of boards in a digest.
const digestBoards = 10

// Others returns the other parts of a digest.
func (m *Mail) Others() []Mail { return m.secondary(false) }

func (w *mailWriter) writeDigest() {
	w.add(blockHead, "digest.head")
	w.tellApart()
	for i, m := range w.Awaiting() {
		if m.Game == nil {
			w.fail(errNoGame)
			return
		}
		w.writeAwaiting(m, i < digestBoards)
	}
	others := w.Others()
	if len(others) > 0 && len(others) < len(w.Secondary) {
		w.add(blockText, "digest.news")
	}
	w.writeSecondary(len(w.blocks), others)
	if slices.ContainsFunc(w.Secondary, Mail.linkActs) {
		w.add(blockNote, "link.digest")
	}
}

// tellApart tells the games of the digest apart, as an inbox does.
func (w *mailWriter) tellApart() {
	var games []*view.Game
	for _, m := range w.Secondary {
		if m.Game != nil {
			games = append(games, m.Game)
		}
	}
	view.TellApart(w.Reader, games)
}

// withApart appends what tells a part's game apart from others of its name in the digest. It does not repeat what the
// text contains, such as the number of the turn.
func (m Mail) withApart(text string) string {
	if m.Game == nil {
		return text
	}
	for _, sign := range m.Game.Signs {
		if !strings.Contains(text, sign) {
			text += " · " + oneLine(sign)
		}
	}
	return text
}

// linkActs reports whether the mail's own link can play or answer.
func (m Mail) linkActs() bool {
	if m.Game != nil {
		return m.Page != "" && !m.Game.Over()
	}
	return m.Page != "" && m.Challenge != nil
}

// writeAwaiting appends a row for a game that awaits the reader.
func (w *mailWriter) writeAwaiting(m Mail, drawn bool) {
	game := newMailWriter(m)
	row := mailBlock{
		Kind: blockRow, Text: m.withApart(game.say("digest.game")), Lines: []string{game.say(game.duePhrase())},
		URL: game.gameURL(), drawn: drawn,
	}
	if m.Game.LastTurn != nil {
		row.Lines = append(row.Lines, game.say("turn"))
	}
	if m.Game.DrawOfferedToMe() {
		row.Lines = append(row.Lines, game.say("digest.draw"))
	}
	w.pairings = append(w.pairings, m.withApart(game.say("digest.pairing")))
	w.fail(game.err)
	if m.Game.Board == nil {
		w.fail(errNoBoard)
		return
	}
	if counted := board.Counters(m.Game.Board.Diagram, m.Game.Board.Style); counted != "" {
		row.Lines = append(row.Lines, counted)
	}
	w.blocks = append(w.blocks, row)
	if last := m.Game.LastTurn; last != nil && last.Seat != m.Game.Reader {
		game.quote("message", last.Message)
		w.blocks = append(w.blocks, game.blocks...)
	}
	if drawn {
		style := m.Game.Board.Style
		style.Caption = ""
		w.boards = append(w.boards, view.Board{Diagram: m.Game.Board.Diagram, Style: style})
	}
}
