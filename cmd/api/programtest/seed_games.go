package programtest

import (
	"cmp"
	"crypto/sha256"
	"fmt"
	"slices"
	"time"
)

// insertGames stores the games in the order of their beginnings, as a store does.
func (s *seeding) insertGames() {
	game := s.insert("games", `number, id, ruleset, variant, version, first_id, second_id, status, position, ply, to_move,
		to_move_id, winner, reason, pace, first_left, second_left, deadline_at, remind_at, hash, created_at, updated_at,
		finished_at, rated, unrated_because, first_turns, second_turns, position_keys,
		last_seat, last_turn, last_events, last_message, last_via, last_at, last_occurrence`)
	turn := s.insert("turns", "id, seat, turn, position, events, message, via, at, occurrence, hash")
	rated := s.insert("game_ratings", `game_id, seat, player_id, opponent_id, ruleset, variant, rated_at,
		before_rating, before_deviation, before_volatility, after_rating, after_deviation, after_volatility`)
	order := make([]*seedGame, len(s.games))
	for i := range s.games {
		order[i] = &s.games[i]
	}
	slices.SortFunc(order, func(a, b *seedGame) int { return cmp.Compare(a.at(0), b.at(0)) })
	for i, g := range order {
		g.number = int64(i + 1)
	}
	for together := range slices.Chunk(order, seedTogether) {
		hashes := make([][]byte, len(together))
		for i, g := range together {
			hashes[i] = g.seedHash()
		}
		for ply := range seedLongest + 1 {
			for i, g := range together {
				if ply <= g.ply {
					hashes[i] = g.insertTurn(turn, ply, hashes[i])
				}
			}
		}
		for i, g := range together {
			g.insertGame(game, hashes[i])
			g.insertRatings(rated)
		}
	}
}

// seedHash returns the hash before ply 0.
func (g *seedGame) seedHash() []byte {
	hash := sha256.Sum256(fmt.Appendf(nil, "%s\n%s\n%s\n%d\n%d\n%d\n",
		g.id, g.line.Ruleset, g.line.Variant, g.line.version, g.players[0], g.players[1]))
	return hash[:]
}

// insertTurn stores the turn of a ply, and returns its hash.
func (g *seedGame) insertTurn(insert func(args ...any), ply int, before []byte) []byte {
	row, seat, via := &g.line.rows[ply], -1, ""
	if ply > 0 {
		seat, via = g.line.Seats[ply-1], "http"
	}
	hash := sha256.Sum256(fmt.Appendf(nil, "%x\n%s\n%d\n%d\n%s\n%s\n%d\n",
		before, g.id, ply, seat, row.turn, row.position, g.at(ply)))
	insert(g.number<<20+int64(ply), seat, row.turn, row.position, row.events, "", via, g.at(ply), row.occurrence, hash[:])
	return hash[:]
}

// insertGame stores the row of the game with the hash of its last turn.
func (g *seedGame) insertGame(insert func(args ...any), hash []byte) {
	left := (72 * time.Hour).Milliseconds()
	status, winner, reason, ended, deadline, remind := "finished", g.winner(), "resignation", g.last, int64(0), int64(0)
	keys, turns := []byte{}, [2]int{}
	if g.ongoing {
		status, winner, reason, ended, deadline, remind = "ongoing", -1, "", 0, g.last+left, g.last+left*2/3
		for _, row := range g.line.rows[:g.ply+1] {
			keys = append(keys, row.key...)
		}
	}
	for _, seat := range g.line.Seats[:g.ply] {
		turns[seat]++
	}
	last := &g.line.rows[g.ply]
	insert(g.number, g.id, g.line.Ruleset, g.line.Variant, g.line.version, g.players[0], g.players[1], status,
		last.position, g.ply, g.toMove(), g.players[g.toMove()], winner, reason, "3d", left, left, deadline,
		remind, hash, g.at(0), g.last, ended, 1, string(g.rated.Cause), turns[0], turns[1], keys,
		g.line.Seats[g.ply-1], last.turn, last.events, "", "http", g.at(g.ply), last.occurrence)
}

// insertRatings stores the ratings before and after the game, if it was rated.
func (g *seedGame) insertRatings(insert func(args ...any)) {
	if g.ongoing || g.rated.Cause != "" {
		return
	}
	for seat, before := range g.rated.Before {
		after := g.rated.After[seat]
		insert(g.id, seat, g.players[seat], g.players[1-seat], g.line.Ruleset, g.line.Variant, g.last, before.Rating,
			before.Deviation, before.Volatility, after.Rating, after.Deviation, after.Volatility)
	}
}

// at returns the time of a turn.
func (g *seedGame) at(ply int) int64 {
	return g.last - int64(g.ply-ply)*seedTurn.Milliseconds()
}
