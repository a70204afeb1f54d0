package board

import (
	"image"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"turnpost/rules"
	"turnpost/rules/phrase"
)

// cardLimit is how large a card may be, in bytes.
const cardLimit = 80_000

func cardOf(t testing.TB, s turnSample, names ...string) []byte {
	info := s.ruleset.Info(phrase.English)
	return Card(s.diagram(t), s.style(), CardText{
		Title: info.Name, Players: [2]string{names[0], names[1]}, Standing: s.caption, Marked: rules.Second,
		Site: "turnpost.example",
	})
}

// A card of any board has the size that sites expect, and the same bytes each time. CARDS names a folder to look at.
func TestCards(t *testing.T) {
	for _, s := range samples {
		b := cardOf(t, s, "ann", "Bartholomew_the_Younger1[bot]")
		img := decode(t, b)
		if img.Rect != image.Rect(0, 0, CardWidth, CardHeight) || !img.Opaque() || len(b) > cardLimit {
			t.Errorf("%s: %v, %d bytes", s.name, img.Rect, len(b))
		}
		if string(b) != string(cardOf(t, s, "ann", "Bartholomew_the_Younger1[bot]")) {
			t.Errorf("%s: another picture the second time", s.name)
		}
		for y := range CardHeight { // nothing is cut off
			for _, x := range []int{0, 10, CardWidth - 10, CardWidth - 1} {
				if img.ColorIndexAt(x, y) != img.ColorIndexAt(0, 0) {
					t.Fatalf("%s: something at %d, %d", s.name, x, y)
				}
			}
		}
		if dir := os.Getenv("CARDS"); dir != "" {
			if err := os.WriteFile(filepath.Join(dir, s.name+".png"), b, 0o600); err != nil {
				t.Fatal(err)
			}
		}
	}
	cardOf(t, samples[0], "", strings.Repeat("W", 5000))
}

func BenchmarkCard(b *testing.B) {
	for b.Loop() {
		cardOf(b, samples[3], "ann", "bob")
	}
}
