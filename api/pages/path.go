package pages

import (
	"net/url"
	"strconv"

	"turnpost/models/names"
)

// GamePath returns the path of a game's page.
func GamePath(id string) string { return "/g/" + url.PathEscape(id) }

// ChallengePath returns the path of a challenge's page.
func ChallengePath(id string) string { return "/c/" + url.PathEscape(id) }

// RulesPath returns the path of a ruleset's page.
func RulesPath(ruleset string) string { return "/r/" + url.PathEscape(ruleset) }

// PlayerPath returns the path of a player's page.
func PlayerPath(name string) string { return "/p/" + url.PathEscape(names.Plain(name)) }

// EventPath returns the path of an event's page.
func EventPath(id string) string { return "/e/" + url.PathEscape(id) }

// linePath returns the path of the page for lines of a game.
func linePath(game string) string { return GamePath(game) + "/line" }

// acceptPath returns the address that takes the form to accept a challenge. As the page to go to after signing in it
// accepts the challenge.
func acceptPath(id string) string { return ChallengePath(id) + "/accept" }

// signInPath returns the address of the page for signing in, which goes on to another address.
func signInPath(next string) string { return "/sign-in?next=" + url.QueryEscape(next) }

// settingsPath returns the address of a section of the settings, which shows what was done there.
func settingsPath(section string) string {
	return "/settings?" + sectionParam + "=" + section + "#" + section
}

// sectionParam names the section of the settings that is unfolded, because it was changed.
const sectionParam = "in"

// FeedPath returns the path of a game's feed.
func FeedPath(id string) string { return GamePath(id) + "/feed.atom" }

// turnParam is the query parameter of each turn of a board to try.
const turnParam = "t"

// cardPath returns the path of the picture that other sites show beside a link to a game.
func cardPath(id string, ply int) string { return GamePath(id) + "/card.png?ply=" + strconv.Itoa(ply) }
