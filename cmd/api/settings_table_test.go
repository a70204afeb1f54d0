package main

import (
	"flag"
	"fmt"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/alecthomas/kong"
)

var update = flag.Bool("update-docs", false, "write the generated parts of the documentation anew")

const (
	manual     = "deploy/README.md"
	envExample = "../../.env.example"
)

// settingGroup is the settings under one heading of the program's help, in its order.
type settingGroup struct {
	title string
	flags []*kong.Flag
}

// TestSettingsTables compares the tables of the operators' manual and .env.example with the settings of the
// program, and writes them where the test runs with -update-docs.
func TestSettingsTables(t *testing.T) {
	groups := settingGroups(t)
	text := readFile(t, manual)
	for _, g := range groups {
		begin, end := "<!-- settings: "+g.title+" -->\n", "<!-- end -->"
		before, rest, found := strings.Cut(text, begin)
		_, after, ended := strings.Cut(rest, end)
		if !found || !ended {
			t.Fatalf("%s has no table between %q and %q", manual, begin, end)
		}
		text = before + begin + settingsTable(g) + end + after
	}
	compareFile(t, manual, text)
	compareFile(t, envExample, settingsExample(groups))
}

// TestVariablesAreInTheManual finds flags of subcommands that a variable sets by accident: those of one run have none.
func TestVariablesAreInTheManual(t *testing.T) {
	parser, err := newParser(&program{}, func(string) string { return "" }, func(int) {})
	if err != nil {
		t.Fatal(err)
	}
	text := readFile(t, manual)
	for _, name := range variables(parser.Model) {
		switch name {
		case "TURNPOST_DKIM_SELECTOR", "TURNPOST_DNS", "TURNPOST_SENDER", "TURNPOST_NULL_SENDER": // of testmail and inbound
		default:
			if !strings.Contains(text, "| `"+name+"` |") {
				t.Errorf("%s is no setting of the manual: its flag should have once", name)
			}
		}
	}
}

// settingGroups reads the settings of serve by their headings. Each must have a heading.
func settingGroups(t *testing.T) (groups []settingGroup) {
	t.Helper()
	parser, err := newParser(&program{}, func(string) string { return "" }, func(int) {})
	if err != nil {
		t.Fatal(err)
	}
	for _, command := range parser.Model.Children {
		if command.Name != "serve" {
			continue
		}
		for _, f := range command.Flags {
			if !isSetting(f) {
				continue
			}
			if f.Group == nil {
				t.Fatalf("--%s has no group", f.Name)
			}
			if len(groups) == 0 || groups[len(groups)-1].title != f.Group.Title {
				groups = append(groups, settingGroup{title: f.Group.Title})
			}
			g := &groups[len(groups)-1]
			g.flags = append(g.flags, f)
		}
	}
	if len(groups) < 2 {
		t.Fatalf("%d groups of settings", len(groups))
	}
	return groups
}

func settingsTable(g settingGroup) string {
	var b strings.Builder
	b.WriteString("\n| variable | default | |\n|---|---|---|\n")
	for _, f := range g.flags {
		value := ""
		if f.Default != "" {
			value = "`" + f.Default + "`"
		}
		fmt.Fprintf(&b, "| `%s` | %s | %s |\n", variable(f.Name), value, strings.ReplaceAll(f.Help, "|", `\|`))
	}
	return b.String() + "\n"
}

func settingsExample(groups []settingGroup) string {
	var b strings.Builder
	b.WriteString("# Every setting of turnpost with its default. For any NAME of them, NAME_FILE may name a file that\n" +
		"# contains the value, which is the way for passwords.\n")
	for _, g := range groups {
		fmt.Fprintf(&b, "\n# --- %s\n", g.title)
		for _, f := range g.flags {
			value := f.Default
			if strings.ContainsAny(value, " <>") {
				value = `"` + value + `"`
			}
			fmt.Fprintf(&b, "\n%s%s=%s\n", commentLines(f.Help), variable(f.Name), value)
		}
	}
	return b.String()
}

// commentLines breaks a text into comments of at most 110 columns.
func commentLines(text string) string {
	return regexp.MustCompile(`(.{1,108})(?: |$)`).ReplaceAllString(text, "# $1\n")
}

// compareFile compares a file with what its text should be, or writes it with -update-docs.
func compareFile(t *testing.T, name, want string) {
	t.Helper()
	if *update {
		if err := os.WriteFile(name, []byte(want), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	got := strings.Split(readFile(t, name), "\n")
	for i, line := range strings.Split(want, "\n") {
		if i >= len(got) || got[i] != line {
			t.Errorf("%s:%d is not %q; go test ./cmd/api -run %s -update-docs writes it", name, i+1, line, t.Name())
			return
		}
	}
	if strings.Join(got, "\n") != want {
		t.Errorf("%s is longer than it should be", name)
	}
}

func readFile(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}
