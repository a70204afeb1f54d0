package templates

import (
	"slices"

	"turnpost/models"
)

// MailAnswer is what the answer to a reply says.
type MailAnswer struct {
	About   models.AnswerTopic
	Typed   string   // what was read as the command
	Reason  string   // of unreadable: why; "" for no particular one
	Refusal string   // of refused: a sentence without a full stop
	Turn    string   // of try
	Near    []string // legal turns that look like what was typed
	Choices []string // of ambiguous
	Last    bool     // replies that do nothing are not answered any more today
}

// replyWith says how to answer by mail, where mail is read.
func (w *mailWriter) replyWith(phrase string) {
	if w.Replies && !w.beside {
		w.add(blockText, phrase)
	}
}

func (w *mailWriter) writeReplyRejected() {
	if w.Answer == nil {
		w.fail(errNoAnswer)
		return
	}
	w.add(blockHead, "reply_rejected.head")
	w.which()
	w.add(blockText, "reply_rejected.why")
	if w.Answer.About != models.AnswerStale && w.Answer.About != models.AnswerAmbiguous {
		w.quote("reply_rejected.typed", w.Answer.Typed)
	}
	if len(w.Answer.Near) > 0 {
		w.add(blockText, "reply_rejected.near")
	}
	if w.Answer.Last {
		w.add(blockText, "reply_rejected.last")
	}
	switch {
	case w.Game != nil:
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
		w.which()
		w.add(blockText, "reply_answer.try")
		w.position()
		w.button("play", w.lookURL())
	case models.AnswerConfirm:
		w.which()
		w.add(blockText, "reply_answer.confirm")
		w.replyWith("reply_answer.confirm.how")
		w.position()
		w.button("look", w.lookURL())
	case models.AnswerDone:
		w.add(blockText, "reply_answer.done")
		w.lookAtGame()
	default:
		if w.Game == nil {
			w.add(blockText, "reply_answer.asked")
			return
		}
		w.which()
		w.standing()
	}
}

// which says under the head which game the mail is about, where it is about one.
func (w *mailWriter) which() {
	if w.Game == nil {
		return
	}
	w.add(blockLead, "game")
	if w.Game.MyTurn() {
		w.add(blockDue, "due")
	}
}

// standing shows how the game stands and what the reader can do.
func (w *mailWriter) standing() {
	w.position()
	switch {
	case w.Game.MyTurn():
		w.standingOffers()
		w.howToPlay()
		if !w.NewToGame && w.Kind == models.KindReplyRejected {
			w.link(blockLink, "notation", w.Site+"/v1/rulesets/"+w.Game.Ruleset)
		}
		return
	case !w.Game.Over():
		w.replyWith("reply.wait")
	default:
		w.replyWith("reply.rematch")
	}
	w.button("look", w.lookURL())
}

// lookAtGame leads to the game that the mail is about, where it is about one.
func (w *mailWriter) lookAtGame() {
	if w.Game != nil {
		w.button("look", w.lookURL())
	}
}

// welcome tells a new player what they have and how to change their name.
func (w *mailWriter) welcome() {
	w.add(blockText, "reply_answer.account")
	if w.Game != nil {
		w.add(blockText, "reply_answer.begins")
		w.button("look", w.lookURL())
	}
	w.curl("reply_answer.rename", w.Do.RequestCode(w.Email))
	w.curl("reply_answer.rename.then", w.Do.Rename())
}

// help lists what a reply can say.
func (w *mailWriter) help() {
	switch {
	case w.Game != nil:
		w.which()
		w.add(blockText, "help.first")
		for _, item := range []string{
			"turn", "show", "say", "draw", "takeback", "resign", "plan", "away", "mute", "rematch",
		} {
			w.add(blockText, "help."+item)
		}
		w.button("look", w.lookURL())
		w.link(blockLink, "notation", w.Site+"/v1/rulesets/"+w.Game.Ruleset)
	case w.Challenge != nil:
		w.add(blockText, "help.challenge")
		w.button("challenge.look", w.challengeURL())
		w.link(blockLink, "rules", w.Site+"/v1/rulesets/"+w.Challenge.Ruleset)
	default:
		w.add(blockText, "help.nothing")
	}
}

func (w *mailWriter) writeMailFailing() {
	w.add(blockHead, "mail_failing.head")
	w.add(blockLead, "game")
	w.add(blockText, "mail_failing.what")
	w.add(blockText, "mail_failing.clocks")
	w.button("look", w.lookURL())
}

// sayUnsaid says where the mail goes into detail that something in the reader's last mail was said to nobody.
func (w *mailWriter) sayUnsaid() {
	if w.Unsaid && w.Game != nil {
		block := mailBlock{Kind: blockText, Text: w.say("unsaid")}
		w.blocks = slices.Insert(w.blocks, w.opening(), block)
	}
}
