package live

import (
	"maps"
	"testing"
)

// FuzzTags parses the tags of a stream's address.
func FuzzTags(f *testing.F) {
	for _, seed := range []string{"", "abcdefgh-1.0.0.o.0.0", "abcdefgh-1~inbox-new", "~", "a-b-c", "a-\n", "a-é"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		tags, err := parseTags(text)
		if err != nil {
			return
		}
		again, err := parseTags(tags.String())
		if err != nil || !maps.Equal(tags, again) {
			t.Errorf("%q is read as %v, and written again as %v: %v", text, tags, again, err)
		}
	})
}
