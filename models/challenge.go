package models

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"time"

	"gorm.io/gorm"

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

// Withdraw takes back the player's own open challenge.
func (s *Store) Withdraw(ctx context.Context, p Player, id string) (Challenge, error) {
	return s.answerChallenge(ctx, p, id, func(tx *Tx, row *challengeRow) error {
		if row.ChallengerID != p.ID {
			return fail(CodeForbidden, "only %s can withdraw this challenge", row.ChallengerName)
		}
		if err := tx.dropNotices("the challenge was withdrawn", "challenge_id = ?", id); err != nil {
			return err
		}
		return tx.closeChallenge(row, ChallengeWithdrawn)
	})
}

// Decline refuses a challenge that is for this player by name or address.
func (s *Store) Decline(ctx context.Context, p Player, id string) (Challenge, error) {
	return s.answerChallenge(ctx, p, id, func(tx *Tx, row *challengeRow) error {
		if !row.isFor(p) || (row.OpponentID == nil && row.Invited == "") {
			return fail(CodeForbidden, "this challenge is not for you to decline")
		}
		row.OpponentID, row.OpponentName, row.OpponentEmail = &p.ID, p.Name, p.Email
		if err := tx.closeChallenge(row, ChallengeDeclined); err != nil {
			return err
		}
		return tx.noticeChallengeAnswer(row)
	})
}

func (s *Store) answerChallenge(ctx context.Context, p Player, id string, answer func(tx *Tx, row *challengeRow) error) (c Challenge, err error) {
	err = s.write(ctx, func(tx *Tx) error {
		row, err := tx.openChallenge(p, id)
		if err != nil {
			return err
		}
		if err := answer(tx, row); err != nil {
			return err
		}
		c = row.challenge()
		tx.answer(c)
		return nil
	})
	return c, err
}

// openChallenge loads a challenge that is still to be answered.
func (tx *Tx) openChallenge(p Player, id string) (*challengeRow, error) {
	row, err := loadChallenge(tx.DB, p, id, tx.forUpdate("c"))
	if err != nil {
		return nil, err
	}
	if row.Status != ChallengeOpen {
		return nil, fail(CodeConflict, "challenge %s is %s already", id, row.Status)
	}
	return row, nil
}

func (tx *Tx) closeChallenge(row *challengeRow, status ChallengeStatus) error {
	row.Status, row.AnsweredAt = status, tx.at
	return tx.Exec("UPDATE challenges SET status = ?, answered_at = ?, opponent_id = ?, game_id = ? WHERE id = ?",
		row.Status, row.AnsweredAt, row.OpponentID, row.GameID, row.ID).Error
}

// Accept begins the game of a challenge.
func (s *Store) Accept(ctx context.Context, p Player, id string) (*Game, error) {
	var game *Game
	err := s.write(ctx, func(tx *Tx) error {
		row, err := tx.openChallenge(p, id)
		if err != nil {
			return err
		}
		if !row.isFor(p) {
			return fail(CodeForbidden, "you cannot accept your own challenge")
		}
		if err := tx.checkBlocks(p.ID, Seated{row.ChallengerID, row.ChallengerName}, "challenges"); err != nil {
			return err
		}
		row.OpponentID, row.OpponentName, row.OpponentEmail = &p.ID, p.Name, p.Email
		begun, err := tx.beginGame(row)
		if err != nil {
			return err
		}
		row.GameID = begun.ID
		if err := tx.closeChallenge(row, ChallengeAccepted); err != nil {
			return err
		}
		if err := tx.noticeChallengeAnswer(row); err != nil {
			return err
		}
		game = begun.gameAfter(tx.at, nil)
		tx.answer(game)
		return tx.noticeTurn(begun)
	})
	return game, err
}

// beginGame stores a new game with its start as ply 0.
func (tx *Tx) beginGame(c *challengeRow) (*gameRow, error) {
	r, ok := tx.store.games[c.Ruleset]
	if !ok {
		return nil, fmt.Errorf("challenge %s: ruleset %q is not known", c.ID, c.Ruleset)
	}
	start, err := r.Start(c.Variant)
	if err != nil {
		return nil, fmt.Errorf("challenge %s: %w", c.ID, err)
	}
	id, err := tx.freeID("games")
	if err != nil {
		return nil, err
	}
	pace, err := ParsePace(c.Pace)
	if err != nil {
		return nil, errors.Join(fmt.Errorf("challenge %s", c.ID), err)
	}
	row := &gameRow{
		ID: id, Ruleset: c.Ruleset, Variant: c.Variant, Version: r.Info().Version,
		FirstID: c.ChallengerID, SecondID: *c.OpponentID,
		Status: Ongoing, Position: start.String(), ToMove: start.ToMove(), Winner: rules.NoSeat, DrawBy: rules.NoSeat,
		Pace: c.Pace, LeftFirst: pace.Initial().Milliseconds(), LeftSecond: pace.Initial().Milliseconds(),
		BackBy: rules.NoSeat, CreatedAt: tx.at, UpdatedAt: tx.at,
	}
	if c.Seat == rules.Second || (c.Seat == rules.NoSeat && drawLots()) {
		row.FirstID, row.SecondID = row.SecondID, row.FirstID
	}
	if err := tx.loadSeats(row); err != nil {
		return nil, err
	}
	row.ToMoveID = row.player(row.ToMove)
	row.startClock(tx.at)
	turn := &Turn{Seat: rules.NoSeat, Position: row.Position, Events: []rules.Event{}, At: tx.now}
	turn.Hash = turnHash(seedHash(row), row.ID, turn)
	row.Hash = turn.Hash
	err = tx.Exec(`INSERT INTO games (id, ruleset, variant, version, first_id, second_id, status, position, ply, to_move, to_move_id,
		pace, left_first, left_second, deadline_at, remind_at, hash, created_at, updated_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
		row.ID, row.Ruleset, row.Variant, row.Version, row.FirstID, row.SecondID, row.Status, row.Position, row.Ply, row.ToMove, row.ToMoveID,
		row.Pace, row.LeftFirst, row.LeftSecond, row.DeadlineAt, row.RemindAt, row.Hash, row.CreatedAt, row.UpdatedAt).Error
	if err != nil {
		return nil, err
	}
	return row, tx.insertTurn(row, turn, keyHash(start))
}

// loadSeats fills in what a game's row says of its players.
func (tx *Tx) loadSeats(row *gameRow) error {
	var players []playerRow
	if err := tx.Where("id IN ?", []int64{row.FirstID, row.SecondID}).Find(&players).Error; err != nil {
		return err
	}
	for _, p := range players {
		if p.DeletedAt != 0 { // between the request's arrival and its turn
			return fail(CodeNotFound, "%s plays no more", p.Name)
		}
		if p.ID == row.FirstID {
			row.FirstName, row.FirstEmail, row.FirstSettings, row.FirstZone = p.Name, p.Email, p.Settings, p.TimeZone
			row.FirstAwayFrom, row.FirstAwayUntil = p.AwayFrom, p.AwayUntil
		} else {
			row.SecondName, row.SecondEmail, row.SecondSettings, row.SecondZone = p.Name, p.Email, p.Settings, p.TimeZone
			row.SecondAwayFrom, row.SecondAwayUntil = p.AwayFrom, p.AwayUntil
		}
	}
	return nil
}

// drawLots is a fair coin.
func drawLots() bool {
	var b [1]byte
	_, _ = rand.Read(b[:]) // never fails: crypto/rand
	return b[0]&1 == 1
}
