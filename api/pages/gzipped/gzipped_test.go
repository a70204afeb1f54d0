package gzipped

import "testing"

func TestAcceptsGzip(t *testing.T) {
	for header, want := range map[string]bool{
		"gzip": true, "br, gzip, deflate": true, "GZIP": true, "gzip;q=0.5": true, "gzip; q=1": true, "br;q=1,gzip;q=x": true,
		"": false, "br": false, "gzip;q=0": false, "identity, gzip;q=0.000": false, "GZip; Q=0": false, "not-gzip": false,
	} {
		if got := acceptsGzip(header); got != want {
			t.Errorf("%q: %v, want %v", header, got, want)
		}
	}
}
