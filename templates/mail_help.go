package templates

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
