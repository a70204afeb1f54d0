package secrets

import (
	"regexp"
	"testing"
)

func TestForms(t *testing.T) {
	for name, c := range map[string]struct {
		make func() string
		form string
	}{
		"id":      {NewID, `^[2-9b-df-hj-km-np-tv-z]{8}$`},
		"token":   {NewToken, `^tp_[a-z2-7]{32}$`},
		"code":    {NewCode, `^[0-9]{8}$`},
		"request": {NewRequest, `^[a-z2-7]{26}$`},
	} {
		form, seen := regexp.MustCompile(c.form), map[string]bool{}
		for range 50 {
			text := c.make()
			if !form.MatchString(text) {
				t.Errorf("%s: %q", name, text)
			}
			if seen[text] {
				t.Errorf("%s: %q comes twice", name, text)
			}
			seen[text] = true
		}
	}
	if n := len(NewKey()); n != 32 {
		t.Errorf("a key of %d bytes", n)
	}
	for range 50 {
		if NewEpoch() < 0 {
			t.Fatal("a negative epoch")
		}
	}
}

func TestIDs(t *testing.T) {
	for _, id := range []string{"22222222", "zzzzzzzz", "k7m2q9xr", NewID()} {
		n, ok := IDNumber(id)
		if got, known := IDOf(n); !IsID(id) || !ok || n >= 1<<39 || got != id || !known {
			t.Errorf("%s is %d, then %s", id, n, got)
		}
	}
	for _, id := range []string{"", "k7m2q9x", "k7m2q9xr2", "k7m2q9xa", "K7M2Q9XR"} {
		if n, ok := IDNumber(id); ok || IsID(id) {
			t.Errorf("%q is %d", id, n)
		}
	}
	if id, ok := IDOf(1<<39 - 1); ok {
		t.Errorf("the largest number is %s", id)
	}
}
