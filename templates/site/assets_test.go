package site

import (
	"regexp"
	"testing"
)

// Safari knows this property by its prefix only.
func TestWhatIsSelectedIsSoInSafari(t *testing.T) {
	selects := regexp.MustCompile(`\{[^{}]*[;{]user-select:(\w+)[^{}]*\}`)
	for _, rule := range selects.FindAllStringSubmatch(otherRules, -1) {
		if !regexp.MustCompile(`-webkit-user-select:` + rule[1] + `\b`).MatchString(rule[0]) {
			t.Errorf("Safari does not follow %s", rule[0])
		}
	}
}
