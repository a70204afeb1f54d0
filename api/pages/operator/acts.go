package operator

import (
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"turnpost/api/pages"
	"turnpost/models"
	"turnpost/models/admin"
	"turnpost/models/event"
	"turnpost/models/pace"
	"turnpost/models/play"
	"turnpost/rules"
	"turnpost/rules/phrase"
	"turnpost/templates"
)

// act is something that an operator does by a form. Its phrases are site.admin.act.NAME.
type act struct {
	name   string
	fields []field // without their labels, which are site.admin.field.NAME
	grave  bool
	// plan plans the task of a form. Texts that the task is to show are added to the page when it is carried out.
	plan func(v *visit, f url.Values, shown *page) (admin.Task, error)
	back func(f url.Values) string // the page to go on at; nil for root
}

func hidden(name string) field { return field{Name: name, Kind: "hidden"} }

// onPlayer is an act about an account.
func onPlayer(
	name string, grave bool, plan func(v *visit, name string, f url.Values) (admin.Task, error), fields ...field,
) act {
	return act{
		name: name, grave: grave, fields: append([]field{hidden("name")}, fields...),
		plan: func(v *visit, f url.Values, _ *page) (admin.Task, error) { return plan(v, f.Get("name"), f) },
		back: func(f url.Values) string { return toPlayer(f.Get("name")).Path },
	}
}

// onServer is an act that needs no field.
func onServer(name string, plan func(a admin.Admin) admin.Task) act {
	return act{
		name: name, grave: true,
		plan: func(v *visit, _ url.Values, _ *page) (admin.Task, error) { return plan(v.admin()), nil },
	}
}

// actList lists the acts of operators.
var actList = []act{
	onPlayer("ban", true, func(v *visit, name string, _ url.Values) (admin.Task, error) {
		return v.admin().PlanBan(v.context(), name)
	}),
	onPlayer("unban", false, func(v *visit, name string, _ url.Values) (admin.Task, error) {
		return v.admin().PlanUnban(v.context(), name)
	}),
	onPlayer("mute", false, func(v *visit, name string, _ url.Values) (admin.Task, error) {
		return v.admin().PlanMute(v.context(), name)
	}),
	onPlayer("unmute", false, func(v *visit, name string, _ url.Values) (admin.Task, error) {
		return v.admin().PlanUnmute(v.context(), name)
	}),
	onPlayer("bot", false, func(v *visit, name string, _ url.Values) (admin.Task, error) {
		return v.admin().PlanBot(v.context(), name, true)
	}),
	onPlayer("no-bot", false, func(v *visit, name string, _ url.Values) (admin.Task, error) {
		return v.admin().PlanBot(v.context(), name, false)
	}),
	onPlayer("code", false, func(v *visit, name string, _ url.Values) (admin.Task, error) {
		return v.admin().PlanCode(v.context(), name)
	}),
	onPlayer("revoke", true, func(v *visit, name string, _ url.Values) (admin.Task, error) {
		return v.admin().PlanSignOut(v.context(), name)
	}),
	onPlayer("rename", false, func(v *visit, name string, f url.Values) (admin.Task, error) {
		return v.admin().PlanRename(v.context(), name, f.Get("to"))
	}, field{Name: "to", Kind: "text", Needed: true, Max: 24}),
	onPlayer("address", true, func(v *visit, name string, f url.Values) (admin.Task, error) {
		return v.admin().PlanAddress(v.context(), name, f.Get("email"))
	}, field{Name: "email", Kind: "text", Needed: true, Max: 254}),
	onPlayer("delete", true, func(v *visit, name string, _ url.Values) (admin.Task, error) {
		return v.admin().PlanDelete(v.context(), name)
	}),
	{
		name: "end", grave: true, fields: []field{hidden("game"), {Name: "outcome", Kind: "choice"}},
		plan: func(v *visit, f url.Values, _ *page) (admin.Task, error) {
			result, known := map[string]rules.Result{
				"none": rules.Drawn(models.ReasonAnnulled), "draw": rules.Drawn(models.ReasonAdjudicated),
				"first": rules.Won(0, models.ReasonAdjudicated), "second": rules.Won(1, models.ReasonAdjudicated),
			}[f.Get("outcome")]
			if !known {
				return admin.Task{}, unreadable("outcome")
			}
			return v.admin().PlanEnd(v.context(), f.Get("game"), result)
		},
		back: func(f url.Values) string { return toGame(f.Get("game")).Path },
	},
	{
		name: "annul", grave: true, fields: []field{{Name: "games", Kind: "text", Needed: true, Max: 500}},
		plan: func(v *visit, f url.Values, _ *page) (admin.Task, error) {
			games := strings.Fields(strings.ReplaceAll(f.Get("games"), ",", " "))
			if len(games) == 0 {
				return admin.Task{}, unreadable("games")
			}
			return v.admin().PlanAnnul(games), nil
		},
	},
	onServer("rebuild", admin.Admin.PlanRebuild),
	onServer("house-stop", admin.Admin.PlanStopHouse),
	onServer("rotate-key", admin.Admin.PlanRotateLinkKey),
	onServer("rotate-push-key", admin.Admin.PlanRotatePushKey),
	onServer("announce-end", admin.Admin.PlanEndAnnouncement),
	{
		name: "announce",
		fields: []field{
			{Name: "text", Kind: "area", Needed: true, Max: 300},
			{Name: "until", Kind: "text", Needed: true, Max: 40, Value: "3d"},
		},
		plan: func(v *visit, f url.Values, _ *page) (admin.Task, error) {
			return v.admin().PlanAnnounce(f.Get("text"), f.Get("until")), nil
		},
	},
	{
		name: "invite",
		fields: []field{
			{Name: "note", Kind: "text", Max: 100},
			{Name: "uses", Kind: "number", Needed: true, Max: 5, Value: "1"},
			{Name: "days", Kind: "number", Needed: true, Max: 3, Value: "14"},
		},
		plan: func(v *visit, f url.Values, _ *page) (admin.Task, error) {
			uses, days := 0, 0
			if err := numbers(f, map[string]*int{"uses": &uses, "days": &days}); err != nil {
				return admin.Task{}, err
			}
			return v.admin().PlanInvite(f.Get("note"), uses, time.Duration(min(days, 10_000))*models.Day), nil
		},
	},
	{
		name: "event-close", grave: true, fields: []field{{Name: "event", Kind: "choice"}},
		plan: func(v *visit, f url.Values, _ *page) (admin.Task, error) {
			return v.admin().PlanCloseEvent(v.context(), f.Get("event"))
		},
		back: func(url.Values) string { return root + "/events" },
	},
	{
		name: "event-create",
		fields: append([]field{
			{Name: "kind", Kind: "choice"},
			{Name: "game", Kind: "choice"},
			{Name: "title", Kind: "text", Max: event.MaxEventTitle},
			{Name: "pace", Kind: "text", Needed: true, Max: 20, Value: pace.Default},
			{Name: "size", Kind: "number", Max: 3, Value: strconv.Itoa(event.DefaultEventSize)},
			{Name: "at_once", Kind: "number", Max: 3},
			{Name: "double", Kind: "check"},
			{Name: "repeat", Kind: "check"},
		}, termFields()...),
		plan: planEvent,
		back: func(url.Values) string { return root + "/events" },
	},
	{
		name: "report-close", fields: []field{hidden("report"), {Name: "note", Kind: "text", Max: 200}},
		plan: func(v *visit, f url.Values, _ *page) (admin.Task, error) {
			id, err := parseID(f.Get("report"))
			return v.admin().PlanCloseReport(id, f.Get("note")), err
		},
		back: func(url.Values) string { return root + "/reports" },
	},
	{
		name: "read-chat", fields: []field{hidden("report")},
		plan: func(v *visit, f url.Values, shown *page) (admin.Task, error) {
			id, err := parseID(f.Get("report"))
			if err != nil {
				return admin.Task{}, err
			}
			return v.admin().PlanReadChat(v.context(), id, func(chat []play.Message) error {
				for _, m := range chat {
					shown.Texts = append(shown.Texts, quote{m.Author.Name + ", " + v.when(m.At), m.Text})
				}
				return nil
			})
		},
		back: func(f url.Values) string { return root + "/reports/" + url.PathEscape(f.Get("report")) },
	},
	{
		name: "retry", fields: []field{hidden("mail")},
		plan: func(v *visit, f url.Values, _ *page) (admin.Task, error) {
			id, err := parseID(f.Get("mail"))
			return v.admin().PlanRequeueMail(id), err
		},
		back: backToMail,
	},
	{
		name: "read-mail", fields: []field{hidden("mail")},
		plan: func(v *visit, f url.Values, shown *page) (admin.Task, error) {
			id, err := parseID(f.Get("mail"))
			return v.admin().PlanReadMail(id, func(raw []byte) error {
				text := strings.ToValidUTF8(string(raw), "\ufffd")
				shown.Texts = append(shown.Texts, quote{v.say("mail", "n", int(id)), text})
				return nil
			}), err
		},
		back: backToMail,
	},
}

func backToMail(f url.Values) string { return root + "/mail/" + url.PathEscape(f.Get("mail")) }

// termFields are the fields of the terms of an event, besides the pace.
func termFields() (list []field) {
	for _, term := range models.EventTerms {
		if term.Limit != nil {
			list = append(list, field{Name: term.Name, Kind: "number", Max: len(strconv.Itoa(term.Max))})
		} else {
			list = append(list, field{Name: waivedName(term), Kind: "check"})
		}
	}
	return list
}

// waivedName is the name of the box that waives something.
func waivedName(term models.Term) string { return "no_" + term.Name }

// planEvent plans an event. Fields that its kind does not have are left out.
func planEvent(v *visit, f url.Values, _ *page) (admin.Task, error) {
	n := event.NewEvent{
		Kind: event.Kind(f.Get("kind")), Terms: models.Terms{Pace: f.Get("pace")}, Title: strings.TrimSpace(f.Get("title")),
		Size: event.DefaultEventSize,
	}
	n.Ruleset, n.Variant, _ = strings.Cut(f.Get("game"), "/")
	into := map[string]*int{}
	for _, term := range models.EventTerms {
		if term.Limit != nil {
			into[term.Name] = term.Limit(&n.Terms)
		} else {
			*term.Waived(&n.Terms) = models.Waived(f.Has(waivedName(term)))
		}
	}
	if n.Kind == event.RoundRobin {
		n.Double, n.Repeat = f.Has("double"), f.Has("repeat")
		into["size"], into["at_once"] = &n.Size, &n.AtOnce
	}
	if err := numbers(f, into); err != nil {
		return admin.Task{}, err
	}
	return v.admin().PlanCreateEvent(n), nil
}

// numbers reads numbers of a form; an empty field leaves its number unchanged. The error is CodeInvalid.
func numbers(f url.Values, into map[string]*int) error {
	for name, to := range into {
		text := strings.TrimSpace(f.Get(name))
		if text == "" {
			continue
		}
		n, err := strconv.Atoi(text)
		if err != nil {
			return unreadable(name)
		}
		*to = n
	}
	return nil
}

func unreadable(field string) error {
	return &models.Error{
		Code: models.CodeInvalid, Field: field, Message: phrase.New("schema.unreadable"), Index: -1,
	}
}

// form returns the form of an act, with values of fields and the choices of the others.
func (v *visit) form(name string, values map[string]string, choices map[string][]option) form {
	a := v.acts[name]
	f := form{
		Action: root + "/acts/" + name, Title: v.say("act." + name), Grave: a.grave, Inline: true,
		Fields: slices.Clone(a.fields),
	}
	for i := range f.Fields {
		one := &f.Fields[i]
		if value, given := values[one.Name]; given {
			one.Value = value
			if one.Name == "games" {
				one.Kind = "hidden"
			}
		}
		if one.Kind == "hidden" {
			continue
		}
		f.Inline = false
		one.Label = v.say("field." + one.Name)
		one.Choices = choices[one.Name]
		if one.Name == "until" {
			one.Hint = v.say("field.until.hint")
		}
	}
	return f
}

// sure is the field that confirms an act.
const sure = "sure"

// act asks about an act, and does it if the form confirms that.
func (v *visit) act(name string) error {
	a, known := v.acts[name]
	if !known {
		return notFound()
	}
	post := v.Request().PostForm
	back := root
	if a.back != nil {
		back = a.back(post)
	}
	shown := v.page("", v.say("act."+name))
	shown.Up = link{Text: v.say("back"), Path: back}
	task, err := a.plan(v, post, &shown)
	if err != nil {
		return v.refuse(shown, err)
	}
	sentence := v.reader().Words().Sentence
	if !post.Has(sure) {
		q := pages.Question{
			Heading: shown.Heading, Says: []string{v.say("will", "what", sentence(task.Will))},
			Action: v.Request().URL.Path, Fields: []pages.HiddenField{{Name: sure, Value: "1"}},
			Yes: shown.Heading, No: v.say("back"), NoPath: back,
		}
		for _, f := range a.fields {
			if post.Has(f.Name) {
				q.Fields = append(q.Fields, pages.HiddenField{Name: f.Name, Value: post.Get(f.Name)})
			}
		}
		return v.Ask(v.Context, "admin", q)
	}
	by := admin.Operator{Player: v.player.ID, Explain: templates.ErrorText}
	done, err := v.admin().CarryOut(v.context(), by, task)
	if err != nil {
		return v.refuse(shown, err)
	}
	if !done.IsZero() {
		shown.Did = capital(done, sentence(done)) + "."
	}
	return v.send(shown)
}

// refuse shows why an act was not done.
func (v *visit) refuse(shown page, err error) error {
	refused, err := pages.RefusedBy(err)
	if err != nil {
		return err
	}
	shown.Texts = nil
	shown.Refusal = v.Refusal(refused, v.Context)
	return v.sendStatus(v.Status(refused.Code), shown)
}

// capital returns the sentence of a message with a capital, unless it begins with a name or a code.
func capital(m phrase.Message, text string) string {
	for _, arg := range m.Args {
		if name, is := arg.Value.(string); is && name != "" && strings.HasPrefix(text, name) {
			return text
		}
	}
	first, size := utf8.DecodeRuneInString(text)
	return string(unicode.ToUpper(first)) + text[size:]
}
