package reply

import (
	"math/rand/v2"
	"reflect"
	"testing"
)

// If our mail is unknown, only marks and attributions show a quote. Marked quotes are still cut, and unmarked ones give
// no command that was not meant.
func TestQuotingWithoutKnowledge(t *testing.T) {
	r := rand.New(rand.NewPCG(5, *seed))
	for _, names := range [][]string{us, nil} {
		failed, total := 0, 0
		for _, dir := range []string{templateMails, "testdata/sent"} {
			for _, name := range sentNames(t, dir) {
				sent := loadSent(t, dir, name)
				for range *rounds {
					s, answer := randomStyle(r), said[r.IntN(len(said))]
					s.continued = false
					raw := plainHeader + s.apply(sent, answer.text)
					m, err := Read([]byte(raw), Options{Us: names})
					if err != nil {
						t.Fatal(err)
					}
					checkNothingElse(t, m.Reply, answer.want)
					if s.mark == "" {
						continue
					}
					total++
					if !reflect.DeepEqual(m.Reply.Commands, answer.want) {
						failed++
						if failed < 15 {
							t.Logf("%s %s: read %+v, meant %+v", name, s, m.Reply, answer.want)
						}
					}
				}
			}
		}
		t.Logf("names known %t: %d of %d not read as meant", names != nil, failed, total)
		if failed*100 > total*3 {
			t.Errorf("names known %t: %d of %d not read as meant", names != nil, failed, total)
		}
	}
}
