package pages_test

import (
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"testing"

	"turnpost/rules/catalog"
	"turnpost/rules/rulestest"
)

// BenchmarkGamePage reads the compressed page of a game after 40 plies without a network: as the player to move and as
// a watcher, while nothing changes.
func BenchmarkGamePage(b *testing.B) {
	m := newMatch(b, "hnefatafl", "11x11")
	rnd := rand.New(rand.NewPCG(1, 2))
	for _, r := range catalog.All() {
		p, err := r.Start("11x11")
		if r.Info("en").ID != "hnefatafl" || err != nil {
			continue
		}
		for range 40 {
			turn := rulestest.RandomTurn(b, p, rnd)
			m.Play(m.stored(), m.players[p.ToMove()], turn)
			played, err := p.Play(turn)
			if err != nil {
				b.Fatal(err)
			}
			p = played.Next
		}
	}
	for name, v := range map[string]*visitor{"player": m.ann, "watcher": m.visitor()} {
		r := httptest.NewRequest(http.MethodGet, m.url+m.path(), nil)
		r.Header.Set("Accept", "text/html")
		r.Header.Set("Accept-Encoding", "gzip")
		r.RemoteAddr = "127.0.0.1:1"
		for _, c := range v.client.Jar.Cookies(r.URL) {
			r.AddCookie(c)
		}
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				w := httptest.NewRecorder()
				if m.handler.ServeHTTP(w, r); w.Code != http.StatusOK {
					b.Fatalf("%d: %s", w.Code, w.Body)
				}
			}
		})
	}
}
