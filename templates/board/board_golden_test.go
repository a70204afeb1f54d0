package board

import (
	"flag"
	"os"
	"path/filepath"
	"testing"
)

var update = flag.Bool("update", false, "write the golden files anew")

func TestBoardsAsDrawn(t *testing.T) {
	for _, s := range samples {
		t.Run(s.name, func(t *testing.T) {
			d := s.diagram(t)
			style := s.style()
			style.Legend = true
			golden(t, s.name+".txt", []byte(Text(d, style)))
			turned := style
			turned.Unicode, turned.Flip = true, true
			golden(t, s.name+"-unicode-flipped.txt", []byte(Text(d, turned)))
			if s.picture {
				golden(t, s.name+".svg", SVG(d, style))
			}
		})
	}
}

// golden compares with a file of testdata/boards, or writes it.
func golden(t *testing.T, name string, got []byte) {
	t.Helper()
	path := filepath.Join("testdata", "boards", name)
	if *update {
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, got, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if string(got) != string(want) {
		t.Errorf("%s is drawn otherwise now (-update accepts it):\n%s", name, got)
	}
}
