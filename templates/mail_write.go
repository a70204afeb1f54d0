package templates

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"turnpost/models"
	"turnpost/models/visible"
	"turnpost/templates/board"
	"turnpost/templates/view"
)

func (w *mailWriter) writeCode() {
	w.add(blockHead, "code.head")
	w.blocks = append(w.blocks, mailBlock{Kind: blockCode, Text: oneLine(w.Code)})
	w.add(blockText, "code.life")
	if w.NewAccount {
		w.add(blockText, "code.account")
		w.replyWith("code.reply")
	}
	w.add(blockText, "code.stranger")
	w.terminal("code.trade", w.Do.SignIn(w.Email, w.Code)) // nobody has a token without one
	w.add(blockText, "code.token")
}

// writeOperatorCode writes the code that opens the operators' pages in the browser where it was asked for.
func (w *mailWriter) writeOperatorCode() {
	w.add(blockHead, "operator_code.head")
	w.blocks = append(w.blocks, mailBlock{Kind: blockCode, Text: oneLine(w.Code)})
	w.add(blockText, "code.life")
	w.add(blockText, "operator_code.enter")
	w.add(blockText, "operator_code.stranger")
}

func (w *mailWriter) writeTest() {
	w.add(blockHead, "test.head")
	w.add(blockText, "test.hello")
	w.add(blockText, "test.times")
	w.curl("test.ledger", w.Do.Notices())
}

func (w *mailWriter) writeChallenge() {
	c := w.Challenge
	w.add(blockHead, "challenge.head")
	w.add(blockLead, "challenge.game")
	w.add(blockDue, "challenge.until")
	w.add(blockText, "challenge.summary")
	w.add(blockText, "challenge.terms")
	w.notes(c.ClockNotes)
	if c.Terms != "" {
		w.blocks = append(w.blocks, mailBlock{Kind: blockText, Text: oneLine(c.Terms)})
	}
	w.quote("challenge.message", c.Message)
	if c.Board == nil {
		w.fail(errNoBoard)
		return
	}
	style := c.Board.Style
	style.Legend, style.Unclear = c.RematchOf == "", true
	w.addBoard(c.Board, style, "challenge.picture", w.challengeURL())
	w.replyWith("reply.challenge")
	w.button("challenge.look", w.challengeURL())
	w.link(blockLink, "rules", w.Site+"/r/"+c.Ruleset)
	if w.Name == "" {
		w.add(blockText, "challenge.stranger")
		return
	}
	w.curl("challenge.accept", w.Do.Accept(c.ID))
}

func (w *mailWriter) challengeURL() string {
	return cmp.Or(w.Page, ChallengeURL(w.Site, w.Challenge.ID))
}

func (w *mailWriter) writeChallengeAnswer() {
	w.add(blockHead, "challenge_answer.head")
	if !w.isSecondary || w.Game == nil {
		w.add(blockLead, "challenge.game")
	}
	switch {
	case w.Challenge.Expired():
		w.add(blockText, "challenge_answer.expired")
		w.curl("challenge_answer.again", w.Do.Challenge(w.Challenge.Ruleset, w.Challenge.Variant, w.Challenge.Pace.String()))
	case w.Accepted && w.Game != nil:
		if w.Joined {
			w.add(blockText, "reply_answer.account")
		}
		if !w.isSecondary {
			w.add(blockText, "challenge_answer.begins")
		}
		w.button("look", w.gameURL())
	}
}

func (w *mailWriter) writeYourTurn() {
	w.add(blockHead, "your_turn.head")
	w.add(blockLead, "game")
	w.due()
	w.position()
	if phrase := "your_turn.plan." + string(w.PlanEnded); w.PlanEnded != "" {
		w.add(blockText, phrase)
	}
	w.standingOffers()
	w.howToPlay()
}

func (w *mailWriter) writeReminder() {
	w.add(blockHead, "reminder.head")
	w.add(blockLead, "game")
	w.due()
	w.position()
	w.standingOffers()
	w.howToPlay()
}

// standingOffers appends the opponent's offers for a reader who may also play on.
func (w *mailWriter) standingOffers() {
	g := w.Game
	if g.DrawOfferedToMe() {
		w.add(blockText, "your_turn.draw")
		w.curl("accept.curl", w.Do.Draw(g.ID, "accept"))
	}
	if g.TakebackOfferedToMe() {
		w.add(blockText, "your_turn.takeback")
		w.curl("accept.curl", w.Do.Takeback(g.ID, "accept", strconv.Itoa(g.TakebackTo)))
	}
	switch {
	case g.DrawOfferedToMe() && g.TakebackOfferedToMe():
		w.replyWith("reply.offers")
	case g.DrawOfferedToMe() || g.TakebackOfferedToMe():
		w.replyWith("reply.offer")
	}
}

func (w *mailWriter) writePlan() {
	w.add(blockHead, "plan.head")
	w.add(blockLead, "game")
	if answered := w.Answered; answered != nil {
		w.add(blockText, "plan.answered")
		w.quote("message", answered.Message)
	}
	w.position()
	if !w.Game.Over() && w.PlanDone {
		w.add(blockText, "plan.done")
	}
	if !w.Game.Over() && !w.PlanDone {
		w.add(blockText, "plan.left")
	}
	w.button("look", w.gameURL())
	if !w.Game.Over() && !w.PlanDone {
		w.curl("plan.curl", w.Do.ShowPlan(w.Game.ID))
	}
}

func (w *mailWriter) writeOffer() {
	g := w.Game
	w.add(blockHead, "offer.head")
	w.add(blockLead, "game")
	if g.MyTurn() {
		w.due()
	}
	w.add(blockText, "offer.what")
	w.position()
	if g.MyTurn() && !w.isSecondary {
		w.add(blockText, "offer.play")
	}
	w.replyWith("reply.offer")
	w.button("offer.look", w.gameURL())
	if w.Offer == "takeback" {
		w.curl("offer.curl", w.Do.Takeback(g.ID, "accept", strconv.Itoa(g.TakebackTo)))
		return
	}
	w.curl("offer.curl", w.Do.Draw(g.ID, "accept"))
}

func (w *mailWriter) writeOfferAnswer() {
	w.add(blockHead, "offer_answer.head")
	w.add(blockLead, "game")
	if w.Game.MyTurn() {
		w.due()
	}
	w.add(blockText, "offer_answer.now")
	w.position()
	if w.Game.MyTurn() {
		w.howToPlay()
		return
	}
	w.button("look", w.gameURL())
}

func (w *mailWriter) writeMessage() {
	w.add(blockHead, "message.head")
	w.add(blockLead, "game")
	for _, w.Said = range w.Messages {
		w.quote("message.said", w.Said.Text)
	}
	w.drawGame()
	w.opponentsTime()
	w.replyWith("reply.say")
	w.button("look", w.gameURL())
	w.curl("message.answer", w.Do.Say(w.Game.ID))
}

func (w *mailWriter) writeGameOver() {
	w.add(blockHead, "game_over.head")
	w.add(blockLead, "game_over.how")
	w.rating()
	w.position()
	if w.Game.Event == "" {
		w.replyWith("reply.rematch")
	}
	if !w.isSecondary {
		w.add(blockText, "game_over.thanks")
	}
	w.button("look", w.gameURL())
	if w.Game.Event == "" {
		w.curl("game_over.again", w.Do.Rematch(w.Game.ID))
	}
}

// rating appends the reader's rating before and after the game, or why the game is not rated.
func (w *mailWriter) rating() {
	switch {
	case w.Game.MyRating() != nil:
		w.add(blockText, "game_over.rating")
	case w.Game.Unrated != "":
		w.add(blockText, "game_over.unrated")
	default:
		return
	}
	w.blocks[len(w.blocks)-1].own = true
}

// position appends the last turn, its message, and the board.
func (w *mailWriter) position() {
	if w.isSecondary {
		return
	}
	w.turn()
	w.drawGame()
	w.opponentsTime()
}

// drawGame appends the current board; a new player gets an explanation of its symbols, later only of unclear ones.
func (w *mailWriter) drawGame() {
	if w.Game.Board == nil {
		w.fail(errNoBoard)
		return
	}
	style := w.Game.Board.Style
	style.Legend, style.Unclear = w.NewToGame, true
	picture := "picture"
	if w.Answer != nil && w.Answer.About == models.AnswerTry {
		picture = "tried.picture"
	}
	w.addBoard(w.Game.Board, style, picture, w.Site+"/v1/games/"+w.Game.ID+"/board.txt")
}

// turn appends the last turn, the opponent's message, and the turn before, which the reader may have forgotten.
func (w *mailWriter) turn() {
	last := w.Game.LastTurn
	if last == nil {
		return
	}
	w.add(blockText, "turn")
	if last.Seat != w.Game.Reader {
		w.quote("message", last.Message)
	}
	if w.Previous != nil && w.Kind != models.KindPlan {
		w.add(blockNote, "turn.before")
	}
}

// howToPlay explains how to send a turn: by a reply, if possible, on the page, and by curl. It has no examples of
// turns, because these would come back in the quotation of every reply; examples are in the rules.
func (w *mailWriter) howToPlay() {
	if w.isSecondary {
		return
	}
	w.replyWith("reply.play")
	w.button("play", w.gameURL())
	if w.NewToGame {
		w.link(blockLink, "notation", w.Site+"/r/"+w.Game.Ruleset)
	}
	w.curl("curl", w.Do.Play(w.Game.ID, ""))
}

// writeAddressCode writes to the address that a player has requested: a code, unless the address has an account.
func (w *mailWriter) writeAddressCode() {
	w.add(blockHead, "address_code.head")
	if w.Address.Taken {
		w.add(blockText, "address_code.taken")
		w.add(blockText, "address_code.stranger")
		return
	}
	w.blocks = append(w.blocks, mailBlock{Kind: blockCode, Text: oneLine(w.Code)})
	w.add(blockText, "code.life")
	w.add(blockText, "address_code.enter")
	w.add(blockText, "address_code.stranger")
	w.curl("curl", w.Do.ConfirmAddress(w.Code))
}

// writeAddressChange reports a change of an account's address.
func (w *mailWriter) writeAddressChange() {
	w.add(blockHead, "address_change.head")
	w.add(blockText, "address_change.what")
	w.add(blockText, "address_change.else")
	if w.AddressURL != "" {
		w.button("address_change.undo", w.AddressURL)
		w.add(blockText, "address_change.undo.what")
	}
}

// writeEventBegan lists the games that have begun: those that await the reader, each with an address for its turn, and
// then those that await the opponents.
func (w *mailWriter) writeEventBegan() {
	w.add(blockHead, "event_began.head")
	w.add(blockLead, "event.lead")
	w.add(blockText, "event_began.what")
	if !w.isSecondary {
		for i, m := range w.Listed {
			w.addEntry(m, i < listBoards)
		}
		if w.More > 0 {
			w.add(blockText, "games.more")
		}
		w.listOthers()
		w.warnOfLinks()
	}
	w.button("event.look", EventURL(w.Site, w.Event.ID))
}

func (w *mailWriter) writeEventPlace() {
	w.add(blockHead, "event_place.head")
	w.add(blockLead, "event.lead")
	if w.Place > 0 {
		w.add(blockText, "event_place.what")
	} else {
		w.add(blockText, "event_place.left")
	}
	if !w.isSecondary {
		w.eventTable()
	}
	w.button("event.look", EventURL(w.Site, w.Event.ID))
}

func (w *mailWriter) writeEventEnded() {
	w.add(blockHead, "event_ended.head")
	w.add(blockLead, "event.lead")
	if !w.isSecondary {
		w.eventTable()
	}
	w.button("event.look", EventURL(w.Site, w.Event.ID))
}

// placesAround is the number of places of a ladder above and below the reader's that a mail has.
const placesAround = 5

// eventTable appends the table of the event: a line for each player.
func (w *mailWriter) eventTable() {
	if w.Event == nil {
		w.fail(errNoEvent)
		return
	}
	for _, group := range w.Table {
		if group.No > 0 {
			w.blocks = append(w.blocks, mailBlock{
				Kind: blockSection, Text: w.language.Say("site.event.group", "n", group.No),
			})
		}
		table := mailBlock{Kind: blockTable}
		for _, row := range group.Rows {
			table.Rows = append(table.Rows, [2]string{w.placed(row), w.scored(row)})
		}
		w.blocks = append(w.blocks, table)
	}
	if len(w.Places) > 0 {
		w.ladderTable()
	}
	if len(w.Table) == 0 && len(w.Places) == 0 {
		w.blocks = append(w.blocks, mailBlock{Kind: blockText, Text: w.Event.State})
	}
}

// placed returns the place and the name of a row: "3. ann".
func (w *mailWriter) placed(row view.EventRow) string {
	if row.Place == 0 {
		return oneLine(row.Name)
	}
	return w.language.Say("event.row.place", "place", row.Place, "name", oneLine(row.Name))
}

// scored returns what a player has reached, as a sentence.
func (w *mailWriter) scored(row view.EventRow) string {
	if row.Place == 0 {
		return w.language.Say("site.event.withdrawn")
	}
	return w.language.Say("event.row.points", "points", row.Points, "wins", row.Wins, "sb", row.SB, "left", row.Left)
}

// ladderTable appends the places of a ladder: the top, or those around the reader's.
func (w *mailWriter) ladderTable() {
	first := max(0, min(w.Place-1-placesAround, len(w.Places)-2*placesAround-1))
	table := mailBlock{Kind: blockTable}
	for i, name := range w.Places[first:min(len(w.Places), first+2*placesAround+1)] {
		table.Rows = append(table.Rows, [2]string{strconv.Itoa(first+i+1) + ".", oneLine(name)})
	}
	w.blocks = append(w.blocks, table)
}

// listEvents lists events, each with its number, by which the other commands name it.
func (w *mailWriter) listEvents() {
	w.add(blockText, "events.what")
	for _, e := range w.Events {
		w.blocks = append(w.blocks, mailBlock{
			Kind: blockLink, Text: w.language.Say("events.line", "name", oneLine(e.Name), "state", e.State, "id", e.ID),
			URL: EventURL(w.Site, e.ID),
		})
	}
	if len(w.Events) > 0 {
		w.add(blockText, "events.how")
	}
	w.link(blockLink, "events.page", w.Site+"/events")
}

// writeWebhookOff reports that a webhook of the reader was turned off.
func (w *mailWriter) writeWebhookOff() {
	w.add(blockHead, "webhook_off.head")
	w.add(blockText, "webhook_off.what")
	w.add(blockText, "webhook_off.why")
	w.add(blockText, "webhook_off.on")
	w.button("webhook_off.settings", w.Site+"/settings#webhooks")
	w.curl("webhook_off.curl", w.Do.TestWebhook(w.Hook.ID))
}

// Summary is the content of a notice for a channel that is read by many: without links that play, and without
// messages. Text from players is in its original form, on one line.
type Summary struct {
	Title string // the game with its opponent, or the subject of the mail
	Text  string // the news in one or two sentences
	Board string // as text; "" for none
	URL   string // of the page of the game or the challenge, for everybody; "" for none
}

// Summarize returns the summary of a mail. Its errors are those of RenderMail.
func Summarize(m Mail) (Summary, error) {
	w := newMailWriter(m)
	subject, text := w.subjectKey(), "preview."+string(m.Kind)
	switch m.Kind {
	case models.KindTest:
		subject, text = "hook.test.title", "hook.test"
	case models.KindMessage:
		text = "hook.message"
	}
	s := Summary{Title: visible.Shorten(w.say(subject), maxSubject), Text: visible.Shorten(w.say(text), maxPreview)}
	switch {
	case m.Game != nil:
		s.URL = GameURL(m.Site, m.Game.ID)
		if m.Game.Board != nil {
			s.Board = m.Game.Board.Text()
		}
	case m.Challenge != nil:
		s.URL = ChallengeURL(m.Site, m.Challenge.ID)
		if m.Challenge.Board != nil {
			s.Board = m.Challenge.Board.Text()
		}
	}
	return s, w.err
}

// writeReport writes the operator's mail about a report, with what it names and the commands that read and close it.
func (w *mailWriter) writeReport() {
	r := w.Report
	w.add(blockHead, "report.head")
	if r.Game != "" {
		w.link(blockLink, "report.game", GameURL(w.Site, r.Game))
	}
	w.quote("report.reason", r.Reason)
	w.quote("report.said", r.Said)
	w.add(blockText, "report.how")
	w.command(fmt.Sprintf("turnpost admin reports show %d", r.ID))
	w.command(fmt.Sprintf("turnpost admin reports close %d", r.ID))
}

// announce appends what the operator tells everybody.
func (w *mailWriter) announce() {
	if w.Announcement.Text != "" && w.Kind != models.KindReport {
		w.quote("announcement", w.Announcement.Text)
	}
}

// sayMuted says that the message that came with the reader's command was refused.
func (w *mailWriter) sayMuted() {
	if w.Answer != nil && w.Answer.Muted {
		w.add(blockText, "answer.muted")
	}
}

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
