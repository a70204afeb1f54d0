package play

import (
	"context"
	"errors"
	"fmt"
	"hash/fnv"
	"time"

	"turnpost/models"
	"turnpost/models/core"
	"turnpost/models/db"
	"turnpost/models/notice"
	"turnpost/models/panics"
	"turnpost/models/schema"
	"turnpost/rules"
)

// HouseList lists the names of the house players.
func HouseList() (list []string) {
	for _, level := range rules.Levels() {
		list = append(list, models.HouseName(level))
	}
	return list
}

// mayPlayHouse checks that the house plays the ruleset and that the limits allow another game with it.
func mayPlayHouse(tx *core.Tx, row *schema.ChallengeRow) error {
	limits := tx.Store.Limits
	switch {
	case tx.Store.HouseOff:
		return models.Fail(models.CodeHouseOff, "house_off")
	case !HousePlays(tx.Store.RulesetByID[row.Ruleset]):
		return models.Invalid("opponent", "house_plays_not", "ruleset", row.Ruleset)
	case row.Message != "":
		return models.Invalid("message", "house_words")
	}
	var own, all int
	err := tx.Raw(`SELECT
		(SELECT COUNT(*) FROM games WHERE first_id = ? AND second_id IN `+schema.HouseIDs+` AND status = 'ongoing')
		+ (SELECT COUNT(*) FROM games WHERE second_id = ? AND first_id IN `+schema.HouseIDs+` AND status = 'ongoing')`,
		row.ChallengerID, row.ChallengerID).Scan(&own).Error
	if err != nil {
		return err
	}
	if limits.HouseTogether > 0 && own >= limits.HouseTogether {
		return models.Fail(models.CodeTooMany, "too_many_house_games", "n", own)
	}
	if all, err = houseGames(tx); err != nil {
		return err
	}
	if limits.HouseGames > 0 && all >= limits.HouseGames {
		return models.Fail(models.CodeTooMany, "house_full")
	}
	return takeHouseGame(tx, row.ChallengerID)
}

// houseGames counts the ongoing games of the house.
func houseGames(tx *core.Tx) (n int, err error) {
	err = tx.Raw(`SELECT (SELECT COUNT(*) FROM games WHERE first_id IN ` + schema.HouseIDs + ` AND status = 'ongoing')
		+ (SELECT COUNT(*) FROM games WHERE second_id IN ` + schema.HouseIDs + ` AND status = 'ongoing')`).Scan(&n).Error
	return n, err
}

// takeHouseGame spends one of the games that a player may begin with the house in a day.
func takeHouseGame(tx *core.Tx, player int64) error {
	day := schema.Scoped{Scope: fmt.Sprintf("house.%d", player), Bound: tx.Store.Limits.HouseDay}
	return tx.Spend([]schema.Scoped{day}, "too_many_house_games_a_day", "n", day.Bound.Count)
}

// BeginHouseGame starts the game of a new challenge to the house with the turns of a line, and stores the challenge as
// accepted.
func BeginHouseGame(tx *core.Tx, row *schema.ChallengeRow, line ...rules.Played) (*models.Game, error) {
	if err := mayPlayHouse(tx, row); err != nil {
		return nil, err
	}
	id, err := tx.FreeID("challenges")
	if err != nil {
		return nil, err
	}
	begun, err := BeginGame(tx, row)
	if err != nil {
		return nil, err
	}
	row.ID, row.GameID, row.Status = id, begun.ID, models.ChallengeAccepted
	row.CreatedAt, row.ExpiresAt, row.AnsweredAt = tx.At, tx.At.Add(row.Life), tx.At
	if err := schema.StoreChallenge(tx.DB, row); err != nil {
		return nil, err
	}
	last, err := tx.Replay(begun, line)
	if err != nil {
		return nil, err
	}
	row.Begun = begun.GameAfter(tx.At, last)
	return row.Begun, NoticeTurn(tx, begun)
}

// HouseBegins reports whether the house begins games of a ruleset.
func (s *Store) HouseBegins(r rules.Ruleset) bool { return !s.HouseOff && HousePlays(r) }

// HousePlays reports whether the house plays a ruleset.
func HousePlays(r rules.Ruleset) bool { return r != nil && r.House() != nil }

// offerHouse makes an offer to the house. It accepts a takeback at once; it decides about a draw when it has valued the
// position.
func offerHouse(tx *core.Tx, row *core.GameRow, o schema.Offer) error {
	if o.Kind == models.TakebackOffer {
		return takeBack(tx, row)
	}
	row.HouseAt = tx.At
	return nil
}

// HouseMailDelay is how long the mail about a turn of the house waits. A player who is looking at the game has often
// played on by then, and the notice is dropped.
const HouseMailDelay = 5 * time.Minute

// playsByMail reports whether the player of a game with the house acts by mail: now, or with their last turn. A game
// without a turn of theirs began by the channel that its start has.
func playsByMail(tx *core.Tx, row *core.GameRow) (bool, error) {
	if tx.IsMail() {
		return true, nil
	}
	var last []models.Via
	err := tx.Raw("SELECT via FROM game_turns WHERE game_id = ? AND seat <> ? ORDER BY ply DESC LIMIT 1",
		row.ID, row.HouseSeat()).Scan(&last).Error
	return len(last) > 0 && last[0] == models.ViaMail, err
}

// noticeHouseTurn notifies the player of a game with the house of their turn: at once if they play by mail, else after
// HouseMailDelay. They see the end of the game where they have played, so that it is mailed only if they play by mail.
func noticeHouseTurn(tx *core.Tx, row *core.GameRow) error {
	byMail, err := playsByMail(tx, row)
	if err != nil {
		return err
	}
	if row.Status != models.Ongoing {
		if byMail {
			return notice.End(tx, row, row.HouseSeat().Other())
		}
		return notice.End(tx, row)
	}
	n := row.TurnNotice()
	if !byMail {
		n.Delay = HouseMailDelay
	}
	return notice.Notify(tx, n)
}

// mailsDecision reports whether the decision on an offer is mailed to the seat that made it. That of the house is seen
// where it was made, unless by mail.
func mailsDecision(tx *core.Tx, row *core.GameRow, to rules.Seat) (bool, error) {
	if row.HouseSeat() != to.Other() {
		return true, nil
	}
	return playsByMail(tx, row)
}

// The house acts where games.house_at has passed: it is to move, or to decide about an offer of a draw. A worker claims
// a game by moving house_at to the end of its lease, guarded by its former value, and thinks outside of any
// transaction. Then it plays by PlayTurn with the ply and the takebacks that it has seen: a second worker, a takeback
// or a crash in between leaves nothing behind. The same game at the same ply gives the same seed, so that the turn that
// is found again is the same.

// HouseTask is a game in which the house is to act, leased to one worker.
type HouseTask struct {
	Game     *models.Game
	Seat     rules.Seat // of the house
	Level    rules.Level
	Ruleset  rules.Ruleset
	Position rules.Position
	Past     []rules.Position // the positions that the game has had, by ply, with this one
	Seen     []string         // their keys
	Seed     uint64
	until    models.Millis // the end of the lease, as stored
}

// houseClaims is the number of games that a worker tries to claim before it looks again.
const houseClaims = 4

// HouseFaultDelay is how long a game in which the house cannot act waits for the next attempt.
const HouseFaultDelay = 10 * time.Minute

// ClaimHouseTask leases the first game in the queue of the house that has waited for the pause; nil if there is none. A
// game that cannot be read waits for HouseFaultDelay, so that the others go on.
func (s *Store) ClaimHouseTask(ctx context.Context, lease, pause time.Duration) (*HouseTask, error) {
	id, until, err := s.claimHouse(ctx, lease, pause)
	if err != nil || id == "" {
		return nil, err
	}
	task, err := s.readHouseTask(ctx, id, until)
	if err == nil || db.Unavailable(err) {
		return task, err
	}
	return nil, errors.Join(fmt.Errorf("game %s: %w", id, err), s.delayHouse(ctx, id, until, until.Add(HouseFaultDelay)))
}

// readHouseTask reads a leased game; nil if it ended or changed meanwhile. A panic is an error of this game alone: the
// same row would stop the process again after its restart.
func (s *Store) readHouseTask(ctx context.Context, id string, until models.Millis) (task *HouseTask, err error) {
	err = panics.Recover(func() error {
		row, err := LoadGame(s.Read(ctx), id)
		if err == nil {
			task, err = s.houseTask(ctx, row, until)
		}
		return err
	})
	return task, err
}

// claimHouse leases a game; id is "" if there is none. The end of the lease leaves out the pause, which the next claim
// adds.
func (s *Store) claimHouse(
	ctx context.Context, lease, pause time.Duration,
) (id string, until models.Millis, err error) {
	var due []struct {
		ID      string
		HouseAt models.Millis
	}
	latest := models.ToMillis(s.Clock().Add(-pause))
	err = s.Read(ctx).Raw(`SELECT id, house_at FROM games WHERE house_at > 0 AND house_at <= ?
		ORDER BY house_order, house_at, id`+db.Limit(houseClaims), latest).Scan(&due).Error
	if err != nil || len(due) == 0 {
		return "", 0, err
	}
	err = s.WriteBackground(ctx, func(tx *core.Tx) error {
		id = ""
		until = max(tx.At.Add(lease-pause), 1)
		for _, game := range due {
			claimed := tx.Exec("UPDATE games SET house_at = ? WHERE id = ? AND house_at = ?", until, game.ID, game.HouseAt)
			if claimed.Error != nil {
				return claimed.Error
			}
			if claimed.RowsAffected == 1 {
				id = game.ID
				return nil
			}
		}
		return nil
	})
	return id, until, err
}

// houseTask collects what the house needs to know; nil if it has nothing to do in the game.
func (s *Store) houseTask(ctx context.Context, row *core.GameRow, until models.Millis) (*HouseTask, error) {
	seat := row.HouseSeat()
	if row.Status != models.Ongoing || seat == rules.NoSeat || (row.ToMove != seat && row.DrawBy != seat.Other()) {
		return nil, s.delayHouse(ctx, row.ID, until, 0)
	}
	r, known := s.RulesetByID[row.Ruleset]
	if !known {
		return nil, fmt.Errorf("ruleset %q is not known", row.Ruleset)
	}
	var texts []string
	err := s.Read(ctx).Raw("SELECT position FROM game_turns WHERE game_id = ? AND ply <= ? ORDER BY ply",
		row.ID, row.Ply).Scan(&texts).Error
	if err != nil {
		return nil, err
	}
	task := &HouseTask{
		Game: row.Game(models.ToMillis(s.Clock())), Seat: seat, Level: models.HouseLevel(row.Side(seat).Name), Ruleset: r,
		Seed: houseSeed(row), until: until,
	}
	for _, text := range texts {
		p, err := s.PositionOf(row.Ruleset, row.Variant, text)
		if err != nil {
			return nil, err
		}
		task.Past, task.Seen = append(task.Past, p), append(task.Seen, p.Key())
	}
	task.Position, err = s.PositionOf(row.Ruleset, row.Variant, row.Position)
	return task, err
}

// houseSeed returns the seed of the house's chance at a ply.
func houseSeed(row *core.GameRow) uint64 {
	h := fnv.New64a()
	fmt.Fprintf(h, "%s.%d.%d", row.ID, row.Ply, row.Takebacks)
	return h.Sum64()
}

// OffersDraw reports whether the opponent of the house offers a draw.
func (t *HouseTask) OffersDraw() bool { return t.Game.DrawBy == t.Seat.Other() }

// PlayHouseTurn plays the turn of a task. The errors CodeStale, CodeNotYourTurn, CodeGameOver and CodeNotFound mean
// that the game has changed since it was claimed.
func (s *Store) PlayHouseTurn(ctx context.Context, t *HouseTask, turn string) (*models.Game, error) {
	return s.PlayTurn(ctx, models.TurnInput{
		Game: t.Game.ID, Player: t.Game.Players[t.Seat].ID, Ply: &t.Game.Ply, Takebacks: &t.Game.Takebacks,
		Text: turn, Via: models.ViaHouse,
	})
}

// DecideHouseDraw accepts or declines the draw that the opponent of the house offers. Errors are those of PlayHouseTurn
// and CodeConflict if there is no such offer any more.
func (s *Store) DecideHouseDraw(ctx context.Context, t *HouseTask, accept bool) (*models.Game, error) {
	action := models.DeclineOffer
	if accept {
		action = models.AcceptOffer
	}
	handle := *s
	handle.Guard = s.Guard.AsSeen(t.Game)
	return handle.NegotiateDraw(ctx, t.Game.Players[t.Seat].ID, t.Game.ID, action)
}

// ResignHouseGame resigns the game of a task. Errors are those of PlayHouseTurn.
func (s *Store) ResignHouseGame(ctx context.Context, t *HouseTask) (*models.Game, error) {
	handle := *s
	handle.Guard = s.Guard.AsSeen(t.Game)
	return handle.ResignGame(ctx, t.Game.Players[t.Seat].ID, t.Game.ID)
}

// DelayHouseTask extends the lease of a task that failed.
func (s *Store) DelayHouseTask(ctx context.Context, t *HouseTask, by time.Duration) error {
	return s.delayHouse(ctx, t.Game.ID, t.until, t.until.Add(by))
}

// delayHouse sets when the house is to act next in a game that is still leased; 0 for never.
func (s *Store) delayHouse(ctx context.Context, game string, lease, next models.Millis) error {
	return s.WriteBackground(ctx, func(tx *core.Tx) error {
		return tx.Exec("UPDATE games SET house_at = ? WHERE id = ? AND house_at = ?", next, game, lease).Error
	})
}

// HouseQueue returns the number of games that wait for the house, and for how long the oldest of them has.
func (s *Store) HouseQueue(ctx context.Context) (depth int64, age time.Duration, err error) {
	return s.CountWaiting(ctx,
		`SELECT COUNT(*), COALESCE(MIN(house_at), 0) FROM games WHERE house_at > 0 AND house_at <= ?`,
		models.ToMillis(s.Clock()))
}

// AwaitHouse returns the game when the house of this process has acted in it, or ctx has ended. Games in which the
// house is not to act are returned unchanged. It occupies no connection while it waits.
func (s *Store) AwaitHouse(ctx context.Context, g *models.Game) (*models.Game, error) {
	if !g.AwaitsHouse() {
		return g, nil
	}
	for {
		now, again, err := s.awaitHouseOnce(ctx, g)
		if err != nil || !again {
			return now, err
		}
	}
}

// awaitHouseOnce waits for the next transaction after which the house is not to act. It may be one before the game
// became g, whose end is only known now: then again is true.
func (s *Store) awaitHouseOnce(ctx context.Context, g *models.Game) (now *models.Game, again bool, err error) {
	acted, end := s.HouseWaits.Add(g.ID)
	defer end()
	load := context.WithoutCancel(ctx)
	db.ForgetState(load)
	now, err = s.Game(load, g.ID) // it may have acted before the wait began
	if err != nil || now.Seen() != g.Seen() || !now.AwaitsHouse() {
		return now, false, err
	}
	select {
	case <-acted:
		return now, true, nil
	case <-ctx.Done():
		return now, false, nil
	}
}
