package main

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

var shellBlock = regexp.MustCompile("(?ms)^```sh(?: wait-for-mail=(\\S+))?\n(.*?)^```$")

// TestReadmeTour pastes every shell block of the README, in order, into one shell beside
// a server in an empty folder.
func TestReadmeTour(t *testing.T) {
	readme, err := os.ReadFile("../../README.md")
	if err != nil {
		t.Fatal(err)
	}
	folder := t.TempDir()
	database, mails := filepath.Join(folder, "turnpost.db"), filepath.Join(folder, "mail")
	i := start(t, "--listen", "127.0.0.1:0", "--database", database, "--smtp", "file:"+mails)
	var script strings.Builder
	// Each curl tells its status, so that a refusal does not pass unseen.
	script.WriteString("curl() { command curl --silent --show-error " +
		"--write-out '%{stderr}status %{http_code}\\n' \"$@\"; echo; }\n")
	blocks := shellBlock.FindAllStringSubmatch(string(readme), -1)
	if len(blocks) < 5 {
		t.Fatalf("%d shell blocks in the README", len(blocks))
	}
	for _, block := range blocks {
		if block[1] != "" {
			fmt.Fprintf(&script, "for _ in $(seq 300); do ls mail | grep -qE '%[1]s\\.eml$' && break; sleep 0.1; done; "+
				"ls mail | grep -qE '%[1]s\\.eml$'\n", block[1])
		}
		script.WriteString(strings.ReplaceAll(block[2], "http://127.0.0.1:8080", i.url))
	}
	shell := exec.CommandContext(t.Context(), "bash", "-euo", "pipefail", "-c", script.String())
	shell.Dir = folder
	var out, statuses bytes.Buffer
	shell.Stdout, shell.Stderr = &out, &statuses
	if err := shell.Run(); err != nil {
		t.Fatalf("%v\n%s\n%s", err, &out, &statuses)
	}
	refused := regexp.MustCompile(`status [^2]\d\d`).FindAllString(statuses.String(), -1)
	if len(refused) != 1 || refused[0] != "status 422" {
		t.Errorf("refused: %v\n%s", refused, &out)
	}
	shown := regexp.MustCompile(`(?m)^    (Illegal turn .*)\n    (.*)$`).FindSubmatch(readme)
	if shown == nil || !bytes.Contains(out.Bytes(), shown[1]) || !bytes.Contains(out.Bytes(), shown[2]) {
		t.Errorf("the README shows another refusal than\n%s", &out)
	}
	for _, name := range []string{"board.svg", "board.png"} {
		if info, err := os.Stat(filepath.Join(folder, name)); err != nil || info.Size() < 1000 {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestEnvExample wants the example file to list every setting with its default, and no other.
func TestEnvExample(t *testing.T) {
	example, err := os.ReadFile("../../.env.example")
	if err != nil {
		t.Fatal(err)
	}
	listed := map[string]string{}
	for _, m := range regexp.MustCompile(`(?m)^(TURNPOST_[A-Z_]+)=(.*)$`).FindAllStringSubmatch(string(example), -1) {
		listed[m[1]] = strings.Trim(m[2], `"`)
	}
	i := &output{}
	p := &program{ctx: t.Context(), out: i, err: i, serves: func(string) {}}
	if exit := runWith(p, []string{"serve", "--help"}, func(string) string { return "" }); exit != 0 {
		t.Fatalf("--help ends with %d: %s", exit, i)
	}
	help := regexp.MustCompile(`\s+`).ReplaceAllString(i.String(), " ")
	for _, m := range regexp.MustCompile(`\[\$(TURNPOST_[A-Z_]+)\]`).FindAllStringSubmatch(help, -1) {
		value, ok := listed[m[1]]
		if !ok {
			t.Errorf(".env.example lacks %s", m[1])
		}
		delete(listed, m[1])
		flag := "--" + strings.ToLower(strings.ReplaceAll(strings.TrimPrefix(m[1], "TURNPOST_"), "_", "-"))
		if value != "" && !strings.Contains(help, flag+"="+value) && !strings.Contains(help, flag+`="`+value+`"`) {
			t.Errorf("the default of %s is not %q in %s", flag, value, help)
		}
	}
	for name := range listed {
		t.Errorf(".env.example lists %s, which nothing reads", name)
	}
}
