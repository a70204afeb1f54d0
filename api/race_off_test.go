//go:build !race

package api

// slowdown is by how much more this build costs than the program.
const slowdown = 1
