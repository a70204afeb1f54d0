//go:build race

package sample

// Raced reports whether this build has the race detector, which multiplies the time and the memory of a process.
const Raced = true
