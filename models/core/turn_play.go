package core

import (
	"fmt"

	"turnpost/models"
	"turnpost/models/schema"
	"turnpost/rules"
)

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
	if s := row.Side(mover); s.Turns >= 0 {
		s.Turns++
	}
	row.StopClock(tx.At)
	row.Ply++
	row.AddKey(schema.KeyHash(played.Next.Key()))
	row.Position = played.Next.String()
	row.ToMove = played.Next.ToMove()
	row.ToMoveID = row.Side(row.ToMove).ID
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
