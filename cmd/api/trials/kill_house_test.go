package trials

import (
	"regexp"
	"testing"

	"turnpost/cmd/api/programtest"
	"turnpost/models"
	"turnpost/models/modeltest"
	"turnpost/rules"
)

// TestKilledWhileTheHouseThinks kills the server (SIGKILL) while it thinks about a turn. Later servers find each turn
// that was not played; the house plays exactly one in every game.
func TestKilledWhileTheHouseThinks(t *testing.T) {
	t.Parallel()
	binary := programtest.BuildProgram(t)
	p, database := programtest.NewPost(t), modeltest.File(t)
	games := gamesThatWait(t, p, database)
	kills := 0
	for waiting := len(games); waiting > 2; {
		process := programtest.Launch(t, binary, database, p)
		programtest.Eventually(t, "a claim", func() bool { return houseDepth(t, process) < waiting })
		_ = process.Command.Process.Kill()
		<-process.Ended
		kills++
		waiting--
	}
	process := programtest.Launch(t, binary, database, p)
	for _, game := range games {
		programtest.Eventually(t, "the turn of the house after its lease", func() bool { return process.Ply(t, game) > 1 })
	}
	programtest.Eventually(t, "an empty queue", func() bool { return houseDepth(t, process) == 0 })
	for _, game := range games {
		if ply := process.Ply(t, game); ply != 2 {
			t.Errorf("game %s is at ply %d after %d kills", game, ply, kills)
		}
	}
	_ = process.Command.Process.Kill()
	<-process.Ended
}

// gamesThatWait returns as many games as a player may have, in all of which the house is to move.
func gamesThatWait(t *testing.T, p *programtest.Post, database string) (games []string) {
	t.Helper()
	i := serveOn(t, database, p, "--house-pause", "1h")
	ann := i.SignUp(p, "ann")
	for range models.DefaultLimits().HouseTogether {
		var c struct{ Game string }
		i.Call("POST", "/v1/challenges", ann, `{"ruleset":"hnefatafl","variant":"7x7","seat":"first","opponent":"`+
			models.HouseName(rules.Hard)+`"}`, 201, &c)
		i.Call("POST", "/v1/games/"+c.Game+"/turns", ann, `{"turn":"d1-c1"}`, 201, nil)
		games = append(games, c.Game)
	}
	if exit := i.Stop(); exit != 0 {
		t.Fatalf("stopped with %d", exit)
	}
	return games
}

var houseDepthLine = regexp.MustCompile(`(?m)^turnpost_house_depth (\d+)$`)

// houseDepth returns the number of games that wait for the house.
func houseDepth(t *testing.T, p *programtest.Process) (n int) {
	t.Helper()
	text, _ := programtest.Get(t, p.URL+"/metrics")
	found := houseDepthLine.FindStringSubmatch(text)
	if found == nil {
		t.Fatalf("no depth in %s", text)
	}
	for _, digit := range found[1] {
		n = 10*n + int(digit-'0')
	}
	return n
}
