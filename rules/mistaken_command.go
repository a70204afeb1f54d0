package rules

import "strings"

// commands maps words that players write instead of a turn to the commands that they mean.
var commands = map[string]string{
	"resign": "resign", "resigns": "resign", "resigned": "resign", "surrender": "resign", "concede": "resign",
	"draw": "draw", "remis": "draw", "tie": "draw", "offer": "draw",
	"accept": "accept", "yes": "accept", "ok": "accept", "agree": "accept",
	"decline": "decline", "no": "decline", "refuse": "decline", "reject": "decline",
	"takeback": "takeback", "undo": "takeback", "back": "takeback",
	"help": "help", "?": "help", "??": "help", "h": "help", "/?": "help", "-?": "help",
	"-h": "help", "--help": "help", "/help": "help", "man": "help",
	"show": "show", "board": "show", "status": "show", "position": "show",
	"abort": "abort", "cancel": "abort",
	"say": "say", "plan": "plan", "away": "away", "mute": "mute", "rematch": "rematch",
}

// twoWords maps two words to a command. The first of them alone means nothing or another command.
var twoWords = map[string]string{
	"i resign": "resign", "i surrender": "resign", "give up": "resign", "i concede": "resign",
	"take back": "takeback", "offer draw": "draw", "accept draw": "draw", "no draw": "decline",
	"resign game": "resign", "new game": "rematch", "play again": "rematch",
}

// CommandOf returns the command that a text other than a turn probably means, or "":
// "resign", "draw", "accept", "decline", "takeback", "help", "show", "abort", "say",
// "plan", "away", "mute" or "rematch". It compares the first words in every language and ignores case.
func CommandOf(text string) string {
	words := strings.Fields(strings.ToLower(text))
	for i, word := range words {
		if trimmed := strings.Trim(word, "!.,:;\"'"); trimmed != "" {
			word = trimmed
		}
		if word != "?" && word != "??" && word != "/?" && word != "-?" {
			word = strings.TrimSuffix(word, "?")
		}
		words[i] = word
	}
	if len(words) >= 2 {
		if command := twoWords[words[0]+" "+words[1]]; command != "" {
			return command
		}
	}
	if len(words) == 0 {
		return ""
	}
	if command := commands[words[0]]; command != "" {
		return command
	}
	return foreignMistake(text)
}

// foreignMistake returns the command that begins a text in another language than English.
func foreignMistake(text string) string {
	command, _ := ForeignCommand(text)
	if command == "resign_now" {
		return "resign"
	}
	if commands[command] == command {
		return command
	}
	return "" // a command without a game
}
