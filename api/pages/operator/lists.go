package operator

import (
	"net/url"
	"slices"
	"strconv"

	"turnpost/api/pages"
	"turnpost/models"
	"turnpost/models/event"
	"turnpost/models/mailbox"
	"turnpost/models/names"
	"turnpost/templates/view"
)

// showOverview shows what waits for an operator, and the acts that concern the whole server.
func (v *visit) showOverview(string) error {
	reports, err := v.admin().Reports(v.context(), false, maxListed)
	if err != nil {
		return err
	}
	refused, err := v.Store.RefusedMail(v.context())
	if err != nil {
		return err
	}
	p := v.page("", v.say("title"))
	p.Facts = []fact{
		v.fact("open_reports", link{Text: strconv.Itoa(len(reports)), Path: root + "/reports"}),
		v.fact("refusing", link{Text: strconv.Itoa(len(refused)), Path: root + "/queues"}),
	}
	for _, name := range []string{
		"announce", "announce-end", "invite", "annul", "rebuild", "house-stop", "rotate-key", "rotate-push-key",
	} {
		p.Forms = append(p.Forms, v.form(name, nil, nil))
	}
	return v.send(p)
}

// listReports lists the open reports, or the closed ones.
func (v *visit) listReports(string) error {
	closed := v.QueryParam("state") == "closed"
	list, err := v.admin().Reports(v.context(), closed, maxListed)
	if err != nil {
		return err
	}
	p := v.page("reports", v.say("section.reports"))
	p.Search = &search{Action: root + "/reports", Name: "state", Label: v.say("fact.state"), Choices: []option{
		{"open", v.say("state.open"), !closed}, {"closed", v.say("state.closed"), closed},
	}}
	rows := make([][]link, 0, len(list))
	for _, r := range list {
		rows = append(rows, []link{
			{Text: v.say("report", "n", int(r.ID)), Path: reportPath(r.ID)},
			plain(v.when(r.CreatedAt)),
			toPlayer(r.Reporter), toPlayer(r.Player), toGame(r.Game), plain(r.Reason),
		})
	}
	p.Tables = []table{v.table(p.Heading, v.heads("report", "made", "by", "player", "game", "reason"), rows)}
	return v.send(p)
}

func reportPath(id int64) string { return root + "/reports/" + strconv.FormatInt(id, 10) }

// showReport shows a report. The messages of its game are an act, which the log has.
func (v *visit) showReport(arg string) error {
	id, err := parseID(arg)
	if err != nil {
		return err
	}
	r, err := v.admin().Report(v.context(), id)
	if err != nil {
		return err
	}
	p := v.page("reports", v.say("report", "n", int(r.ID)))
	state := v.say("state.open")
	if !r.ClosedAt.IsZero() {
		state = v.say("closed_at", "when", v.when(r.ClosedAt))
	}
	p.Facts = []fact{
		v.fact("made", plain(v.when(r.CreatedAt))), v.fact("by", toPlayer(r.Reporter)), v.fact("player", toPlayer(r.Player)),
		v.fact("game", toGame(r.Game)), v.fact("state", plain(state)), v.fact("note", plain(r.Note)),
	}
	p.Texts = append(p.Texts, quote{v.say("fact.reason"), r.Reason})
	if r.Said != "" {
		p.Texts = append(p.Texts, quote{v.say("fact.message"), r.Said})
	}
	if r.ClosedAt.IsZero() {
		fields := map[string]string{"report": arg}
		if r.Game != "" {
			p.Forms = append(p.Forms, v.form("read-chat", fields, nil))
		}
		p.Forms = append(p.Forms, v.form("report-close", fields, nil))
	}
	return v.send(p)
}

// listPlayers lists accounts.
func (v *visit) listPlayers(string) error {
	pattern := v.QueryParam("q")
	list, err := v.admin().Players(v.context(), pattern, maxListed)
	if err != nil {
		return err
	}
	p := v.page("players", v.say("section.players"))
	p.Search = &search{Action: root + "/players", Name: "q", Label: v.say("find.players"), Value: pattern}
	rows := make([][]link, 0, len(list))
	for _, o := range list {
		rows = append(rows, []link{
			toPlayer(o.Name), plain(o.Email), plain(v.stateOf(o.Confirmed, v.day(o.BannedAt))), plain(v.day(o.CreatedAt)),
			plain(v.day(o.SeenAt)), number(o.Ongoing), number(o.Over),
		})
	}
	heads := v.heads("name", "email", "state", "since", "seen", "playing", "over")
	p.Tables = []table{v.table(p.Heading, heads, rows)}
	return v.send(p)
}

// stateOf describes the state of an account.
func (v *visit) stateOf(confirmed bool, banned string) string {
	switch {
	case banned != "":
		return v.say("state.banned", "when", banned)
	case !confirmed:
		return v.say("state.unconfirmed")
	}
	return v.say("state.ok")
}

// showPlayer shows an account and the acts about it.
func (v *visit) showPlayer(name string) error {
	o, err := v.admin().Player(v.context(), name)
	if err != nil {
		return err
	}
	p := v.page("players", o.Name)
	p.Facts = []fact{
		v.fact("email", plain(o.Email)), v.fact("state", plain(v.stateOf(o.Confirmed, v.day(o.BannedAt)))),
		v.fact("since", plain(v.day(o.CreatedAt))), v.fact("seen", plain(v.day(o.SeenAt))),
		v.fact("tokens", number(o.Tokens)), v.fact("challenges", number(o.Challenges)),
		v.fact("playing", link{Text: strconv.Itoa(o.Ongoing), Path: root + "/games?q=" + url.QueryEscape(o.Name)}),
		v.fact("over", number(o.Over)), v.fact("page", toPage(pages.PlayerPath(o.Name))),
	}
	acts := []string{"mute", "unmute", "bot", "code", "revoke", "ban", "rename", "address", "delete"}
	if names.IsBot(o.Name) {
		acts[slices.Index(acts, "bot")] = "no-bot"
	}
	if !o.BannedAt.IsZero() {
		acts[slices.Index(acts, "ban")] = "unban"
	}
	for _, act := range acts {
		p.Forms = append(p.Forms, v.form(act, map[string]string{"name": o.Name}, nil))
	}
	return v.send(p)
}

// listGames lists games.
func (v *visit) listGames(string) error {
	pattern := v.QueryParam("q")
	list, err := v.admin().Games(v.context(), pattern, maxListed)
	if err != nil {
		return err
	}
	p := v.page("games", v.say("section.games"))
	p.Search = &search{Action: root + "/games", Name: "q", Label: v.say("find.games"), Value: pattern}
	rows := make([][]link, 0, len(list))
	for _, g := range list {
		rows = append(rows, []link{
			toGame(g.ID), plain(g.Ruleset + " " + g.Variant), toPlayer(g.Players[0].Name), toPlayer(g.Players[1].Name),
			number(g.Ply), plain(v.gameState(g)), plain(v.when(g.Deadline)),
		})
	}
	heads := v.heads("game", "ruleset", "first", "second", "turns", "state", "due")
	p.Tables = []table{v.table(p.Heading, heads, rows)}
	return v.send(p)
}

// gameState describes who is to move in a game, or how it ended.
func (v *visit) gameState(g *models.Game) string {
	if g.Status == models.Ongoing {
		return v.say("to_move", "name", g.Players[g.ToMove].Name)
	}
	return v.Views.Game(g, false, v.reader()).Reason
}

// showGame shows a game and the acts about it.
func (v *visit) showGame(id string) error {
	g, err := v.Store.Game(v.context(), id)
	if err != nil {
		return err
	}
	p := v.page("games", v.say("game", "game", g.ID))
	p.Facts = []fact{
		v.fact("ruleset", plain(g.Ruleset+" "+g.Variant)), v.fact("first", toPlayer(g.Players[0].Name)),
		v.fact("second", toPlayer(g.Players[1].Name)), v.fact("turns", number(g.Ply)),
		v.fact("state", plain(v.gameState(g))), v.fact("page", toPage(pages.GamePath(g.ID))),
	}
	if g.Status != models.Ongoing {
		p.Forms = []form{v.form("annul", map[string]string{"games": g.ID}, nil)}
		return v.send(p)
	}
	p.Facts = append(p.Facts, v.fact("due", plain(v.when(g.Deadline))))
	p.Forms = []form{v.form("end", map[string]string{"game": g.ID}, map[string][]option{"outcome": {
		{"none", v.say("outcome.none"), true},
		{"draw", v.say("outcome.draw"), false},
		{"first", v.say("outcome.won", "name", g.Players[0].Name), false},
		{"second", v.say("outcome.won", "name", g.Players[1].Name), false},
	}})}
	return v.send(p)
}

// listEvents lists events with the acts about them.
func (v *visit) listEvents(string) error {
	list, _, err := v.Store.Events(v.context(), event.Filter{Limit: maxListed})
	if err != nil {
		return err
	}
	p := v.page("events", v.say("section.events"))
	rows := make([][]link, 0, len(list))
	var open []option
	for _, e := range list {
		rows = append(rows, []link{
			{Text: e.ID, Path: pages.EventPath(e.ID)},
			plain(e.Ruleset + " " + e.Variant), plain(e.Title),
			plain(v.say("kind." + string(e.Kind))), plain(v.say("event." + string(e.Status))), number(e.Joined),
			plain(v.day(e.CreatedAt)),
		})
		if e.Status != event.EventEnded {
			open = append(open, option{e.ID, e.ID + ": " + e.Ruleset + " " + e.Variant, false})
		}
	}
	heads := v.heads("event", "ruleset", "title", "kind", "state", "players", "since")
	p.Tables = []table{v.table(p.Heading, heads, rows)}
	if len(open) > 0 {
		p.Forms = append(p.Forms, v.form("event-close", nil, map[string][]option{"event": open}))
	}
	var kinds []option
	for _, kind := range []event.Kind{event.RoundRobin, event.Ladder} {
		kinds = append(kinds, option{string(kind), v.say("kind." + string(kind)), false})
	}
	p.Forms = append(p.Forms, v.form("event-create", nil, map[string][]option{"kind": kinds, "game": v.variants()}))
	return v.send(p)
}

// variants lists the variants of all rulesets.
func (v *visit) variants() (list []option) {
	for _, r := range v.Store.Rulesets() {
		info := r.Info(v.reader().Words().Tag())
		for _, variant := range info.Offered() {
			list = append(list, option{Value: info.ID + "/" + variant.ID, Label: info.Name + ": " + variant.Name})
		}
	}
	return list
}

// showQueues shows how much waits to be done, and which providers refuse mail.
func (v *visit) showQueues(string) error {
	load, err := v.Store.Load(v.context())
	if err != nil {
		return err
	}
	refused, err := v.Store.RefusedMail(v.context())
	if err != nil {
		return err
	}
	p := v.page("queues", v.say("section.queues"))
	var rows [][]link
	for _, q := range []struct {
		key   string
		queue models.Queue
	}{{"outbox", load.Outbox}, {"inbound", load.Inbound}, {"hooks", load.Hooks}, {"house", load.House}} {
		age := ""
		if q.queue.Depth > 0 {
			age = v.reader().Words().Span(q.queue.Age)
		}
		rows = append(rows, []link{plain(v.say("queue." + q.key)), number(q.queue.Depth), plain(age)})
	}
	providers := make([][]link, 0, len(refused))
	for _, r := range refused {
		providers = append(providers, []link{plain(r.Domain), number(r.Players), plain(v.when(r.Last)), plain(r.Detail)})
	}
	p.Facts = []fact{v.fact("lag", plain(v.reader().Words().Span(load.DeadlineLag)))}
	p.Tables = []table{
		v.table(v.say("waiting"), v.heads("queue", "waiting", "oldest"), rows),
		v.table(v.say("refusing"), v.heads("provider", "players", "last", "response"), providers),
	}
	return v.send(p)
}

// listMails lists mails that came in, of one result or of all.
func (v *visit) listMails(string) error {
	result := mailbox.InboundResult(v.QueryParam("result"))
	if !slices.Contains(mailbox.InboundResults, result) {
		result = ""
	}
	list, _, err := v.admin().InboundMails(v.context(), mailbox.InboundFilter{Result: result, Limit: maxListed})
	if err != nil {
		return err
	}
	p := v.page("mail", v.say("section.mail"))
	p.Search = &search{Action: root + "/mail", Name: "result", Label: v.say("fact.result"), Choices: []option{
		{"", v.say("all"), result == ""},
	}}
	for _, r := range mailbox.InboundResults {
		p.Search.Choices = append(p.Search.Choices, option{string(r), string(r), r == result})
	}
	rows := make([][]link, 0, len(list))
	for _, m := range list {
		id := strconv.FormatInt(m.ID, 10)
		became := string(m.Result)
		if became == "" {
			became = m.Status
		}
		rows = append(rows, []link{
			{Text: v.say("mail", "n", int(m.ID)), Path: root + "/mail/" + id},
			plain(v.when(m.ReceivedAt)), plain(m.From),
			plain(became), plain(m.Reason), toGame(m.Game), number(m.Size),
		})
	}
	heads := v.heads("mail", "received", "from", "result", "why", "game", "bytes")
	p.Tables = []table{v.table(p.Heading, heads, rows)}
	return v.send(p)
}

// showMail shows a mail that came in and what became of it. Its text is an act, which the log has.
func (v *visit) showMail(arg string) error {
	id, err := parseID(arg)
	if err != nil {
		return err
	}
	m, err := v.admin().InboundMail(v.context(), id)
	if err != nil {
		return err
	}
	p := v.page("mail", v.say("mail", "n", int(m.ID)))
	refused := ""
	if m.Refused != nil {
		refused = v.Views.Explain(m.Refused, view.Page, v.reader()).Text()
	}
	p.Facts = []fact{
		v.fact("received", plain(v.when(m.ReceivedAt))), v.fact("source", plain(m.Source)),
		v.fact("message_id", plain(m.MessageID)), v.fact("from", plain(m.From)), v.fact("to", plain(m.To)),
		v.fact("bytes", number(m.Size)), v.fact("state", plain(m.Status)), v.fact("result", plain(string(m.Result))),
		v.fact("why", plain(m.Reason)), v.fact("detail", plain(m.Detail)), v.fact("refused", plain(refused)),
		v.fact("authentication", plain(m.Auth)), v.fact("game", toGame(m.Game)), v.fact("challenge", plain(m.Challenge)),
	}
	fields := map[string]string{"mail": arg}
	if len(m.Raw) > 0 {
		p.Forms = append(p.Forms, v.form("read-mail", fields, nil))
	}
	p.Forms = append(p.Forms, v.form("retry", fields, nil))
	return v.send(p)
}

// showLog shows what operators have done, the last first.
func (v *visit) showLog(string) error {
	list, err := v.admin().Acts(v.context(), maxListed)
	if err != nil {
		return err
	}
	p := v.page("log", v.say("section.log"))
	rows := make([][]link, 0, len(list))
	for _, act := range slices.Backward(list) {
		by := plain(v.say("at_shell", "name", act.Operator))
		if act.OperatorID != 0 {
			by = toPlayer(act.Operator)
		}
		outcome := act.Outcome
		if outcome == "" {
			outcome = v.say("unfinished")
		}
		rows = append(rows, []link{
			plain(v.when(act.At)), by, plain(act.Command), toPlayer(act.Player), toGame(act.Game), plain(outcome),
			plain(act.Detail),
		})
	}
	heads := v.heads("time", "operator", "act", "player", "game", "outcome", "detail")
	p.Tables = []table{v.table(p.Heading, heads, rows)}
	return v.send(p)
}
