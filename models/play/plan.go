package play

import (
	"context"
	"errors"
	"strings"
	"time"

	"gorm.io/gorm"

	"turnpost/models"
	"turnpost/models/core"
	"turnpost/models/db"
	"turnpost/models/notice"
	"turnpost/models/schema"
	"turnpost/rules"
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
	EndedDetail models.PlanRefusalRow
	UpdatedAt   models.Millis
}

func (r *planRow) lines() []models.PlanLine {
	lines, _ := models.ParsePlan(strings.Split(r.Lines, "\n")) // stored from lines
	return lines
}

func (r *planRow) plan() Plan {
	return Plan{r.GameID, r.Ply, r.Version, strings.Split(r.Lines, "\n"), r.UpdatedAt.Time()}
}

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
	row, err := LoadGame(s.Read(ctx), game)
	if err != nil {
		return Plan{}, err
	}
	if _, err := row.OwnSeat(player); err != nil {
		return Plan{}, err
	}
	plan, err := FindPlan(s.Read(ctx), player, game)
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
	lines, err := models.ParsePlan(texts)
	if err != nil {
		return Plan{}, err
	}
	var plan *planRow
	err = s.Write(ctx, func(tx *core.Tx) error {
		row, seat, err := loadPlanGame(tx, in)
		if err != nil {
			return err
		}
		if plan, err = setPlan(tx, row, seat, lines); err == nil {
			tx.SetResult(plan.plan())
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
	return s.Write(ctx, func(tx *core.Tx) error {
		if _, _, err := loadPlanGame(tx, in); err != nil {
			return err
		}
		plan, err := FindPlan(tx.DB, in.Player, in.Game)
		if err != nil {
			return err
		}
		if plan.Lines == "" {
			return noPlan(plan)
		}
		plan.Lines = ""
		return storePlan(tx, plan)
	})
}

// FindPlan returns a player's plan in a game, with version 0 if there was none yet.
func FindPlan(from *gorm.DB, player int64, game string) (*planRow, error) {
	plan := &planRow{GameID: game, PlayerID: player}
	err := db.Query(from, func(c *db.Columns) error {
		return plan.take(c)
	}, "SELECT "+planColumns+" FROM plans WHERE game_id = ? AND player_id = ?", game, player)
	return plan, err
}

const planColumns = "game_id, player_id, ply, version, lines, ended, ended_detail, updated_at"

// Take takes planColumns.
func (r *planRow) take(c *db.Columns) error {
	r.GameID, r.PlayerID, r.Ply, r.Version = c.Text(), c.Number(), int(c.Number()), int(c.Number())
	r.Lines, r.Ended = c.Text(), PlanEnd(c.Text())
	err := r.EndedDetail.Scan(c.Text())
	r.UpdatedAt = schema.Millis(c)
	return err
}

func noPlan(p *planRow) error {
	e := models.Fail(models.CodeNotFound, "no_plan", "game", p.GameID)
	if p.Ended != "" {
		e = models.Fail(models.CodeNotFound, "plan_ended", "game", p.GameID, "end", p.Ended)
	}
	return e
}

// loadPlanGame loads the game of a plan for a change, and checks that the player has seen the current state of both.
func loadPlanGame(tx *core.Tx, in PlanInput) (*core.GameRow, rules.Seat, error) {
	row, seat, err := loadOwnGame(tx, in.Player, in.Game)
	if err != nil {
		return nil, seat, err
	}
	if err := checkPly(tx, row, in.Ply, "other_ply_plan"); err != nil || in.Version == nil {
		return row, seat, err
	}
	plan, err := FindPlan(tx.DB, in.Player, in.Game)
	if err == nil && plan.Version != *in.Version {
		err = stale(tx, row, "plan_changed", "game", in.Game)
	}
	return row, seat, err
}

// setPlan validates and stores the plan of a seat.
func setPlan(tx *core.Tx, row *core.GameRow, seat rules.Seat, lines []models.PlanLine) (*planRow, error) {
	lines, err := tx.Store.PlanLines(row, seat, lines)
	if err != nil {
		return nil, err
	}
	plan := &planRow{
		GameID: row.ID, PlayerID: row.Side(seat).ID, Ply: row.Ply,
		Lines: strings.Join(FormatPlan(lines), "\n"),
	}
	return plan, storePlan(tx, plan)
}

// storePlan stores a plan as its next version.
func storePlan(tx *core.Tx, p *planRow) error {
	p.UpdatedAt = tx.At
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
func endPlan(tx *core.Tx, p *planRow, why PlanEnd, detail models.PlanRefusalRow) error {
	p.Lines, p.Ended, p.EndedDetail = "", why, detail
	return storePlan(tx, p)
}

// takePlansBack ends both plans of a game when turns are taken back.
func takePlansBack(tx *core.Tx, game string) error {
	return tx.Exec(`UPDATE plans SET lines = '', ended = ?, version = version + 1, updated_at = ?
		WHERE game_id = ? AND lines <> ''`, PlanTakenBack, tx.At, game).Error
}

// plansAfter returns the plans by seat after a turn of a seat, nil for none. It clears the reason of the mover's ended
// plan, which the mover has seen by now.
func plansAfter(
	tx *core.Tx, row *core.GameRow, mover rules.Seat, lines []models.PlanLine,
) (plans [2]*planRow, err error) {
	rows, err := plansOf(tx, row)
	if err != nil {
		return plans, err
	}
	for i := range rows {
		plans[row.Seat(rows[i].PlayerID)] = &rows[i]
	}
	switch own := plans[mover]; {
	case len(lines) > 0:
		plans[mover], err = setPlan(tx, row, mover, lines)
	case own != nil && own.Ended != "":
		err = endPlan(tx, own, "", models.PlanRefusalRow{})
	}
	return plans, err
}

func plansOf(tx *core.Tx, row *core.GameRow) (rows []planRow, err error) {
	if row.Related != nil && row.Related.Plans == 0 {
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

// FormatPlan returns the lines of a plan as text.
func FormatPlan(lines []models.PlanLine) []string {
	texts := make([]string, len(lines))
	for i, line := range lines {
		texts[i] = line.String()
	}
	return texts
}

// playPlanReplies plays the plans' replies to a turn, to the reply, and so on, and returns the last turn.
func playPlanReplies(
	tx *core.Tx, row *core.GameRow, plans [2]*planRow, before string, turn *models.Turn,
) (*models.Turn, error) {
	for row.Status == models.Ongoing {
		answer, err := playPlanReply(tx, row, plans[turn.Seat.Other()], before, turn)
		if err != nil {
			return nil, err
		}
		if answer == nil {
			break
		}
		before, turn = turn.Position, answer
	}
	return turn, nil
}

// playPlanReply plays the reply of a plan to the last turn, which was played in the position before. It returns nil if
// there is none; the plan has then ended.
func playPlanReply(
	tx *core.Tx, row *core.GameRow, plan *planRow, before string, last *models.Turn,
) (*models.Turn, error) {
	if plan == nil || plan.Lines == "" {
		return nil, nil
	}
	stood, err := tx.Store.PositionOf(row.Ruleset, row.Variant, before)
	if err != nil {
		return nil, err
	}
	seat := last.Seat.Other()
	answer, left, ok := ReplyTo(plan.lines(), func(text string) bool {
		played, err := stood.Play(text)
		return err == nil && played.Turn == last.Text
	})
	switch {
	case !ok:
		return nil, endPlan(tx, plan, PlanUnanswered, models.PlanRefusalRow{})
	case row.DrawBy == last.Seat:
		return nil, endPlan(tx, plan, PlanDrawOffer, models.PlanRefusalRow{})
	case row.ToMove != seat:
		return nil, endPlan(tx, plan, PlanSkipped, models.PlanRefusalRow{})
	}
	played, err := tx.Store.ApplyText(row, answer)
	refused, ok := errors.AsType[*models.Error](err)
	if ok && (refused.Code == models.CodeIllegalTurn || refused.Code == models.CodeUnreadableTurn) {
		return nil, endPlan(tx, plan, PlanRefused, models.PlanRefusalRow{
			Turn: answer,
			Why:  models.StoredMessage(refused.Message),
		})
	}
	if err != nil {
		return nil, err
	}
	turn, err := storeTurn(tx, row, models.TurnInput{Via: models.ViaPlan}, played)
	if err != nil {
		return nil, err
	}
	return turn, planReplied(tx, row, plan, seat, left)
}

// planReplied stores the rest of a plan after a reply and notifies its player.
func planReplied(tx *core.Tx, row *core.GameRow, plan *planRow, seat rules.Seat, left []models.PlanLine) error {
	receipt := row.Notice(models.KindPlan, seat)
	receipt.Key, receipt.Detail.PlanDone = "plan."+row.PlyKey(), len(left) == 0
	if err := notice.Notify(tx, receipt); err != nil || row.Status != models.Ongoing {
		return err
	}
	plan.Ply, plan.Lines = row.Ply, strings.Join(FormatPlan(left), "\n")
	if len(left) > 0 && row.ToMove == seat {
		return endPlan(tx, plan, PlanSkipped, models.PlanRefusalRow{})
	}
	return storePlan(tx, plan)
}

// ReplyTo returns the reply to a turn of the opponent and the rest of the plan after both. A line that names the turn
// takes precedence over AnyTurn. ok is false if the plan has no reply.
func ReplyTo(lines []models.PlanLine, same func(turn string) bool) (answer string, left []models.PlanLine, ok bool) {
	key := ""
	for _, line := range lines {
		first := line.Turns[0]
		if first != models.AnyTurn && same(first) {
			key = first
			break
		}
		if first == models.AnyTurn {
			key = models.AnyTurn
		}
	}
	for _, line := range lines {
		if line.Turns[0] != key {
			continue
		}
		answer, ok = line.Turns[1], true
		if len(line.Turns) > 2 {
			left = append(left, models.PlanLine{Number: len(left), Turns: line.Turns[2:]})
		}
	}
	return answer, left, ok
}
