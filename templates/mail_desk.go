package templates

import (
	"turnpost/models"
)

// deskWriters write the content of the desk's answers by topic. Any other topic is the help.
var deskWriters = map[models.AnswerTopic]func(*mailWriter){
	models.AnswerDeskHelp:    (*mailWriter).deskHelp,
	models.AnswerHeld:        (*mailWriter).deskHeld,
	models.AnswerStop:        (*mailWriter).deskStop,
	models.AnswerDeskDone:    (*mailWriter).deskDone,
	models.AnswerCode:        (*mailWriter).deskCode,
	models.AnswerNothingHeld: (*mailWriter).deskNothingHeld,
	models.AnswerNoAccount:   (*mailWriter).deskNoAccount,
}

func (w *mailWriter) writeDeskAnswer() {
	if w.Answer == nil {
		w.fail(errNoAnswer)
		return
	}
	w.add(blockHead, "desk.head")
	write := deskWriters[w.Answer.About]
	if write == nil {
		write = (*mailWriter).deskHelp
	}
	write(w)
}

// deskNothingHeld says that no command waits for a confirmation: there was none, or it has been carried out.
func (w *mailWriter) deskNothingHeld() {
	if w.Answer.Typed != "" {
		w.add(blockText, "desk.held_before")
		return
	}
	w.add(blockText, "desk.nothing_held")
}

// deskNoAccount says why a stranger gets no account.
func (w *mailWriter) deskNoAccount() { w.add(blockText, "desk.no_account") }

// deskHelp lists the commands of the desk, and then those about a game.
func (w *mailWriter) deskHelp() {
	if w.Answer.Typed != "" {
		w.add(blockText, "desk.unknown")
	}
	w.add(blockText, "desk.help.first")
	w.commandTable(generalCommands)
	w.add(blockSection, "help.game")
	w.commandTable(gameCommands)
}

// deskHeld asks to confirm a command.
func (w *mailWriter) deskHeld() {
	w.add(blockText, "desk.held")
	w.add(blockText, "desk.held.how")
}

// deskStop offers both ends of mail: of the game's, and of all. The links are here, not at the end of the mail.
func (w *mailWriter) deskStop() {
	w.add(blockText, "desk.stop")
	if w.StopGame != "" {
		w.nameGame()
		what := "desk.stop.game"
		if w.Game == nil {
			what = "desk.stop.challenges"
		}
		w.add(blockText, what)
		w.link(blockLink, what+".link", w.StopGame)
	}
	w.add(blockText, "desk.stop.all")
	w.link(blockLink, "desk.stop.all.link", w.StopKind)
	w.StopGame, w.StopKind = "", ""
}

// deskDone says what the command has done.
func (w *mailWriter) deskDone() {
	w.add(blockText, "desk.done")
	switch {
	case w.Answer.Typed == "stop":
		w.add(blockText, "desk.done.stopped")
	case w.Answer.Reported:
		w.add(blockText, "desk.done.reported")
	case w.Event != nil && w.Answer.Reason == "join":
		w.add(blockText, "desk.done.joined_event")
		w.link(blockLink, "event.look", EventURL(w.Site, w.Event.ID))
	case w.Event != nil:
		w.add(blockText, "desk.done.left_event")
		w.link(blockLink, "event.look", EventURL(w.Site, w.Event.ID))
	case w.Game != nil:
		w.add(blockText, "desk.done.begun")
		w.linkToGame()
	case w.Challenge != nil && w.Challenge.ToAnyone:
		w.link(blockLink, "desk.done.open", ChallengeURL(w.Site, w.Challenge.ID))
	case w.Challenge != nil:
		w.add(blockText, "desk.done.asked")
	}
}

// deskCode says that a reply to a code signs nobody in, and what does.
func (w *mailWriter) deskCode() {
	if w.NewAccount {
		w.add(blockText, "desk.code")
		return
	}
	w.add(blockText, "desk.code.player")
}
