package api

import (
	"image/color"
	"image/png"
	"strings"
	"testing"
)

// TestTheme checks that pictures are dimmed on request only; a dark page dims the sheet of a board and inverts nothing.
func TestTheme(t *testing.T) {
	m := newMatch(t)
	ground := func(query string) uint8 {
		t.Helper()
		a := m.call("GET", "/v1/games/"+m.id+"/board.png"+query).do().want(200)
		picture, err := png.Decode(strings.NewReader(a.body))
		if err != nil {
			t.Fatal(err)
		}
		return color.GrayModel.Convert(picture.At(6, 6)).(color.Gray).Y
	}
	light := ground("")
	for query, dark := range map[string]bool{
		"?theme=light": false, "?theme=dark": true, "?theme=dark&scale=1&flip=true": true,
	} {
		if got := ground(query); (got < light-30) != dark || got < 128 {
			t.Errorf("board.png%s has a ground of %d, that of board.png is %d", query, got, light)
		}
	}
	svg := "/v1/games/" + m.id + "/board.svg"
	if m.call("GET", svg+"?theme=dark").do().want(200).body == m.call("GET", svg).do().want(200).body {
		t.Error("board.svg is the same in the dark")
	}
	m.call("GET", "/v1/games/"+m.id+"?theme=dark").accept("image/png").do().want(200)
	m.call("GET", svg+"?theme=pink").do().problem(400, "invalid")
}
