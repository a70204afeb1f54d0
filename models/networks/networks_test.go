package networks

import (
	"slices"
	"testing"
)

func TestNetworks(t *testing.T) {
	for text, want := range map[string][]string{
		"192.0.2.77":                     {"192.0.2.77", "192.0.2.0/24", "192.0.0.0/16"},
		"::ffff:192.0.2.77":              {"192.0.2.77", "192.0.2.0/24", "192.0.0.0/16"},
		"2001:db8:1:2ff:3:4:5:6":         {"2001:db8:1:2ff::/64", "2001:db8:1:200::/56", "2001:db8:1::/48"},
		"2001:db8:1:2ff::/64":            {"2001:db8:1:2ff::/64", "2001:db8:1:200::/56", "2001:db8:1::/48"},
		"fe80::1%eth0":                   {"fe80::/64", "fe80::/56", "fe80::/48"},
		"somewhere":                      {"somewhere"},
		"":                               {""},
		"192.0.2.0/33":                   {"192.0.2.0/33"},
		"2001:DB8:0001:02ff:0:0:0:00001": {"2001:DB8:0001:02ff:0:0:0:00001"},
	} {
		if got := Prefixes(text); !slices.Equal(got, want) {
			t.Errorf("%q: %v, want %v", text, got, want)
		}
	}
}

func FuzzPrefixes(f *testing.F) {
	for _, text := range []string{"192.0.2.77", "2001:db8::1", "2001:db8::/64", "fe80::1%eth0", "", "1.2.3.4/8"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		list := Prefixes(text)
		if len(list) == 0 {
			t.Fatal("no network")
		}
		if again := Prefixes(list[0]); !slices.Equal(again, list) {
			t.Errorf("%q: %v, and of its narrowest network %v", text, list, again)
		}
	})
}
