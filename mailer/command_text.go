package mailer

import (
	"slices"
	"strconv"
	"strings"

	"turnpost/mailer/reply"
	"turnpost/rules"
	"turnpost/rules/phrase"
	"turnpost/templates/words"
)

// commandText returns a command in its English words, for the log.
func commandText(c reply.Command) string { return typedCommand(phrase.English, c) }

// shown returns a command as the holder of the link would type it, in their language.
func (r *claimedMail) shown(c reply.Command) string {
	lang := words.For(r.holder.Player.Locale).Tag()
	switch c.Verb {
	case reply.Play, reply.Open, reply.Rules:
		if id, rest, _ := strings.Cut(c.Text, " "); lang != phrase.English {
			c.Text = strings.TrimSpace(r.rulesetName(lang, id) + " " + rest)
		}
	}
	return typedCommand(lang, c)
}

// rulesetName returns the name of a ruleset in a language.
func (r *claimedMail) rulesetName(lang, id string) string {
	if ruleset, found := rules.Find(r.config.Store.Rulesets(), id); found {
		return ruleset.Info(lang).Name
	}
	return id
}

// typedCommand returns the text of a command in a language.
func typedCommand(lang string, c reply.Command) string {
	switch c.Verb {
	case reply.Turn:
		return c.Text
	case reply.Try:
		return "? " + c.Text
	case "":
		return c.Text
	case reply.Note: // for its writer alone
		c.Text = ""
	}
	key, argument := strings.ReplaceAll(string(c.Verb), " ", "_"), c.Text
	switch {
	case c.Verb == reply.Takeback && c.Count > 0:
		argument = strconv.Itoa(c.Count)
	case c.Verb == reply.Away:
		argument = c.From + " " + c.Until
	case c.Verb == reply.Accept && c.Text != "":
		key = "accept_as"
	case c.Verb == reply.Play:
		argument = typedPlay(lang, c.Text)
	}
	text := strings.TrimSpace(commandWord(lang, key) + " " + argument)
	if c.Verb == reply.Say || c.Verb == reply.Plan {
		return clipLine(text, maxChoice)
	}
	return text
}

// shownPlan returns a plan as the holder of the link would type it, a line each.
func (r *claimedMail) shownPlan(plan reply.Command) string {
	first, others, _ := strings.Cut(plan.Text, "\n")
	plan.Text = first
	text := r.shown(plan)
	for line := range strings.Lines(others) {
		text += "\n" + clipLine(line, maxChoice)
	}
	return text
}

// typedPlay returns the text of play's argument in a language. The argument is in the form of ParsePlay.
func typedPlay(lang, argument string) string {
	game, opponent, found := strings.Cut(argument, " against ")
	if !found {
		return argument
	}
	if level, is := strings.CutPrefix(opponent+"-", reply.House+"-"); is {
		opponent = commandWord(lang, "play_house")
		if level = strings.Trim(level, "-"); slices.Contains(rules.Levels(), rules.Level(level)) {
			level = commandWord(lang, "play_"+level)
		}
		opponent = strings.TrimSpace(opponent + " " + level)
	}
	return game + " " + commandWord(lang, "play_against") + " " + opponent
}

// commandWord returns the word by which mails in a language name a command.
func commandWord(lang, key string) string { return rules.CommandWords(lang, key)[0] }
