package mailer

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"turnpost/rules/rulestest/sample"
)

func TestFolder(t *testing.T) {
	o := newOffice(t)
	l := contentOf(t, o, "")
	dir := filepath.Join(t.TempDir(), "new", "mail")
	config := o.config()
	config.Transport = openServer(t, "file:"+dir, OutboundOptions{})
	stop := o.start(config)
	o.want(OutcomeSent)
	stop()
	files := filesIn(t, dir)
	want := "20261121T101500.123Z-your_turn-" + l.Game.ID + "-bob.eml"
	if !slices.Equal(files, []string{want}) {
		t.Fatalf("files %v, want %s", files, want)
	}
	path := filepath.Join(dir, want)
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	checkLines(t, text)
	checkBoard(t, received{raw: text}.parse(t))
	if info, err := os.Stat(path); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("mode %v, %v; want 0600", info.Mode(), err)
	}
}

// TestFolderOverwritesNothing writes one message many times at once, next to a temporary file of a crashed server.
func TestFolderOverwritesNothing(t *testing.T) {
	sample.Whole(t, "many writers at once")
	o := newOffice(t)
	l, w, dir := contentOf(t, o, ""), o.writer(), t.TempDir()
	carrier := openServer(t, "file:"+dir, OutboundOptions{})
	left := filepath.Join(dir, fileName(l, o.Clock.Now())+".eml.tmp")
	if err := os.WriteFile(left, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	const copies = 20
	var writing sync.WaitGroup
	for range copies {
		writing.Go(func() {
			m, err := w.Write(l, o.Clock.Now())
			if err == nil {
				err = carrier.Send(t.Context(), m)
			}
			if err != nil {
				t.Error(err)
			}
		})
	}
	writing.Wait()
	files := filesIn(t, dir)
	if len(files) != copies+1 {
		t.Fatalf("%d files: %v", len(files), files)
	}
	for _, name := range files {
		text, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil || (strings.HasSuffix(name, ".eml") && len(text) < 1000) {
			t.Errorf("%s has %d bytes, %v", name, len(text), err)
		}
	}
}

func TestFolderThatIsOfNoUse(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	for what, dir := range map[string]string{
		"in a file":                  file + "/mail",
		"in which nobody may create": "/proc/self", // not even root
	} {
		if _, err := os.Stat(dir); what == "in which nobody may create" && err != nil {
			continue // Linux alone has it
		}
		s, err := ParseOutbound("file:" + dir)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := s.Open(OutboundOptions{}); err == nil || !strings.Contains(err.Error(), "the folder for mail: ") {
			t.Errorf("a folder %s: %v", what, err)
		}
	}
}

func filesIn(t *testing.T, dir string) []string {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	names := make([]string, len(entries))
	for i, e := range entries {
		names[i] = e.Name()
	}
	return names
}
