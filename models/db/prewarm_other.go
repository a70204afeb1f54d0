//go:build !linux

package db

// adviseRandom does nothing: on Linux it keeps the system from reading more than Prewarm asks for.
func adviseRandom(string) {}
