package api

import (
	"testing"

	"turnpost/models"
)

// A cached response is served while its game is unchanged, its last turn included, and no longer.
func TestCachedResponseShowsTheLastTurn(t *testing.T) {
	cache := newResponseCache(1<<20, nil)
	rendered := 0
	get := func(last *models.Turn) string {
		t.Helper()
		g := &models.Game{ID: "k7m2q9xr", Ply: 3, LastTurn: last}
		made, err := cache.get(responseKey{game: g.ID, form: typeText}, []*models.Game{g}, func() (response, error) {
			rendered++
			return response{ContentType: typeText, Body: []byte("after " + last.Text)}, nil
		})
		if err != nil {
			t.Fatal(err)
		}
		return string(made.Body)
	}
	for i, step := range []struct {
		last     models.Turn
		rendered int
	}{
		{models.Turn{Ply: 2, Text: "d1-d4"}, 1},
		{models.Turn{Ply: 2, Text: "d1-d4"}, 1}, // as read again from the database
		{models.Turn{Ply: 2, Text: "d1-d3"}, 2},
		{models.Turn{Ply: 2, Text: "d1-d3", Message: "Good luck!"}, 3},
		{models.Turn{Ply: 2, Text: "d1-d3", Message: "Good luck!"}, 3},
	} {
		if got := get(&step.last); got != "after "+step.last.Text || rendered != step.rendered {
			t.Errorf("step %d: %q, rendered %d times, want %d", i, got, rendered, step.rendered)
		}
	}
}
