package models

import (
	"context"
	"database/sql/driver"
	"strings"
	"time"

	"gorm.io/gorm"

	"turnpost/models/db"
	"turnpost/rules"
	"turnpost/rules/phrase"
)

// Plan is a player's prepared replies to possible turns of the opponent. Only
// its player sees it. It waits while the opponent is to move.
type Plan struct {
	GameID    string
	Ply       int      // at which it waits
	Version   int      // increases with every change, also from one plan of the game to the next
	Lines     []string // `their turn : my answer : …`, canonical as far as the positions are known
	UpdatedAt time.Time
}

// PlanEnd is the reason why a plan ended before it was used up.
type PlanEnd string

// The ends of plans.
const (
	PlanUnanswered PlanEnd = "unanswered"   // it has no reply to the turn that was played
	PlanDrawOffer  PlanEnd = "draw_offered" // the opponent offers a draw, which a turn would decline
	PlanSkipped    PlanEnd = "skipped"      // a side had no legal turn and was skipped
	PlanRefused    PlanEnd = "refused"      // its reply was illegal; the detail has the reply and the reason
	PlanTakenBack  PlanEnd = "taken_back"   // turns were taken back
)

// planRow remains until its game is over, even after the plan has ended: it then has the reason, and the
// version.
type planRow struct {
	GameID      string
	PlayerID    int64
	Ply         int
	Version     int
	Lines       string // "" once the plan has ended
	Ended       PlanEnd
	EndedDetail planRefusal
	UpdatedAt   Millis
}

func (r *planRow) lines() []planLine {
	lines, _ := parsePlan(strings.Split(r.Lines, "\n")) // stored from lines
	return lines
}

func (r *planRow) plan() Plan {
	return Plan{r.GameID, r.Ply, r.Version, strings.Split(r.Lines, "\n"), r.UpdatedAt.Time()}
}

// PlanRefusal is the refused reply of a plan and the reason.
type PlanRefusal struct {
	Turn    string
	Ruleset string // whose rules
	Why     phrase.Message
}

// planRefusal is stored as JSON, "" for the zero value.
type planRefusal struct {
	Turn string        `json:"turn"`
	Why  storedMessage `json:"why"`
}

// Value implements driver.Valuer.
func (r planRefusal) Value() (driver.Value, error) {
	if r.Turn == "" {
		return "", nil
	}
	return encodedJSON(r)
}

// Scan implements sql.Scanner.
func (r *planRefusal) Scan(value any) error { return scanJSON(value, r) }

// PlanInput identifies a plan and the state of it that the player has seen.
type PlanInput struct {
	Game    string
	Player  int64
	Ply     *int // of the game; nil: any
	Version *int // of the plan; nil: any
}

// Plan returns a player's plan.
// Errors: CodeNotFound, CodeForbidden for a game of others.
func (s *Store) Plan(ctx context.Context, player int64, game string) (Plan, error) {
	row, err := loadGame(s.read(ctx), game)
	if err != nil {
		return Plan{}, err
	}
	if _, err := row.ownSeat(player); err != nil {
		return Plan{}, err
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

// SetPlan replaces a player's plan. Every line is played from the
// current position, in which the opponent must be to move. The error of a line has its Index.
// Errors: CodeInvalid, CodeIllegalTurn and CodeUnreadableTurn of a line, CodeNotFound,
// CodeForbidden for a game of others, CodeGameOver, CodeStale, CodeConflict if the player is to move.
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
			tx.setResult(plan.plan())
		}
		return err
	})
	if err != nil {
		return Plan{}, err
	}
	return plan.plan(), nil
}

// DeletePlan ends a player's plan.
// Errors: CodeNotFound, CodeForbidden for a game of others, CodeGameOver, CodeStale.
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

// findPlan returns a player's plan in a game, with version 0 if there was none yet.
func findPlan(from *gorm.DB, player int64, game string) (*planRow, error) {
	plan := &planRow{GameID: game, PlayerID: player}
	err := db.Query(from, func(c *db.Columns) error {
		return plan.take(c)
	}, "SELECT "+planColumns+" FROM plans WHERE game_id = ? AND player_id = ?", game, player)
	return plan, err
}

const planColumns = "game_id, player_id, ply, version, lines, ended, ended_detail, updated_at"

// take takes planColumns.
func (r *planRow) take(c *db.Columns) error {
	r.GameID, r.PlayerID, r.Ply, r.Version = c.Text(), c.Number(), int(c.Number()), int(c.Number())
	r.Lines, r.Ended = c.Text(), PlanEnd(c.Text())
	err := r.EndedDetail.Scan(c.Text())
	r.UpdatedAt = millis(c)
	return err
}

func noPlan(p *planRow) error {
	e := fail(CodeNotFound, "no_plan", "game", p.GameID)
	if p.Ended != "" {
		e = fail(CodeNotFound, "plan_ended", "game", p.GameID, "end", p.Ended)
	}
	return e
}

// loadPlanGame loads the game of a plan for a change, and checks that the player has seen the current state of both.
func (tx *Tx) loadPlanGame(in PlanInput) (*gameRow, rules.Seat, error) {
	row, seat, err := tx.loadOwnGame(in.Player, in.Game)
	if err != nil {
		return nil, seat, err
	}
	if err := tx.checkPly(row, in.Ply, "other_ply_plan"); err != nil || in.Version == nil {
		return row, seat, err
	}
	plan, err := findPlan(tx.DB, in.Player, in.Game)
	if err == nil && plan.Version != *in.Version {
		err = tx.stale(row, "plan_changed", "game", in.Game)
	}
	return row, seat, err
}

// setPlan validates and stores the plan of a seat.
func (tx *Tx) setPlan(row *gameRow, seat rules.Seat, lines []planLine) (*planRow, error) {
	lines, err := tx.store.planLines(row, seat, lines)
	if err != nil {
		return nil, err
	}
	plan := &planRow{
		GameID: row.ID, PlayerID: row.side(seat).ID, Ply: row.Ply,
		Lines: strings.Join(formatPlan(lines), "\n"),
	}
	return plan, tx.storePlan(plan)
}

// planLines validates the lines of a seat's plan on the row's position.
func (s *Store) planLines(row *gameRow, seat rules.Seat, lines []planLine) ([]planLine, error) {
	if row.ToMove == seat {
		e := fail(CodeConflict, "plan_on_own_turn", "opponent", row.side(seat.Other()).Name)
		e.Field = "plan"
		return nil, e
	}
	p, err := s.position(row.Ruleset, row.Variant, row.Position)
	if err != nil {
		return nil, err
	}
	return checkPlan(s.rulesets[row.Ruleset], p, seat, lines)
}

// storePlan stores a plan as its next version.
func (tx *Tx) storePlan(p *planRow) error {
	p.UpdatedAt = tx.at
	return tx.Raw(`
		INSERT INTO plans (game_id, player_id, ply, version, lines, ended, ended_detail, updated_at)
		VALUES (?, ?, ?, 1, ?, ?, ?, ?)
		ON CONFLICT (game_id, player_id) DO UPDATE SET
			ply = excluded.ply, version = plans.version + 1, lines = excluded.lines,
			ended = excluded.ended, ended_detail = excluded.ended_detail, updated_at = excluded.updated_at
		RETURNING version`,
		p.GameID, p.PlayerID, p.Ply, p.Lines, p.Ended, p.EndedDetail, p.UpdatedAt).Scan(&p.Version).Error
}

// endPlan ends a plan that is not used up.
func (tx *Tx) endPlan(p *planRow, why PlanEnd, detail planRefusal) error {
	p.Lines, p.Ended, p.EndedDetail = "", why, detail
	return tx.storePlan(p)
}

// takePlansBack ends both plans of a game when turns are taken back.
func (tx *Tx) takePlansBack(game string) error {
	return tx.Exec(`UPDATE plans SET lines = '', ended = ?, version = version + 1, updated_at = ?
		WHERE game_id = ? AND lines <> ''`, PlanTakenBack, tx.at, game).Error
}

// plansAfter returns the plans by seat after a turn of a seat, nil for none. It clears the reason of the mover's ended
// plan, which the mover has seen by now.
func (tx *Tx) plansAfter(row *gameRow, mover rules.Seat, lines []planLine) (plans [2]*planRow, err error) {
	rows, err := tx.plansOf(row)
	if err != nil {
		return plans, err
	}
	for i := range rows {
		plans[row.seat(rows[i].PlayerID)] = &rows[i]
	}
	switch own := plans[mover]; {
	case len(lines) > 0:
		plans[mover], err = tx.setPlan(row, mover, lines)
	case own != nil && own.Ended != "":
		err = tx.endPlan(own, "", planRefusal{})
	}
	return plans, err
}

func (tx *Tx) plansOf(row *gameRow) (rows []planRow, err error) {
	if row.related != nil && row.related.plans == 0 {
		return nil, nil
	}
	err = db.Query(tx.DB, func(c *db.Columns) error {
		var r planRow
		err := r.take(c)
		rows = append(rows, r)
		return err
	}, "SELECT "+planColumns+" FROM plans WHERE game_id = ?", row.ID)
	return rows, err
}
