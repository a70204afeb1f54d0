package main

import (
	"fmt"
	"runtime"
	"runtime/debug"

	"turnpost/models"
)

type versionCommand struct{}

// Run prints the versions.
func (versionCommand) Run(p *program) error {
	_, err := fmt.Fprintf(p.out, "turnpost %s %s %s/%s\nschema %d\n",
		version(), runtime.Version(), runtime.GOOS, runtime.GOARCH, models.SchemaVersion())
	return err
}

// version returns the module's version, or the commit that it was built from.
func version() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return "unknown"
	}
	text := info.Main.Version
	for _, s := range info.Settings {
		if s.Key == "vcs.revision" && text == "(devel)" {
			text = s.Value[:min(12, len(s.Value))]
		}
	}
	return text
}
