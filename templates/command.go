package templates

import (
	"cmp"
	"net/url"
	"strings"
	"unicode/utf8"

	"turnpost/templates/words"
)

// Commands are lines for a shell that speak to the server by curl. Those that need to know
// who asks take the token from $TOKEN. What the reader has to fill in stands in capitals, in
// their language.
type Commands struct {
	Site     string // base URL of the server, without a slash at the end
	Language *words.Language
	Wide     bool // each command is one line, however long
}

// bearer is the option of curl that says who asks.
const bearer = `-H "Authorization: Bearer $TOKEN"`

// asText is the option of curl that asks for text.
const asText = "-H Accept:text/plain"

// commandColumns bounds the lines of a command, which mails indent; a longer URL stands alone.
const commandColumns = 66

// curl joins the parts of a command, in one line or in several as a shell reads them.
func (c Commands) curl(path string, options ...string) string {
	parts := append(append([]string{"curl"}, options...), shellWord(c.Site+path))
	if c.Wide {
		return strings.Join(parts, " ")
	}
	text, line := "", parts[0]
	for _, part := range parts[1:] {
		if utf8.RuneCountInString(line)+1+utf8.RuneCountInString(part)+len(` \`) > commandColumns {
			text, line = text+line+" \\\n", "  "+part
			continue
		}
		line += " " + part
	}
	return text + line
}

func (c Commands) placeholder(name string) string { return c.Language.Say("placeholder." + name) }

// data is the option of curl that sends a field of a form.
func data(name, value string) string { return "-d " + shellWord(name+"="+value) }

// Front says how to play.
func (c Commands) Front() string { return c.curl("/") }

// Register makes an account for an address, "" for one to fill in.
func (c Commands) Register(email string) string {
	return c.curl("/v1/players", data("name", c.placeholder("name")), data("email", c.address(email)))
}

// RequestCode mails a sign-in code to an address, "" for one to fill in.
func (c Commands) RequestCode(email string) string {
	return c.curl("/v1/codes", data("email", c.address(email)))
}

// SignIn trades a code for a token; each is to fill in where it is "".
func (c Commands) SignIn(email, code string) string {
	return c.curl("/v1/tokens", data("email", c.address(email)), data("code", cmp.Or(code, c.placeholder("code"))))
}

// ConfirmAddress gives the player the address that a code was mailed to, "" for one to fill in.
func (c Commands) ConfirmAddress(code string) string {
	return c.curl("/v1/me/email", bearer, data("code", cmp.Or(code, c.placeholder("code"))))
}

func (c Commands) address(email string) string { return cmp.Or(email, c.placeholder("address")) }

// Rulesets lists the games that can be played.
func (c Commands) Rulesets() string { return c.curl("/v1/rulesets", asText) }

// Ruleset shows the rules of one, "" for one to fill in.
func (c Commands) Ruleset(id string) string {
	return c.curl("/v1/rulesets/"+cmp.Or(id, c.placeholder("game")), asText)
}

// Challenge offers a game of a ruleset, "" for one to fill in.
func (c Commands) Challenge(ruleset string) string {
	return c.curl("/v1/challenges", bearer,
		data("ruleset", cmp.Or(ruleset, c.placeholder("game"))), data("opponent", c.placeholder("opponent")))
}

// ShowChallenge shows a challenge, "" for one to fill in.
func (c Commands) ShowChallenge(id string) string {
	return c.curl("/v1/challenges/"+cmp.Or(id, c.placeholder("id")), bearer, asText)
}

// Accept accepts a challenge.
func (c Commands) Accept(id string) string {
	return c.curl("/v1/challenges/"+id+"/accept", "-X POST", bearer)
}

// Decline declines a challenge.
func (c Commands) Decline(id string) string {
	return c.curl("/v1/challenges/"+id+"/decline", "-X POST", bearer)
}

// Withdraw takes a challenge back.
func (c Commands) Withdraw(id string) string {
	return c.curl("/v1/challenges/"+id, "-X DELETE", bearer)
}

// Inbox shows what waits for the player.
func (c Commands) Inbox() string { return c.curl("/v1/inbox", bearer, asText) }

// Show shows a game as the player has it before them, "" for one to fill in.
func (c Commands) Show(game string) string {
	return c.curl("/v1/games/"+cmp.Or(game, c.placeholder("id")), bearer, asText)
}

// Play plays a turn, "" for one to fill in.
func (c Commands) Play(game, turn string) string {
	return c.curl("/v1/games/"+game+"/turns", bearer, "-d "+shellWord(cmp.Or(turn, c.placeholder("turn"))))
}

// Next lists what may follow the beginning of a turn, "" for the whole list.
func (c Commands) Next(game, prefix string) string {
	path := "/v1/games/" + game + "/next"
	if prefix != "" {
		path += "?prefix=" + strings.ReplaceAll(url.QueryEscape(prefix), "%2C", ",")
	}
	return c.curl(path, asText)
}

// Begin lists what may follow a beginning, of which what comes after begun is to be filled in.
func (c Commands) Begin(game, begun string) string {
	beginning := strings.TrimSpace(begun + " " + c.placeholder("turn"))
	return c.curl("/v1/games/"+game+"/next", "-G", asText, "--data-urlencode "+shellWord("prefix="+beginning))
}

// Resign ends a game.
func (c Commands) Resign(game string) string {
	return c.curl("/v1/games/"+game+"/resign", "-X POST", bearer)
}

// Abort ends a game that has hardly begun.
func (c Commands) Abort(game string) string {
	return c.curl("/v1/games/"+game+"/abort", "-X POST", bearer)
}

// Rematch offers to play a game again, or accepts the offer.
func (c Commands) Rematch(game string) string {
	return c.curl("/v1/games/"+game+"/rematch", "-X POST", bearer)
}

// Draw offers a draw, or decides on the offer.
func (c Commands) Draw(game, action string) string {
	return c.curl("/v1/games/"+game+"/draw", bearer, data("action", action))
}

// Takeback offers to go back to a ply, "" for one to fill in, or decides on the offer.
func (c Commands) Takeback(game, action, ply string) string {
	return c.curl("/v1/games/"+game+"/takeback", bearer,
		data("action", action), data("ply", cmp.Or(ply, c.placeholder("ply"))))
}

// Say says something to the opponent.
func (c Commands) Say(game string) string {
	return c.curl("/v1/games/"+game+"/messages", bearer, "-d "+shellWord(c.placeholder("words")))
}

// Messages lists what was said.
func (c Commands) Messages(game string) string {
	return c.curl("/v1/games/"+game+"/messages", bearer, asText)
}

// MarkRead marks all that was said as read.
func (c Commands) MarkRead(game string) string {
	return c.curl("/v1/games/"+game+"/messages/read", "-X POST", bearer)
}

// Plan stores a plan, of one line to fill in.
func (c Commands) Plan(game string) string {
	return c.curl("/v1/games/"+game+"/plan", "-X PUT", bearer, "-d "+shellWord(c.placeholder("plan")))
}

// ShowPlan shows the player's plan.
func (c Commands) ShowPlan(game string) string {
	return c.curl("/v1/games/"+game+"/plan", bearer, asText)
}

// Away plans a vacation.
func (c Commands) Away() string {
	return c.curl("/v1/me/away", "-X PUT", bearer,
		data("from", c.placeholder("from")), data("until", c.placeholder("until")))
}

// Mute turns mail about a game off.
func (c Commands) Mute(game string) string {
	off := jsonObject([]any{"games", map[string]string{game: "off"}})
	return c.curl("/v1/me", "-X PATCH", bearer, "-d "+shellWord(off))
}

// Rename gives the player another name.
func (c Commands) Rename() string {
	return c.curl("/v1/me", "-X PATCH", bearer, data("name", c.placeholder("new_name")))
}

// Notices lists what became of mail.
func (c Commands) Notices() string { return c.curl("/v1/me/notices", bearer, asText) }

// Meant is the command of curl for a command word that was typed as a turn of a game, as
// rules.CommandOf names it: "resign", "help".
func (c Commands) Meant(word, game string) string {
	switch word {
	case "resign":
		return c.Resign(game)
	case "draw":
		return c.Draw(game, "offer")
	case "accept", "decline":
		return c.Draw(game, word)
	case "takeback":
		return c.Takeback(game, "offer", "")
	case "abort":
		return c.Abort(game)
	case "say":
		return c.Say(game)
	case "plan":
		return c.Plan(game)
	case "away":
		return c.Away()
	case "mute":
		return c.Mute(game)
	case "rematch":
		return c.Rematch(game)
	case "show":
		return c.Show(game)
	}
	return c.Next(game, "")
}
