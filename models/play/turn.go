package play

import (
	"context"
	"errors"
	"strings"
	"time"

	"gorm.io/gorm"

	"turnpost/models"
	"turnpost/models/account"
	"turnpost/models/core"
	"turnpost/models/db"
	"turnpost/models/schema"
	"turnpost/rules"
)

// AfterStart is the condition that a row of turns is of game g and not of its start.
var AfterStart = strings.ReplaceAll("id > g.number * ? AND id < g.number * ? + ?", "?", schema.TurnsOfGameText)

var selectTurnAt = "SELECT " + schema.TurnColumns("t", "seat", "turn", "position", "events", "message", "via", "at",
	"hash") +
	", " + schema.TurnOccurrence + " FROM games g" + schema.TurnsAt("t", "?") + "WHERE g.id = ?"

// TurnAt returns the turn of a ply, or nil for ply 0.
func TurnAt(from *gorm.DB, game string, ply int) (turn *models.Turn, err error) {
	if ply == 0 {
		return nil, nil
	}
	err = db.Query(from, func(c *db.Columns) error {
		if c.IsNull() {
			return nil
		}
		row := schema.TurnRow{
			Ply: ply, Seat: rules.Seat(c.Number()), Turn: c.Text(), Position: c.Text(), Events: c.Text(),
			Message: c.Text(), Via: models.Via(c.Text()), At: schema.Millis(c), Hash: c.Bytes(), Occurrence: int(c.Number()),
		}
		t := row.AsTurn()
		turn = &t
		return nil
	}, selectTurnAt, ply, ply, game)
	if err == nil && turn == nil {
		err = gorm.ErrRecordNotFound
	}
	return turn, err
}

// Turns lists the turns of a game after a ply, oldest first.
// Errors: CodeNotFound.
func (s *Store) Turns(ctx context.Context, id string, after, limit int) ([]models.Turn, error) {
	if _, err := LoadGame(s.Read(ctx), id); err != nil {
		return nil, err
	}
	var rows []schema.TurnRow
	err := s.Read(ctx).Raw("SELECT * FROM game_turns WHERE game_id = ? AND ply > ? ORDER BY ply"+db.Limit(limit),
		id, max(after, 0)).Scan(&rows).Error
	turns := make([]models.Turn, 0, len(rows))
	for _, r := range rows {
		turns = append(turns, r.AsTurn())
	}
	return turns, err
}

// PlayTurn plays a turn in one transaction: position, turn, result, its new plan, the replies of plans, and all their
// notices are stored together or not at all. A plan with a turn that ends the game is ignored. A turn with a ply that
// the player has played already, with the same message, changes nothing and returns the current game: a player
// who gets no response sends a turn again.
// Errors: CodeInvalid for a malformed field, CodeNotFound, CodeForbidden for a game of others or a
// message if either blocks the other, CodeGameOver, CodeStale, CodeNotYourTurn,
// CodeIllegalTurn, CodeUnreadableTurn. The message of a muted player is left out, which Game.Withheld reports.
func (s *Store) PlayTurn(ctx context.Context, in models.TurnInput) (*models.Game, error) {
	lines, err := in.Read()
	if err != nil {
		return nil, err
	}
	game, err := s.playOnce(ctx, in, lines)
	if errors.Is(err, errTakesDay) {
		if err := s.FinishOverdue(ctx, in.Game); err != nil {
			return nil, err
		}
		game, err = s.playOnce(ctx, in, lines)
	}
	return game, err
}

// playOnce is PlayTurn without the vacation that may begin as the player's time runs out: errTakesDay.
func (s *Store) playOnce(
	ctx context.Context, in models.TurnInput, lines []models.PlanLine,
) (game *models.Game, err error) {
	err = s.WriteTurn(ctx, in, func(tx *core.Tx) error {
		in := in
		withheld, err := withhold(tx, &in)
		if err != nil {
			return err
		}
		row, err := LoadGameToPlay(tx, in.Game)
		if err != nil {
			return err
		}
		if game, err = playedBefore(tx, row, in); err != nil {
			return err
		}
		if game == nil {
			if err := MayPlay(tx, row, in); err != nil {
				return err
			}
			if game, err = Turn(tx, row, in, lines); err != nil {
				return err
			}
		}
		game.Withheld = withheld
		tx.SetResult(game)
		return nil
	})
	return game, err
}

// TryTurn validates a turn and its plan like PlayTurn, and returns the game after the turn, before any plan replies. It
// changes nothing. Errors are those of PlayTurn.
func (s *Store) TryTurn(ctx context.Context, in models.TurnInput) (*models.Game, error) {
	lines, err := in.Read()
	if err != nil {
		return nil, err
	}
	row, err := LoadGame(s.Read(ctx), in.Game)
	if err != nil {
		return nil, err
	}
	tx := s.ReadTx(ctx)
	withheld, err := withhold(tx, &in)
	if err != nil {
		return nil, err
	}
	if err := MayPlay(tx, row, in); err != nil && !errors.Is(err, errTakesDay) {
		return nil, err
	}
	played, err := s.ApplyText(row, in.Text)
	if err != nil {
		return nil, err
	}
	turn, result, err := tx.AdvanceRow(row, in, played)
	if err != nil {
		return nil, err
	}
	row.Finish(tx.At, result)
	if len(lines) > 0 && row.Status == models.Ongoing {
		if _, err := s.PlanLines(row, turn.Seat, lines); err != nil {
			return nil, err
		}
	}
	game := row.GameAfter(tx.At, turn)
	game.Withheld = withheld
	return game, nil
}

// withhold removes the message of a muted player, whose turn is played without it, and reports whether it did.
func withhold(tx *core.Tx, in *models.TurnInput) (bool, error) {
	if in.Message == "" {
		return false, nil
	}
	muted, err := account.Muted(tx, in.Player)
	if muted {
		in.Message = ""
	}
	return muted, err
}

// Turn plays a turn, stores its plan, and plays the replies of both players' plans, turn after turn. Then it
// notifies the player to move.
func Turn(tx *core.Tx, row *core.GameRow, in models.TurnInput, lines []models.PlanLine) (*models.Game, error) {
	played, err := tx.Store.ApplyText(row, in.Text)
	if err != nil {
		return nil, err
	}
	before := row.Position
	turn, err := storeTurn(tx, row, in, played)
	if err != nil {
		return nil, err
	}
	if row.Status == models.Ongoing {
		plans, err := plansAfter(tx, row, turn.Seat, lines)
		if err != nil {
			return nil, err
		}
		if turn, err = playPlanReplies(tx, row, plans, before, turn); err != nil {
			return nil, err
		}
	}
	return row.GameAfter(tx.At, turn), NoticeTurn(tx, row)
}

// playedBefore returns the game if the turn at the ply of the input is the player's own and equal; nil otherwise. A
// turn with a plan, or with an offer that no longer stands, is not known to be equal.
func playedBefore(tx *core.Tx, row *core.GameRow, in models.TurnInput) (*models.Game, error) {
	seat, notMine := row.OwnSeat(in.Player)
	if notMine != nil || in.Ply == nil || *in.Ply < 0 || *in.Ply >= row.Ply || in.Plan != "" ||
		in.Takebacks != nil && *in.Takebacks != row.Takebacks || in.OfferDraw && row.DrawBy != seat {
		return nil, nil //nolint:nilerr // MayPlay says what is wrong
	}
	turn, err := TurnAt(tx.DB, row.ID, *in.Ply+1)
	if err != nil || turn.Seat != seat || turn.Via == models.ViaPlan || turn.Message != in.Message {
		return nil, err
	}
	position, err := positionAt(tx, row, *in.Ply)
	if err != nil {
		return nil, err
	}
	if played, refused := position.Play(in.Text); refused != nil || played.Turn != turn.Text {
		return nil, nil //nolint:nilerr // it is another turn
	}
	last, err := TurnAt(tx.DB, row.ID, row.Ply)
	if err != nil {
		return nil, err
	}
	return row.GameAfter(tx.At, last), nil
}

// positionAt returns the position of a game after a number of turns.
func positionAt(tx *core.Tx, row *core.GameRow, ply int) (rules.Position, error) {
	turn, err := TurnAt(tx.DB, row.ID, ply)
	if err != nil {
		return nil, err
	}
	if turn == nil {
		return tx.Store.RulesetByID[row.Ruleset].Start(row.Variant)
	}
	return tx.Store.PositionOf(row.Ruleset, row.Variant, turn.Position)
}

// MayPlay checks seat, state and ply.
func MayPlay(tx *core.Tx, row *core.GameRow, in models.TurnInput) error {
	seat, err := row.OwnSeat(in.Player)
	if err != nil {
		return err
	}
	if row.Status != models.Ongoing {
		return models.GameOver(row.Game(tx.At))
	}
	if err := checkPly(tx, row, in.Ply, "other_ply"); err != nil {
		return err
	}
	if in.Takebacks != nil && *in.Takebacks != row.Takebacks {
		return stale(tx, row, "turns_taken_back", "game", row.ID)
	}
	if seat != row.ToMove {
		return models.Fail(models.CodeNotYourTurn, "not_your_turn", "opponent", row.Mover().Name, "game", row.ID)
	}
	opponent := row.Side(seat.Other())
	if in.Message != "" {
		if err := mayReach(tx, in.Player, opponent); err != nil {
			return err
		}
	}
	if in.OfferDraw {
		if err := account.MustNotBlock(tx, in.Player, opponent.Ref(), "offers"); err != nil {
			return err
		}
	}
	overdue, err := overdue(tx, row)
	if err != nil || !overdue {
		return err
	}
	if row.TakesDay() {
		return errTakesDay
	}
	return models.Fail(models.CodeGameOver, "time_out", "game", row.ID, "at", row.DeadlineAt.Time().Format(time.RFC3339))
}

// checkPly refuses a turn for another ply than the current one.
func checkPly(tx *core.Tx, row *core.GameRow, ply *int, key string) error {
	if ply == nil || *ply == row.Ply {
		return nil
	}
	return stale(tx, row, key, "game", row.ID, "ply", row.Ply, "asked", *ply)
}

// stale returns the error with the current state of the game.
func stale(tx *core.Tx, row *core.GameRow, key string, pairs ...any) error {
	last, err := TurnAt(tx.DB, row.ID, row.Ply)
	if err != nil {
		return err
	}
	e := models.Fail(models.CodeStale, key, pairs...)
	e.Game = row.GameAfter(tx.At, last)
	return e
}

// storeTurn stores a legal turn and advances the row.
func storeTurn(tx *core.Tx, row *core.GameRow, in models.TurnInput, played rules.Played) (*models.Turn, error) {
	before := row.Ply
	turn, result, err := tx.AdvanceRow(row, in, played)
	if err != nil {
		return nil, err
	}
	if err := returned(tx, row, turn.Seat); err != nil {
		return nil, err
	}
	if row.Finish(tx.At, result); row.Status != models.Ongoing && tx.Preloaded != nil {
		return nil, db.ErrNeedsOwnTx // other transactions lock the players' record rows without the game
	}
	if err := tx.InsertTurn(row, turn); err != nil {
		return nil, err
	}
	if err := tx.UpdateGame(row, before); err != nil || turn.Message == "" {
		return turn, err
	}
	_, err = addMessage(tx, row, turn.Seat, turn.Message, "")
	return turn, err
}
