// Newgame writes the files of a new game, a copy of the example tictactoe under another name, and what the rest of the
// project has of a game: its lines in the catalog and its row in the README. For a game that exists, it records the
// test data and the pages that are missing, and writes the row and the rules page anew.
//
//	go run ./rules/newgame NAME
package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"unicode/utf8"
)

func main() {
	if len(os.Args) != 2 {
		fail(errors.New("usage: go run ./rules/newgame NAME"))
	}
	if err := run(os.Args[1]); err != nil {
		fail(err)
	}
}

func fail(err error) {
	fmt.Fprintln(os.Stderr, "newgame:", err)
	os.Exit(1)
}

const example = "rules/rulestest/tictactoe"

// plainName is what is a name of a package, a folder and an address at once.
var plainName = regexp.MustCompile(`^[a-z][a-z0-9]{1,30}$`)

func run(name string) error {
	if _, err := os.Stat(example); err != nil {
		return fmt.Errorf("run it in the root of the project: %w", err)
	}
	if !plainName.MatchString(name) || name == "catalog" || name == "phrase" || name == "search" {
		return fmt.Errorf("%q is no name for a game: use a to z and digits, beginning with a letter", name)
	}
	folder := filepath.Join("rules", name)
	words := filepath.Join(folder, "words.en.txt")
	begun := false
	switch _, err := os.Stat(words); {
	case err == nil:
	case !errors.Is(err, os.ErrNotExist):
		return err
	default:
		if _, err := os.Stat(folder); err == nil {
			return fmt.Errorf("%s exists and has no words.en.txt, so it is no game", folder)
		}
		if err := begin(name, folder); err != nil {
			return err
		}
		begun = true
	}
	if err := list(name); err != nil {
		return err
	}
	text, err := os.ReadFile(words)
	if err != nil {
		return err
	}
	if err := tell(name, string(text)); err != nil {
		return err
	}
	if begun {
		fmt.Printf("%s is a copy of %s, in the catalog and in README.md. Next: go test ./%s -update\n",
			folder, example, folder)
		return nil
	}
	if err := test(folder, "-update"); err != nil {
		return err
	}
	return test("templates", "-run", "RulesAsWritten", "-update")
}

// packageComment finds what the example says of itself.
var packageComment = regexp.MustCompile(`(?s)^// Package (\w+) .*?\npackage`)

// begin copies the example, without its test data.
func begin(name, folder string) error {
	files, err := filepath.Glob(filepath.Join(example, "*.*"))
	if err != nil {
		return err
	}
	title := strings.ToUpper(name[:1]) + name[1:]
	other := strings.NewReplacer("tictactoe", name, "Tic-tac-toe", title, "tic-tac-toe", title)
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			return err
		}
		comment := "// Package $1 is the game " + title + ".\npackage"
		copied := packageComment.ReplaceAllString(other.Replace(string(text)), comment)
		if err := write(filepath.Join(folder, other.Replace(filepath.Base(file))), copied); err != nil {
			return err
		}
	}
	return nil
}

// list adds the game to the catalog, unless it is there.
func list(name string) error {
	const file, last = "rules/catalog/catalog.go", "\t}\n}\n"
	text, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	if bytes.Contains(text, []byte("\t\t"+name+".New(),\n")) {
		return nil
	}
	changed := strings.Replace(string(text), "\n)\n", "\n\t\"turnpost/rules/"+name+"\"\n)\n", 1)
	before, found := strings.CutSuffix(changed, last)
	if !found || changed == string(text) {
		return fmt.Errorf("%s has another form: add %s.New() to its list by hand", file, name)
	}
	if err := write(file, before+"\t\t"+name+".New(),\n"+last); err != nil {
		return err
	}
	return command("gofmt", "-w", file)
}

var row = regexp.MustCompile(`(?m)^\| \*\*.*\n`)

// tell writes the row of the game into the table of the README.
func tell(name, words string) error {
	title, summary := phraseOf(words, "name"), phraseOf(words, "summary")
	if title == "" || summary == "" {
		return fmt.Errorf("rules/%s/words.en.txt needs name and summary in one line each", name)
	}
	text, err := os.ReadFile("README.md")
	if err != nil {
		return err
	}
	_, first := utf8.DecodeRuneInString(summary)
	summary = strings.ToLower(summary[:first]) + strings.TrimSuffix(summary[first:], ".")
	line := fmt.Sprintf("| **%s** | %s |\n", title, summary)
	rows := row.FindAllIndex(text, -1)
	if len(rows) == 0 {
		return errors.New("README.md has no table of games")
	}
	own := regexp.MustCompile(`(?m)^\| \*\*(?:` + regexp.QuoteMeta(title) + "|(?i:" + name + `))\*\* \|.*\n`)
	if here := own.Find(text); here != nil {
		if !bytes.Contains(here, []byte("| three in a row on nine squares |")) {
			return nil // it is no longer that of the example
		}
		return write("README.md", strings.Replace(string(text), string(here), line, 1))
	}
	end := rows[len(rows)-1][1]
	return write("README.md", string(text[:end])+line+string(text[end:]))
}

func phraseOf(words, key string) string {
	found := regexp.MustCompile(`(?m)^` + key + `: *(.+)$`).FindStringSubmatch(words)
	if found == nil {
		return ""
	}
	return strings.TrimSpace(found[1])
}

func test(folder string, flags ...string) error {
	return command("go", append([]string{"test", "./" + folder}, flags...)...)
}

func command(name string, args ...string) error {
	fmt.Println("+", name, strings.Join(args, " "))
	c := exec.CommandContext(context.Background(), name, args...)
	c.Stdout, c.Stderr = os.Stdout, os.Stderr
	return c.Run()
}

func write(file, text string) error {
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		return err
	}
	return os.WriteFile(file, []byte(text), 0o644)
}
