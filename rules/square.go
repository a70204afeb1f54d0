package rules

import (
	"strconv"
	"strings"
)

// Square is a place on a grid, both coordinates from 0: a1 is {0, 0}.
type Square struct{ File, Rank int }

// String returns the name of the square: file letter and rank number from 1.
func (s Square) String() string {
	return string(rune('a'+s.File)) + strconv.Itoa(s.Rank+1)
}

// farRank replaces every number that is beyond any board.
const farRank = 1000

// CutSquare parses a square's name, a letter of either case and a number without leading zero, at the beginning of a
// text and returns the rest. The caller checks whether the square is on its board. Numbers from 1000 up become
// 1000. ok is false if the text does not begin with a letter and a number of at most nine digits.
func CutSquare(text string) (s Square, rest string, ok bool) {
	if text == "" {
		return Square{}, text, false
	}
	letter := text[0] | 0x20
	if letter < 'a' || letter > 'z' {
		return Square{}, text, false
	}
	end := 1
	for end < len(text) && text[end] >= '0' && text[end] <= '9' {
		end++
	}
	digits := text[1:end]
	if digits == "" || len(digits) > 9 || (digits[0] == '0' && len(digits) > 1) {
		return Square{}, text, false
	}
	n := farRank
	if len(digits) <= 3 {
		n, _ = strconv.Atoi(digits)
	}
	return Square{File: int(letter - 'a'), Rank: n - 1}, text[end:], true
}

// ParseSquare parses a text that consists of a square's name.
func ParseSquare(text string) (Square, bool) {
	s, rest, ok := CutSquare(text)
	return s, ok && rest == ""
}

// Row is the existing part of a rank.
type Row struct{ FirstFile, Files int }

// ReadRanks parses the placement in a position text: ranks from the top down, separated by "/", a number for a run of
// empty squares, a letter for an occupied square. rows describes the ranks from rank 1 up; put is called for every
// letter. The error is a *BadPosition or the error of put.
func ReadRanks(text string, rows []Row, put func(s Square, letter byte) error) error {
	parts := strings.Split(text, "/")
	if len(parts) != len(rows) {
		return Bad("position.ranks", "given", len(parts), "want", len(rows))
	}
	for i, part := range parts {
		rank := len(rows) - 1 - i
		if err := readRank(part, rank, rows[rank], put); err != nil {
			return err
		}
	}
	return nil
}

func readRank(part string, rank int, row Row, put func(s Square, letter byte) error) error {
	file := 0
	for at := 0; at < len(part); {
		end := at
		for end < len(part) && part[end] >= '0' && part[end] <= '9' {
			end++
		}
		if end > at {
			run, err := strconv.Atoi(part[at:end])
			if err != nil || run < 1 || part[at] == '0' || run > row.Files-file {
				return Bad("position.run", "rank", rank+1, "run", Excerpt(part[at:end]))
			}
			file, at = file+run, end
			continue
		}
		if file >= row.Files {
			return Bad("position.long", "rank", rank+1, "want", row.Files)
		}
		if err := put(Square{File: row.FirstFile + file, Rank: rank}, part[at]); err != nil {
			return err
		}
		file, at = file+1, at+1
	}
	if file != row.Files {
		return Bad("position.short", "rank", rank+1, "given", file, "want", row.Files)
	}
	return nil
}

// WriteRanks is the inverse of ReadRanks; letter returns 0 for an empty square.
func WriteRanks(b []byte, rows []Row, letter func(s Square) byte) []byte {
	for rank := len(rows) - 1; rank >= 0; rank-- {
		run := 0
		for file := range rows[rank].Files {
			l := letter(Square{File: rows[rank].FirstFile + file, Rank: rank})
			if l == 0 {
				run++
				continue
			}
			if run > 0 {
				b = strconv.AppendInt(b, int64(run), 10)
				run = 0
			}
			b = append(b, l)
		}
		if run > 0 {
			b = strconv.AppendInt(b, int64(run), 10)
		}
		if rank > 0 {
			b = append(b, '/')
		}
	}
	return b
}

// Rectangle returns the rows of a full board.
func Rectangle(files, ranks int) []Row {
	rows := make([]Row, ranks)
	for i := range rows {
		rows[i].Files = files
	}
	return rows
}
