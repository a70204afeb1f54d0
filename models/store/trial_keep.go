package store

import (
	"context"

	"turnpost/models"
	"turnpost/models/account"
	"turnpost/models/challenge"
	"turnpost/models/core"
	"turnpost/models/play"
	"turnpost/models/visible"
	"turnpost/rules"
)

// NewTrialGame is a line of play against the house that a player goes on with as a stored game.
type NewTrialGame struct {
	Ruleset, Variant string // Variant "": the default one
	Side             string // the player's, by its ID; "" means the first one
	Level            rules.Level
	Turns            []string // of both sides
}

// KeepTrial begins an unrated game with the house and plays the turns of a line in it, all in one transaction. The
// clocks begin to run with the turn that is next. The error of a turn has its Index.
// Errors: CodeInvalid for a malformed field; CodeIllegalTurn and CodeUnreadableTurn; CodeGameOver for a line at whose
// end the game is over; CodeHouseOff; CodeTooMany.
func (s *Store) KeepTrial(ctx context.Context, p models.Player, n NewTrialGame) (*models.Game, error) {
	if models.HouseLevel(models.HouseName(n.Level)) == "" {
		return nil, models.Invalid("level", "bad_level", "level", visible.Clip(string(n.Level), 20), "levels", rules.Levels())
	}
	if n.Side == "" {
		n.Side = "first"
	}
	row, err := s.NewChallenge(p, challenge.NewChallenge{
		Ruleset: n.Ruleset, Variant: n.Variant, Seat: n.Side,
		Terms: models.Terms{Unrated: true},
	})
	if err != nil {
		return nil, err
	}
	line, err := s.AnalyseLine(models.AnalysisInput{Ruleset: row.Ruleset, Variant: row.Variant, Turns: n.Turns})
	if err != nil {
		return nil, err
	}
	if line.Result.Over() {
		return nil, models.Fail(models.CodeGameOver, "trial_over")
	}
	err = s.Write(ctx, func(tx *core.Tx) error {
		if err := account.CheckActor(tx, p.ID); err != nil {
			return err
		}
		if _, err := challenge.FindOpponent(tx, row, p, models.HouseName(n.Level)); err != nil {
			return err
		}
		begun, err := play.BeginHouseGame(tx, row, line.Played...)
		if err == nil {
			tx.SetResult(begun)
		}
		return err
	})
	return row.Begun, err
}
