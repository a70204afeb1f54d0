//go:build race

package reply

// slowdown is how much longer this build takes than the program: the race detector costs that much.
const slowdown = 20
