package reply

import (
	"regexp"
	"sync"
)

// pattern is a regular expression, compiled when it is first used: all of them take more than a megabyte, and many a
// server gets no mail.
func pattern(text string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(text) })
}
