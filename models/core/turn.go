package core

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"turnpost/models"
	"turnpost/models/db"
	"turnpost/models/schema"
	"turnpost/models/visible"
	"turnpost/rules"
	"turnpost/rules/phrase"
)

// InsertTurn stores a turn, which becomes the last one of the game's row.
func (tx *Tx) InsertTurn(row *GameRow, turn *models.Turn) error {
	events, err := json.Marshal(turn.Events)
	if err != nil {
		return err
	}
	row.Last = schema.LastTurn{
		Seat: turn.Seat, Turn: turn.Text, Events: string(events), Message: turn.Message, Via: turn.Via,
		At: models.ToMillis(turn.At), Occurrence: turn.Occurrence,
	}
	return tx.DeferExec(`INSERT INTO turns (id, seat, turn, position, events, message, via, at, occurrence, hash)
		VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
		row.TurnID(turn.Ply), turn.Seat, turn.Text, turn.Position, row.Last.Events, turn.Message, turn.Via, row.Last.At,
		turn.Occurrence, turn.Hash)
}

// TurnID returns the ID of the turn of a ply.
func (r *GameRow) TurnID(ply int) int64 { return r.Number*schema.TurnsOfGame + int64(ply) }

// SeedHash returns the hash that precedes ply 0: the SHA-256 of the lines game, ruleset,
// variant, version, and the account numbers of the first and the second player, so that none of
// these can change in an existing game.
func SeedHash(row *GameRow) []byte {
	sum := sha256.Sum256(fmt.Appendf(nil, "%s\n%s\n%s\n%d\n%d\n%d\n",
		row.ID, row.Ruleset, row.Variant, row.Version, row.First.ID, row.Second.ID))
	return sum[:]
}

// resultAfter returns the result by the rules, including repetition, and the number of occurrences of the position.
func (tx *Tx) resultAfter(row *GameRow, next rules.Position) (result rules.Result, occurrence int, err error) {
	result = next.Result()
	if result.Over() || next.Key() == "" {
		return result, 1, nil
	}
	if occurrence, err = tx.Occurrence(row, next); err == nil && occurrence >= rules.TimesToDraw {
		result = rules.Drawn(rules.ReasonRepetition)
	}
	return result, occurrence, err
}

// AddKey adds the key of the next position to those of an ongoing game. The slice is shared with copies of the row.
func (r *GameRow) AddKey(key string) {
	kept := r.PositionKeys[:len(r.PositionKeys):len(r.PositionKeys)]
	r.PositionKeys = binary.BigEndian.AppendUint32(kept, uint32(schema.KeyHash(key)))
}

// samePlies returns the plies at which a position with a key may have occurred.
func (r *GameRow) samePlies(key string) (plies []int) {
	hash := uint32(schema.KeyHash(key))
	for i := 0; i+schema.KeyBytes <= len(r.PositionKeys); i += schema.KeyBytes {
		if binary.BigEndian.Uint32(r.PositionKeys[i:]) == hash {
			plies = append(plies, i/schema.KeyBytes)
		}
	}
	return plies
}

// Occurrence counts the occurrences of a position in its game, including this one. In a batch on PostgreSQL it returns
// ErrNeedsOwnTx if the position may have occurred, as few have: looking would cost all turns of the batch a round trip.
func (tx *Tx) Occurrence(row *GameRow, next rules.Position) (int, error) {
	n, key := 1, next.Key()
	count := func(c *db.Columns) error {
		p, err := tx.Store.PositionOf(row.Ruleset, row.Variant, c.Text())
		if err == nil && p.Key() == key {
			n++
		}
		return err
	}
	if row.PositionKeys == nil { // only readers have rows of games whose turns were not moved
		return n, db.Query(tx.DB, count, "SELECT position FROM game_turns WHERE game_id = ? AND ply <= ?", row.ID, row.Ply)
	}
	for _, ply := range row.samePlies(key) {
		if tx.Preloaded != nil {
			return 0, db.ErrNeedsOwnTx
		}
		if err := db.Query(tx.DB, count, "SELECT position FROM turns WHERE id = ?", row.TurnID(ply)); err != nil {
			return 0, err
		}
	}
	return n, nil
}

// ApplyText plays a text on the stored position.
func (s *Store) ApplyText(row *GameRow, text string) (rules.Played, error) {
	position, err := s.PositionOf(row.Ruleset, row.Variant, row.Position)
	if err != nil {
		return rules.Played{}, fmt.Errorf("game %s: %w", row.ID, err)
	}
	played, err := position.Play(text)
	if err != nil {
		return rules.Played{}, models.Refusal(row.Ruleset, err)
	}
	return played, nil
}

// AdvanceRow advances the row to the position after a turn and determines the result.
func (tx *Tx) AdvanceRow(row *GameRow, in models.TurnInput, played rules.Played) (*models.Turn, rules.Result, error) {
	result, occurrence, err := tx.resultAfter(row, played.Next)
	if err != nil {
		return nil, result, err
	}
	mover := row.ToMove
	if s := row.Mover(); s.Turns >= 0 {
		s.Turns++
	}
	row.Ply++
	row.AddKey(played.Next.Key())
	row.Position = played.Next.String()
	row.StopClock(tx.At)
	row.ToMove = played.Next.ToMove()
	row.ToMoveID = row.Mover().ID
	row.StartClock(tx.At)
	row.UpdatedAt = tx.At
	row.TakebackBy = rules.NoSeat
	if in.OfferDraw {
		row.DrawBy = mover
		row.Offers++
	} else if row.DrawBy == mover.Other() {
		row.DrawBy = rules.NoSeat // a turn declines the offer
	}
	turn := &models.Turn{
		Ply: row.Ply, Seat: mover, Text: played.Turn, Position: row.Position, Occurrence: occurrence,
		Events: played.Events, Message: in.Message, Via: in.Via, At: tx.Now,
	}
	turn.Hash = schema.TurnHash(row.Hash, row.ID, turn)
	row.Hash = turn.Hash
	return turn, result, nil
}

// MoveTurns moves the turns of a locked game from former_turns to turns, unless it was done, and sets PositionKeys.
func (tx *Tx) MoveTurns(row *GameRow) error {
	if row.PositionKeys != nil {
		return nil
	}
	keys := []byte{}
	if row.Status == models.Ongoing {
		if err := db.Query(tx.DB, func(c *db.Columns) error {
			keys = binary.BigEndian.AppendUint32(keys, uint32(c.Number()))
			return nil
		}, "SELECT key_hash FROM former_turns WHERE game_id = ? ORDER BY ply", row.ID); err != nil {
			return err
		}
	}
	if _, err := db.Exec(tx.DB, `INSERT INTO turns (id, seat, turn, position, events, message, via, at, occurrence, hash)
		SELECT ? + ply, seat, turn, position, events, message, via, at,
		`+schema.FormerOccurrence("PARTITION BY key_hash")+`, hash
		FROM former_turns WHERE game_id = ? ORDER BY ply`, row.TurnID(0), row.ID); err != nil {
		return err
	}
	if _, err := db.Exec(tx.DB, "DELETE FROM former_turns WHERE game_id = ?", row.ID); err != nil {
		return err
	}
	row.PositionKeys = keys
	_, err := db.Exec(tx.DB, "UPDATE games SET position_keys = ? WHERE number = ?", keys, row.Number)
	return err
}

// Replay plays the turns of a line in a new game, as of now.
func (tx *Tx) Replay(row *GameRow, line []rules.Played) (last *models.Turn, err error) {
	before := row.Ply
	for _, played := range line {
		in := models.TurnInput{Via: models.ViaWeb}
		if row.Mover().IsHouse() {
			in.Via = models.ViaHouse
		}
		if last, _, err = tx.AdvanceRow(row, in, played); err != nil {
			return nil, err
		}
		if err := tx.InsertTurn(row, last); err != nil {
			return nil, err
		}
	}
	if row.Ply == before {
		return nil, nil
	}
	return last, tx.UpdateGame(row, before)
}

// CheckChain checks only the hashes.
func CheckChain(row *GameRow, rows []schema.TurnRow) *models.Fault {
	hash := SeedHash(row)
	for _, r := range rows {
		turn := r.WithoutEvents()
		if !bytes.Equal(r.Hash, schema.TurnHash(hash, row.ID, &turn)) {
			return models.NewFault(r.Ply, models.FaultHash, "hash_row")
		}
		hash = r.Hash
	}
	if !bytes.Equal(hash, row.Hash) {
		return models.NewFault(row.Ply, models.FaultHash, "hash_game")
	}
	return nil
}

// Record assembles a record from a game and its rows. The first row is the start.
func (r *GameRow) Record(rows []schema.TurnRow) *models.GameRecord {
	record := &models.GameRecord{
		ID: r.ID, Ruleset: r.Ruleset, Variant: r.Variant, Version: r.Version,
		Players: [2]string{r.First.Name, r.Second.Name}, Pace: r.Pace,
		Begun: r.CreatedAt.Time(), Ended: r.FinishedAt.Time(), Hash: r.Hash,
		Turns: make([]models.Turn, 0, len(rows)),
	}
	if r.Status != models.Ongoing {
		record.Result = rules.Result{Reason: r.Reason, Winner: r.Winner}
	}
	for _, row := range rows {
		record.Turns = append(record.Turns, row.AsTurn())
	}
	if len(record.Turns) > 0 {
		record.Start = record.Turns[0]
		record.Turns = slices.Delete(record.Turns, 0, 1)
	}
	return record
}

// UnknownRuleset returns the error for a stored ruleset that the program does not have.
func UnknownRuleset(id string) error { return fmt.Errorf("ruleset %q is not known", id) }

// PositionOf parses a stored position. A failure is a fault of the server.
func (s *Store) PositionOf(ruleset, variant, text string) (rules.Position, error) {
	r, ok := s.RulesetByID[ruleset]
	if !ok {
		return nil, UnknownRuleset(ruleset)
	}
	p, err := r.Parse(variant, text)
	if err != nil {
		return nil, fmt.Errorf("stored position %q of %s %s: %w", text, ruleset, variant, err)
	}
	return p, nil
}

// FindRuleset returns a ruleset and variant that the caller names, ignoring case; "" is the default variant.
// Errors: CodeInvalid.
func (s *Store) FindRuleset(id, variant string) (rules.Ruleset, rules.Variant, error) {
	r, ok := rules.Find(s.RulesetList, id)
	if !ok {
		return nil, rules.Variant{}, models.Invalid("ruleset", "no_ruleset", "ruleset", visible.Clip(id, 40))
	}
	v, ok := r.Info(phrase.English).Variant(variant)
	if !ok {
		return nil, rules.Variant{}, models.Invalid("variant", "no_variant", "ruleset", id, "variant",
			visible.Clip(variant, 40))
	}
	return r, v, nil
}

// AnalyseLine plays turns from a position. The error of a turn has its Index.
// Errors: CodeInvalid, CodeBadPosition, CodeIllegalTurn, CodeUnreadableTurn.
func (s *Store) AnalyseLine(in models.AnalysisInput) (*models.Analysis, error) {
	r, variant, err := s.FindRuleset(in.Ruleset, in.Variant)
	if err != nil {
		return nil, err
	}
	if len(in.Turns) > schema.MaxAnalysedTurns {
		return nil, models.Invalid("turns", "too_many_turns", "n", len(in.Turns), "max", schema.MaxAnalysedTurns)
	}
	a := &models.Analysis{Info: r.Info(phrase.English), Variant: variant, Next: rules.Options{Steps: []rules.Step{}}}
	if in.Position == "" {
		a.Position, err = r.Start(variant.ID)
	} else {
		a.Position, err = r.Parse(variant.ID, in.Position)
	}
	if bad, ok := errors.AsType[*rules.BadPosition](err); ok {
		e := models.Fail(models.CodeBadPosition, "by_rules", "detail", bad.Message)
		e.Field, e.Ruleset = "position", r.Info(phrase.English).ID
		return nil, e
	}
	if err != nil {
		return nil, err
	}
	if err := a.Play(in.Turns); err != nil {
		return nil, err
	}
	if a.Result.Over() && in.Prefix == "" {
		return a, nil
	}
	if a.Next, err = a.Position.Next(in.Prefix); err != nil {
		return nil, models.Refusal(a.Info.ID, err)
	}
	return a, nil
}

// RulesetID returns the ID of a ruleset that is named by its ID or name in any case, or the name if there is none.
func (s *Store) RulesetID(name string) string {
	if r, found := rules.Find(s.RulesetList, name); found {
		return r.Info(phrase.English).ID
	}
	return name
}

// KindsOf returns the kinds that a filter matches; "" matches all.
func (s *Store) KindsOf(ruleset, variant string) (list []schema.GameKind) {
	for _, kind := range s.Kinds {
		if (ruleset == "" || kind.Ruleset == ruleset) && (variant == "" || kind.Variant == variant) {
			list = append(list, kind)
		}
	}
	return list
}
