package models

import (
	"cmp"
	"context"
	"time"

	"gorm.io/gorm"

	"turnpost/models/calendar"
	"turnpost/models/db"
	"turnpost/models/names"
	"turnpost/models/pace"
	"turnpost/models/visible"
	"turnpost/rules"
)

// ChallengeStatus is the state of a challenge.
type ChallengeStatus string

// The states of challenges.
const (
	ChallengeOpen      ChallengeStatus = "open"
	ChallengeAccepted  ChallengeStatus = "accepted"
	ChallengeDeclined  ChallengeStatus = "declined"
	ChallengeWithdrawn ChallengeStatus = "withdrawn"
	ChallengeExpired   ChallengeStatus = "expired"
)

// Challenge is an offer to play a game.
type Challenge struct {
	ID               string
	Ruleset, Variant string
	Challenger       PlayerRef
	Opponent         PlayerRef  // ID 0: none
	InvitedAs        string     // Invited as the challenger wrote it; the player may have another address by now
	Invited          string     // the email address, if the opponent is named by it
	Seat             rules.Seat // the challenger's; NoSeat: drawn by lot
	Pace             pace.Pace
	Message          string
	Status           ChallengeStatus
	GameID           string // after acceptance
	RematchOf        string // the previous game; "" if it is not a rematch
	CreatedAt        time.Time
	ExpiresAt        time.Time // when it can no longer be accepted
	AnsweredAt       time.Time // zero while open
	Rated            bool
	MinRating        int // of the opponent; 0 for none, as the next two
	MaxRating        int
	MinReliability   int                 // in percent
	DaysOff          calendar.DaysOff    // the challenger's
	AutoVacation     bool                // of the challenger, unless vacations are ruled out
	NoVacation       bool                // vacations do not stop the clocks of the game
	Standing         *ChallengerStanding // nil unless AddStandings has set it
	Begun            *Game               // of a new challenge to the house: the game that it began; else nil
}

// ToAnyone reports whether the challenge names nobody; any player with its link may accept it.
func (c Challenge) ToAnyone() bool { return c.Opponent.ID == 0 && c.Invited == "" }

type challengeRow struct {
	ID               string `gorm:"primaryKey"`
	Ruleset, Variant string
	ChallengerID     int64
	OpponentID       *int64
	Invited          string
	InvitedAs        string // the address as the challenger wrote it, if the player has another one by now
	Seat             rules.Seat
	Pace             string
	Message          string
	Status           ChallengeStatus
	GameID           string
	RematchOf        string
	Rated            int64 // 1 if the game is to be rated
	MinRating        int   // of the opponent; 0 for none, as the next two
	MaxRating        int
	MinReliability   int
	CreatedAt        Millis `gorm:"autoCreateTime:false"`
	ExpiresAt        Millis
	AnsweredAt       Millis
	Vacation         int64  // 1 if vacations stop the clocks of the game
	DaysOff          string `gorm:"->"` // the challenger's, as the next
	AutoVacation     int64  `gorm:"->"`
	ChallengerName   string `gorm:"->"`
	OpponentName     string `gorm:"->"`
	ChallengerEmail  string `gorm:"->"`
	OpponentEmail    string `gorm:"->"`

	life  time.Duration // until expiry, of a challenge to be stored
	begun *Game         // by a challenge to the house
}

func (challengeRow) TableName() string { return "challenges" }

const (
	selectChallengeColumns = `
	SELECT c.id, c.ruleset, c.variant, c.challenger_id, c.opponent_id, c.invited, c.invited_as,
	       c.seat, c.pace, c.message, c.status, c.game_id, c.rematch_of, c.created_at, c.expires_at, c.answered_at,
	       c.rated, c.min_rating, c.max_rating, c.min_reliability,
	       c.vacation, a.days_off, a.auto_vacation,
	       a.name AS challenger_name, COALESCE(b.name, '') AS opponent_name,
	       a.email AS challenger_email, COALESCE(b.email, '') AS opponent_email`
	joinChallengePlayers = " JOIN players a ON a.id = c.challenger_id LEFT JOIN players b ON b.id = c.opponent_id "
	selectChallenge      = selectChallengeColumns + " FROM challenges c" + joinChallengePlayers
)

// takeChallenge takes the columns of selectChallenge.
func takeChallenge(c *db.Columns) (r challengeRow) {
	r.ID, r.Ruleset, r.Variant, r.ChallengerID = c.Text(), c.Text(), c.Text(), c.Number()
	if c.IsNull() {
		c.Skip(1)
	} else {
		opponent := c.Number()
		r.OpponentID = &opponent
	}
	r.Invited, r.InvitedAs = c.Text(), c.Text()
	r.Seat, r.Pace, r.Message, r.Status = rules.Seat(c.Number()), c.Text(), c.Text(), ChallengeStatus(c.Text())
	r.GameID, r.RematchOf, r.CreatedAt, r.ExpiresAt, r.AnsweredAt = c.Text(), c.Text(), millis(c), millis(c), millis(c)
	r.Rated, r.MinRating, r.MaxRating, r.MinReliability = c.Number(), int(c.Number()), int(c.Number()), int(c.Number())
	r.Vacation, r.DaysOff, r.AutoVacation = c.Number(), c.Text(), c.Number()
	r.ChallengerName, r.OpponentName, r.ChallengerEmail, r.OpponentEmail = c.Text(), c.Text(), c.Text(), c.Text()
	return r
}

func (r *challengeRow) challenge() Challenge {
	p, _ := pace.Parse(r.Pace) // stored from a Pace
	c := Challenge{
		ID: r.ID, Ruleset: r.Ruleset, Variant: r.Variant, Challenger: PlayerRef{r.ChallengerID, r.ChallengerName},
		Invited: r.Invited, InvitedAs: cmp.Or(r.InvitedAs, r.Invited), Seat: r.Seat, Pace: p,
		Message: r.Message, Status: r.Status, GameID: r.GameID,
		RematchOf: r.RematchOf, CreatedAt: r.CreatedAt.Time(), ExpiresAt: r.ExpiresAt.Time(), AnsweredAt: r.AnsweredAt.Time(),
		Begun: r.begun, Rated: r.Rated != 0,
		MinRating: r.MinRating, MaxRating: r.MaxRating, MinReliability: r.MinReliability,
		DaysOff: readDaysOff(r.DaysOff), NoVacation: r.Vacation == 0,
		AutoVacation: r.AutoVacation != 0 && r.Vacation != 0,
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
		return nil, fail(CodeNotFound, "no_challenge", "challenge", visible.Clip(id, 20))
	}
	return &rows[0], nil
}

// invites reports whether the challenge was sent to the player's address, regardless of who accepted it.
func (r *challengeRow) invites(p Player) bool { return r.Invited != "" && r.Invited == emailKeyOf(p) }

// isFor reports whether the player may decide on the challenge.
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

// FindChallenge returns a challenge that the player may see: their own, one to them or to their address, or an open
// one, which anonymous readers, with ID 0, may see too.
// Errors: CodeNotFound.
func (s *Store) FindChallenge(ctx context.Context, p Player, id string) (Challenge, error) {
	row, err := loadChallenge(s.read(ctx), p, id, "")
	if err != nil {
		return Challenge{}, err
	}
	return row.challenge(), nil
}

// invitationsPerDay limits the mails that one player causes to addresses that are not known to belong to a player.
const invitationsPerDay = 10

// findOpponent sets the opponent of a challenge and returns their address. It does not look up an address, because the
// response must not reveal whether it has an account.
func (tx *Tx) findOpponent(row *challengeRow, p Player, opponent string) (email string, err error) {
	if opponent == "" {
		return "", nil
	}
	if email, key, err := parseEmail(opponent); err == nil {
		if key == emailKeyOf(p) {
			return "", invalid("opponent", "own_address")
		}
		if own := tx.store.ownAddress; own != nil && own(email) {
			return "", invalid("opponent", "server_invited")
		}
		if err := tx.mayInvite(p.ID); err != nil {
			return "", err
		}
		row.Invited = key
		return email, nil
	}
	who := "name_key = ? AND confirmed_at > 0 AND deleted_at = 0 AND banned_at = 0"
	if HouseLevel(opponent) != "" {
		who = "name_key = ?"
	}
	found, err := findPlayer(tx.DB, who+tx.ForShare("players"), names.Key(opponent))
	if err != nil {
		return "", err
	}
	if found == nil {
		return "", invalid("opponent", "no_opponent", "name", visible.Clip(opponent, 40))
	}
	if found.ID == p.ID {
		return "", invalid("opponent", "challenge_self")
	}
	row.OpponentID, row.OpponentName = &found.ID, found.Name
	return found.Email, tx.mustNotBlock(p.ID, PlayerRef{found.ID, found.Name}, "challenges")
}

// mayInvite checks that the player has not invited too many addresses within a day.
func (tx *Tx) mayInvite(player int64) error {
	var recent []Millis
	err := tx.Raw(`SELECT created_at FROM challenges
		WHERE challenger_id = ? AND created_at > ? AND invited <> '' ORDER BY created_at`+db.Limit(invitationsPerDay),
		player, tx.at.Add(-24*time.Hour)).Scan(&recent).Error
	if err != nil || len(recent) < invitationsPerDay {
		return err
	}
	return tooMany(recent[0].Add(24*time.Hour).Sub(tx.at), "too_many_invitations", "n", len(recent))
}

// How long a challenge can be accepted: the default and the bounds.
const (
	DefaultExpiry = 14 * 24 * time.Hour
	minExpiry     = time.Hour
	maxExpiry     = 60 * 24 * time.Hour
)

// readExpiry parses `3d` or `36h`.
func readExpiry(text string) (time.Duration, error) {
	if text == "" {
		return DefaultExpiry, nil
	}
	life, ok := pace.ParseSpan(text)
	if !ok || life < minExpiry || life > maxExpiry {
		return 0, invalid("expires", "bad_expiry", "expires", visible.Clip(text, 20))
	}
	return life, nil
}

func parsePace(text string) (pace.Pace, error) {
	p, ok := pace.Parse(text)
	if !ok {
		return p, invalid("pace", "bad_pace", "pace", visible.Clip(text, 40))
	}
	return p, nil
}
