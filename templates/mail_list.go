package templates

import (
	"net/url"
	"strings"
	"unicode/utf8"

	"turnpost/models/visible"
	"turnpost/templates/board"
	"turnpost/templates/view"
)

// listBoards is the maximum number of boards in a mail that lists games.
const listBoards = 10

// entryWidth is the width of a board in a list, in CSS pixels.
const entryWidth = 320

// listGames lists what waits for the reader, each game with its board and an address for the reply, and then what
// waits for others.
func (w *mailWriter) listGames() {
	w.add(blockText, "games.what")
	boards := 0
	for _, m := range w.Listed {
		drawn := m.Game != nil && boards < listBoards
		w.addEntry(m, drawn)
		if drawn {
			boards++
		}
	}
	if w.More > 0 {
		w.add(blockText, "games.more")
	}
	w.listOthers()
	if len(w.Listed) == 0 && len(w.Elsewhere) == 0 {
		w.add(blockText, "games.none")
	}
	w.warnOfLinks()
}

// listOpen lists open challenges, each with an address for the reply that accepts it.
func (w *mailWriter) listOpen() {
	w.add(blockText, "open.what")
	for _, m := range w.Listed {
		w.addEntry(m, false)
	}
	if w.More > 0 {
		w.link(blockLink, "open.more", w.Site+"/play")
	}
	w.warnOfLinks()
}

// warnOfLinks says what the links of a list can do.
func (w *mailWriter) warnOfLinks() {
	for _, m := range w.Listed {
		if m.linkActs() || m.ReplyTo != "" {
			w.add(blockText, "list.links")
			return
		}
	}
}

// listOthers appends a line for each game or challenge that waits for others.
func (w *mailWriter) listOthers() {
	if len(w.Elsewhere) == 0 {
		return
	}
	w.add(blockSection, "games.others")
	for _, m := range w.Elsewhere {
		other := newMailWriter(m)
		if m.Game != nil {
			w.blocks = append(w.blocks, mailBlock{Kind: blockLink, Text: other.say("games.theirs"), URL: other.gameURL()})
		} else {
			w.blocks = append(w.blocks, mailBlock{
				Kind: blockLink, Text: other.say("games.sent"), URL: ChallengeURL(w.Site, m.Challenge.ID),
			})
		}
		w.fail(other.err)
	}
}

// addEntry appends a game or challenge that can be answered. A game is in full where it is drawn, else in short.
func (w *mailWriter) addEntry(m Mail, drawn bool) {
	entry := newMailWriter(m)
	block := mailBlock{Kind: blockEntry, drawn: drawn, Address: m.ReplyTo}
	if m.Game != nil {
		entry.describeGame(&block, drawn)
	} else {
		entry.describeChallenge(&block)
	}
	if w.fail(entry.err); entry.err != nil {
		return
	}
	if drawn {
		style := m.Game.Board.Style
		style.Caption = ""
		w.boards = append(w.boards, view.Board{Diagram: m.Game.Board.Diagram, Style: style})
		block.Board = strings.Split(strings.TrimRight(board.Text(m.Game.Board.Diagram, style), "\n"), "\n")
	}
	w.blocks = append(w.blocks, block)
}

// describeGame fills the entry of a game.
func (w *mailWriter) describeGame(b *mailBlock, full bool) {
	b.Text, b.URL, b.Label = w.say("digest.game"), w.gameURL(), w.say("play")
	switch {
	case w.Game.MyTurn():
		b.Lines = append(b.Lines, w.say(w.duePhrase()))
	case w.Game.DrawOfferedToMe(), w.Game.TakebackOfferedToMe():
		b.Lines, b.Label = append(b.Lines, w.say("offer.what")), w.say("offer.look")
	}
	if full {
		if w.Game.LastTurn != nil {
			b.Lines = append(b.Lines, w.say("turn"))
		}
		if counted := board.Counters(w.Game.Board.Diagram, w.Game.Board.Style); counted != "" {
			b.Counted = counted
		}
	}
	if w.Game.MyTurn() && w.Game.DrawOfferedToMe() {
		b.Lines = append(b.Lines, w.say("digest.draw"))
	}
	if w.Game.Unread > 0 {
		b.Lines = append(b.Lines, w.say("games.unread"))
	}
	how := "games.how.turn"
	if !w.Game.MyTurn() {
		how = "games.how.offer"
	}
	w.answerTo(b, how, "")
}

// describeChallenge fills the entry of a challenge.
func (w *mailWriter) describeChallenge(b *mailBlock) {
	b.Text, b.URL, b.Label = w.say("open.head"), w.challengeURL(), w.say("challenge.look")
	b.Lines = append(b.Lines, w.say("challenge.terms"), w.say("challenge.until"))
	if w.Challenge.Standing != "" {
		b.Lines = append(b.Lines, oneLine(w.Challenge.Terms))
	}
	if message := oneLine(w.Challenge.Message); message != "" {
		b.Lines = append(b.Lines, w.say("open.message"))
	}
	how := "open.how"
	if w.Challenge.Opponent != "" || !w.Challenge.ToAnyone {
		how = "games.how.challenge"
	}
	w.answerTo(b, how, "accept")
}

// answerTo adds how to answer by mail: to which address, and a URL that begins the mail.
func (w *mailWriter) answerTo(b *mailBlock, how, text string) {
	if b.Address == "" {
		return
	}
	b.Answer, b.AnswerTo = w.say(how), w.say(how+".to")
	subject := w.say(w.subjectKey())
	query := "subject=" + url.PathEscape(visible.Shorten(subject, maxSubject))
	if text != "" {
		query += "&body=" + text
	}
	b.Mailto = "mailto:" + strings.ReplaceAll(b.Address, "+", "%2B") + "?" + query
}

// played says that a turn was played, and shows the board after it.
func (w *mailWriter) played() {
	w.nameGame()
	if w.Name != "" {
		w.add(blockText, "played.confirm")
	}
	w.position()
	w.button("look", w.gameURL())
}

// plainItem renders an item of a list.
func plainItem(text string) []string {
	lines := board.Wrap(text, board.MaxColumns-len("- "))
	for i, line := range lines {
		if i == 0 {
			lines[i] = "- " + line
		} else {
			lines[i] = "  " + line
		}
	}
	return lines
}

// tableColumn is the maximum width of the first column of a table in plain text.
const tableColumn = 22

// plainTable renders a table in two columns.
func (b mailBlock) plainTable() (lines []string) {
	width := 0
	for _, row := range b.Rows {
		for _, line := range board.Wrap(row[0], tableColumn) {
			width = max(width, utf8.RuneCountInString(line))
		}
	}
	width = min(width, board.MaxColumns/2) // of a long word
	for _, row := range b.Rows {
		first, second := board.Wrap(row[0], tableColumn), board.Wrap(row[1], board.MaxColumns-width-2)
		for i := range max(len(first), len(second)) {
			line := ""
			if i < len(first) {
				line = first[i]
			}
			if i < len(second) {
				line += strings.Repeat(" ", max(width-utf8.RuneCountInString(line), 0)+2) + second[i]
			}
			lines = append(lines, line)
		}
	}
	return lines
}

// plainEntry renders a game or challenge of a list below a rule.
func (b mailBlock) plainEntry() []string {
	lines := append([]string{strings.Repeat("-", board.MaxColumns)}, board.Wrap(b.Text, board.MaxColumns)...)
	for _, line := range b.Lines {
		lines = append(lines, board.Wrap(line, board.MaxColumns)...)
	}
	if len(b.Board) > 0 {
		lines = append(append(append(lines, ""), b.Board...), "")
	}
	if b.Address != "" {
		lines = append(append(lines, board.Wrap(b.AnswerTo, board.MaxColumns)...), "  "+b.Address)
	}
	return append(append(lines, board.Wrap(b.Label+":", board.MaxColumns)...), "  "+b.URL)
}

// plainSetting renders a line to be changed, and what it may be below it.
func (b mailBlock) plainSetting() []string {
	lines := []string{b.Text}
	for _, note := range b.Lines {
		for _, line := range board.Wrap(note, board.MaxColumns-len("    ")) {
			lines = append(lines, "    "+line)
		}
	}
	return lines
}

// table writes a table of two columns.
func (h *htmlWriter) table(b *mailBlock) {
	h.markup(`<table role="presentation" width="100%" cellpadding="0" cellspacing="0"` +
		` style="margin:0 0 16px">` + "\n")
	for _, row := range b.Rows {
		h.markup(`<tr>`)
		h.element(`td class="row" style="vertical-align:top;padding:6px 12px 6px 0;width:34%;font-weight:bold"`, row[0])
		h.element(`td class="row" style="vertical-align:top;padding:6px 0"`, row[1])
		h.markup("</tr>\n")
	}
	h.markup("</table>")
}

// entry writes a game or challenge of a list: its name, its state, its board, and how to answer.
func (h *htmlWriter) entry(b *mailBlock) {
	h.markup(`<div class="row" style="margin:0 0 20px;padding:16px 0 0"><h2 style="font-size:18px;line-height:1.3;` +
		`margin:0 0 4px">`)
	h.link("", b.URL, "", b.Text)
	h.markup("</h2>\n")
	for _, line := range b.Lines {
		h.element(`p style="margin:0 0 4px"`, line)
		h.markup("\n")
	}
	if b.Counted != "" {
		h.element(`p style="margin:0 0 4px"`, b.Counted)
	}
	if b.Picture != "" {
		h.markup(`<p style="margin:8px 0 12px"><a href="`)
		h.url(b.URL)
		h.markup(`">`)
		h.picture(b, b.Label, `width:100%;max-width:320px;height:auto;border:0;display:block`)
		h.markup("</a></p>\n")
	}
	h.markup(`<p style="margin:8px 0 0">`)
	if b.Mailto != "" {
		h.link(`class="button" `, b.Mailto, ` style="display:inline-block;padding:8px 16px;margin:0 12px 8px 0;`+
			`border-radius:6px;font-weight:bold;text-decoration:none"`, b.Answer)
		h.markup("\n")
	}
	h.link("", b.URL, ` style="display:inline-block;padding:8px 0"`, b.Label)
	h.markup("</p></div>")
}

// setting writes a line to be changed, and what it may be.
func (h *htmlWriter) setting(b *mailBlock) {
	style := markup(`div class="command" style="margin:0 0 6px;padding:6px 8px;font:15px/1.5 monospace"`)
	if len(b.Lines) > 0 {
		style = `div class="command" style="margin:0;padding:6px 8px;font:15px/1.5 monospace"`
	}
	h.element(style, b.Text)
	for _, note := range b.Lines {
		h.element(`div class="small" style="margin:0;padding:2px 8px 10px;font-size:13px"`, note)
	}
}
