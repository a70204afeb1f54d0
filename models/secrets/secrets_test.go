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
