package models

import (
	"context"
	"time"

	"turnpost/rules"
)

// ChallengeStatus is the state of a challenge.
type ChallengeStatus string

// States of challenges.
const (
	ChallengeOpen      ChallengeStatus = "open"
	ChallengeAccepted  ChallengeStatus = "accepted"
	ChallengeDeclined  ChallengeStatus = "declined"
	ChallengeWithdrawn ChallengeStatus = "withdrawn"
)

// Challenge is an offer to play a game.
type Challenge struct {
	ID               string
	Ruleset, Variant string
	Challenger       Seated
	Opponent         Seated     // ID 0: none is named
	Invited          string     // an email address, when that is how the opponent is named
	Seat             rules.Seat // the challenger's; NoSeat: by lot
	Pace             Pace
	Message          string
	Status           ChallengeStatus
	GameID           string // once accepted
	CreatedAt        time.Time
	AnsweredAt       time.Time // zero while open
}

// NewChallenge is what a challenge says.
type NewChallenge struct {
	Ruleset, Variant string // variant "": the default one
	Opponent         string // a player's name or an email address; "": anyone
	Seat             string // first, second, random; "": random
	Pace             string // "": DefaultPace
	Message          string
}

// invitationsPerDay bounds the mails that one player causes to addresses nobody has shown to be of a player.
const invitationsPerDay = 10

// openChallengesMost bounds the challenges that one player has out.
const openChallengesMost = 50

type challengeRow struct {
	ID               string `gorm:"primaryKey"`
	Ruleset, Variant string
	ChallengerID     int64
	OpponentID       *int64
	Invited          string
	Seat             rules.Seat
	Pace             string
	Message          string
	Status           ChallengeStatus
	GameID           string
	CreatedAt        Millis `gorm:"autoCreateTime:false"`
	AnsweredAt       Millis
	ChallengerName   string `gorm:"->"`
	OpponentName     string `gorm:"->"`
	ChallengerEmail  string `gorm:"->"`
	OpponentEmail    string `gorm:"->"`
}

func (challengeRow) TableName() string { return "challenges" }

const selectChallenge = `
	SELECT c.*, a.name AS challenger_name, COALESCE(b.name, '') AS opponent_name,
	       a.email AS challenger_email, COALESCE(b.email, '') AS opponent_email
	FROM challenges c JOIN players a ON a.id = c.challenger_id LEFT JOIN players b ON b.id = c.opponent_id `

func (r *challengeRow) challenge() Challenge {
	pace, _ := ParsePace(r.Pace) // stored from a Pace
	c := Challenge{
		ID: r.ID, Ruleset: r.Ruleset, Variant: r.Variant, Challenger: Seated{r.ChallengerID, r.ChallengerName},
		Invited: r.Invited, Seat: r.Seat, Pace: pace, Message: r.Message, Status: r.Status, GameID: r.GameID,
		CreatedAt: r.CreatedAt.Time(), AnsweredAt: r.AnsweredAt.Time(),
	}
	if r.OpponentID != nil {
		c.Opponent = Seated{*r.OpponentID, r.OpponentName}
	}
	return c
}

// Challenge offers a game. A named opponent and an invited address get a mail.
func (s *Store) Challenge(ctx context.Context, p Player, n NewChallenge) (Challenge, error) {
	row, err := s.newChallenge(p, n)
	if err != nil {
		return Challenge{}, err
	}
	err = s.write(ctx, func(tx *Tx) error {
		var out int64
		err := tx.Table("challenges").Where("challenger_id = ? AND status = ?", p.ID, ChallengeOpen).Count(&out).Error
		if err != nil {
			return err
		}
		if out >= openChallengesMost {
			return fail(CodeTooMany, "you have %d challenges out; withdraw one first", out)
		}
		email, err := tx.findOpponent(row, p, n.Opponent)
		if err != nil {
			return err
		}
		if row.ID, err = tx.freeID("challenges"); err != nil {
			return err
		}
		row.CreatedAt = tx.at
		if err := tx.Create(row).Error; err != nil {
			return err
		}
		tx.answer(row.challenge())
		if unwanted, err := tx.unwanted(row); err != nil || unwanted || email == "" {
			return err
		}
		notice := notice{Key: "challenge." + row.ID, Kind: KindChallenge, Email: email, ChallengeID: row.ID}
		if row.OpponentID != nil {
			notice.PlayerID = *row.OpponentID
		}
		return tx.notify(notice)
	})
	if err != nil {
		return Challenge{}, err
	}
	return row.challenge(), nil
}

// newChallenge checks what needs no database.
func (s *Store) newChallenge(p Player, n NewChallenge) (*challengeRow, error) {
	r, variant, err := s.ruleset(n.Ruleset, n.Variant)
	if err != nil {
		return nil, err
	}
	if n.Pace == "" {
		n.Pace = DefaultPace
	}
	pace, err := ParsePace(n.Pace)
	if err != nil {
		return nil, err
	}
	seat, ok := map[string]rules.Seat{"first": rules.First, "second": rules.Second, "random": rules.NoSeat, "": rules.NoSeat}[n.Seat]
	if !ok {
		return nil, invalid("seat", "%q: must be first, second or random", clip(n.Seat, 20))
	}
	message, err := cleanText("message", n.Message, messageMost)
	if err != nil {
		return nil, err
	}
	return &challengeRow{
		Ruleset: r.Info().ID, Variant: variant.ID, ChallengerID: p.ID, ChallengerName: p.Name,
		Seat: seat, Pace: pace.String(), Message: message, Status: ChallengeOpen,
	}, nil
}

// findOpponent fills in whom a challenge is for and returns their address. An address is
// not looked up: the answer must not tell whether it has an account.
func (tx *Tx) findOpponent(row *challengeRow, p Player, opponent string) (email string, err error) {
	if opponent == "" {
		return "", nil
	}
	if email, key, err := readEmail(opponent); err == nil {
		if key == emailKeyOf(p) {
			return "", invalid("opponent", "this is your own address")
		}
		if err := tx.mayInvite(p.ID); err != nil {
			return "", err
		}
		row.Invited = key
		return email, nil
	}
	found, err := findPlayer(tx.DB, "name_key = ? AND confirmed_at > 0 AND deleted_at = 0", nameKey(opponent))
	if err != nil {
		return "", err
	}
	if found == nil {
		return "", invalid("opponent", "there is no player named %q; a stranger is invited by their email address", clip(opponent, 40))
	}
	if found.ID == p.ID {
		return "", invalid("opponent", "you cannot challenge yourself")
	}
	row.OpponentID, row.OpponentName = &found.ID, found.Name
	return found.Email, tx.checkBlocks(p.ID, Seated{found.ID, found.Name}, "challenges")
}

// mayInvite checks that the player has not invited too many addresses within a day.
func (tx *Tx) mayInvite(player int64) error {
	var recent []Millis
	err := tx.Raw("SELECT created_at FROM challenges WHERE challenger_id = ? AND created_at > ? AND invited <> '' ORDER BY created_at LIMIT ?",
		player, tx.at.Add(-24*time.Hour), invitationsPerDay).Scan(&recent).Error
	if err != nil || len(recent) < invitationsPerDay {
		return err
	}
	e := fail(CodeTooMany, "you have invited %d people by their address within a day; that is enough for now", len(recent))
	e.RetryAfter = int(recent[0].Add(24*time.Hour).Sub(tx.at).Seconds()) + 1
	return e
}

func emailKeyOf(p Player) string {
	_, key, _ := readEmail(p.Email) // checked when it was stored
	return key
}

// freeID is a new id that no row of the table has.
func (tx *Tx) freeID(table string) (string, error) {
	for {
		id := newID()
		var n int64
		if err := tx.Table(table).Where("id = ?", id).Count(&n).Error; err != nil || n == 0 {
			return id, err
		}
	}
}
