package templates

import (
	"net/url"
	"strings"

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
