package models

import "database/sql"

// gamePrint is a text of what may change in a game as it is seen: as long as it is the same, so is all that
// gameAndTurnColumns say. The hash stands for the game up to its last turn, players and rules included, and turns stand
// as they were played: only after a takeback may one with another message have the same hash. It costs SQLite a
// quarter of what the game itself does.
const gamePrint = `concat_ws('|', g.hash, g.takebacks, g.status, g.first_left, g.second_left, g.deadline_at,
	       g.draw_by, g.takeback_by, g.takeback_to, g.updated_at,
	       a.name, a.away_from, a.away_until, b.name, b.away_from, b.away_until,
	       COALESCE((SELECT unread FROM chats WHERE game_id = g.id AND seat = 0), 0),
	       COALESCE((SELECT unread FROM chats WHERE game_id = g.id AND seat = 1), 0))`

// gameList is a list of games: which there are, and in which order.
type gameList struct {
	whole  string // reads them with their prints
	prints string // reads their IDs and prints
}

func newGameList(where string) gameList {
	return gameList{
		whole:  gameAndTurnColumns + ", " + gamePrint + fromGamesAndTurns + where,
		prints: "SELECT g.id, " + gamePrint + fromGames + where,
	}
}

// oneGame reads a game with its print.
var oneGame = newGameList("WHERE g.id = ?").whole

// maxGamesAnew is how many games of a list are read one by one; more are read with the whole list.
const maxGamesAnew = 10

// list reads a list of games. Those that stand as they are known are not read again.
func (l look) list(list gameList, known []viewedGame, args ...any) ([]viewedGame, error) {
	if len(known) > 0 {
		games, ok, err := l.listByPrints(list, known, args...)
		if ok || err != nil {
			return games, err
		}
	}
	return l.readGames(list.whole, viewColumns+1, args...)
}

// listByPrints reads a list of games most of which are known; not ok where too many are not, or one
// changed meanwhile.
func (l look) listByPrints(list gameList, known []viewedGame, args ...any) (games []viewedGame, ok bool, err error) {
	var row columns
	var changed []int
	games = make([]viewedGame, 0, len(known)+1)
	err = queryOn(l.read(l.ctx), func(rows *sql.Rows) error {
		if err := row.scan(rows, 2); err != nil {
			return err
		}
		id, text := row.text(), row.text()
		game := knownGame(known, len(games), id)
		if game == nil || game.print != text {
			changed = append(changed, len(games))
			game = &viewedGame{row: gameRow{ID: id}, print: text}
		}
		games = append(games, *game)
		return row.err
	}, list.prints, args...)
	if err != nil || len(changed) > maxGamesAnew {
		return nil, false, err
	}
	for _, i := range changed {
		anew, err := l.readGames(oneGame, viewColumns+1, games[i].row.ID)
		if err != nil || len(anew) == 0 || anew[0].print != games[i].print {
			return nil, false, err
		}
		games[i] = anew[0]
	}
	return games, true, nil
}

// knownGame finds a game, most likely at i; nil where it is not known.
func knownGame(known []viewedGame, i int, id string) *viewedGame {
	if i < len(known) && known[i].row.ID == id {
		return &known[i]
	}
	for i := range known {
		if known[i].row.ID == id {
			return &known[i]
		}
	}
	return nil
}
