package main

import (
	"errors"
	"fmt"
	"os"
	"strings"
	"unicode"

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
	value, file := trim(e.getenv(name)), trim(e.getenv(name+"_FILE"))
	source := name
	switch {
	case value != "" && file != "":
		return nil, fmt.Errorf("%s and %s_FILE are both set; set one", name, name)
	case value == "" && file == "":
		return nil, nil
	case file != "":
		source = name + "_FILE: " + file
		text, err := os.ReadFile(file)
		if err != nil {
			return nil, fmt.Errorf("%s_FILE: %w", name, err)
		}
		if value = trim(string(text)); value == "" {
			return nil, fmt.Errorf("%s is empty", source)
		}
	}
	if err := checkText(value); err != nil {
		return nil, fmt.Errorf("%s %w", source, err)
	}
	if flag.IsSlice() {
		value = trimItems(value)
	}
	return value, nil
}

// trim removes what nobody sees around a value: white space, the line ends of Windows, and a byte order mark.
func trim(value string) string {
	return strings.TrimFunc(value, func(r rune) bool { return unicode.IsSpace(r) || r == '\ufeff' })
}

// trimItems trims each item of a list.
func trimItems(list string) string {
	items := strings.Split(list, ",")
	for i, item := range items {
		items[i] = trim(item)
	}
	return strings.Join(items, ",")
}

// checkText refuses a value that was read otherwise than its author meant: programs such as docker --env-file take the
// quotes of a file for a part of the value.
func checkText(value string) error {
	if strings.ContainsFunc(value, unicode.IsControl) {
		return errors.New("has a line break or another control character within its value")
	}
	if first := value[0]; len(value) > 1 && (first == '"' || first == '\'') && value[len(value)-1] == first {
		return errors.New("has quotes around its value, which the program that set it has not removed; write it without")
	}
	return nil
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
