package main

import (
	"strings"
	"testing"
)

// The word help asks for the same as the flag, before a subcommand, too.
func TestHelpIsASubcommand(t *testing.T) {
	for _, c := range [][]string{{"help", "Commands:"}, {"help backup", "File to write"}} {
		exit, out := command(t, "", false, strings.Fields(c[0])...)
		if exit != 0 || !strings.Contains(out, c[1]) {
			t.Errorf("%s: %d: %s, want %q", c[0], exit, out, c[1])
		}
	}
}
