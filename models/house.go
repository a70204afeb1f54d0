package models

import (
	"strings"

	"turnpost/models/names"
	"turnpost/rules"
)

// The house plays as players whose names begin with HousePrefix, one for each level. A migration creates them; no other
// player can have their names, and they keep them. They have no address, so that nobody signs in as one of them, and
// are never confirmed, so that they are not found among people.

// HousePrefix begins the names of the house's players.
const HousePrefix = "house-"

// HouseName returns the name of the house player of a level.
func HouseName(level rules.Level) string { return HousePrefix + string(level) }

// HouseLevel returns the level of a house player by name; "" for people.
func HouseLevel(name string) rules.Level {
	level, is := strings.CutPrefix(names.Key(name), HousePrefix)
	if !is {
		return ""
	}
	for _, known := range rules.Levels() {
		if level == string(known) {
			return known
		}
	}
	return ""
}

// IsHouse reports whether the player is a house player.
func (p PlayerRef) IsHouse() bool { return HouseLevel(p.Name) != "" }

// IsBot reports whether a program plays the player's turns.
func (p PlayerRef) IsBot() bool { return names.IsBot(p.Name) }

// HouseSeat returns the seat of the house, or NoSeat in a game between people.
func (g *Game) HouseSeat() rules.Seat {
	for seat, p := range g.Players {
		if p.IsHouse() {
			return rules.Seat(seat)
		}
	}
	return rules.NoSeat
}

// AwaitsHouse reports whether the house is to act in the game: to move, or to decide about an offered draw.
func (g *Game) AwaitsHouse() bool {
	seat := g.HouseSeat()
	return g.Status == Ongoing && seat != rules.NoSeat && (g.ToMove == seat || g.DrawBy == seat.Other())
}
