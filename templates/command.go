package templates

import (
	"cmp"
	"encoding/json"
	"net/url"
	"strings"
	"unicode/utf8"

	"turnpost/models"
	"turnpost/models/linktext"
	"turnpost/models/names"
	"turnpost/models/pace"
	"turnpost/rules"
	"turnpost/templates/words"
)

// Commands builds shell commands that call the server with curl. Each method returns one command; its comment says what
// the command does. Commands that need authentication take the token from $TOKEN. An argument "" becomes a placeholder
// in capitals, in the reader's language. The addresses of pages are text for curl.
type Commands struct {
	Site     string // base URL of the server, without a trailing slash
	Language *words.Language
	Wide     bool // keep each command on one line, however long
}

// bearer is the option of curl for authentication.
const bearer = `-H "Authorization: Bearer $TOKEN"`

// asText is the option of curl for a response in text.
const asText = "-H Accept:text/plain"

// commandColumns is the maximum width of a command, which mails indent; a longer URL gets a separate line.
const commandColumns = 66

// curl joins the parts of a command, on one line or on several with continuations.
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

// data returns the option of curl that sends a form field.
func data(name, value string) string { return "-d " + shellWord(name+"="+value) }

// Word returns the placeholder for a word.
func (c Commands) Word(name string) string { return c.placeholder(name) }

// Front explains how to play.
func (c Commands) Front() string { return c.curl("/") }

// Help lists what one can do.
func (c Commands) Help() string { return c.curl("/help") }

// Register creates an account for an address.
func (c Commands) Register(email string) string {
	return c.curl("/v1/players", data("name", c.placeholder("name")), data("email", c.address(email)))
}

// RequestCode mails a sign-in code to an address.
func (c Commands) RequestCode(email string) string {
	return c.curl("/v1/codes", data("email", c.address(email)))
}

// SignIn exchanges a code for a token.
func (c Commands) SignIn(email, code string) string {
	return c.curl("/v1/tokens", data("email", c.address(email)), data("code", cmp.Or(code, c.placeholder("code"))))
}

// ConfirmAddress confirms the player's new address with the code that was mailed to it.
func (c Commands) ConfirmAddress(code string) string {
	return c.curl("/v1/me/email", bearer, data("code", cmp.Or(code, c.placeholder("code"))))
}

func (c Commands) address(email string) string { return cmp.Or(email, c.placeholder("address")) }

// Rulesets lists the rulesets.
func (c Commands) Rulesets() string { return c.curl("/v1/rulesets", asText) }

// Ruleset shows the rules of a ruleset.
func (c Commands) Ruleset(id string) string {
	return c.curl("/r/" + cmp.Or(id, c.placeholder("game")))
}

// Players lists the players.
func (c Commands) Players() string { return c.curl("/players") }

// Player shows a player's results.
func (c Commands) Player(name string) string {
	return c.curl("/p/" + cmp.Or(names.Plain(name), c.placeholder("opponent")))
}

// Try shows a board to try against the house, without an account.
func (c Commands) Try(ruleset string) string {
	return c.curl("/try/" + cmp.Or(ruleset, c.placeholder("game")))
}

// TryLine plays a turn on a board to try; begun are the turns before it. Without a variant or a side it has the one
// that the server chooses.
func (c Commands) TryLine(ruleset, variant, side string, begun []string, turn string) string {
	options := []string{"-G"}
	if variant != "" {
		options = append(options, data("variant", variant))
	}
	if side != "" {
		options = append(options, data("side", side))
	}
	for _, text := range begun {
		options = append(options, formField("t", text))
	}
	options = append(options, formField("t", cmp.Or(turn, c.placeholder("turn"))))
	return c.curl("/try/"+url.PathEscape(ruleset), options...)
}

// TryAs shows the board to try of a variant from a side.
func (c Commands) TryAs(ruleset, variant, side string) string {
	return c.curl("/try/"+ruleset, "-G", data("variant", variant), data("side", side))
}

// formField returns the option of curl that sends a form field with any text.
func formField(name, value string) string {
	if strings.ContainsAny(value, "+&=%# ") {
		return "--data-urlencode " + shellWord(name+"="+value)
	}
	return data(name, value)
}

// Challenge creates a challenge. Where the ruleset is known, it names a variant and a pace too, to be changed.
func (c Commands) Challenge(ruleset, variant, gamePace string) string {
	to := data("opponent", c.placeholder("opponent"))
	return c.curl("/v1/challenges", append(c.gameOf(ruleset, variant, cmp.Or(gamePace, pace.Default)), to)...)
}

// gameOf lists the options that say which game it is. Without a ruleset they leave the rest to the server.
func (c Commands) gameOf(ruleset, variant, gamePace string) []string {
	if ruleset == "" {
		return []string{bearer, data("ruleset", c.placeholder("game"))}
	}
	options := []string{bearer, data("ruleset", ruleset), data("variant", variant)}
	if gamePace != "" {
		options = append(options, data("pace", gamePace))
	}
	return options
}

// Open lists the open challenges.
func (c Commands) Open() string { return c.curl("/play", bearer) }

// ChallengeHouse begins a game with the house.
func (c Commands) ChallengeHouse(ruleset, variant string) string {
	house := data("opponent", models.HouseName(rules.Easy))
	return c.curl("/v1/challenges", append(c.gameOf(ruleset, variant, ""), house)...)
}

// Settings shows the settings of the player, and how to change each.
func (c Commands) Settings() string { return c.curl("/settings", bearer) }

// Trials lists the games that can be tried.
func (c Commands) Trials() string { return c.curl("/try") }

// KeepTrial makes a game of a line against the house.
func (c Commands) KeepTrial(ruleset, variant, side string, turns []string) string {
	options := []string{bearer, data("ruleset", ruleset), data("variant", variant), data("side", side)}
	for _, text := range turns {
		options = append(options, formField("turns", text))
	}
	return c.curl("/v1/trials", options...)
}

// ShowChallenge shows a challenge.
func (c Commands) ShowChallenge(id string) string {
	return c.curl(ChallengeURL("", cmp.Or(id, c.placeholder("id"))), bearer)
}

// Accept accepts a challenge.
func (c Commands) Accept(id string) string {
	return c.curl("/v1/challenges/"+cmp.Or(id, c.placeholder("id"))+"/accept", "-X POST", bearer)
}

// ShowEvent shows an event. If the ID is empty, the command has a placeholder for it.
func (c Commands) ShowEvent(id string) string {
	return c.curl("/v1/events/"+cmp.Or(id, c.placeholder("id")), asText)
}

// EventTable shows the table of an event.
func (c Commands) EventTable(id string) string { return c.curl("/v1/events/"+id+"/table", asText) }

// CreateEvent opens a round robin.
func (c Commands) CreateEvent() string {
	return c.curl("/v1/events", bearer, data("ruleset", c.placeholder("game")))
}

// JoinEvent joins an event. If the ID is empty, the command has a placeholder for it.
func (c Commands) JoinEvent(id string) string {
	return c.curl("/v1/events/"+cmp.Or(id, c.placeholder("id"))+"/join", "-X POST", bearer)
}

// Decline declines a challenge.
func (c Commands) Decline(id string) string {
	return c.curl("/v1/challenges/"+id+"/decline", "-X POST", bearer)
}

// Withdraw withdraws a challenge.
func (c Commands) Withdraw(id string) string {
	return c.curl("/v1/challenges/"+id, "-X DELETE", bearer)
}

// Inbox shows what waits for the player.
func (c Commands) Inbox() string { return c.curl("/inbox", bearer) }

// Show shows a game from the player's side.
func (c Commands) Show(game string) string {
	return c.curl(GameURL("", cmp.Or(game, c.placeholder("id"))), bearer)
}

// Play plays a turn.
func (c Commands) Play(game, turn string) string {
	return c.curl("/v1/games/"+game+"/turns", bearer, "-d "+shellWord(cmp.Or(turn, c.placeholder("turn"))))
}

// Next lists the continuations of a partial turn; "" lists all turns.
func (c Commands) Next(game, prefix string) string {
	path := "/v1/games/" + game + "/next"
	if prefix != "" {
		path += "?prefix=" + strings.ReplaceAll(url.QueryEscape(prefix), "%2C", ",")
	}
	return c.curl(path, asText)
}

// Begin is Next with a placeholder for the step after begun.
func (c Commands) Begin(game, begun string) string {
	beginning := strings.TrimSpace(begun + " " + c.placeholder("turn"))
	return c.curl("/v1/games/"+game+"/next", "-G", asText, "--data-urlencode "+shellWord("prefix="+beginning))
}

// Resign resigns a game.
func (c Commands) Resign(game string) string {
	return c.curl("/v1/games/"+game+"/resign", "-X POST", bearer)
}

// Abort aborts a game.
func (c Commands) Abort(game string) string {
	return c.curl("/v1/games/"+game+"/abort", "-X POST", bearer)
}

// Rematch offers a rematch, or accepts the offer.
func (c Commands) Rematch(game string) string {
	return c.curl("/v1/games/"+game+"/rematch", "-X POST", bearer)
}

// Draw offers a draw, or accepts or declines the offer.
func (c Commands) Draw(game, action string) string {
	return c.curl("/v1/games/"+game+"/draw", bearer, data("action", action))
}

// Takeback offers to go back to a ply, or accepts or declines the offer.
func (c Commands) Takeback(game, action, ply string) string {
	return c.curl("/v1/games/"+game+"/takeback", bearer,
		data("action", action), data("ply", cmp.Or(ply, c.placeholder("ply"))))
}

// Say sends a message to the opponent.
func (c Commands) Say(game string) string {
	return c.curl("/v1/games/"+game+"/messages", bearer, "-d "+shellWord(c.placeholder("words")))
}

// Messages lists the messages of a game.
func (c Commands) Messages(game string) string {
	return c.curl(GameURL("", game)+"/chat", bearer)
}

// MarkRead marks all messages of a game as read.
func (c Commands) MarkRead(game string) string {
	return c.curl("/v1/games/"+game+"/messages/read", "-X POST", bearer)
}

// Plan stores a plan with one line.
func (c Commands) Plan(game string) string {
	return c.curl("/v1/games/"+game+"/plan", "-X PUT", bearer, "-d "+shellWord(c.placeholder("plan")))
}

// ShowPlan shows the player's plan.
func (c Commands) ShowPlan(game string) string {
	return c.curl("/v1/games/"+game+"/plan", bearer, asText)
}

// KeepLine keeps a line of play beside a game.
func (c Commands) KeepLine(game string) string {
	line := `{"ply":0,"turns":["` + c.placeholder("turn") + `"]}`
	return c.curl("/v1/games/"+game+"/lines", bearer, "-d "+shellWord(line))
}

// Away plans a vacation.
func (c Commands) Away() string {
	return c.curl("/v1/me/away", "-X PUT", bearer,
		data("from", c.placeholder("from")), data("until", c.placeholder("until")))
}

// Mute turns off mail about a game.
func (c Commands) Mute(game string) string {
	off := jsonObject([]any{"games", map[string]string{game: "off"}})
	return c.curl("/v1/me", "-X PATCH", bearer, "-d "+shellWord(off))
}

// Rename changes the player's name.
func (c Commands) Rename() string {
	return c.curl("/v1/me", "-X PATCH", bearer, data("name", c.placeholder("new_name")))
}

// TestWebhook sends a test to a webhook.
func (c Commands) TestWebhook(id string) string {
	return c.curl("/v1/me/webhooks/"+id+"/test", "-X POST", bearer)
}

// Notices lists the player's mails and their outcomes.
func (c Commands) Notices() string { return c.curl("/v1/me/notices", bearer, asText) }

// Meant returns the command for a word that was typed as a turn, such as "resign" or "help"; see rules.CommandOf.
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

// jsonObject encodes alternating names and values in this order.
func jsonObject(fields []any) string {
	parts := make([]string, 0, len(fields)/2)
	for i := 0; i+1 < len(fields); i += 2 {
		parts = append(parts, jsonText(fields[i])+":"+jsonText(fields[i+1]))
	}
	return "{" + strings.Join(parts, ",") + "}"
}

func jsonText(v any) string {
	text, _ := json.Marshal(v) // a string or a number always encodes
	return string(text)
}

// shellWord quotes a text as one word for a POSIX shell.
func shellWord(text string) string {
	plain := func(r rune) bool {
		return r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || strings.ContainsRune("-._:/@=", r)
	}
	if text != "" && !strings.ContainsFunc(text, func(r rune) bool { return !plain(r) }) {
		return text
	}
	return "'" + strings.ReplaceAll(text, "'", `'\''`) + "'"
}

// GameURL returns the URL of a game's page.
func GameURL(site, id string) string { return site + "/g/" + id }

// ChallengeURL returns the public URL of a challenge.
func ChallengeURL(site, id string) string { return site + "/c/" + id }

// EventURL returns the address of an event's page.
func EventURL(site, id string) string { return site + "/e/" + id }

// LinkURL returns the URL that opens a mailed link in a browser, or "" without a link. It fits a line of mail if the
// server's name has a usual length.
func LinkURL(site, link string) string {
	if link == "" {
		return ""
	}
	return site + "/k/" + linktext.Short(link)
}

// UnsubscribeURL returns the URL at which a mail program unsubscribes by a link. It is not short, because a short link
// redirects, which a program may not follow. Without a link it is what all such URLs begin with.
func UnsubscribeURL(site, link string) string { return site + "/unsubscribe/" + link }
