package api

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"turnpost/models"
	"turnpost/rules/rulestest/sample"
)

// members registers players with tokens.
func (w *world) members(names ...string) (tokens []string, players []models.Player) {
	w.t.Helper()
	for _, name := range names {
		tokens = append(tokens, w.player(name))
		p, _, err := w.PlayerByName(w.t.Context(), name)
		if err != nil {
			w.t.Fatal(err)
		}
		players = append(players, p)
	}
	return tokens, players
}

func TestChallengeRefusesWhoIsNotEligible(t *testing.T) {
	w := newWorld(t)
	tokens, players := w.members("ann", "bob", "cat")
	w.Rate(players[0], players[1]) // ann 1662, bob 1338
	offer := func(limits string) string {
		t.Helper()
		c := decoded[Challenge](w.call("POST", "/v1/challenges").as(tokens[2]).
			json(`{"ruleset":"hnefatafl","variant":"7x7",` + limits + `}`).do().want(201))
		return "/v1/challenges/" + c.ID
	}
	refused := func(limits, token, field string, texts ...string) {
		t.Helper()
		path := offer(limits)
		p := w.call("POST", path+"/accept").as(token).do().problem(409, "not_eligible")
		if p.Field != field {
			t.Errorf("%s: the problem is about %q, want %q", limits, p.Field, field)
		}
		for _, text := range texts {
			if !strings.Contains(p.Detail, text) {
				t.Errorf("%s: %q lacks %q", limits, p.Detail, text)
			}
		}
		w.call("POST", path+"/accept").as(token).accept(typeText).do().want(409).contains(texts...)
	}
	ann, bob := tokens[0], tokens[1]
	refused(`"min_rating":1400`, bob, "min_rating", "1400", "1338")
	refused(`"max_rating":1600`, ann, "max_rating", "1600", "1662")
	refused(`"min_rating":1400,"max_rating":1600`, w.player("new"), "min_rating", "1400")
	all := offer(`"min_rating":1600,"max_rating":1700,"min_reliability":90`)
	c := decoded[Challenge](w.call("GET", all).as(ann).do().want(200))
	if *c.MinRating != 1600 || *c.MaxRating != 1700 || *c.MinReliability != 90 || !c.Rated || c.ChallengerRating != nil {
		t.Errorf("%+v", c)
	}
	w.call("GET", "/v1/challenges/"+c.ID).as(ann).accept(typeText).do().want(200).
		contains("a rating from 1600 to 1700 and at least 90 % of turns in time", "cat: new here")
	w.call("GET", "/v1/challenges?box=open").as(ann).accept(typeText).do().want(200).contains(
		"id        variant        pace  challenger  rating  in_time  limits",
		"3d    cat         -       new      min_rating=1600\n")
	w.call("GET", "/").byCurl().as(ann).do().want(200).contains("#   new here, with few turns so far",
		"#   For players with a rating of at least 1400")
	w.call("POST", "/v1/challenges/"+c.ID+"/accept").as(ann).do().want(201) // a new player is reliable
	for _, limits := range []string{
		`"min_rating":-1`, `"max_rating":5000`, `"min_reliability":101`, `"min_rating":9,"max_rating":8`,
	} {
		a := w.call("POST", "/v1/challenges").as(ann).json(`{"ruleset":"hnefatafl",` + limits + `}`).do()
		if a.status < 400 || a.status > 422 {
			t.Errorf("%s: %d", limits, a.status)
		}
	}
}

// TestHiddenRatingsAreNowhere asks for everything that shows a rating, before and after its player hides it.
func TestHiddenRatingsAreNowhere(t *testing.T) {
	sample.Whole(t, "reads every path twice")
	w := newWorld(t)
	tokens, players := w.members("ann", "bob", "cat", "dan", "eve", "fay")
	w.RatePool(players...)
	game := w.Rate(players[0], players[1])
	w.call("POST", "/v1/challenges").as(tokens[0]).json(`{"ruleset":"hnefatafl","variant":"7x7"}`).do().want(201)
	sent := w.call("GET", "/v1/challenges?box=out").as(tokens[0]).do().want(200)
	challenge := decoded[ChallengeList](sent).Challenges[0].ID
	shown := *decoded[Me](w.call("GET", "/v1/me").as(tokens[0]).do().want(200)).Ratings[0].Rating
	paths := []string{
		"/v1/players/ann", "/v1/players/ann/ratings", "/v1/players", "/v1/games/" + game.ID, "/v1/games?player=ann",
		"/v1/games?status=finished", "/v1/games/" + game.ID + "/turns", "/v1/games/" + game.ID + "/log",
		"/v1/games/" + game.ID + "/record", "/v1/games/" + game.ID + "/board.txt", "/v1/challenges?box=open",
		"/v1/challenges/" + challenge, "/v1/rulesets/hnefatafl/ranking?variant=7x7", "/p/ann", "/p/ann/ratings",
		"/g/" + game.ID, "/g/" + game.ID + "/feed.atom", "/c/" + challenge, "/play", "/", "/r/hnefatafl",
		"/r/hnefatafl/ranking?variant=7x7", "/players", "/games",
	}
	whole := regexp.MustCompile(fmt.Sprintf(`\b%d\b`, shown))
	exact := regexp.MustCompile(fmt.Sprintf(`"rating":(%d|%d)\.`, shown, shown-1))
	found := func(token string) (list []string) {
		t.Helper()
		for _, path := range paths {
			for _, form := range []string{typeJSON, typeText, "text/html"} {
				c := w.call("GET", path).accept(form)
				if token != "" {
					c = c.as(token)
				}
				if a := c.do(); whole.MatchString(a.body) || exact.MatchString(a.body) {
					list = append(list, form+" "+path)
				}
			}
		}
		return list
	}
	if before := found(tokens[1]); len(before) < 12 {
		t.Fatalf("%d is only in %q", shown, before)
	}
	own := found(tokens[0])
	w.call("PATCH", "/v1/me").as(tokens[0]).json(`{"show_rating":false}`).do().want(200).contains(`"show_rating":false`)
	for _, token := range []string{"", tokens[1]} {
		if list := found(token); len(list) > 0 {
			t.Errorf("%d is still in %q", shown, list)
		}
	}
	p := decoded[Player](w.call("GET", "/v1/players/ann").as(tokens[1]).do().want(200))
	list := decoded[RatingList](w.call("GET", "/v1/players/ann/ratings").as(tokens[1]).do().want(200))
	g := decoded[Game](w.call("GET", "/v1/games/"+game.ID).as(tokens[1]).do().want(200))
	if p.Ratings != nil || list.Ratings != nil || g.Rating[0] != nil || g.Rating[1] == nil || !g.Rated {
		t.Errorf("others see %+v, %+v, %+v", p.Ratings, list.Ratings, g.Rating)
	}
	theirs := decoded[RatingList](w.call("GET", "/v1/players/bob/ratings").do().want(200))
	if theirs.Ratings == nil || (*theirs.Ratings)[0].Game != game.ID || (*theirs.Ratings)[0].After != g.Rating[1].After {
		t.Errorf("the opponent's own history is %+v", theirs.Ratings)
	}
	ranking := w.call("GET", "/v1/rulesets/hnefatafl/ranking?variant=7x7").do().want(200)
	for _, r := range decoded[Ranking](ranking).Ranking {
		if r.Player == "ann" {
			t.Error("the ranking has ann")
		}
	}
	left := found(tokens[0])
	for _, path := range own { // but for the ranking, which is one for all; pages know no tokens
		if strings.Contains(path, " /v1/") && !strings.Contains(path, "ranking") && !slices.Contains(left, path) {
			t.Errorf("the player does not see %s", path)
		}
	}
	w.Rate(players[0], players[2]) // it is rated all the same
	w.call("PATCH", "/v1/me").as(tokens[0]).json(`{"show_rating":true}`).do().want(200)
	if ratings := *decoded[Player](w.call("GET", "/v1/players/ann").do().want(200)).Ratings; ratings[0].Games != 32 {
		t.Errorf("%+v", ratings)
	}
}
