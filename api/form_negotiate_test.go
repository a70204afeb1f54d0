package api

import (
	"slices"
	"testing"
)

func TestNegotiate(t *testing.T) {
	offers := []string{typeJSON, typeText, typeSVG, typePNG}
	for accept, want := range map[string]string{
		"":                              typeJSON,
		"*/*":                           typeJSON,
		"text/plain":                    typeText,
		"TEXT/Plain; charset=utf-8":     typeText,
		"image/*":                       typeSVG,
		"image/png, image/svg+xml;q=.9": typePNG,
		"text/*;q=0.3, image/png;q=0.2": typeText,
		"text/plain, */*":               typeText,
		"*/*, application/json;q=0":     typeText,
		"application/*;q=0.1, */*;q=0":  typeJSON,
		"image/avif,image/webp,*/*":     typeJSON,
		"text/html":                     "",
		"*/*;q=0":                       "",
		"text/plain;q=0":                "",
		"garbage":                       typeJSON,
		"text/plain;q=2, image/png":     typePNG,
		"*/png, image/png":              typePNG,
		", ,text/plain,":                typeText,
	} {
		got, ok := negotiate(accept, offers)
		if got != want || ok != (want != "") {
			t.Errorf("%q: %q, want %q", accept, got, want)
		}
	}
}

func FuzzNegotiate(f *testing.F) {
	for _, seed := range []string{"", "*/*", "text/plain;q=0.5, image/*;q=1.0", "a/b;q=NaN", "/;q", ";;,,//"} {
		f.Add(seed)
	}
	offers := []string{typeJSON, typeText, typePNG}
	f.Fuzz(func(t *testing.T, accept string) {
		got, ok := negotiate(accept, offers)
		if ok != slices.Contains(offers, got) {
			t.Errorf("%q: %q, %v", accept, got, ok)
		}
	})
}
