package play

import (
	"context"
	"strings"
	"time"

	"gorm.io/gorm"

	"turnpost/models"
	"turnpost/models/account"
	"turnpost/models/core"
	"turnpost/models/db"
	"turnpost/models/schema"
	"turnpost/rules"
)

// Limits of what a player keeps beside a game.
const (
	MaxNotes = 20000 // characters of the notes on a game
	// MaxNotesBytes bounds a request with notes: a character is twelve bytes of JSON or of a form at most.
	MaxNotesBytes = 12*MaxNotes + 16<<10
	MaxKeptLines  = 100 // of one player in one game
	MaxLineTurns  = 200
	maxLineBytes  = 5000 // of all turns: the page of a line has them in its address
	MaxLineName   = 60   // characters
)

// Notes are a player's text about a game. Nobody else sees it, during the game and after it.
type Notes struct {
	GameID    string
	Text      string // "" if there are none
	Version   int    // increases with every change; 0 if nothing was ever written
	UpdatedAt time.Time
}

// NotesInput identifies the notes of a player and the version of them that the player has seen.
type NotesInput struct {
	Game    string
	Player  int64
	Version *int // nil: any
}

// Notes returns a player's notes on a game; the zero text if there are none.
// Errors: CodeNotFound, CodeForbidden for a game of others and by a link.
func (s *Store) Notes(ctx context.Context, player int64, game string) (Notes, error) {
	if err := s.ownNotebook(s.Read(ctx), player, game); err != nil {
		return Notes{}, err
	}
	return findNotes(s.Read(ctx), player, game)
}

// SetNotes replaces a player's notes on a game; "" deletes them.
// Errors: CodeInvalid for a long text, CodeNotFound, CodeForbidden for a game of others and by a link, CodeConflict
// for another version.
func (s *Store) SetNotes(ctx context.Context, in NotesInput, text string) (Notes, error) {
	text, err := models.CleanText("text", text, MaxNotes)
	if err != nil {
		return Notes{}, err
	}
	var notes Notes
	err = s.Write(ctx, func(tx *core.Tx) error {
		if err := s.ownNotebook(tx.DB, in.Player, in.Game); err != nil {
			return err
		}
		notes, err = changeNotes(tx, in, func(Notes) string { return text })
		tx.SetResult(notes)
		return err
	})
	return notes, err
}

// AddNote adds a line to a player's notes on a game. It is the only use of notes that a link allows.
// Errors: CodeInvalid for an empty text and where the notes become too long, CodeNotFound, CodeForbidden for a game of
// others.
func (s *Store) AddNote(ctx context.Context, player int64, game, line string) (notes Notes, err error) {
	err = s.Write(ctx, func(tx *core.Tx) (err error) {
		notes, err = AddNote(tx, player, game, line)
		tx.SetResult(notes)
		return err
	})
	return notes, err
}

// AddNote adds a line to a player's notes on a game. Errors: as Store.AddNote.
func AddNote(tx *core.Tx, player int64, game, line string) (Notes, error) {
	line, err := models.CleanText("text", line, MaxNotes)
	if err != nil {
		return Notes{}, err
	}
	if line == "" {
		return Notes{}, models.Invalid("text", "empty_note")
	}
	return changeNotes(tx, NotesInput{Game: game, Player: player}, func(kept Notes) string {
		return strings.TrimPrefix(kept.Text+"\n"+line, "\n")
	})
}

// changeNotes stores the text that change makes of a player's notes. An unchanged text is not a change.
func changeNotes(tx *core.Tx, in NotesInput, change func(Notes) string) (Notes, error) {
	if err := account.CheckActor(tx, in.Player); err != nil {
		return Notes{}, err
	}
	row, err := LoadGame(tx.DB, in.Game)
	if err != nil {
		return Notes{}, err
	}
	if _, err := row.OwnSeat(in.Player); err != nil {
		return Notes{}, err
	}
	notes, err := findNotes(tx.DB, in.Player, in.Game)
	if err != nil {
		return notes, err
	}
	if in.Version != nil && *in.Version != notes.Version {
		return notes, models.Fail(models.CodeConflict, "notes_changed", "game", in.Game)
	}
	text, err := models.CleanText("text", change(notes), MaxNotes)
	if err != nil || text == notes.Text {
		return notes, err
	}
	notes = Notes{in.Game, text, notes.Version + 1, tx.At.Time()}
	return notes, tx.Exec(`INSERT INTO notes (player_id, game_id, version, text, updated_at) VALUES (?, ?, ?, ?, ?)
		ON CONFLICT (player_id, game_id) DO UPDATE SET
			version = excluded.version, text = excluded.text, updated_at = excluded.updated_at`,
		in.Player, in.Game, notes.Version, notes.Text, tx.At).Error
}

// ownNotebook fails unless the player may see and write what they keep beside a game: after signing in, because a mail
// with a link may be forwarded.
func (s *Store) ownNotebook(from *gorm.DB, player int64, game string) error {
	row, err := LoadGame(from, game)
	if err != nil {
		return err
	}
	if _, err := row.OwnSeat(player); err != nil {
		return err
	}
	if s.Guard.Link != nil {
		return models.Fail(models.CodeForbidden, "notes_by_link")
	}
	return nil
}

func findNotes(from *gorm.DB, player int64, game string) (Notes, error) {
	notes := Notes{GameID: game}
	err := db.Query(from, func(c *db.Columns) error {
		notes.Version, notes.Text, notes.UpdatedAt = int(c.Number()), c.Text(), schema.Millis(c).Time()
		return nil
	}, "SELECT version, text, updated_at FROM notes WHERE player_id = ? AND game_id = ?", player, game)
	return notes, err
}

// NotebookOf returns what a player keeps beside a game that was loaded: nothing for others and by a link.
func (s *Store) NotebookOf(
	ctx context.Context, player int64, g *models.Game,
) (notes Notes, lines []KeptLine, err error) {
	if g.SeatOf(player) == rules.NoSeat || s.Guard.Link != nil {
		return Notes{GameID: g.ID}, nil, nil
	}
	if notes, err = findNotes(s.Read(ctx), player, g.ID); err != nil {
		return notes, nil, err
	}
	lines, err = findKeptLines(s.Read(ctx), "player_id = ? AND game_id = ?", player, g.ID)
	return notes, lines, err
}

// KeptLine is a line of play that a player keeps beside a game. It is never played, and nobody else sees it.
type KeptLine struct {
	ID        int64
	GameID    string
	Ply       int      // of the position that it begins at, when it was kept
	Position  string   // that position
	Turns     []string // canonical
	Name      string   // may be ""
	CreatedAt time.Time
}

// NewKeptLine is a line of play to keep.
type NewKeptLine struct {
	Ply   int // of the position in the game that it begins at
	Turns []string
	Name  string // may be ""
}

// KeptLines lists the lines of play that a player keeps beside a game, oldest first.
// Errors: CodeNotFound, CodeForbidden for a game of others and by a link.
func (s *Store) KeptLines(ctx context.Context, player int64, game string) ([]KeptLine, error) {
	if err := s.ownNotebook(s.Read(ctx), player, game); err != nil {
		return nil, err
	}
	return findKeptLines(s.Read(ctx), "player_id = ? AND game_id = ?", player, game)
}

func findKeptLines(from *gorm.DB, where string, args ...any) (lines []KeptLine, err error) {
	err = db.Query(from, func(c *db.Columns) error {
		l := KeptLine{ID: c.Number(), GameID: c.Text(), Ply: int(c.Number()), Position: c.Text()}
		l.Turns, l.Name, l.CreatedAt = strings.Split(c.Text(), "\n"), c.Text(), schema.Millis(c).Time()
		lines = append(lines, l)
		return nil
	}, "SELECT id, game_id, ply, position, turns, name, created_at FROM kept_lines WHERE "+where+" ORDER BY id", args...)
	return lines, err
}

// KeepLine keeps a line of play from a position of a game. The rules check it, as far as positions repeat within it
// alone. The error of a turn has its Index.
// Errors: CodeInvalid for an unknown ply, no turns, too many or a long name, CodeIllegalTurn, CodeUnreadableTurn,
// CodeNotFound, CodeForbidden for a game of others and by a link, CodeConflict over MaxKeptLines.
func (s *Store) KeepLine(ctx context.Context, player int64, game string, in NewKeptLine) (KeptLine, error) {
	kept := KeptLine{GameID: game, Ply: in.Ply}
	var err error
	if kept.Name, err = models.CleanText("name", in.Name, MaxLineName); err != nil {
		return KeptLine{}, err
	}
	kept.Name = strings.Join(strings.Fields(kept.Name), " ")
	if len(in.Turns) == 0 {
		return KeptLine{}, models.Invalid("turns", "empty_line")
	}
	if err := s.ownNotebook(s.Read(ctx), player, game); err != nil {
		return KeptLine{}, err
	}
	line, err := s.LineAt(ctx, game, in.Ply, in.Turns)
	if err != nil {
		return KeptLine{}, err
	}
	kept.Position, kept.Turns = line.start.String(), line.Turns()
	err = s.Write(ctx, func(tx *core.Tx) error {
		if err := account.CheckActor(tx, player); err != nil {
			return err
		}
		var count int
		query := "SELECT COUNT(*) FROM kept_lines WHERE player_id = ? AND game_id = ?"
		if err := tx.Raw(query, player, game).Scan(&count).Error; err != nil {
			return err
		}
		if count >= MaxKeptLines {
			return models.Fail(models.CodeConflict, "too_many_lines", "n", count, "game", game)
		}
		kept.CreatedAt = tx.At.Time()
		err := tx.Raw(`INSERT INTO kept_lines (player_id, game_id, ply, position, turns, name, created_at)
			VALUES (?, ?, ?, ?, ?, ?, ?) RETURNING id`,
			player, game, kept.Ply, kept.Position, strings.Join(kept.Turns, "\n"), kept.Name, tx.At).Scan(&kept.ID).Error
		tx.SetResult(kept)
		return err
	})
	return kept, err
}

// DeleteKeptLine deletes a line of play that a player keeps beside a game.
// Errors: CodeNotFound, CodeForbidden for a game of others and by a link.
func (s *Store) DeleteKeptLine(ctx context.Context, player int64, game string, line int64) error {
	return s.Write(ctx, func(tx *core.Tx) error {
		if err := s.ownNotebook(tx.DB, player, game); err != nil {
			return err
		}
		gone := tx.Exec("DELETE FROM kept_lines WHERE id = ? AND player_id = ? AND game_id = ?", line, player, game)
		if gone.Error == nil && gone.RowsAffected == 0 {
			return models.Fail(models.CodeNotFound, "no_line", "line", line)
		}
		return gone.Error
	})
}
