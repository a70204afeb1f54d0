package templates

import (
	"strings"

	"turnpost/models"
)

// replyWith explains how to reply, if the server receives mail.
func (w *mailWriter) replyWith(phrase string) {
	if w.Replies && !w.isSecondary {
		w.add(blockText, phrase)
	}
}

func (w *mailWriter) writeReplyRejected() {
	if w.Answer == nil {
		w.fail(errNoAnswer)
		return
	}
	w.add(blockHead, "reply_rejected.head")
	if w.Answer.About == models.AnswerFaults {
		w.settings()
		return
	}
	w.nameGame()
	w.add(blockText, "reply_rejected.why")
	if w.Answer.About != models.AnswerStale && w.Answer.About != models.AnswerAmbiguous {
		w.quote("reply_rejected.typed", w.Answer.Typed)
	}
	if len(w.Answer.Near) > 0 {
		w.add(blockText, "reply_rejected.near")
	}
	w.sayUnsaid()
	if w.Answer.Last {
		w.add(blockText, "reply_rejected.last")
	}
	switch {
	case w.Game != nil:
		if w.Answer.About == models.AnswerStale && strings.HasPrefix(w.Answer.Typed, "resign") && !w.Game.Over() {
			w.replyWith("reply_rejected.resign")
		}
		w.standing()
	case w.Challenge != nil:
		w.add(blockText, "reply_rejected.challenge")
		w.replyWith("reply.challenge")
		w.button("challenge.look", w.challengeURL())
	default:
		w.add(blockText, "help.nothing")
	}
}

func (w *mailWriter) writeReplyAnswer() {
	if w.Answer == nil {
		w.fail(errNoAnswer)
		return
	}
	w.add(blockHead, "reply_answer.head")
	switch w.Answer.About {
	case models.AnswerWelcome:
		w.welcome()
	case models.AnswerHelp:
		w.help()
	case models.AnswerTry:
		w.add(blockLead, "game.side")
		w.add(blockText, "reply_answer.try")
		w.add(blockText, "tried.turn")
		w.add(blockText, "tried.last") // a separate paragraph, so that no line begins with places
		w.drawGame()
		w.button("play", w.gameURL())
	case models.AnswerConfirm:
		w.nameGame()
		w.add(blockText, "reply_answer.confirm")
		w.replyWith("reply_answer.confirm.how")
		w.position()
		w.button("look", w.gameURL())
	case models.AnswerPlayed:
		w.played()
	case models.AnswerGames:
		w.listGames()
	case models.AnswerOpen:
		w.listOpen()
	case models.AnswerEvents:
		w.listEvents()
	case models.AnswerTable:
		w.eventTable()
		w.link(blockLink, "event.look", EventURL(w.Site, w.Event.ID))
	case models.AnswerRules:
		w.rulesPage()
	case models.AnswerHistory, models.AnswerRecord:
		w.history()
	case models.AnswerSettings, models.AnswerChanged:
		w.settings()
	case models.AnswerDone:
		w.add(blockText, "reply_answer.done")
		w.linkToGame()
	default:
		if w.Game == nil {
			w.add(blockText, "reply_answer.asked")
			return
		}
		w.nameGame()
		w.standing()
	}
}

// nameGame names the game of the mail, if there is one, below the head.
func (w *mailWriter) nameGame() {
	if w.Game == nil {
		return
	}
	w.add(blockLead, "game")
	if w.Game.MyTurn() {
		w.add(blockDue, w.duePhrase())
	}
}

// standing appends the state of the game and the reader's options.
func (w *mailWriter) standing() {
	w.position()
	switch {
	case w.Game.MyTurn():
		w.standingOffers()
		w.howToPlay()
		if !w.NewToGame && w.Kind == models.KindReplyRejected {
			w.link(blockLink, "notation", w.Site+"/r/"+w.Game.Ruleset)
		}
		return
	case !w.Game.Over():
		w.replyWith("reply.wait")
	case w.Game.Event == "":
		w.replyWith("reply.rematch")
	}
	w.button("look", w.gameURL())
}

// linkToGame appends a link to the mail's game, if there is one.
func (w *mailWriter) linkToGame() {
	if w.Game != nil {
		w.button("look", w.gameURL())
	}
}

// welcome tells a new player how to sign in and how to change their name.
func (w *mailWriter) welcome() {
	w.add(blockText, "reply_answer.account")
	if w.Game != nil {
		w.add(blockText, "reply_answer.begins")
		w.button("look", w.gameURL())
	}
	w.add(blockText, "reply_answer.rename")
}

func (w *mailWriter) writeMailFailing() {
	w.add(blockHead, "mail_failing.head")
	w.add(blockLead, "game")
	w.add(blockText, "mail_failing.what")
	w.add(blockText, "mail_failing.clocks")
	w.button("look", w.gameURL())
}

// sayUnsaid explains that part of the reader's last mail was not delivered to anybody, and offers it as a line to send.
// The line is quoted, so that no answer to the mail sends it by quoting the mail.
func (w *mailWriter) sayUnsaid() {
	if !w.Unsaid || w.Game == nil {
		return
	}
	w.add(blockText, "unsaid")
	if w.UnsaidWords != "" && w.Replies {
		w.quote("unsaid.how", w.say("unsaid.line"))
	}
}
