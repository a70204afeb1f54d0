package schema

import (
	"cmp"
	"strings"
	"time"

	"gorm.io/gorm"

	"turnpost/models"
	"turnpost/models/db"
	"turnpost/models/mailaddr"
	"turnpost/models/pace"
	"turnpost/models/visible"
	"turnpost/rules"
)

// ChallengeRow is a challenge with the names and addresses of both players.
type ChallengeRow struct {
	ID               string `gorm:"primaryKey"`
	Ruleset, Variant string
	ChallengerID     int64
	OpponentID       *int64
	Invited          string
	InvitedAs        string // the address as the challenger wrote it, if the player has another one by now
	Seat             rules.Seat
	models.Terms
	Message         string
	Status          models.ChallengeStatus
	GameID          string
	RematchOf       string
	CreatedAt       models.Millis `gorm:"autoCreateTime:false"`
	ExpiresAt       models.Millis
	AnsweredAt      models.Millis
	RestRow                // the challenger's, which StoreChallenge leaves out
	ChallengerName  string `gorm:"->"`
	OpponentName    string `gorm:"->"`
	ChallengerEmail string `gorm:"->"`
	OpponentEmail   string `gorm:"->"`

	Life  time.Duration `gorm:"-"` // until expiry, of a challenge to be stored
	Begun *models.Game  `gorm:"-"` // by a challenge to the house
}

// TableName implements schema.Tabler of GORM.
func (ChallengeRow) TableName() string { return "challenges" }

// SelectChallengeColumns, JoinChallengePlayers and SelectChallenge read rows for TakeChallenge.
var (
	SelectChallengeColumns = `
	SELECT c.id, c.ruleset, c.variant, c.challenger_id, c.opponent_id, c.invited, c.invited_as,
	       c.seat, c.pace, c.message, c.status, c.game_id, c.rematch_of, c.created_at, c.expires_at, c.answered_at,
	       ` + TermColumns("c.", models.ChallengeTerms) + `, ` + SelectRest("a.") + `,
	       a.name AS challenger_name, COALESCE(b.name, '') AS opponent_name,
	       a.email AS challenger_email, COALESCE(b.email, '') AS opponent_email`
	JoinChallengePlayers = " JOIN players a ON a.id = c.challenger_id LEFT JOIN players b ON b.id = c.opponent_id "
	SelectChallenge      = SelectChallengeColumns + " FROM challenges c" + JoinChallengePlayers
)

// TakeChallenge takes the columns of SelectChallenge.
func TakeChallenge(c *db.Columns) (r ChallengeRow) {
	r.ID, r.Ruleset, r.Variant, r.ChallengerID = c.Text(), c.Text(), c.Text(), c.Number()
	if c.IsNull() {
		c.Skip(1)
	} else {
		opponent := c.Number()
		r.OpponentID = &opponent
	}
	r.Invited, r.InvitedAs = c.Text(), c.Text()
	r.Seat, r.Pace, r.Message, r.Status = rules.Seat(c.Number()), c.Text(), c.Text(), models.ChallengeStatus(c.Text())
	r.GameID, r.RematchOf, r.CreatedAt, r.ExpiresAt, r.AnsweredAt = c.Text(), c.Text(), Millis(c), Millis(c), Millis(c)
	for _, term := range models.ChallengeTerms {
		TakeTerm(c, &r.Terms, term)
	}
	r.TakeRest(c)
	r.ChallengerName, r.OpponentName, r.ChallengerEmail, r.OpponentEmail = c.Text(), c.Text(), c.Text(), c.Text()
	return r
}

// Challenge returns the view of a row.
func (r *ChallengeRow) Challenge() models.Challenge {
	c := models.Challenge{
		ID: r.ID, Ruleset: r.Ruleset, Variant: r.Variant, Challenger: models.PlayerRef{
			ID:   r.ChallengerID,
			Name: r.ChallengerName,
		},
		Invited: r.Invited, InvitedAs: cmp.Or(r.InvitedAs, r.Invited), Seat: r.Seat, Terms: r.Terms,
		Message: r.Message, Status: r.Status, GameID: r.GameID,
		RematchOf: r.RematchOf, CreatedAt: r.CreatedAt.Time(), ExpiresAt: r.ExpiresAt.Time(), AnsweredAt: r.AnsweredAt.Time(),
		Begun: r.Begun, Rest: r.Rest().Under(r.Terms),
	}
	c.Unrated = c.Unrated || models.Waived(r.ToHouse() || r.WithBot())
	if r.OpponentID != nil {
		c.Opponent = models.PlayerRef{ID: *r.OpponentID, Name: r.OpponentName}
	}
	return c
}

// StoreChallenge inserts a challenge.
func StoreChallenge(tx *gorm.DB, r *ChallengeRow) error {
	var others []string
	for _, c := range RestColumns {
		others = append(others, c.Name)
	}
	return tx.Omit(others...).Create(r).Error
}

// Invites reports whether the challenge was sent to the player's address, regardless of who accepted it.
func (r *ChallengeRow) Invites(p models.Player) bool {
	return r.Invited != "" && r.Invited == mailaddr.Key(p.Email)
}

// IsFor reports whether the player may decide on the challenge.
func (r *ChallengeRow) IsFor(p models.Player) bool {
	switch {
	case r.ChallengerID == p.ID:
		return false
	case r.OpponentID != nil:
		return *r.OpponentID == p.ID
	case r.Invited != "":
		return r.Invites(p)
	}
	return true
}

// ParsePace reads a pace from a request, also one with a space for the plus sign, as a form by curl -d has it.
// Errors: CodeInvalid.
func ParsePace(text string) (pace.Pace, error) {
	p, ok := pace.Parse(strings.Replace(text, " ", "+", 1))
	if !ok {
		return p, models.Invalid("pace", "bad_pace", "pace", visible.Clip(text, 40))
	}
	return p, nil
}

// LoadRematch returns the open or accepted challenge to a rematch, or nil.
func LoadRematch(db *gorm.DB, game, suffix string) (*ChallengeRow, error) {
	var rows []ChallengeRow
	err := db.Raw(SelectChallenge+`WHERE c.rematch_of = ? AND c.rematch_of <> '' AND c.status IN ('open', 'accepted')
		ORDER BY c.created_at DESC, c.id LIMIT 1`+suffix, game).Scan(&rows).Error
	if err != nil || len(rows) == 0 {
		return nil, err
	}
	return &rows[0], nil
}

// BeyondOpenCursor reads a cursor of open challenges: whether its ruleset fits, as "1" or "0", and the condition for
// challenges after it of such rulesets. Without a cursor all is empty.
func BeyondOpenCursor(before string) (fits, beyond string, args []any, err error) {
	if before == "" {
		return "", "", nil, nil
	}
	fits = map[byte]string{'f': "1", 'o': "0"}[before[0]]
	if beyond, args, err = BeyondCursor("created_at", before[1:], ""); err != nil || fits == "" || beyond == "" {
		err = BadCursor(before)
	}
	return fits, beyond, args, err
}

// FormatOpenCursor begins with f where the ruleset fits, and with o otherwise.
func FormatOpenCursor(fits bool, at models.Millis, id string) string {
	if fits {
		return "f" + FormatCursor(at, id)
	}
	return "o" + FormatCursor(at, id)
}

// DefaultLocale is the language of those who have chosen none.
const DefaultLocale = "en"

// MaxNameTries limits the numbers tried as a suffix of a name.
const MaxNameTries = 50

// TermColumns lists the columns of terms for TakeTerm; table is what precedes their names, such as "c.".
func TermColumns(table string, terms []models.Term) string {
	list := make([]string, len(terms))
	for i, term := range terms {
		list[i] = table + term.Name
	}
	return strings.Join(list, ", ")
}

// TakeTerm takes the column of a term.
func TakeTerm(c *db.Columns, t *models.Terms, term models.Term) {
	if term.Limit != nil {
		*term.Limit(t) = int(c.Number())
		return
	}
	*term.Waived(t) = c.Number() == 0
}
