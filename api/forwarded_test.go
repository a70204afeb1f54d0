package api

import (
	"net/http"
	"strings"
	"testing"
)

// TestForwardedByStrangersIsSaidOnce sends X-Forwarded-For twice from a peer that is not trusted.
func TestForwardedByStrangersIsSaidOnce(t *testing.T) {
	w := newWorld(t)
	for range 3 {
		request, err := http.NewRequest(http.MethodGet, w.url+"/healthz", nil)
		if err != nil {
			t.Fatal(err)
		}
		request.Header.Set("X-Forwarded-For", "192.0.2.7")
		response, err := w.client.Do(request)
		if err != nil {
			t.Fatal(err)
		}
		response.Body.Close()
	}
	if n := strings.Count(w.log.String(), "TURNPOST_TRUSTED_PROXIES"); n != 1 {
		t.Errorf("it is said %d times: %s", n, w.log)
	}
}
