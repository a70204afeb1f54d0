package export_test

import (
	"archive/zip"
	"bytes"
	"fmt"
	"io"
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"turnpost/models"
	"turnpost/models/admin"
	"turnpost/models/challenge"
	"turnpost/models/event"
	"turnpost/models/export"
	"turnpost/models/hook"
	"turnpost/models/mailbox"
	"turnpost/models/modeltest"
	"turnpost/models/play"
)

// owned says what becomes of the rows of a table that are a player's: the file of the export that has the values of
// some columns, or why there is none; and why rows remain after the account was deleted, "" if none do.
type owned struct {
	file    string
	columns string // in the file, of the rows that match where
	where   string // with %d for the player
	not     string // why no file has it
	remains string
}

const (
	public = "it is public, and the opponents' too"
	secret = "only hashes, which mean nothing outside"
	short  = "it is deleted within days"
)

var tables = map[string]owned{
	"players":  {file: "account.json", columns: "name, email", where: "id = %d", remains: "without a name"},
	"tokens":   {file: "account.json", columns: "label", where: "player_id = %d"},
	"sessions": {file: "account.json", columns: "label", where: "player_id = %d"},
	"codes":    {not: secret}, "invitations": {not: secret}, "sign_in_requests": {not: secret},
	"former_names": {not: secret}, "registrations": {not: short}, "responses": {not: short},
	"bulk_changes": {not: "work to do", remains: "work to do"},
	"refusals":     {not: "an address without an account"},
	"challenges": {
		file: "challenges.json", columns: "id, message", where: "challenger_id = %[1]d OR opponent_id = %[1]d",
		remains: public,
	},
	"games":        {file: "games/", columns: "id", where: "first_id = %[1]d OR second_id = %[1]d", remains: public},
	"turns":        {file: "games/", columns: "turn", where: "seat = 0 AND %d > 0", remains: public},
	"former_turns": {not: "they move to turns", remains: public},
	"messages":     {file: "messages/", columns: "text", where: "%d > 0", remains: public},
	"game_log":     {not: "the record of the game has what counts", remains: public},
	"chats":        {not: "what was read of which chat"},
	"notices":      {file: "notices.json", columns: "kind", where: "player_id = %d", remains: "without the address"},
	"plans":        {file: "plans.json", columns: "lines, game_id", where: "player_id = %d"},
	"notes":        {file: "notes.json", columns: "text", where: "player_id = %d"},
	"kept_lines":   {file: "notes.json", columns: "name, position", where: "player_id = %d"},
	"feeds":        {file: "channels.json", columns: "kind", where: "player_id = %d"},
	"hooks":        {file: "channels.json", columns: "url, format, events", where: "player_id = %d"},
	"blocks": {
		file: "account.json", columns: "(SELECT name FROM players WHERE id = blocked_id)", where: "player_id = %d",
	},
	"reports":       {file: "reports.json", columns: "reason", where: "reporter_id = %d", remains: "those of others"},
	"operator_acts": {not: "the operators' log", remains: "without a name"},
	"vacations":     {file: "profile.json", columns: "first_day, last_day", where: "player_id = %d"},
	"address_changes": {
		file: "profile.json", columns: "former_email, email", where: "player_id = %d",
	},
	"player_records":  {file: "ratings.json", columns: "ruleset, won", where: "player_id = %d"},
	"ratings":         {file: "ratings.json", columns: "ruleset, variant", where: "player_id = %d"},
	"game_ratings":    {file: "ratings.json", columns: "game_id", where: "player_id = %d", remains: "only the opponent's"},
	"standings":       {file: "ratings.json", columns: "absence", where: "player_id = %d"},
	"inbound":         {file: "mails.json", columns: "envelope_from, words", where: "player_id = %d"},
	"hook_deliveries": {file: "channels.json", columns: "hook_id, kind", where: "player_id = %d"},
	"events":          {file: "events.json", columns: "id, title", where: "maker_id = %d", remains: "without the title"},
	"event_players":   {file: "events.json", columns: "event_id", where: "player_id = %d", remains: public},
	"event_games":     {not: public, remains: public}, "ladder_steps": {not: public, remains: public},
}

// someone matches the columns that can lead to a player.
var someone = regexp.MustCompile(`^([a-z_]+_id|email|email_key|former_key|invited|owner|seat|words)$`)

// noPlayer matches the others of these.
var noPlayer = regexp.MustCompile(`^(game|event|hook|challenge|registration|message|notice|primary|version)_id$`)

type world struct {
	*modeltest.World
	t *testing.T
}

// strings returns the cells of a query as text.
func (w *world) strings(query string) (list []string) {
	w.t.Helper()
	for _, row := range w.Query(query) {
		for _, cell := range row {
			if text, ok := cell.([]byte); ok {
				cell = string(text)
			}
			list = append(list, fmt.Sprint(cell))
		}
	}
	return list
}

// columns returns the columns that lead to players by table.
func (w *world) columns() map[string][]string {
	query := `SELECT m.name, p.name FROM sqlite_master m, pragma_table_info(m.name) p WHERE m.type = 'table'`
	if strings.HasPrefix(w.Database, "postgres") {
		query = `SELECT table_name, column_name FROM information_schema.columns JOIN information_schema.tables
			USING (table_schema, table_name) WHERE table_schema = 'public' AND table_type = 'BASE TABLE'`
	}
	found := map[string][]string{"players": {"id"}}
	list := w.strings(query)
	for i := 0; i < len(list); i += 2 {
		if someone.MatchString(list[i+1]) && !noPlayer.MatchString(list[i+1]) && !strings.HasPrefix(list[i], "goose") {
			found[list[i]] = append(found[list[i]], list[i+1])
		}
	}
	return found
}

// must returns a value without an error.
func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

// fill has annabel do everything that leaves rows.
func (w *world) fill(ann, bob models.Player) {
	ctx := w.t.Context()
	must(w.CreateHook(ctx, ann.ID, hook.NewHook{
		URL: "https://hooks.example.org/mine", Events: []models.Kind{models.KindYourTurn, models.KindChallenge},
	}))
	w.Rate(ann, bob)
	g := w.Begin(ann, bob, "hnefatafl", "7x7")
	w.Play(g, ann, "d1-c1")
	must(w.SetPlan(ctx, play.PlanInput{Game: g.ID, Player: ann.ID}, []string{"d3-c3 : c1-b1"}))
	must(w.SetNotes(ctx, play.NotesInput{Game: g.ID, Player: ann.ID}, "my xyzzy note"))
	must(w.KeepLine(ctx, ann.ID, g.ID, play.NewKeptLine{Turns: []string{"d2-c2"}, Name: "xyzzy line"}))
	must(w.SendMessage(ctx, ann.ID, g.ID, "good luck"))
	must(w.CreateFeeds(ctx, ann.ID))
	eve := w.SignUp("eve")
	for _, n := range []challenge.NewChallenge{
		{Ruleset: "hnefatafl", Opponent: "bob", Message: "made by me"}, {Ruleset: "hnefatafl", Opponent: "zoe@example.org"},
	} {
		must(w.CreateChallenge(ctx, ann, n))
	}
	must(w.CreateChallenge(ctx, bob, challenge.NewChallenge{Ruleset: "hnefatafl", Opponent: ann.Name}))
	must(w.BlockPlayer(ctx, ann.ID, eve.Name))
	must(w.CreateReport(ctx, ann.ID, admin.NewReport{Player: "bob", Reason: "xyzzy reason"}))
	must(w.CreateReport(ctx, bob.ID, admin.NewReport{Player: ann.Name, Reason: "theirs"}))
	now := w.Clock.Now()
	must(w.SetVacation(ctx, ann.ID, now.AddDate(0, 0, 3).Format(time.DateOnly),
		now.AddDate(0, 0, 5).Format(time.DateOnly)))
	for _, n := range []event.NewEvent{{Kind: event.RoundRobin, Size: 6}, {Kind: event.Ladder}} {
		n.Ruleset, n.Variant, n.Title = "hnefatafl", "7x7", "xyzzy cup"
		must(w.JoinEvent(ctx, ann, must(w.CreateEvent(ctx, ann, n)).ID))
	}
	w.receive(ann, g)
	must(w.UpdateProfile(ctx, ann.ID, models.ProfilePatch{Email: new("annabel2@example.org")}))
	w.Query(fmt.Sprintf(`INSERT INTO standings (player_id, ended_at, absence) VALUES (%d, 1, 7)
		ON CONFLICT (player_id) DO UPDATE SET absence = 7`, ann.ID))
	w.Query(fmt.Sprintf(`INSERT INTO sessions (player_id, hash, label, created_at, used_at)
		VALUES (%d, 'h', 'Firefox on Linux', %d, %[2]d)`, ann.ID, now.UnixMilli()))
	w.Mails()
	if _, _, err := w.ClaimHooks(ctx, 10, time.Minute); err != nil {
		w.t.Fatal(err)
	}
}

// receive settles a mail of a player.
func (w *world) receive(p models.Player, g *models.Game) {
	w.t.Helper()
	ctx := w.t.Context()
	must(w.ReceiveMail(ctx, mailbox.InboundMail{
		Key: []byte("k"), Source: "smtp", From: p.Email, To: "x@games.example", Raw: []byte("From: " + p.Email + "\n\nhello"),
	}))
	for _, c := range must(w.ClaimInbound(ctx, 10, time.Minute)) {
		err := w.SettleInbound(ctx, c, mailbox.InboundSettlement{
			Result: mailbox.InboundAnswered, Player: p.ID, Game: g.ID, Unsaid: true, Words: "xyzzy words",
		})
		if err != nil {
			w.t.Fatal(err)
		}
	}
}

// written returns the files of a player's export.
func (w *world) written(p models.Player) map[string]string {
	w.t.Helper()
	var b bytes.Buffer
	if err := export.Write(w.t.Context(), w.Store, models.Bearer{Player: p}, &b, w.Clock.Now(), func() {}); err != nil {
		w.t.Fatal(err)
	}
	files := map[string]string{}
	for _, f := range must(zip.NewReader(bytes.NewReader(b.Bytes()), int64(b.Len()))).File {
		text := must(io.ReadAll(must(f.Open())))
		name := f.Name
		if folder, _, in := strings.Cut(name, "/"); in {
			name = folder + "/"
		}
		files[name] += f.Name + "\n" + string(text)
	}
	return files
}

// Every table in which a player can be found is in the export, or is named here as one that is not; and nothing but
// what is named here has a row of a player whose account was deleted.
func TestOwnRows(t *testing.T) {
	w := &world{World: modeltest.New(t, modeltest.Options{Operator: "operator@example.org"}), t: t}
	ann, bob := w.SignUp("annabel"), w.SignUp("bob")
	w.fill(ann, bob)
	columns := w.columns()
	for _, name := range slices.Sorted(maps.Keys(columns)) {
		if o, found := tables[name]; !found || (o.file == "") == (o.not == "") {
			t.Errorf("table %s with %v is neither exported nor named as one that is not", name, columns[name])
		}
	}
	files := w.written(ann)
	for name, o := range tables {
		if o.file == "" {
			continue
		}
		cells := w.strings("SELECT " + o.columns + " FROM " + name + " WHERE " + fmt.Sprintf(o.where, ann.ID))
		if len(cells) == 0 {
			t.Errorf("the test stores nothing in %s", name)
		}
		for _, cell := range cells {
			if !strings.Contains(files[o.file], cell) {
				t.Errorf("%s lacks %q of %s: %s", o.file, cell, name, files[o.file])
			}
		}
	}
	for name, text := range w.written(bob) {
		if strings.Contains(text, "xyzzy") || strings.Contains(text, "annabel@") {
			t.Errorf("%s of the other player has what is not theirs: %s", name, text)
		}
	}
	w.wantGone(ann, columns)
}

// Notes that were deleted are not exported; those of others are not either.
func TestDeletedNotesAreNotExported(t *testing.T) {
	w := &world{World: modeltest.New(t, modeltest.Options{}), t: t}
	ann, bob := w.SignUp("annabel"), w.SignUp("bob")
	g := w.Begin(ann, bob, "hnefatafl", "7x7")
	for _, c := range []struct {
		of   models.Player
		text string
	}{{ann, "watch c1"}, {bob, "watch d1"}, {ann, ""}} {
		must(w.SetNotes(t.Context(), play.NotesInput{Game: g.ID, Player: c.of.ID}, c.text))
	}
	if got := w.written(ann)["notes.json"]; !strings.Contains(got, `"notes": []`) {
		t.Errorf("ann has %s", got)
	}
	if got := w.written(bob)["notes.json"]; !strings.Contains(got, `{"game":"`+g.ID+`","text":"watch d1"`) {
		t.Errorf("bob has %s", got)
	}
}

// wantGone deletes an account and searches for its remains.
func (w *world) wantGone(p models.Player, columns map[string][]string) {
	w.t.Helper()
	if err := w.DeletePlayer(w.t.Context(), p.ID, p.Name); err != nil {
		w.t.Fatal(err)
	}
	if err := w.ApplyBulkChanges(w.t.Context()); err != nil {
		w.t.Fatal(err)
	}
	w.Mails()
	for name, list := range columns {
		for _, column := range list {
			if !strings.HasSuffix(column, "_id") || tables[name].remains != "" {
				continue
			}
			if n := w.strings(fmt.Sprintf("SELECT COUNT(*) FROM %s WHERE %s = %d", name, column, p.ID))[0]; n != "0" {
				w.t.Errorf("%s has %s rows with the deleted player as %s", name, n, column)
			}
		}
	}
	for line := range strings.Lines(w.Dump()) {
		for _, word := range []string{"xyzzy", "annabel", "zoe@"} {
			ledger := word == "zoe@" && strings.HasPrefix(line, "[notices]") // of the mail to her
			if strings.Contains(line, word) && !strings.HasPrefix(line, "[former_names]") && !ledger {
				w.t.Errorf("%q is left: %s", word, line)
			}
		}
	}
}
