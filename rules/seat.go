package rules

// Seat is one of the two sides at the board. The side in seat First moves first.
type Seat int8

// The seats.
const (
	NoSeat Seat = iota - 1
	First
	Second
)

// Other returns the opposite seat; NoSeat stays NoSeat.
func (s Seat) Other() Seat {
	switch s {
	case First:
		return Second
	case Second:
		return First
	}
	return NoSeat
}
