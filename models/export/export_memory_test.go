package export_test

import (
	"flag"
	"fmt"
	"io"
	"runtime"
	"runtime/debug"
	"strings"
	"testing"

	"turnpost/models"
	"turnpost/models/export"
	"turnpost/models/modeltest"
	"turnpost/rules/rulestest/sample"
)

// peak is a writer that notes the largest heap in use.
type peak struct{ heap uint64 }

func (p *peak) step() {
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	p.heap = max(p.heap, m.HeapAlloc)
}

var exported = flag.Int("games", 300, "number of games that TestMemory exports")

// TestMemory exports an account with many games, notes and messages. The memory in use does not grow with them,
// except for the directory of the archive.
func TestMemory(t *testing.T) {
	sample.Whole(t, "measures memory")
	games := *exported
	w := modeltest.New(t, modeltest.Options{})
	if strings.HasPrefix(w.Database, "postgres") {
		t.Skip("the games are copied by statements of SQLite")
	}
	ann, bob := w.SignUp("ann"), w.SignUp("bob")
	g := w.Begin(ann, bob, "hnefatafl", "7x7")
	copies := fmt.Sprintf("WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < %d) ", games)
	columns := make([]string, 0, 40)
	for _, row := range w.Query(`SELECT name FROM pragma_table_info('games')
		WHERE name NOT IN ('number', 'id', 'event_id')`) {
		columns = append(columns, fmt.Sprint(row[0]))
	}
	list := strings.Join(columns, ", ")
	w.Query(copies + "INSERT INTO games (id, " + list + ") SELECT printf('copy%06d', i), " + list +
		" FROM n, games WHERE id = '" + g.ID + "'")
	w.Query(copies + fmt.Sprintf(`INSERT INTO notes SELECT %d, printf('copy%%06d', i), 1, hex(randomblob(1000)), 1
		FROM n`, ann.ID))
	w.Query(copies + fmt.Sprintf(`INSERT INTO messages SELECT printf('copy%%06d', i), 1, 1, 0, 'hello', '', 1 FROM n
		WHERE %d > 0`, ann.ID))
	defer debug.SetGCPercent(debug.SetGCPercent(100))
	before, during := &peak{}, &peak{}
	runtime.GC()
	before.step()
	files := 0
	err := export.Write(t.Context(), w.Store, models.Bearer{Player: ann}, io.Discard, w.Clock.Now(), func() {
		if files++; files%50 == 0 {
			during.step()
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	during.step()
	grown := (int64(during.heap) - int64(before.heap)) >> 10
	t.Logf("%d games, %d files: the heap grew by at most %d KB", games, files, grown)
	if limit := int64(32<<10 + games*2); files < 2*games || grown > limit {
		t.Errorf("%d files, and the heap grew by %d KB, beyond %d KB", files, grown, limit)
	}
}
