//go:build race

package api

// slowdown is the cost of this build relative to the normal build, caused by the race detector.
const slowdown = 20
