package store

import (
	"context"
	"fmt"
	"log/slog"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"turnpost/models"
	"turnpost/models/account"
	"turnpost/models/play"
	"turnpost/models/schema"
)

// BenchmarkScale runs the same alternately in a store of 1,000 games and in one of 1,000,000,
// and prints the ratio of the medians.
func BenchmarkScale(b *testing.B) {
	small, large := newCrowd(b, 1_000), newCrowd(b, 1_000_000)
	for _, task := range []struct {
		name string
		do   func(c *crowd, n int) error
	}{
		{"sweep", (*crowd).sweep},
		{"inbox", (*crowd).inbox},
		{"game", (*crowd).game},
		{"turn", (*crowd).turn},
		{"outbox", (*crowd).outbox},
		{"games under way", (*crowd)(nil).listed(play.GameFilter{Status: models.Ongoing})},
		{"games that ended", (*crowd)(nil).listed(play.GameFilter{Status: models.Finished})},
		{"games of a ruleset", (*crowd)(nil).listed(play.GameFilter{Ruleset: "hnefatafl"})},
		{"games of a variant", (*crowd)(nil).listed(play.GameFilter{
			Ruleset: "hnefatafl", Variant: "7x7",
			Status: models.Ongoing,
		})},
		{"games far down", (*crowd).gamesFarDown},
		{"games of a player", (*crowd).gamesOfPlayer},
		{"players", (*crowd).players},
		{"open challenges", (*crowd).openChallenges},
		{"badge", (*crowd).badge},
	} {
		b.Run(task.name, func(b *testing.B) {
			var took [2][]time.Duration
			for n := range max(b.N, 20) {
				for i, c := range []*crowd{small, large} {
					began := time.Now()
					if err := task.do(c, n); err != nil {
						b.Fatal(err)
					}
					took[i] = append(took[i], time.Since(began))
				}
			}
			for i := range took {
				slices.Sort(took[i])
			}
			few, many := took[0][len(took[0])/2], took[1][len(took[1])/2]
			b.ReportMetric(float64(few.Microseconds()), "µs_1e3")
			b.ReportMetric(float64(many.Microseconds()), "µs_1e6")
			b.ReportMetric(float64(many)/float64(few), "ratio_"+strings.ReplaceAll(task.name, " ", "_"))
		})
	}
}

// crowd is a store with many games: half of them ongoing at ply 1, ten games for each
// player, one sent notice for each game, an open challenge for each 50 games.
type crowd struct {
	*Store
	games  int
	spent  int           // number of turns played
	filled models.Millis // time of the newest change
}

func newCrowd(b *testing.B, games int) *crowd {
	b.Helper()
	s, err := Open(b.Context(), Options{
		Database: filepath.Join(b.TempDir(), "crowd.db"), Log: slog.New(slog.DiscardHandler),
	})
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() {
		if err := s.Close(); err != nil {
			b.Error(err)
		}
	})
	c := &crowd{Store: s, games: games}
	c.fill(b)
	return c
}

// fill creates the rows by SQL.
func (c *crowd) fill(b *testing.B) {
	b.Helper()
	start, err := c.Store.RulesetByID["hnefatafl"].Start("7x7")
	if err != nil {
		b.Fatal(err)
	}
	first, err := start.Play("d1-c1")
	if err != nil {
		b.Fatal(err)
	}
	now := models.ToMillis(time.Now())
	c.filled = now
	const count = "WITH RECURSIVE count (i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM count WHERE i + 1 < ?) "
	for _, rows := range []struct {
		statement string
		args      []any
	}{
		{"UPDATE players SET id = -id", nil}, // those of the house
		{
			`INSERT INTO players (id, name, name_key, email, email_key, locale, time_zone, settings,
				created_at, confirmed_at) ` + count + `
			SELECT i, 'p' || i, 'p' || i, 'p' || i || '@example.org', 'p' || i || '@example.org', 'en', 'UTC', '{}',
				?, ? FROM count`,
			[]any{c.games / 5, now, now},
		},
		{
			`INSERT INTO games (number, position_keys, id, ruleset, variant, version, first_id, second_id, status,
			position, ply, to_move, to_move_id,
			pace, first_left, second_left, deadline_at, remind_at, hash, created_at, updated_at) ` + count + `
			SELECT i + 1, zeroblob(CASE WHEN i % 2 = 0 THEN 8 ELSE 0 END), printf('g%07d', i), 'hnefatafl', '7x7', 1,
			       i % ?, (i + 1 + i % 7) % ?,
			       CASE WHEN i % 2 = 0 THEN 'ongoing' ELSE 'finished' END,
			       ?, 1, 1, (i + 1 + i % 7) % ?,
			       '3d', 259200000, 259200000, ? + i, ? + i, zeroblob(32), ? - i, ? - i FROM count`,
			[]any{
				c.games, c.games / 5, c.games / 5, first.Next.String(), c.games / 5,
				now.Add(72 * time.Hour), now.Add(48 * time.Hour), now, now,
			},
		},
		{
			`INSERT INTO turns (id, seat, turn, position, events, message, via, at, occurrence, hash) ` + count + `
			SELECT (i / 2 + 1) * 1048576 + i % 2, i % 2 - 1, CASE WHEN i % 2 = 1 THEN 'd1-c1' ELSE '' END,
			       CASE WHEN i % 2 = 1 THEN ? ELSE ? END, '[]', '', 'http', ?, 1, zeroblob(32) FROM count`,
			[]any{2 * c.games, first.Next.String(), start.String(), now},
		},
		{
			`INSERT INTO notices (key, kind, player_id, email, game_id, ply,
				created_at, due_at, waits_from, next_at, status, done_at) ` + count + `
			SELECT 'turn.' || i, 'your_turn', i % ?, 'p' || (i % ?) || '@example.org', printf('g%07d', i), 1,
				?, ?, ?, ?, 'sent', ? FROM count`,
			[]any{c.games, c.games / 5, c.games / 5, now, now, now, now, now},
		},
		{
			`INSERT INTO challenges (id, ruleset, variant, challenger_id, opponent_id, seat, pace, message, status,
				created_at, expires_at) ` + count + `
			SELECT printf('c%07d', i), 'hnefatafl', CASE WHEN i % 2 = 0 THEN '7x7' ELSE '11x11' END, i, NULL, -1, '3d', '',
				'open', ? - i, ? FROM count`,
			[]any{c.games / 50, now, now.Add(72 * time.Hour)},
		},
		{
			`INSERT INTO player_records (player_id, ruleset, won, lost, drawn)
			SELECT id, 'hnefatafl', id % 5, id % 3, id % 2 FROM players`, nil,
		},
	} {
		if err := c.DB.Writer().Exec(rows.statement, rows.args...).Error; err != nil {
			b.Fatal(err)
		}
	}
	if err := c.DB.Writer().Exec("PRAGMA wal_checkpoint(TRUNCATE)").Error; err != nil {
		b.Fatal(err)
	}
}

// spread picks from the whole crowd.
func (c *crowd) spread(n int) int { return n * 7919 % c.games }

func (c *crowd) sweep(int) error {
	_, err := c.SweepClocks(context.Background())
	return err
}

func (c *crowd) inbox(n int) error {
	id := int64(c.spread(n) % (c.games / 5))
	_, err := c.Inbox(context.Background(), models.Player{ID: id, Email: fmt.Sprintf("p%d@example.org", id)})
	return err
}

func (c *crowd) game(n int) error {
	_, err := c.Game(context.Background(), fmt.Sprintf("g%07d", c.spread(n)))
	return err
}

// AsTurn plays in one game after the other, then moves to and fro.
func (c *crowd) turn(int) error {
	id := fmt.Sprintf("g%07d", c.spread(2*c.spent))
	c.spent++
	g, err := c.Game(context.Background(), id)
	if err != nil {
		return err
	}
	text := []string{"d1-c1", "d3-c3", "c1-d1", "c3-d3"}[g.Ply%4]
	turn := models.TurnInput{Game: id, Player: g.Players[g.ToMove].ID, Text: text, Via: models.ViaHTTP}
	_, err = c.PlayTurn(context.Background(), turn)
	return err
}

// outbox sends the notices of a turn.
func (c *crowd) outbox(int) error {
	claims, err := c.ClaimNotices(context.Background(), 10, time.Minute)
	for _, claim := range claims {
		if err := c.Settle(context.Background(), claim.Sent()); err != nil {
			return err
		}
	}
	return err
}

// listed lists games of a filter near the newest ones, each time others: the last list is cached.
func (*crowd) listed(f play.GameFilter) func(c *crowd, n int) error {
	f.Limit = 24
	return func(c *crowd, n int) error {
		f.Before = schema.FormatCursor(c.filled-models.Millis(2*n), "x")
		return c.list(f)
	}
}

func (c *crowd) list(f play.GameFilter) error {
	games, _, err := c.Games(context.Background(), f)
	if err == nil && len(games) == 0 {
		err = fmt.Errorf("%+v lists nothing", f)
	}
	return err
}

// gamesFarDown lists games in the middle of all.
func (c *crowd) gamesFarDown(n int) error {
	var at models.Millis
	middle := fmt.Sprintf("g%07d", c.games/2+n*2)
	if err := c.DB.Reader().Raw("SELECT updated_at FROM games WHERE id = ?", middle).Scan(&at).Error; err != nil {
		return err
	}
	return c.list(play.GameFilter{Status: models.Ongoing, Before: schema.FormatCursor(at, middle), Limit: 24})
}

func (c *crowd) gamesOfPlayer(n int) error {
	return c.list(play.GameFilter{Player: fmt.Sprintf("p%d", max(1, c.spread(n)%(c.games/5))), Limit: 24})
}

func (c *crowd) players(n int) error {
	f := account.PlayerFilter{Name: "p1", After: fmt.Sprintf("p1%d", n%50), Limit: 50}
	page, err := c.Players(context.Background(), f)
	if err == nil && len(page.Players) == 0 {
		err = fmt.Errorf("%+v lists nobody", f)
	}
	return err
}

func (c *crowd) openChallenges(n int) error {
	player := int64(c.spread(n) % (c.games / 5))
	list, _, err := c.OpenChallenges(context.Background(), models.Player{ID: player}, models.OpenFilter{Limit: 20})
	if err == nil && len(list) == 0 {
		err = fmt.Errorf("player %d sees no challenge", player)
	}
	return err
}

func (c *crowd) badge(n int) error {
	_, err := c.CountToMove(context.Background(), int64(c.spread(n)%(c.games/5)))
	return err
}
