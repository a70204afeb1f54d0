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

	"turnpost/rules/rulestest/sample"
)

var shellBlock = regexp.MustCompile("(?ms)^```sh(?: wait-for-mail=(\\S+))?\n(.*?)^```$")

// tours are the pages whose shell blocks are run, the second after the first in the same shell.
var tours = []string{"../../README.md", "../../api/README.md"}

// keptBoard is the picture in the README: the board after the turn of its game.
const keptBoard = "testdata/board.svg"

// maxTourLines bounds the commands of the README's game.
const maxTourLines = 20

// TestReadmeTour pastes the shell blocks of the tours into one shell, beside a server in an empty folder, with each
// shell that is installed.
func TestReadmeTour(t *testing.T) {
	sample.Together(t, "pastes pages into a shell")
	t.Parallel()
	for n, shell := range [][]string{{"bash", "-euo", "pipefail"}, {"dash", "-eu"}, {"zsh", "-f", "-eu"}} {
		if sample.Short() && n > 0 {
			break // shells differ little
		}
		if _, err := exec.LookPath(shell[0]); err != nil && shell[0] != "bash" {
			t.Logf("there is no %s", shell[0])
			continue
		}
		t.Run(shell[0], func(t *testing.T) { readmeTour(t, shell) })
	}
}

func readmeTour(t *testing.T, command []string) {
	folder := t.TempDir()
	database, mails := filepath.Join(folder, "turnpost.db"), filepath.Join(folder, "mail")
	i := start(t, "--listen", "127.0.0.1:0", "--database", database, "--smtp", "file:"+mails)
	var script strings.Builder
	// Each curl reports its status, so that a refusal does not pass unseen.
	script.WriteString("curl() { command curl --silent --show-error " +
		"--write-out '%{stderr}status %{http_code}\\n' \"$@\"; echo; }\n")
	for n, tour := range tours {
		script.WriteString(tourScript(t, tour))
		fmt.Fprintf(&script, "cp board.svg board-%d.svg\n", n)
	}
	text := strings.ReplaceAll(script.String(), "http://127.0.0.1:8080", i.URL)
	shell := exec.CommandContext(t.Context(), command[0], append(command[1:len(command):len(command)], "-c", text)...)
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
	compareShown(t, out.String())
	compareFile(t, keptBoard, readFile(t, filepath.Join(folder, "board-0.svg")))
	if info, err := os.Stat(filepath.Join(folder, "board.png")); err != nil || info.Size() < 1000 {
		t.Errorf("board.png: %v", err)
	}
}

// tourScript is the shell blocks of a page, with a wait for the mails that a block needs.
func tourScript(t *testing.T, page string) string {
	t.Helper()
	blocks := shellBlock.FindAllStringSubmatch(readFile(t, page), -1)
	if len(blocks) < 4 {
		t.Fatalf("%d shell blocks in %s", len(blocks), page)
	}
	var script strings.Builder
	for _, block := range blocks {
		for mail := range strings.SplitSeq(block[1], ",") {
			if mail != "" {
				fmt.Fprintf(&script, "for _ in $(seq 300); do ls mail | grep -q '%[1]s\\.eml$' && break; sleep 0.1; done; "+
					"ls mail | grep '%[1]s\\.eml$'\n", mail)
			}
		}
		script.WriteString(block[2])
	}
	return script.String()
}

// compareShown fails unless the responses in the README, which are indented, are among those of the server.
func compareShown(t *testing.T, out string) {
	t.Helper()
	shown := regexp.MustCompile(`(?m)(^    .*\n+)+`).FindAllString(readFile(t, tours[0]), -1)
	compared := 0
	for _, block := range shown {
		block = strings.TrimSpace(regexp.MustCompile("(?m)^    ").ReplaceAllString(block, ""))
		if strings.HasPrefix(block, "go ") {
			continue
		}
		compared++
		if !strings.Contains(out, block) {
			t.Errorf("the README shows\n%s\nwhich is not in\n%s", block, out)
		}
	}
	if compared < 2 {
		t.Errorf("%d responses in the README", compared)
	}
}

// TestReadmeIsShort bounds the README and the game in it.
func TestReadmeIsShort(t *testing.T) {
	text := readFile(t, tours[0])
	if lines := strings.Count(text, "\n"); lines > 150 {
		t.Errorf("the README has %d lines", lines)
	}
	commands := 0
	for _, block := range shellBlock.FindAllStringSubmatch(text, -1) {
		commands += strings.Count(block[2], "\n")
	}
	if commands > maxTourLines {
		t.Errorf("the game by curl takes %d lines", commands)
	}
}
