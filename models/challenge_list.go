package models

import (
	"context"
	"database/sql"

	"turnpost/models/db"
)

// FindChallenge finds a challenge that the player may see: their own, one for them or sent to their address, or one
// that is open to all, which somebody unknown, of ID 0, sees too.
// Errors: CodeNotFound.
func (s *Store) FindChallenge(ctx context.Context, p Player, id string) (Challenge, error) {
	row, err := loadChallenge(s.read(ctx), p, id, "")
	if err != nil {
		return Challenge{}, err
	}
	return row.challenge(), nil
}

// ChallengeBox is a list of challenges.
type ChallengeBox string

// Boxes.
const (
	BoxIn   ChallengeBox = "in"   // for the player, to answer
	BoxOut  ChallengeBox = "out"  // by the player, of every state
	BoxOpen ChallengeBox = "open" // to all, by others
)

// Challenges lists a box, newest first.
// Errors: CodeInvalid for an unknown box or cursor.
func (s *Store) Challenges(
	ctx context.Context, p Player, box ChallengeBox, before string, limit int,
) (list []Challenge, next string, err error) {
	var where string
	var args []any
	now := ToMillis(s.now())
	const standing = "c.status = 'open' AND c.expires_at > ?"
	switch box {
	case BoxIn:
		where = standing + ` AND c.id IN (
			SELECT id FROM challenges WHERE opponent_id = ? AND status = 'open'
			UNION SELECT id FROM challenges WHERE invited = ? AND invited <> ''
		) AND c.challenger_id <> ?` + notBlocked
		args = []any{now, p.ID, emailKeyOf(p), p.ID, p.ID, p.ID}
	case BoxOut:
		where, args = "c.challenger_id = ?", []any{p.ID}
	case BoxOpen:
		where = standing + " AND c.opponent_id IS NULL AND c.invited = '' AND c.challenger_id <> ?" + notBlocked
		args = []any{now, p.ID, p.ID, p.ID}
	default:
		return nil, "", invalid("box", "bad_box", "box", clip(string(box), 20))
	}
	if before != "" {
		at, id, ok := parseCursor(before)
		if !ok {
			return nil, "", invalid("cursor", "bad_cursor", "cursor", clip(before, 40))
		}
		where, args = where+" AND (c.created_at, c.id) < (?, ?)", append(args, at, id)
	}
	var rows []challengeRow
	query := selectChallenge + "WHERE " + where + " ORDER BY c.created_at DESC, c.id DESC" + db.Limit(limit+1)
	err = db.Query(s.read(ctx), func(found *sql.Rows) error {
		rows = append(rows, challengeRow{})
		return rows[len(rows)-1].scanInto(found)
	}, query, args...)
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
