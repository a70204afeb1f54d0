package api

import (
	"encoding/json"
	"log/slog"
	"path"
	"regexp"
	"strings"
	"testing"
	"time"

	"turnpost/models"
	"turnpost/models/event"
	"turnpost/models/ladder"
	"turnpost/rules"
	"turnpost/rules/bohnduell"
	"turnpost/rules/hnefatafl"
)

// story is a fixed sequence of requests that illustrate the operations, in one form of responses.
type story struct {
	*match
	form     string
	recorded examples
	names    map[string]string // random values, with their placeholder
}

// show sends a request that illustrates an operation and records the response.
func (s *story) show(operation string, status int, c *call) httpResponse {
	s.t.Helper()
	return s.add(operation, "", c.accept(s.form).do().want(status))
}

// showRefused is show for a request that must be refused.
func (s *story) showRefused(operation string, status int, c *call) {
	s.t.Helper()
	s.add(operation, statusRefused, c.accept(s.form).do().want(status))
}

func (s *story) add(operation, status string, a httpResponse) httpResponse {
	s.t.Helper()
	form, _, _ := strings.Cut(a.header.Get("Content-Type"), ";")
	body := []byte(a.body)
	if !strings.HasSuffix(form, "json") {
		var err error
		if body, err = json.Marshal(a.body); err != nil {
			s.t.Fatal(err)
		}
	}
	if status == "" {
		status = a.code()
	}
	s.recorded.add(operation, status, form, body)
	return a
}

func (e examples) add(operation, status, form string, body json.RawMessage) {
	if e[operation] == nil {
		e[operation] = map[string]map[string]json.RawMessage{}
	}
	if e[operation][status] == nil {
		e[operation][status] = map[string]json.RawMessage{}
	}
	e[operation][status][form] = body
}

// exampleGames returns the games of the story. They are fixed, so that a game added to the catalog changes no example.
func exampleGames() []rules.Ruleset { return []rules.Ruleset{bohnduell.New(), hnefatafl.New()} }

// runStory sends all requests of the story in a form.
func runStory(t *testing.T, form string) *story {
	t.Helper()
	world := newWorldOf(t, exampleGames())
	s := &story{match: &match{world: world}, form: form, recorded: examples{}, names: map[string]string{}}
	s.accounts()
	s.challenges()
	s.game()
	s.notebook()
	s.webhooks()
	s.afterwards()
	s.mail()
	s.events()
	s.rules()
	return s
}

func (s *story) accounts() {
	s.show("registerPlayer", 202,
		s.call("POST", "/v1/players").json(`{"name":"ann","email":"ann@example.org","time_zone":"Europe/Warsaw"}`))
	code := s.Code("ann@example.org")
	token := s.show("signIn", 201,
		s.call("POST", "/v1/tokens").json(`{"email":"ann@example.org","code":"`+code+`","label":"laptop"}`)).body
	s.ann = tokens.FindString(token)
	s.names["token"] = s.ann
	s.bob = s.player("bob")
	s.Clock.Advance(10 * time.Minute)
	s.show("requestCode", 202, s.call("POST", "/v1/codes").json(`{"email":"ann@example.org"}`))
	s.Mails()
	s.show("updateMe", 200, s.call("PATCH", "/v1/me").as(s.ann).
		json(`{"mail":{"offer_answer":"off"},"reminders":["50%","3h"],"quiet":{"from":"22:00","until":"07:00"}}`))
	s.show("getMe", 200, s.call("GET", "/v1/me").as(s.ann))
	s.show("listTokens", 200, s.call("GET", "/v1/tokens").as(s.ann))
	eve := s.player("eve")
	s.call("PATCH", "/v1/me").as(eve).json(`{"email":"eve@example.com"}`).do().want(200)
	confirmed := ""
	for _, mail := range s.Mails() {
		if mail.To.Email == "eve@example.com" {
			confirmed = mail.Code
		}
	}
	s.show("confirmEmail", 200, s.call("POST", "/v1/me/email").as(eve).json(`{"code":"`+confirmed+`"}`))
	s.Mails()
	s.show("blockPlayer", 200, s.call("PUT", "/v1/me/blocks/eve").as(s.ann))
	s.show("listBlocks", 200, s.call("GET", "/v1/me/blocks").as(s.ann))
	feeds := s.show("createFeeds", 201, s.call("POST", "/v1/me/feeds").as(s.ann)).body
	secrets := feedSecrets.FindAllStringSubmatch(feeds, 2)
	s.names["secret of the feed"], s.names["secret of the calendar"] = secrets[0][1], secrets[1][1]
	s.show("createReport", 201, s.call("POST", "/v1/reports").as(s.ann).
		json(`{"player":"eve","reason":"She offers games for money."}`))
}

// offer lets ann challenge bob and returns the challenge's ID.
func (s *story) offer(what string) string {
	s.Clock.Advance(time.Minute)
	s.show("createChallenge", 201, s.call("POST", "/v1/challenges").as(s.ann).
		json(`{"ruleset":"hnefatafl","variant":"7x7","opponent":"bob","seat":"attackers","pace":"3d",`+
			`"message":"A quick one?"}`))
	list := decoded[ChallengeList](s.call("GET", "/v1/challenges?box=out").as(s.ann).do().want(200))
	s.names[what] = list.Challenges[0].ID
	return list.Challenges[0].ID
}

// begin starts a game and returns its ID.
func (s *story) begin(what string) string {
	id := s.offer(what + " by challenge")
	s.names[what] = decoded[Game](s.call("POST", "/v1/challenges/"+id+"/accept").as(s.bob).do().want(201)).ID
	return s.names[what]
}

func (s *story) challenges() {
	s.show("declineChallenge", 200, s.call("POST", "/v1/challenges/"+s.offer("declined")+"/decline").as(s.bob))
	s.show("withdrawChallenge", 200, s.call("DELETE", "/v1/challenges/"+s.offer("withdrawn")).as(s.ann))
	id := s.offer("challenge")
	s.show("getChallenge", 200, s.call("GET", "/v1/challenges/"+id).as(s.bob))
	s.show("listChallenges", 200, s.call("GET", "/v1/challenges").as(s.bob))
	if s.form == typeText {
		s.show("getSharedChallenge", 200, s.call("GET", "/c/"+id).as(s.bob))
		s.show("tryBoard", 200, s.call("GET", "/try/hnefatafl?variant=7x7&t=d1-c1"))
	}
	s.show("acceptChallenge", 201, s.call("POST", "/v1/challenges/"+id+"/accept").as(s.bob))
	s.id = decoded[GameList](s.call("GET", "/v1/games").do().want(200)).Games[0].ID
	s.names["game"] = s.id
}

func (s *story) game() {
	game := "/v1/games/" + s.id
	s.show("nextSteps", 200, s.call("GET", game+"/next"))
	s.show("playTurn", 201, s.call("POST", s.turns()).as(s.ann).json(`{"turn":"d1-c1","message":"Have a good game."}`))
	s.show("setPlan", 200, s.call("PUT", game+"/plan").as(s.ann).json(`{"lines":["d3-c3 : c1-b1"]}`))
	s.show("getPlan", 200, s.call("GET", game+"/plan").as(s.ann))
	s.Clock.Advance(5 * time.Hour)
	s.show("getInbox", 200, s.call("GET", "/v1/inbox").as(s.bob))
	s.show("getGame", 200, s.call("GET", game).as(s.bob))
	s.showRefused("getGame", 404, s.call("GET", "/v1/games/nothere2").as(s.bob))
	s.show("listPlayers", 200, s.call("GET", "/v1/players?name=a"))
	s.show("listGames", 200, s.call("GET", "/v1/games?player=ann"))
	if s.form == typeText {
		s.show("getBoardText", 200, s.call("GET", game+"/board.txt"))
	}
	s.showRefused("playTurn", 422, s.call("POST", s.turns()).as(s.bob).json(`{"turn":"d3-d6"}`))
	s.call("POST", s.turns()).as(s.bob).json(`{"turn":"d3-c3"}`).do().want(201)
	s.show("sendMessage", 201, s.call("POST", game+"/messages").as(s.ann).json(`{"text":"A fine move."}`))
	s.show("listMessages", 200, s.call("GET", game+"/messages").as(s.bob))
	s.show("markRead", 200, s.call("POST", game+"/messages/read").as(s.bob))
	s.show("listTurns", 200, s.call("GET", s.turns()))
	s.show("getRecord", 200, s.call("GET", game+"/record"))
	record := s.call("GET", game+"/record").do().want(200).body
	s.show("verifyRecord", 200, s.call("POST", "/v1/records/verify").json(record))
	s.show("answerTakeback", 200, s.call("POST", game+"/takeback").as(s.ann).json(`{"action":"offer","ply":2}`))
	s.show("answerDraw", 200, s.call("POST", game+"/draw").as(s.ann).json(`{"action":"offer"}`))
	s.show("setAway", 200, s.call("PUT", "/v1/me/away").as(s.bob).json(`{"from":"2026-12-01","until":"2026-12-06"}`))
	s.show("getGameLog", 200, s.call("GET", game+"/log"))
}

// feedSecrets finds the secrets in the addresses of feeds.
var feedSecrets = regexp.MustCompile(`/feeds/(\w+)/`)

// webhooks changes one webhook in every way. Its ID and its secrets are random.
func (s *story) webhooks() {
	made := s.show("createWebhook", 201, s.call("POST", "/v1/me/webhooks").as(s.ann).
		json(`{"url":"https://chat.example.com/hooks/1","format":"discord","events":["your_turn","game_over"]}`)).body
	list := s.call("GET", "/v1/me/webhooks").as(s.ann).accept("application/json").do().want(200).body
	id := hookID.FindStringSubmatch(list)[1]
	s.names["webhook"], s.names["secret of the webhook"] = id, hookSecret.FindStringSubmatch(made)[1]
	one := "/v1/me/webhooks/" + id
	s.show("listWebhooks", 200, s.call("GET", "/v1/me/webhooks").as(s.ann))
	s.show("getWebhook", 200, s.call("GET", one).as(s.ann))
	s.show("updateWebhook", 200, s.call("PATCH", one).as(s.ann).json(`{"format":"slack"}`))
	rotated := s.show("rotateWebhookSecret", 200, s.call("POST", one+"/secret").as(s.ann)).body
	s.names["new secret of the webhook"] = hookSecret.FindStringSubmatch(rotated)[1]
	s.show("testWebhook", 202, s.call("POST", one+"/test").as(s.ann))
	s.call("DELETE", one).as(s.ann).do().want(204)
}

// hookID and hookSecret find the ID and the secret of a webhook.
var (
	hookID     = regexp.MustCompile(`"id":"(\w+)"`)
	hookSecret = regexp.MustCompile(`whsec_([\w+/=]+)`)
)

func (s *story) notebook() {
	game := "/v1/games/" + s.id
	s.show("setNotes", 200, s.call("PUT", game+"/notes").as(s.ann).json(`{"text":"The king goes left.\nWatch d1."}`))
	s.show("getNotes", 200, s.call("GET", game+"/notes").as(s.ann))
	s.show("keepLine", 201, s.call("POST", game+"/lines").as(s.ann).
		json(`{"ply":2,"turns":["c1-b1","c3-c2"],"name":"the quiet one"}`))
	s.show("listLines", 200, s.call("GET", game+"/lines").as(s.ann))
}

func (s *story) afterwards() {
	s.show("resign", 200, s.call("POST", "/v1/games/"+s.id+"/resign").as(s.bob))
	s.Clock.Advance(time.Minute)
	s.show("offerRematch", 201, s.call("POST", "/v1/games/"+s.id+"/rematch").as(s.bob))
	out := decoded[ChallengeList](s.call("GET", "/v1/challenges?box=out").as(s.bob).do().want(200))
	s.names["rematch"] = out.Challenges[0].ID
	s.show("getPlayer", 200, s.call("GET", "/v1/players/bob"))
	s.show("listRatings", 200, s.call("GET", "/v1/players/bob/ratings"))
	s.show("getRanking", 200, s.call("GET", "/v1/rulesets/hnefatafl/ranking?variant=7x7"))
	s.show("abort", 200, s.call("POST", "/v1/games/"+s.begin("aborted")+"/abort").as(s.bob))
}

func (s *story) mail() {
	s.show("sendTestMail", 202, s.call("POST", "/v1/me/test-mail").as(s.ann))
	begun := &match{world: s.world, ann: s.ann, bob: s.bob, id: s.begin("begun")}
	begun.rejectedReply()
	s.show("listNotices", 200, s.call("GET", "/v1/me/notices?limit=4").as(s.ann))
	s.show("listInbound", 200, s.call("GET", "/v1/me/inbound").as(s.ann))
	s.show("receiveMail", 202,
		s.call("POST", "/v1/inbound").mail("From: ann@example.org\r\n\r\nd1-c1\r\n").as(inboundSecret))
}

// events shows an event before its beginning: the pairings depend on its random ID.
func (s *story) events() {
	event := s.show("createEvent", 201, s.call("POST", "/v1/events").as(s.ann).
		json(`{"ruleset":"hnefatafl","variant":"7x7","pace":"3d","size":6,"double":true,"at_once":4,"title":"Long nights"}`))
	id := eventIDs.FindStringSubmatch(event.header.Get("Location"))[1]
	s.names["event"] = id
	s.show("joinEvent", 200, s.call("POST", "/v1/events/"+id+"/join").as(s.ann))
	s.Clock.Advance(time.Minute)
	s.call("POST", "/v1/events/"+id+"/join").as(s.bob).do().want(200)
	s.show("leaveEvent", 200, s.call("POST", "/v1/events/"+id+"/leave").as(s.bob))
	s.show("getEvent", 200, s.call("GET", "/v1/events/"+id))
	s.show("listEvents", 200, s.call("GET", "/v1/events?status=open"))
	s.show("getEventTable", 200, s.call("GET", "/v1/events/"+id+"/table"))
	s.show("listEventGames", 200, s.call("GET", "/v1/events/"+id+"/games"))
	s.challengeOnLadder()
}

// challengeOnLadder shows a challenge in which bob has the first turn: the lot depends on the random ID of the ladder.
func (s *story) challengeOnLadder() {
	var e event.Event
	for first := false; !first; first = ladder.ChallengerFirst(e.ID, 1) {
		var err error
		e, err = s.Admin().CreateEvent(s.t.Context(), event.NewEvent{
			Kind: event.Ladder, Ruleset: "hnefatafl", Variant: "7x7", Terms: models.Terms{Pace: "3d"},
		})
		if err != nil {
			s.t.Fatal(err)
		}
	}
	for _, token := range []string{s.ann, s.bob} {
		s.call("POST", "/v1/events/"+e.ID+"/join").as(token).do().want(200)
	}
	s.names["ladder"] = e.ID
	s.show("challengeInEvent", 201, s.call("POST", "/v1/events/"+e.ID+"/challenge").as(s.bob).json(`{"opponent":"ann"}`))
	games := decoded[EventGameList](s.call("GET", "/v1/events/"+e.ID+"/games").do().want(200))
	s.names["game of a ladder"] = *games.Games[0].Game
}

var eventIDs = regexp.MustCompile(`/v1/events/(\w+)`)

func (s *story) rules() {
	s.show("listRulesets", 200, s.call("GET", "/v1/rulesets"))
	s.show("getRuleset", 200, s.call("GET", "/v1/rulesets/bohnduell"))
	s.show("analyse", 200, s.call("POST", "/v1/analysis").json(`{"ruleset":"bohnduell","turns":["p2","p1"]}`))
	kept := s.show("keepTrial", 201, s.call("POST", "/v1/trials").as(s.ann).
		json(`{"ruleset":"bohnduell","variant":"standard","side":"green","turns":["p1"]}`))
	s.names["kept game"] = path.Base(kept.header.Get("Location"))
	s.show("getHealth", 200, s.call("GET", "/healthz"))
	s.show("getReadiness", 200, s.call("GET", "/readyz"))
	failing := s.anotherServer(Config{Monitor: broken{}, Log: slog.New(slog.DiscardHandler)})
	s.add("getReadiness", statusFailed, failing.call("GET", "/readyz").accept(s.form).do().want(503))
	if s.form == typeText {
		s.show("getFront", 200, s.call("GET", "/"))
		s.show("getHelp", 200, s.call("GET", "/help"))
	}
}
