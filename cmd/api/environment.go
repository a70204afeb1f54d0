package main

import (
	"fmt"
	"os"
	"strings"

	"github.com/alecthomas/kong"
)

// environment resolves flags from TURNPOST_… variables, or from the files that TURNPOST_…_FILE name.
type environment struct{ getenv func(string) string }

// variable returns the environment variable of a flag: TURNPOST_BASE_URL for base-url.
func variable(flag string) string {
	return "TURNPOST_" + strings.ToUpper(strings.ReplaceAll(flag, "-", "_"))
}

// Validate is part of kong.Resolver. It checks nothing.
func (environment) Validate(*kong.Application) error { return nil }

// Resolve is part of kong.Resolver.
func (e environment) Resolve(_ *kong.Context, _ *kong.Path, flag *kong.Flag) (any, error) {
	if !isSetting(flag) {
		return nil, nil
	}
	name := variable(flag.Name)
	value, file := e.getenv(name), e.getenv(name+"_FILE")
	switch {
	case value != "" && file != "":
		return nil, fmt.Errorf("%s and %s_FILE are both set; set one", name, name)
	case value != "":
		return value, nil
	case file == "":
		return nil, nil
	}
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, fmt.Errorf("%s_FILE: %w", name, err)
	}
	if value = strings.TrimSpace(string(text)); value == "" {
		return nil, fmt.Errorf("%s_FILE: %s is empty", name, file)
	}
	return value, nil
}

// isSetting reports whether a flag is a setting, which has a variable, and not an option of one run.
func isSetting(flag *kong.Flag) bool { return flag.Name != "help" && !flag.Tag.Has("once") }

// help appends its variable to the help text of a flag.
func (environment) help(value *kong.Value) string {
	if value.Flag == nil || !isSetting(value.Flag) {
		return value.Help
	}
	return value.Help + " [$" + variable(value.Flag.Name) + "]"
}
