package reply

import (
	"regexp"
	"sync"
)

// pattern returns a regular expression that is compiled at its first use: all of them take more than a megabyte, and
// many servers receive no mail.
func pattern(text string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(text) })
}
