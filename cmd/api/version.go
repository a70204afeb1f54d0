package main

import (
	"fmt"
	"runtime"
	"runtime/debug"

	"github.com/VictoriaMetrics/metrics"

	"turnpost/models/store"
)

// The version and the commit of a release, which .ci/release sets when it links the program.
var release, commit string

type versionCommand struct{}

// Run prints the versions.
func (versionCommand) Run(p *program) error {
	_, err := fmt.Fprintf(p.out, "turnpost %s %s %s/%s\ncommit %s\nschema %d\n",
		version(), runtime.Version(), runtime.GOOS, runtime.GOARCH, builtFrom(), store.SchemaVersion())
	return err
}

// version returns the version of a release, else the module's version or the commit that it was built from.
func version() string {
	if release != "" {
		return release
	}
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return "unknown"
	}
	if text := info.Main.Version; text != "(devel)" || builtFrom() == "unknown" {
		return text
	}
	return builtFrom()[:12]
}

// builtFrom returns the commit that the program was built from, in full, or "unknown".
func builtFrom() string {
	if commit != "" {
		return commit
	}
	if info, ok := debug.ReadBuildInfo(); ok {
		for _, s := range info.Settings {
			if s.Key == "vcs.revision" {
				return s.Value
			}
		}
	}
	return "unknown"
}

// describeBuild adds the metric that says which program runs.
func describeBuild(set *metrics.Set) {
	set.GetOrCreateGauge(fmt.Sprintf("turnpost_build_info{version=%q,commit=%q,go=%q,schema=\"%d\"}",
		version(), builtFrom(), runtime.Version(), store.SchemaVersion()), func() float64 { return 1 })
}
