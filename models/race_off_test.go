//go:build !race

package models

// raceDetector reports whether this build has the race detector, which multiplies the memory of a process.
const raceDetector = false
