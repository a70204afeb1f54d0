//go:build !race

package reply

// slowdown is how much longer this build takes than the program, for a machine that is slower or busy.
const slowdown = 2
