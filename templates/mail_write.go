package templates

import (
	"cmp"
	"strconv"

	"turnpost/models"
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
	style.Legend = c.RematchOf == ""
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

// drawGame appends the current board; a new player gets an explanation of its symbols.
func (w *mailWriter) drawGame() {
	if w.Game.Board == nil {
		w.fail(errNoBoard)
		return
	}
	style := w.Game.Board.Style
	style.Legend = w.NewToGame
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
