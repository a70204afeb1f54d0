package play

import (
	"bytes"
	"context"
	"encoding/hex"
	"encoding/json"

	"gorm.io/gorm"

	"turnpost/models"
	"turnpost/models/core"
	"turnpost/models/schema"
	"turnpost/models/visible"
	"turnpost/rules"
	"turnpost/rules/phrase"
)

// Replay is the state of a replayed game.
type replay struct {
	ruleset  rules.Ruleset
	position rules.Position
	history  rules.History
	result   rules.Result // by the rules, including repetition
	turns    []string     // so far, in canonical text
	moved    [2]bool      // which seats have played
	played   [2]int       // how many turns of each seat CheckRows has read
}

// NewReplay begins to replay a game.
func NewReplay(r rules.Ruleset, variant string) (*replay, error) {
	start, err := r.Start(variant)
	if err != nil {
		return nil, err
	}
	p := &replay{ruleset: r, position: start}
	p.result = p.history.Reach(start)
	return p, nil
}

// Play plays a turn and compares the result with the turn's seat and, if it has one, its position.
func (p *replay) play(t *models.Turn, info rules.Info) (rules.Played, *models.Fault) {
	if p.result.Over() {
		return rules.Played{}, models.NewFault(t.Ply, models.FaultOver, "over", "reason", info.ReasonPhrase(p.result.Reason))
	}
	if mover := p.position.ToMove(); t.Seat != mover {
		return rules.Played{}, models.NewFault(t.Ply, models.FaultSeat, "seat", "side", info.SideID(mover))
	}
	played, err := p.position.Play(t.Text)
	if err != nil {
		refused, ok := rules.RefusalOf(err)
		if !ok {
			refused.Message = phrase.New("verbatim", "text", err.Error())
		}
		fault := models.NewFault(t.Ply, models.FaultTurn, "by_rules", "detail", refused.Sentence())
		fault.Reason = refused.Code
		return played, fault
	}
	if next := played.Next.String(); t.Position != "" && t.Position != next {
		return played, models.NewFault(t.Ply, models.FaultPosition, "position", "want", next, "position", t.Position)
	}
	p.position = played.Next
	p.result = p.history.Reach(p.position)
	p.turns = append(p.turns, played.Turn)
	p.moved[t.Seat] = true
	return played, nil
}

// verify replays a whole record and returns its first fault.
func (p *replay) verify(r *models.GameRecord, info rules.Info) *models.Fault {
	if r.Version != 0 && r.Version != info.Version {
		return models.NewFault(0, models.FaultVersion, "version", "version", r.Version, "here", info.Version)
	}
	if start := p.position.String(); r.Start.Position != "" && r.Start.Position != start {
		return models.NewFault(0, models.FaultStart, "start", "want", start)
	}
	hash := r.Start.Hash
	for i := range r.Turns {
		t := r.Turns[i]
		if t.Ply != i+1 {
			return models.NewFault(i+1, models.FaultPly, "turn_missing", "n", i+1, "found", t.Ply)
		}
		if t.Seat == rules.NoSeat { // absent
			t.Seat = p.position.ToMove()
		}
		played, fault := p.play(&t, info)
		if fault != nil {
			return fault
		}
		t.Text, t.Position = played.Turn, played.Next.String()
		if fault := checkHash(hash, r.ID, &t); fault != nil {
			return fault
		}
		hash = t.Hash
	}
	if fault := p.verifyResult(r.Result, info); fault != nil {
		return fault
	}
	if hash != nil && r.Hash != nil && !bytes.Equal(hash, r.Hash) {
		return models.NewFault(len(r.Turns), models.FaultHash, "hash_record",
			"hash", hex.EncodeToString(hash), "record", hex.EncodeToString(r.Hash))
	}
	return nil
}

// checkHash checks the hash of a turn of a record; a record has all of them or none.
func checkHash(before []byte, game string, t *models.Turn) *models.Fault {
	switch {
	case before == nil && t.Hash == nil:
		return nil
	case before == nil:
		return models.NewFault(t.Ply, models.FaultHash, "hash_from_here")
	case t.Hash == nil:
		return models.NewFault(t.Ply, models.FaultHash, "hash_up_to_here")
	case !bytes.Equal(t.Hash, schema.TurnHash(before, game, t)):
		return models.NewFault(t.Ply, models.FaultHash, "hash")
	}
	return nil
}

// verifyResult compares a claimed result with the end of the turns. If the rules have not ended the game, the players
// or the clock may have.
func (p *replay) verifyResult(claimed rules.Result, info rules.Info) *models.Fault {
	wrong := func(key string, pairs ...any) *models.Fault {
		return models.NewFault(len(p.turns), models.FaultResult, key, pairs...)
	}
	if p.result.Over() {
		if claimed != p.result {
			why := info.ReasonPhrase(p.result.Reason)
			if p.result.Winner == rules.NoSeat {
				return wrong("drawn_by_rules", "reason", why)
			}
			return wrong("won_by_rules", "side", info.SideID(p.result.Winner), "reason", why)
		}
		return nil
	}
	toMove := p.position.ToMove()
	switch claimed.Reason {
	case "", models.ReasonResignation, models.ReasonAgreement, models.ReasonTimeout, models.ReasonAborted,
		models.ReasonAdjudicated, models.ReasonAnnulled,
		models.ReasonWithdrawn:
	default:
		return wrong("goes_on", "side", info.SideID(toMove))
	}
	switch drawn := claimed.Winner == rules.NoSeat; {
	case (claimed.Reason == models.ReasonResignation || claimed.Reason == models.ReasonWithdrawn) && drawn,
		claimed.Reason == models.ReasonTimeout && claimed.Winner != toMove.Other():
		return wrong("cannot_end", "reason", claimed.Reason, "side", info.SideID(toMove))
	case (claimed.Reason == models.ReasonAgreement || models.Unscored(claimed.Reason)) && !drawn:
		return wrong("no_winner", "reason", claimed.Reason)
	case claimed.Reason == models.ReasonAborted && p.moved == [2]bool{true, true}:
		return wrong("aborted_late")
	}
	return nil
}

// GameLine is a line of play that begins at a position of a game. It changes nothing.
type GameLine struct {
	Game   *models.Game // at the position where the line begins; no later turn is known
	Played []rules.Played
	Result rules.Result // after the last turn, including repetition within the line

	start rules.Position
}

// Turns returns the turns of the line in canonical text. The caller may modify the slice.
func (l *GameLine) Turns() []string {
	turns := make([]string, 0, len(l.Played)+1)
	for _, played := range l.Played {
		turns = append(turns, played.Turn)
	}
	return turns
}

// Turn returns a turn of the line by its index.
func (l *GameLine) Turn(i int) *models.Turn {
	before := l.start
	if i > 0 {
		before = l.Played[i-1].Next
	}
	return &models.Turn{
		Ply: l.Game.Ply + i + 1, Seat: before.ToMove(), Text: l.Played[i].Turn, Position: l.Played[i].Next.String(),
		Events: l.Played[i].Events,
	}
}

// At returns the game after some turns of the line, for views and further turns.
func (l *GameLine) At(turns int) *models.Game {
	g := *l.Game
	p := l.start
	if turns > 0 {
		p, g.LastTurn = l.Played[turns-1].Next, l.Turn(turns-1)
	}
	g.Position, g.Ply, g.ToMove, g.Result = p.String(), l.Game.Ply+turns, p.ToMove(), p.Result()
	if turns == len(l.Played) {
		g.Result = l.Result
	}
	if g.Result.Over() {
		g.Status = models.Finished
	}
	return &g
}

// LineAt plays a line from the position of a game at a ply. The error of a turn has its Index.
// Errors: CodeInvalid for an unknown ply or too many turns, CodeIllegalTurn, CodeUnreadableTurn, CodeNotFound.
func (s *Store) LineAt(ctx context.Context, game string, ply int, turns []string) (*GameLine, error) {
	g, _, err := s.GameAt(ctx, game, ply)
	if err != nil {
		return nil, err
	}
	return s.lineFrom(g, g.Position, turns)
}

// PlayKeptLine plays a line that a player keeps. current is false if the position where it begins was taken back since.
func (s *Store) PlayKeptLine(ctx context.Context, kept KeptLine) (line *GameLine, current bool, err error) {
	g, _, err := s.GameAt(ctx, kept.GameID, kept.Ply)
	if models.CodeOf(err) == models.CodeInvalid { // the ply does not exist any more
		g, err = s.Game(ctx, kept.GameID)
	}
	if err != nil {
		return nil, false, err
	}
	if current = g.Ply == kept.Ply && g.Position == kept.Position; !current {
		g.Ply, g.LastTurn = kept.Ply, nil
	}
	line, err = s.lineFrom(g, kept.Position, kept.Turns)
	return line, current, err
}

// lineFrom plays a line from a position of a game.
func (s *Store) lineFrom(g *models.Game, position string, turns []string) (*GameLine, error) {
	length := 0
	for _, turn := range turns {
		length += len(turn)
	}
	if len(turns) > MaxLineTurns || length > maxLineBytes {
		return nil, models.Invalid("turns", "line_too_long", "max", MaxLineTurns)
	}
	a, err := s.AnalyseLine(models.AnalysisInput{
		Ruleset: g.Ruleset, Variant: g.Variant, Position: position, Turns: turns,
	})
	if err != nil {
		return nil, err
	}
	line := &GameLine{Game: g, Played: a.Played, Result: a.Result}
	g.Status, g.DrawBy, g.TakebackBy, g.Unread, g.Rematch = models.Ongoing, rules.NoSeat, rules.NoSeat, [2]int{}, ""
	line.start, err = s.PositionOf(g.Ruleset, g.Variant, position)
	return line, err
}

// ExtendLine plays a turn after some turns of a line, and returns the game after it. It stores nothing.
// Errors: CodeIllegalTurn, CodeUnreadableTurn, CodeInvalid for too many turns.
func (s *Store) ExtendLine(l *GameLine, turns int, turn string) (*models.Game, error) {
	g := *l.Game
	longer, err := s.lineFrom(&g, l.start.String(), append(l.Turns()[:turns:turns], turn))
	if err != nil {
		return nil, err
	}
	return longer.At(turns + 1), nil
}

// Limits of records to verify.
const (
	MaxRecordBytes = 384 << 10
	MaxRecordTurns = 2500
)

// GameRecord returns the record of a game in its current state.
// Errors: CodeNotFound.
func (s *Store) GameRecord(ctx context.Context, id string) (*models.GameRecord, error) {
	var r *models.GameRecord
	err := s.DB.Snapshot(ctx, func(db *gorm.DB) error {
		row, err := LoadGame(db, id)
		if err != nil {
			return err
		}
		var rows []schema.TurnRow
		if err := db.Raw("SELECT * FROM game_turns WHERE game_id = ? ORDER BY ply", id).Scan(&rows).Error; err != nil {
			return err
		}
		r = row.Record(rows)
		return nil
	})
	return r, err
}

// Verification is the result of replaying a record.
type Verification struct {
	Info     rules.Info
	Variant  rules.Variant
	Plies    int            // number of turns that could be played
	Position rules.Position // after them
	Result   rules.Result   // zero while the game is ongoing
	Fault    *models.Fault  // the first one; nil if the record is consistent with the rules and with itself
	Chained  bool           // the record has hashes, and they match
	Stored   bool           // this server has the same game
}

// VerifyRecord replays a record and finds its first fault. If the record has hashes, they are computed again from the
// hash of ply 0, which covers data that a record does not contain. If the record names a game of this server, the two
// are compared, except for the names of the players. A record that cannot be replayed at all is an error.
// Errors: CodeInvalid.
func (s *Store) VerifyRecord(ctx context.Context, in *models.GameRecord) (*Verification, error) {
	ruleset, variant, err := s.FindRuleset(in.Ruleset, in.Variant)
	if err != nil {
		return nil, err
	}
	if len(in.Turns) > MaxRecordTurns {
		return nil, models.Invalid("turns", "long_record", "n", len(in.Turns), "max", MaxRecordTurns)
	}
	replay, err := NewReplay(ruleset, variant.ID)
	if err != nil {
		return nil, err
	}
	v := &Verification{Info: ruleset.Info(phrase.English), Variant: variant}
	if v.Fault = replay.verify(in, v.Info); v.Fault == nil {
		v.Result, v.Chained = in.Result, in.Start.Hash != nil
		v.Stored, v.Fault, err = s.compareStored(ctx, in, v.Info.ID, variant.ID, replay.turns)
	}
	v.Position, v.Plies = replay.position, len(replay.turns)
	return v, err
}

// compareStored compares a record that is consistent with the rules with the stored game that it names.
func (s *Store) compareStored(
	ctx context.Context, in *models.GameRecord, ruleset, variant string, turns []string,
) (same bool, fault *models.Fault, err error) {
	if in.ID == "" {
		return false, nil, nil
	}
	stored, err := s.GameRecord(ctx, in.ID)
	if models.CodeOf(err) == models.CodeNotFound {
		return false, nil, nil
	}
	if err != nil {
		return false, nil, err
	}
	if ruleset != stored.Ruleset || variant != stored.Variant {
		return false, models.NewFault(0, models.FaultStored, "stored_game",
			"game", in.ID, "ruleset", stored.Ruleset, "variant", stored.Variant), nil
	}
	for i, turn := range turns {
		if i == len(stored.Turns) {
			return false, models.NewFault(i+1, models.FaultStored, "stored_short", "game", in.ID, "n", i), nil
		}
		if turn != stored.Turns[i].Text {
			return false, models.NewFault(i+1, models.FaultStored, "stored_turn",
				"n", i+1, "game", in.ID, "want", stored.Turns[i].Text, "turn", turn), nil
		}
	}
	return stored.CompareEnd(in, len(turns))
}

// CheckRows replays the rows and compares them with the results.
func (p *replay) CheckRows(row *core.GameRow, rows []schema.TurnRow, info rules.Info) *models.Fault {
	start := rows[0]
	if start.Seat != rules.NoSeat || start.Turn != "" || start.Position != p.position.String() {
		return models.NewFault(0, models.FaultStart, "start_row", "want", p.position, "position", start.Position)
	}
	keys := core.GameRow{}
	key, _ := p.history.Last()
	keys.AddKey(key)
	if start.Occurrence != 1 {
		return models.NewFault(0, models.FaultKey, "key_start")
	}
	for _, r := range rows[1:] {
		turn := r.WithoutEvents()
		played, fault := p.play(&turn, info)
		if fault != nil {
			return fault
		}
		events, err := json.Marshal(played.Events)
		switch {
		case played.Turn != r.Turn:
			return models.NewFault(r.Ply, models.FaultTurn, "turn_text", "turn", r.Turn, "want", played.Turn)
		case err != nil || string(events) != r.Events:
			return models.NewFault(r.Ply, models.FaultEvents, "events", "want", events, "events", visible.Clip(r.Events, 200))
		}
		key, times := p.history.Last()
		if r.Occurrence != times {
			return models.NewFault(r.Ply, models.FaultKey, "key")
		}
		keys.AddKey(key)
		p.played[r.Seat]++
	}
	if row.Status == models.Ongoing && row.PositionKeys != nil && !bytes.Equal(row.PositionKeys, keys.PositionKeys) {
		return models.NewFault(row.Ply, models.FaultKey, "key")
	}
	return core.CheckChain(row, rows)
}

// CheckGameRow compares the game's row with the last of its turns and their result.
func (p *replay) CheckGameRow(row *core.GameRow, last schema.LastTurn, info rules.Info) *models.Fault {
	wrong := func(key string, stored, want any) *models.Fault {
		return models.NewFault(row.Ply, models.FaultGame, key, "stored", stored, "want", want)
	}
	result := rules.Result{}
	status := models.Ongoing
	if row.Reason != "" {
		result, status = rules.Result{Reason: row.Reason, Winner: row.Winner}, models.Finished
	}
	if models.Unscored(row.Reason) {
		status = models.Aborted
	}
	toMove := p.position.ToMove()
	switch {
	case row.Position != p.position.String():
		return wrong("row_position", row.Position, p.position)
	case row.ToMove != toMove:
		return wrong("row_side", info.SideID(row.ToMove), info.SideID(toMove))
	case row.ToMoveID != row.Side(toMove).ID:
		return wrong("row_player", row.ToMoveID, row.Side(toMove).ID)
	case row.Status != status:
		return models.NewFault(row.Ply, models.FaultGame, "status", "status", row.Status, "reason", row.Reason)
	case row.Last.Turn != "" && row.Last != last:
		return models.NewFault(row.Ply, models.FaultGame, "row_last", "column", "last_"+row.Last.DiffersIn(last))
	case (row.FinishedAt == 0) != (status == models.Ongoing):
		return models.NewFault(row.Ply, models.FaultGame, "finished", "status", status, "finished_at", row.FinishedAt)
	case row.First.Turns >= 0 && row.First.Turns != p.played[rules.First]:
		return wrong("row_turns", row.First.Turns, p.played[rules.First])
	case row.Second.Turns >= 0 && row.Second.Turns != p.played[rules.Second]:
		return wrong("row_turns", row.Second.Turns, p.played[rules.Second])
	case status == models.Ongoing && row.Winner != rules.NoSeat:
		return models.NewFault(row.Ply, models.FaultGame, "early_winner")
	}
	return p.verifyResult(result, info)
}
