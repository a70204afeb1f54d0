package trials

import (
	"database/sql"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"time"

	"turnpost/cmd/api/programtest"
)

// The part cold: the requests of a slice, and the slices before the first measured one.
const (
	coldRequests = 10
	coldWarmups  = 2 // of each kind
	coldFew      = 1_000
	coldMany     = 100_000
)

// cold compares requests of a server with many games, whose pages are not in the memory of the system but for those
// that its start and earlier requests have read, with one of a thousand games. The earlier requests are a twentieth of
// those that the games under way allow, of each kind about one game: they read the pages that all games share, which a
// server reads all day. Every request is about a game that was not asked for before. TURNPOST_TEST_BENCH_SEED is a file
// of `make seed`, which is changed; without it 100,000 games are seeded.
func (b *bench) cold() {
	path := os.Getenv("TURNPOST_TEST_BENCH_SEED")
	if path == "" {
		path = filepath.Join(b.folder, "many.db")
		programtest.SeedGames(b.t, path, coldMany, time.Now())
	}
	small := filepath.Join(b.folder, "few.db")
	programtest.SeedGames(b.t, small, coldFew, time.Now())
	few, many := b.coldServer(small), b.coldServer(path)
	for range coldWarmups {
		for _, kind := range coldKinds {
			few.ask(kind)
			many.ask(kind)
		}
	}
	for range len(many.ongoing) / 20 / coldRequests {
		for _, kind := range coldKinds[:coldKindsOfGame] {
			many.ask(kind)
		}
	}
	for _, kind := range coldKinds {
		var ratios, times []float64
		read := many.read()
		for range b.pairs {
			one, other := few.ask(kind), many.ask(kind)
			ratios = append(ratios, float64(other)/float64(one))
			times = append(times, float64(other.Microseconds()))
		}
		b.row(fmt.Sprintf("%s, %d games on cold pages", kind.name, many.games), "1,000 games", kind.goal,
			"%.2f: %.0f µs, %.1f pages read", median(ratios), median(times),
			float64(many.read()-read)/4096/float64(b.pairs*coldRequests))
	}
	few.stop()
	many.stop()
}

// coldKind is a kind of request. The path may contain GAME and PLAYER.
type coldKind struct{ name, path, accept, goal string }

// coldKindsOfGame is the number of kinds, the first ones, that are about a single game.
const coldKindsOfGame = 4

var coldKinds = []coldKind{
	{"turn", "", "", "≤ 1.2"},
	{"inbox", "/v1/inbox", "application/json", "≤ 1.5"},
	{"game", "/v1/games/GAME", "application/json", "≤ 1.5"},
	{"page of a game", "/g/GAME", "text/html", "≤ 1.5"},
	{"games of a player", "/v1/games?player=PLAYER&limit=20", "application/json", "≤ 1.5"},
	{"games that ended", "/v1/games?status=finished&limit=20&ruleset=hnefatafl", "application/json", "≤ 1.5"},
}

// coldServer is a server with seeded games.
type coldServer struct {
	*benchServer
	games   int
	ongoing []coldGame // in random order: the first ones to play in, from the last on those to read
	asked   int
	played  int
}

type coldGame struct {
	id, turn string
	player   int // who is to move
}

func (b *bench) coldServer(path string) *coldServer {
	s := &coldServer{benchServer: &benchServer{bench: b, database: path, setup: benchSetup{
		binary: b.binary, smtp: "file:" + filepath.Join(b.folder, filepath.Base(path)+"-mail"),
	}}}
	db, err := sql.Open("sqlite3", "file:"+path+"?mode=ro")
	if err != nil {
		b.t.Fatal(err)
	}
	defer db.Close()
	if err := db.QueryRow("SELECT COUNT(*) FROM games").Scan(&s.games); err != nil {
		b.t.Fatal(err)
	}
	rows, err := db.Query("SELECT id, ruleset, variant, ply, to_move_id FROM games WHERE status = 'ongoing'")
	if err != nil {
		b.t.Fatal(err)
	}
	defer rows.Close()
	lines := programtest.SeedLines(b.t)
	for rows.Next() {
		var g coldGame
		var ruleset, variant string
		var ply, player int
		if err := rows.Scan(&g.id, &ruleset, &variant, &ply, &player); err != nil {
			b.t.Fatal(err)
		}
		for _, line := range lines {
			if line.Ruleset == ruleset && line.Variant == variant && ply < len(line.Turns) {
				g.turn, g.player = line.Turns[ply], player-int(programtest.SeedPlayer(0))
				s.ongoing = append(s.ongoing, g)
			}
		}
	}
	if err := rows.Err(); err != nil {
		b.t.Fatal(err)
	}
	rand.New(rand.NewPCG(uint64(time.Now().UnixNano()), 1)).Shuffle(len(s.ongoing), func(i, j int) {
		s.ongoing[i], s.ongoing[j] = s.ongoing[j], s.ongoing[i]
	})
	s.run("dd", "if="+path, "iflag=nocache", "count=0", "status=none") // advises the system to forget the file
	s.launch()
	s.waitForReadAhead()
	return s
}

// ask asks about coldRequests games, one after the other, once no mail of earlier turns is due, and returns the median
// of their times. The few games of a small server are asked about again, but each turn is in another game. A commit
// comes first, so that the small server does not answer from the rows that it has cached.
func (s *coldServer) ask(kind coldKind) time.Duration {
	s.quiet()
	s.commit()
	var took []time.Duration
	for range coldRequests {
		g := s.ongoing[len(s.ongoing)-1-s.asked%len(s.ongoing)]
		if kind.path == "" {
			if s.played == len(s.ongoing) {
				s.t.Fatalf("more pairs than the %d games under way allow", s.played)
			}
			g = s.ongoing[s.played]
			s.played++
		} else {
			s.asked++
		}
		path := strings.NewReplacer("GAME", g.id, "PLAYER", fmt.Sprintf("player-%d", g.player)).Replace(kind.path)
		began := time.Now()
		if kind.path == "" {
			s.instance.Call("POST", "/v1/games/"+g.id+"/turns", programtest.SeedToken(g.player),
				fmt.Sprintf(`{"turn":%q}`, g.turn), 201,
				nil)
		} else {
			s.instance.Call("GET", path, programtest.SeedToken(g.player), "", 200, nil, "Accept", kind.accept)
		}
		took = append(took, time.Since(began))
	}
	return median(took)
}

// waitForReadAhead waits until the server has read what it reads from the disk at its start.
func (s *coldServer) waitForReadAhead() {
	for before := int64(-1); before != s.read(); <-time.After(time.Second) {
		before = s.read()
	}
}

// read returns the bytes that the server has read from the disk.
func (s *coldServer) read() int64 {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/io", s.process.Process.Pid))
	if err != nil {
		s.t.Fatal(err)
	}
	found := regexp.MustCompile(`(?m)^read_bytes: (\d+)$`).FindSubmatch(text)
	n, err := strconv.ParseInt(string(found[1]), 10, 64)
	if err != nil {
		s.t.Fatal(err)
	}
	return n
}
