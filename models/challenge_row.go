package models

import (
	"cmp"
	"database/sql"
	"time"

	"turnpost/rules"

	"gorm.io/gorm"
)

type challengeRow struct {
	ID               string `gorm:"primaryKey"`
	Ruleset, Variant string
	ChallengerID     int64
	OpponentID       *int64
	Invited          string
	InvitedAs        string // the address as the challenger wrote it, where the player has another one by now
	Seat             rules.Seat
	Pace             string
	Message          string
	Status           ChallengeStatus
	GameID           string
	RematchOf        string
	CreatedAt        Millis `gorm:"autoCreateTime:false"`
	ExpiresAt        Millis
	AnsweredAt       Millis
	ChallengerName   string `gorm:"->"`
	OpponentName     string `gorm:"->"`
	ChallengerEmail  string `gorm:"->"`
	OpponentEmail    string `gorm:"->"`

	life time.Duration // of one that is to be stored
}

func (challengeRow) TableName() string { return "challenges" }

const selectChallenge = `
	SELECT c.id, c.ruleset, c.variant, c.challenger_id, c.opponent_id, c.invited, c.invited_as,
	       c.seat, c.pace, c.message, c.status, c.game_id, c.rematch_of, c.created_at, c.expires_at, c.answered_at,
	       a.name AS challenger_name, COALESCE(b.name, '') AS opponent_name,
	       a.email AS challenger_email, COALESCE(b.email, '') AS opponent_email
	FROM challenges c JOIN players a ON a.id = c.challenger_id LEFT JOIN players b ON b.id = c.opponent_id `

// scanInto takes the columns of a row of selectChallenge.
func (r *challengeRow) scanInto(rows *sql.Rows) error {
	return rows.Scan(
		&r.ID, &r.Ruleset, &r.Variant, &r.ChallengerID, &r.OpponentID, &r.Invited, &r.InvitedAs,
		&r.Seat, &r.Pace, &r.Message, &r.Status,
		&r.GameID, &r.RematchOf, (*int64)(&r.CreatedAt), (*int64)(&r.ExpiresAt), (*int64)(&r.AnsweredAt),
		&r.ChallengerName, &r.OpponentName, &r.ChallengerEmail, &r.OpponentEmail)
}

func (r *challengeRow) challenge() Challenge {
	pace, _ := ParsePace(r.Pace) // stored from a Pace
	c := Challenge{
		ID: r.ID, Ruleset: r.Ruleset, Variant: r.Variant, Challenger: PlayerRef{r.ChallengerID, r.ChallengerName},
		Invited: r.Invited, InvitedAs: cmp.Or(r.InvitedAs, r.Invited), Seat: r.Seat, Pace: pace, Message: r.Message, Status: r.Status, GameID: r.GameID,
		RematchOf: r.RematchOf, CreatedAt: r.CreatedAt.Time(), ExpiresAt: r.ExpiresAt.Time(), AnsweredAt: r.AnsweredAt.Time(),
	}
	if r.OpponentID != nil {
		c.Opponent = PlayerRef{*r.OpponentID, r.OpponentName}
	}
	return c
}

func loadChallenge(db *gorm.DB, p Player, id, suffix string) (*challengeRow, error) {
	var rows []challengeRow
	if err := db.Raw(selectChallenge+"WHERE c.id = ?"+suffix, id).Scan(&rows).Error; err != nil {
		return nil, err
	}
	if len(rows) == 0 || (rows[0].ChallengerID != p.ID && !rows[0].isFor(p) && !rows[0].invites(p)) {
		return nil, fail(CodeNotFound, "no_challenge", "challenge", clip(id, 20))
	}
	return &rows[0], nil
}

// invites reports whether the challenge was sent to the player's address, whoever has accepted it by now.
func (r *challengeRow) invites(p Player) bool { return r.Invited != "" && r.Invited == emailKeyOf(p) }

// isFor tells whether the player may answer the challenge.
func (r *challengeRow) isFor(p Player) bool {
	switch {
	case r.ChallengerID == p.ID:
		return false
	case r.OpponentID != nil:
		return *r.OpponentID == p.ID
	case r.Invited != "":
		return r.invites(p)
	}
	return true
}
