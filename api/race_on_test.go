//go:build race

package api

// slowdown is by how much more this build costs than the program: the race detector's share.
const slowdown = 20
