package api

import (
	"image/color"
	"image/png"
	"strings"
	"testing"
)

// TestTheme checks that pictures have a dark background only on request.
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
	for query, dark := range map[string]bool{
		"": false, "?theme=light": false, "?theme=dark": true, "?theme=dark&scale=1&flip=true": true,
	} {
		if got := ground(query); (got < 80) != dark || (got > 180) == dark {
			t.Errorf("board.png%s has a ground of %d", query, got)
		}
	}
	svg := "/v1/games/" + m.id + "/board.svg"
	if m.call("GET", svg+"?theme=dark").do().want(200).body == m.call("GET", svg).do().want(200).body {
		t.Error("board.svg is the same in the dark")
	}
	m.call("GET", "/v1/games/"+m.id+"?theme=dark").accept("image/png").do().want(200)
	m.call("GET", svg+"?theme=pink").do().problem(400, "invalid")
}
