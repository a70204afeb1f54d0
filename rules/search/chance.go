package search

// chance is a generator of pseudorandom numbers: SplitMix64 (Steele, Lea, Flood, 2014). The package has its own so that
// a release of Go that changes a generator changes no turn.
type chance uint64

func (c *chance) next() uint64 {
	*c += 0x9e3779b97f4a7c15
	return Mix(uint64(*c))
}

// below returns a number from 0 to n-1. Its bias is below 2⁻⁵⁰ for the small n of this package.
func (c *chance) below(n int) int { return int(c.next() % uint64(n)) }

// Mix scrambles the bits of a number; different numbers give different results. Games hash small positions with it.
func Mix(x uint64) uint64 {
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}
