package models

import (
	"context"
	"strings"
	"time"

	"gorm.io/gorm"

	"turnpost/rules"
)

// Plan is what a player will answer to turns of the opponent that may come. Only
// its player sees it. It waits while the opponent is to move.
type Plan struct {
	GameID    string
	Ply       int      // at which it waits
	Version   int      // rises with every change, also from one plan of the game to the next
	Lines     []string // `their turn : my answer : …`, canonical as far as the positions are known
	UpdatedAt time.Time
}

// PlanEnd is why a plan ended before its answers had run out.
type PlanEnd string

// Ends of plans.
const (
	PlanUnanswered PlanEnd = "unanswered"   // it has no answer to the turn that was played
	PlanDrawOffer  PlanEnd = "draw_offered" // the opponent offers a draw, which a turn would decline
	PlanSkipped    PlanEnd = "skipped"      // a side had no turn and was passed over
	PlanRefused    PlanEnd = "refused"      // its answer was illegal; the detail says which and why
	PlanTakenBack  PlanEnd = "taken_back"   // turns were taken back
)

// planRow stays when its plan has ended, until its game is over: it then says
// why, and keeps the version.
type planRow struct {
	GameID      string
	PlayerID    int64
	Ply         int
	Version     int
	Lines       string // "" once the plan has ended
	Ended       PlanEnd
	EndedDetail string
	UpdatedAt   Millis
}

func (r *planRow) lines() []planLine {
	lines, _ := parsePlan(strings.Split(r.Lines, "\n")) // stored from lines
	return lines
}

func (r *planRow) plan() Plan {
	return Plan{r.GameID, r.Ply, r.Version, strings.Split(r.Lines, "\n"), r.UpdatedAt.Time()}
}

// PlanInput names a plan and the state that its player has seen of it.
type PlanInput struct {
	Game    string
	Player  int64
	Ply     *int // of the game; nil: whatever is current
	Version *int // of the plan; nil: whatever is current
}

// Plan finds a player's own plan.
func (s *Store) Plan(ctx context.Context, player int64, game string) (Plan, error) {
	row, err := loadGame(s.read(ctx), game, "")
	if err != nil {
		return Plan{}, err
	}
	if row.seat(player) == rules.NoSeat {
		return Plan{}, fail(CodeForbidden, "you do not play in game %s", game)
	}
	plan, err := findPlan(s.read(ctx), player, game)
	if err == nil && plan.Lines == "" {
		err = noPlan(plan)
	}
	if err != nil {
		return Plan{}, err
	}
	return plan.plan(), nil
}

// SetPlan stores a player's plan in place of the one before. Every line is played from the
// current position, in which the opponent must be to move. The error of a line names it by Index.
func (s *Store) SetPlan(ctx context.Context, in PlanInput, texts []string) (Plan, error) {
	lines, err := parsePlan(texts)
	if err != nil {
		return Plan{}, err
	}
	var plan *planRow
	err = s.write(ctx, func(tx *Tx) error {
		row, seat, err := tx.loadPlanGame(in)
		if err != nil {
			return err
		}
		if plan, err = tx.setPlan(row, seat, lines); err == nil {
			tx.answer(plan.plan())
		}
		return err
	})
	if err != nil {
		return Plan{}, err
	}
	return plan.plan(), nil
}

// DeletePlan ends a player's plan.
func (s *Store) DeletePlan(ctx context.Context, in PlanInput) error {
	return s.write(ctx, func(tx *Tx) error {
		if _, _, err := tx.loadPlanGame(in); err != nil {
			return err
		}
		plan, err := findPlan(tx.DB, in.Player, in.Game)
		if err != nil {
			return err
		}
		if plan.Lines == "" {
			return noPlan(plan)
		}
		plan.Lines = ""
		return tx.storePlan(plan)
	})
}

// findPlan is a player's plan in a game, version 0 where there was none yet.
func findPlan(db *gorm.DB, player int64, game string) (*planRow, error) {
	plan := &planRow{GameID: game, PlayerID: player}
	err := db.Raw("SELECT * FROM plans WHERE game_id = ? AND player_id = ?", game, player).Scan(plan).Error
	return plan, err
}

func noPlan(p *planRow) error {
	e := fail(CodeNotFound, "you have no plan in game %s", p.GameID)
	if p.Ended != "" {
		e = fail(CodeNotFound, "you have no plan in game %s any more: it ended as %q", p.GameID, p.Ended)
	}
	return e
}

// loadPlanGame loads the game of a plan that is to change, and checks that the
// player has seen how both stand.
func (tx *Tx) loadPlanGame(in PlanInput) (*gameRow, rules.Seat, error) {
	row, seat, err := tx.loadOwnGame(in.Player, in.Game)
	if err != nil {
		return nil, seat, err
	}
	if err := tx.checkPly(row, in.Ply, "look at the position and plan again"); err != nil || in.Version == nil {
		return row, seat, err
	}
	plan, err := findPlan(tx.DB, in.Player, in.Game)
	if err == nil && plan.Version != *in.Version {
		err = tx.stale(row, "your plan in game %s has changed meanwhile; look at it and plan again", in.Game)
	}
	return row, seat, err
}

// setPlan checks and stores the plan of a seat.
func (tx *Tx) setPlan(row *gameRow, seat rules.Seat, lines []planLine) (*planRow, error) {
	lines, err := tx.store.planLines(row, seat, lines)
	if err != nil {
		return nil, err
	}
	plan := &planRow{GameID: row.ID, PlayerID: row.player(seat), Ply: row.Ply, Lines: strings.Join(formatPlan(lines), "\n")}
	return plan, tx.storePlan(plan)
}

// planLines checks the lines of a seat's plan on the row's position.
func (s *Store) planLines(row *gameRow, seat rules.Seat, lines []planLine) ([]planLine, error) {
	if row.ToMove == seat {
		e := fail(CodeConflict, "a plan begins with a turn of %s, but you are to move; send it as the plan of a turn after which %s is to move",
			row.name(seat.Other()), row.name(seat.Other()))
		e.Field = "plan"
		return nil, e
	}
	p, err := s.position(row.Ruleset, row.Variant, row.Position)
	if err != nil {
		return nil, err
	}
	return checkPlan(p, seat, lines)
}

// storePlan stores a plan as its next version.
func (tx *Tx) storePlan(p *planRow) error {
	p.UpdatedAt = tx.at
	return tx.Raw(`
		INSERT INTO plans (game_id, player_id, ply, version, lines, ended, ended_detail, updated_at) VALUES (?, ?, ?, 1, ?, ?, ?, ?)
		ON CONFLICT (game_id, player_id) DO UPDATE SET ply = excluded.ply, version = plans.version + 1, lines = excluded.lines,
			ended = excluded.ended, ended_detail = excluded.ended_detail, updated_at = excluded.updated_at
		RETURNING version`,
		p.GameID, p.PlayerID, p.Ply, p.Lines, p.Ended, p.EndedDetail, p.UpdatedAt).Scan(&p.Version).Error
}

// endPlan ends a plan whose answers have not run out.
func (tx *Tx) endPlan(p *planRow, why PlanEnd, detail string) error {
	p.Lines, p.Ended, p.EndedDetail = "", why, detail
	return tx.storePlan(p)
}

// takePlansBack ends both plans of a game whose turns are taken back.
func (tx *Tx) takePlansBack(game string) error {
	return tx.Exec("UPDATE plans SET lines = '', ended = ?, version = version + 1, updated_at = ? WHERE game_id = ? AND lines <> ''",
		PlanTakenBack, tx.at, game).Error
}
