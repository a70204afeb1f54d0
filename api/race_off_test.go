//go:build !race

package api

// slowdown is the cost of this build relative to the normal build.
const slowdown = 1
