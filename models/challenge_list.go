package models

import (
	"context"

	"gorm.io/gorm"
)

// FindChallenge finds a challenge that the player may see: their own, one for
// them, or one that is open to all.
func (s *Store) FindChallenge(ctx context.Context, p Player, id string) (Challenge, error) {
	row, err := loadChallenge(s.read(ctx), p, id, "")
	if err != nil {
		return Challenge{}, err
	}
	return row.challenge(), nil
}

func loadChallenge(db *gorm.DB, p Player, id, suffix string) (*challengeRow, error) {
	var rows []challengeRow
	if err := db.Raw(selectChallenge+"WHERE c.id = ?"+suffix, id).Scan(&rows).Error; err != nil {
		return nil, err
	}
	if len(rows) == 0 || (rows[0].ChallengerID != p.ID && !rows[0].isFor(p)) {
		return nil, fail(CodeNotFound, "you can see no challenge %q", clip(id, 20))
	}
	return &rows[0], nil
}

// isFor tells whether the player may answer the challenge.
func (r *challengeRow) isFor(p Player) bool {
	switch {
	case r.ChallengerID == p.ID:
		return false
	case r.OpponentID != nil:
		return *r.OpponentID == p.ID
	case r.Invited != "":
		return r.Invited == emailKeyOf(p)
	}
	return true
}

// Box is a list of challenges.
type Box string

// Boxes.
const (
	BoxIn   Box = "in"   // for the player, to answer
	BoxOut  Box = "out"  // by the player, of every state
	BoxOpen Box = "open" // to all, by others
)

// Challenges lists a box, newest first.
func (s *Store) Challenges(ctx context.Context, p Player, box Box, before string, limit int) (list []Challenge, next string, err error) {
	var where string
	var args []any
	switch box {
	case BoxIn:
		where = "c.id IN (SELECT id FROM challenges WHERE opponent_id = ? UNION SELECT id FROM challenges WHERE invited = ? AND invited <> '') AND c.status = 'open' AND c.challenger_id <> ?" + notBlocked
		args = []any{p.ID, emailKeyOf(p), p.ID, p.ID, p.ID}
	case BoxOut:
		where, args = "c.challenger_id = ?", []any{p.ID}
	case BoxOpen:
		where, args = "c.status = 'open' AND c.opponent_id IS NULL AND c.invited = '' AND c.challenger_id <> ?"+notBlocked, []any{p.ID, p.ID, p.ID}
	default:
		return nil, "", invalid("box", "%q: must be in, out or open", clip(string(box), 20))
	}
	if before != "" {
		at, id, ok := parseCursor(before)
		if !ok {
			return nil, "", invalid("cursor", "%q is no cursor of this list", clip(before, 40))
		}
		where, args = where+" AND (c.created_at, c.id) < (?, ?)", append(args, at, id)
	}
	var rows []challengeRow
	err = s.read(ctx).Raw(selectChallenge+"WHERE "+where+" ORDER BY c.created_at DESC, c.id DESC LIMIT ?", append(args, limit+1)...).Scan(&rows).Error
	if len(rows) > limit {
		rows = rows[:limit]
		next = formatCursor(rows[limit-1].CreatedAt, rows[limit-1].ID)
	}
	list = make([]Challenge, 0, len(rows))
	for i := range rows {
		list = append(list, rows[i].challenge())
	}
	return list, next, err
}
