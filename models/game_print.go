package models

import (
	"slices"
	"strings"

	"turnpost/models/db"
)

// gameList is a list of games: which there are, and in which order.
type gameList struct {
	whole   string // reads them
	printed string // reads them with their prints
	prints  string // reads their prints alone, a line each, as one text: rows would cost more than what they say
}

// newGameList is a list by what follows FROM. Its LIMIT keeps SQLite from leaving out the order of the prints.
func newGameList(where string) gameList {
	return gameList{
		whole:   selectGameAndTurn + where,
		printed: selectViewColumns + ", " + gamePrint + fromGamesAndTurns + where,
		prints: "SELECT COALESCE(group_concat(print, char(10)), '') FROM (SELECT " + gamePrint + " AS print" +
			fromGames + where + ")",
	}
}

// oneGame reads a game with its print.
var oneGame = newGameList("WHERE g.id = ?").printed

// maxGamesAnew is how many games of a list are read one by one; more are read with the whole list.
const maxGamesAnew = 10

// list reads a list of games. Those that stand as they are known are not read again.
func (l look) list(list gameList, known []*viewedGame, args ...any) ([]*viewedGame, error) {
	prints := ""
	if len(known) > 0 {
		err := db.Query(l.read(l.ctx), func(c *db.Columns) error { prints = c.Text(); return nil }, list.prints, args...)
		if err != nil {
			return nil, err
		}
	}
	return l.listByPrints(list, prints, known, args...)
}

// listByPrints reads a list of games whose prints are known, "" where they are not.
func (l look) listByPrints(list gameList, prints string, known []*viewedGame, args ...any) ([]*viewedGame, error) {
	if prints != "" {
		games, ok, err := l.gamesByPrints(prints, known)
		if ok || err != nil {
			return games, err
		}
	}
	if l.state == 0 {
		return l.readGames(list.whole, args...)
	}
	return l.readGames(list.printed, args...)
}

// gamesByPrints reads the games that have these prints; not ok where too many are not known, or one changed meanwhile.
func (l look) gamesByPrints(prints string, known []*viewedGame) (games []*viewedGame, ok bool, err error) {
	lines := strings.Split(prints, "\n")
	games = make([]*viewedGame, len(lines))
	anew, next := 0, 0
	for i, print := range lines {
		if games[i], next = knownGame(known, next, print); games[i] == nil {
			anew++
		}
	}
	if anew > maxGamesAnew {
		return nil, false, nil
	}
	for i, print := range lines {
		if games[i] != nil {
			continue
		}
		id, _, _ := strings.Cut(print, "|")
		read, err := l.readGames(oneGame, id)
		if err != nil || len(read) == 0 || read[0].print != print {
			return nil, false, err
		}
		games[i] = read[0]
	}
	return games, true, nil
}

// knownGame finds the game with a print, most likely the next one; nil where it is not known. The one after it is then
// the most likely.
func knownGame(known []*viewedGame, next int, print string) (*viewedGame, int) {
	if next < len(known) && known[next].print == print {
		return known[next], next + 1
	}
	if i := slices.IndexFunc(known, func(g *viewedGame) bool { return g.print == print }); i >= 0 {
		return known[i], i + 1
	}
	return nil, next
}
