package view

import (
	"turnpost/models"
	"turnpost/rules"
	"turnpost/templates/words"
)

// outcome is a result from the view of the reader in a seat.
func outcome(result rules.Result, reader rules.Seat) Outcome {
	switch {
	case models.Unscored(result.Reason):
		return Aborted
	case result.Winner == rules.NoSeat:
		return Drawn
	case reader == rules.NoSeat:
		return Decided
	case result.Winner == reader:
		return Won
	}
	return Lost
}

// reason says why a game ended, by its ruleset or by the platform. It fits after the
// result. names are the players', or the sides' where nobody plays.
func reason(info rules.Info, result rules.Result, names [2]string, reader rules.Seat, language *words.Language) string {
	key := "reason." + result.Reason
	if !language.Has(key) {
		return info.ReasonPhrase(result.Reason)
	}
	loser := result.Winner.Other()
	switch loser {
	case rules.NoSeat:
		return language.Say(key)
	case reader:
		return language.Say(key, "whose", "reader", "loser", names[loser])
	}
	return language.Say(key, "loser", names[loser])
}

// standing returns a few words for below a picture: the side to move, or
// the result.
func standing(result rules.Result, sides [2]string, toMove rules.Seat, language *words.Language) string {
	switch {
	case !result.Over():
		return language.Say("result.ongoing", "side", sides[toMove])
	case models.Unscored(result.Reason):
		return language.Say("result.aborted")
	case result.Winner == rules.NoSeat:
		return language.Say("result.drawn")
	}
	return language.Say("result.won", "side", sides[result.Winner])
}
