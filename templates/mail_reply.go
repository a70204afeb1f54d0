package templates

import (
	"strings"

	"turnpost/models"
	"turnpost/models/setting"
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

// sayNoDraw says that words of the reader's mail have neither offered nor accepted a draw.
func (w *mailWriter) sayNoDraw() {
	if w.Answer != nil && w.Answer.DrawTalk && w.Game != nil && !w.Game.Over() {
		w.add(blockText, "no_draw")
	}
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

// deskWriters write the content of the desk's answers by topic. Any other topic is the help. Those of
// questions in mail are written in mail_reply.go.
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

// settings writes the mail with the reader's settings: the changes and refusals, and then each setting in a line
// that can be changed and sent back.
func (w *mailWriter) settings() {
	switch w.Answer.About {
	case models.AnswerChanged:
		w.changed()
	case models.AnswerFaults:
		w.faults()
	}
	if from := w.Answer.DaysOffFrom; from != nil {
		later := w.language.Say("days_off.later", "from", w.when(*from))
		w.blocks = append(w.blocks, mailBlock{Kind: blockText, Text: oneLine(later)})
	}
	if w.Answer.Reason != "" {
		w.add(blockText, "settings."+w.Answer.Reason)
	}
	w.replyWith("settings.how")
	w.add(blockText, "settings.not_here")
	w.link(blockLink, "settings.page", w.Site+"/settings")
	var group models.SettingGroup
	for _, s := range w.Answer.Settings {
		if setting.GroupOf(s.Name) != group {
			group = setting.GroupOf(s.Name)
			w.add(blockSection, "settings.group."+string(group))
			if key := "settings.group." + string(group) + ".what"; w.language.Has(key) {
				w.add(blockText, key)
			}
		}
		block := mailBlock{Kind: blockSetting, Text: oneLine(settingIn(w.language, s).String())}
		if note := settingKey(setting.Form(s.Name)); note != "mail" && note != "game" {
			block.Lines = []string{w.say("setting." + note)}
		}
		w.blocks = append(w.blocks, block)
	}
}

// changed lists the changed settings.
func (w *mailWriter) changed() {
	if len(w.Answer.Changes) == 0 {
		w.add(blockText, "settings.unchanged")
		return
	}
	w.add(blockText, "settings.changed")
	table := mailBlock{Kind: blockTable}
	for _, c := range w.Answer.Changes {
		change := oneLine(settingValueIn(w.language, c.After))
		if c.Before != "" {
			before := oneLine(settingValueIn(w.language, c.Before))
			change = w.language.Say("settings.change", "before", before, "after", change)
		}
		table.Rows = append(table.Rows, [2]string{oneLine(settingNameIn(w.language, c.Name)), change})
	}
	w.blocks = append(w.blocks, table)
	w.add(blockText, "settings.back")
}

// faults lists the lines that were not applied.
func (w *mailWriter) faults() {
	w.add(blockText, "settings.refused")
	for _, f := range w.Answer.Faults {
		line := oneLine(settingIn(w.language, f.Setting).String())
		w.blocks = append(w.blocks, mailBlock{Kind: blockQuote, Lines: []string{line}})
		if key := "settings.fault." + f.Code; f.Code != "" && w.language.Has(key) {
			f.Reason = w.language.Say(key, "value", f.Setting.Value)
		}
		reason := w.language.Say("settings.fault", "reason", oneLine(f.Reason))
		if key := "setting." + settingKey(f.Form); f.Form != "" && w.language.Has(key) {
			reason = w.language.Say("settings.fault.allowed", "reason", oneLine(f.Reason), "allowed", w.language.Say(key))
		}
		w.blocks = append(w.blocks, mailBlock{Kind: blockText, Text: oneLine(reason)})
	}
}

// The commands of the tables of help, as keys of the phrases help.KEY and help.KEY.what.
var (
	gameCommands = []string{
		"turn", "try", "say", "note", "show", "draw", "accept", "takeback", "resign", "plan", "away", "history", "rematch",
		"mute",
	}
	generalCommands = []string{
		"games", "play", "open", "events", "join", "table", "rules", "settings", "name", "gamerecord", "report", "stop",
		"help",
	}
)

// help lists the commands of a reply, those for the mail's game or challenge first.
func (w *mailWriter) help() {
	w.add(blockText, "help.first")
	switch {
	case w.Game != nil:
		w.nameGame()
		w.add(blockSection, "help.game")
		w.commandTable(gameCommands)
		w.link(blockLink, "notation", w.Site+"/r/"+w.Game.Ruleset)
	case w.Challenge != nil:
		w.add(blockText, "help.challenge")
		w.link(blockLink, "rules", w.Site+"/r/"+w.Challenge.Ruleset)
	}
	w.add(blockSection, "help.general")
	w.commandTable(generalCommands)
	switch {
	case w.Game != nil:
		w.button("look", w.gameURL())
	case w.Challenge != nil:
		w.button("challenge.look", w.challengeURL())
	}
}

func (w *mailWriter) commandTable(commands []string) {
	table := mailBlock{Kind: blockTable}
	for _, command := range commands {
		table.Rows = append(table.Rows, [2]string{w.say("help." + command), w.say("help." + command + ".what")})
	}
	w.blocks = append(w.blocks, table)
}
