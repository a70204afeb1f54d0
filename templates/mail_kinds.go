package templates

import "errors"

var (
	errNoKind      = errors.New("there is no such kind")
	errNoGame      = errors.New("the game is missing")
	errNoChallenge = errors.New("the challenge is missing")
)

// mailTopic is what a kind of mail is about.
type mailTopic int

const (
	aboutNothing mailTopic = iota
	aboutGame
	aboutChallenge
)

var mailComposers = map[string]struct {
	about mailTopic
	write func(*mailWriter)
}{
	"code":             {aboutNothing, (*mailWriter).writeCode},
	"test":             {aboutNothing, (*mailWriter).writeTest},
	"challenge":        {aboutChallenge, (*mailWriter).writeChallenge},
	"challenge_answer": {aboutChallenge, (*mailWriter).writeChallengeAnswer},
	"your_turn":        {aboutGame, (*mailWriter).writeYourTurn},
	"reminder":         {aboutGame, (*mailWriter).writeReminder},
	"away":             {aboutGame, (*mailWriter).writeAway},
	"plan":             {aboutGame, (*mailWriter).writePlan},
	"offer":            {aboutGame, (*mailWriter).writeOffer},
	"offer_answer":     {aboutGame, (*mailWriter).writeOfferAnswer},
	"message":          {aboutGame, (*mailWriter).writeMessage},
	"game_over":        {aboutGame, (*mailWriter).writeGameOver},
}

// compose writes the blocks of the mail, what it says besides after its head, and below them what ends such mail.
func (w *mailWriter) compose() error {
	if w.Kind == "digest" {
		w.writeDigest()
	} else if err := w.composeKind(); err != nil {
		return err
	} else {
		w.besides(1, w.With)
	}
	w.link(blockEnd, "stop.game", w.StopGame)
	w.link(blockEnd, "stop.kind", w.StopKind)
	w.link(blockEnd, "site", w.Site)
	return nil
}

// composeKind writes the blocks of the mail's kind.
func (w *mailWriter) composeKind() error {
	kind, ok := mailComposers[w.Kind]
	switch {
	case !ok:
		return errNoKind
	case kind.about == aboutGame && w.Game == nil:
		return errNoGame
	case kind.about == aboutChallenge && w.Challenge == nil:
		return errNoChallenge
	}
	kind.write(w)
	return nil
}

func (w *mailWriter) writeCode() {
	w.add(blockHead, "code.head")
	w.blocks = append(w.blocks, mailBlock{Kind: blockCode, Text: oneLine(w.Code)})
	w.add(blockText, "code.life")
	w.add(blockText, "code.trade")
	w.post("/v1/tokens", "", "email", w.Email, "code", w.Code)
	w.add(blockText, "code.token")
	w.add(blockText, "code.stranger")
}

func (w *mailWriter) writeTest() {
	w.add(blockHead, "test.head")
	w.add(blockText, "test.times")
	w.add(blockText, "test.ledger")
	w.command("curl "+bearer, shellWord(w.Site+"/v1/me/notices"))
	w.token()
}

func (w *mailWriter) writeChallenge() {
	c := w.Challenge
	w.add(blockHead, "challenge.head")
	w.add(blockText, "challenge.summary")
	w.add(blockText, "challenge.terms")
	w.quote("challenge.message", c.Message)
	w.draw(c.Board, c.Style, "challenge.picture")
	w.link(blockLink, "challenge.rules", w.Site+"/v1/rulesets/"+c.Ruleset)
	if w.Name == "" {
		w.add(blockText, "challenge.register")
		w.post("/v1/players", "", "name", w.say("challenge.name"), "email", w.Email)
	}
	w.add(blockText, "challenge.accept")
	w.post("/v1/challenges/"+c.ID+"/accept", bearer)
	w.add(blockText, "challenge.decline")
	w.post("/v1/challenges/"+c.ID+"/decline", bearer)
	w.token()
}

func (w *mailWriter) writeChallengeAnswer() {
	w.add(blockHead, "challenge_answer.head")
	if w.Accepted && w.Game != nil {
		if !w.beside {
			w.add(blockText, "challenge_answer.begins")
		}
		w.link(blockLink, "game.link", w.gameURL())
	}
}

func (w *mailWriter) writeYourTurn() {
	w.add(blockHead, "your_turn.head")
	w.position()
	if phrase := "your_turn.plan." + w.Game.PlanEnded; w.knows(phrase) {
		w.add(blockText, phrase)
	}
	w.standingOffers()
	w.add(blockText, "deadline")
	w.howToPlay()
}

func (w *mailWriter) writeReminder() {
	w.add(blockHead, "reminder.head")
	w.add(blockText, "deadline")
	w.position()
	w.standingOffers()
	w.howToPlay()
}

// standingOffers says what the opponent offers, to somebody who may also play on.
func (w *mailWriter) standingOffers() {
	if w.Game.DrawOffered {
		w.add(blockText, "your_turn.draw")
		w.answerOffer("draw", "accept")
	}
	if w.Game.TakebackOffered {
		w.add(blockText, "your_turn.takeback")
		w.answerOffer("takeback", "accept")
	}
}

// answerOffer is the command that answers an offer. That of a takeback names
// the ply, so that it is for this offer alone.
func (w *mailWriter) answerOffer(offer, action string) {
	fields := []any{"action", action}
	if offer == "takeback" {
		fields = append(fields, "ply", w.Game.TakebackTo)
	}
	w.post("/v1/games/"+w.Game.ID+"/"+offer, bearer, fields...)
}

func (w *mailWriter) writeAway() {
	w.add(blockHead, "away.head")
	w.add(blockText, "away.clocks")
	w.link(blockLink, "game.link", w.gameURL())
}

func (w *mailWriter) writePlan() {
	w.add(blockHead, "plan.head")
	if answered := w.Game.Answered; answered != nil {
		w.add(blockText, "plan.answered")
		w.quote("message", answered.Message)
	}
	w.position()
	switch {
	case w.Game.Outcome != "": // another mail says so
	case w.Game.PlanDone:
		w.add(blockText, "plan.done")
	default:
		w.add(blockText, "plan.left")
		w.command("curl "+bearer, shellWord(w.gameURL()+"/plan"))
		w.token()
	}
	w.link(blockLink, "game.link", w.gameURL())
}

func (w *mailWriter) writeOffer() {
	w.add(blockHead, "offer.head")
	w.position()
	w.add(blockText, "offer.accept")
	w.answerOffer(w.Offer, "accept")
	w.add(blockText, "offer.decline")
	w.answerOffer(w.Offer, "decline")
	if w.Game.MyTurn {
		w.add(blockText, "deadline")
		w.howToPlay()
		return
	}
	w.token()
	w.link(blockLink, "game.link", w.gameURL())
}

func (w *mailWriter) writeOfferAnswer() {
	w.add(blockHead, "offer_answer.head")
	w.position()
	if w.Game.MyTurn {
		w.add(blockText, "deadline")
		w.howToPlay()
		return
	}
	w.link(blockLink, "game.link", w.gameURL())
}

func (w *mailWriter) writeMessage() {
	w.add(blockHead, "message.head")
	for _, w.Said = range w.Messages {
		w.quote("message.said", w.Said.Text)
	}
	chat := "/v1/games/" + w.Game.ID + "/messages"
	w.add(blockText, "message.answer")
	w.post(chat, bearer, "text", w.say("message.words"))
	w.add(blockText, "message.read")
	w.post(chat+"/read", bearer)
	w.token()
	w.link(blockLink, "game.link", w.gameURL())
}

func (w *mailWriter) writeGameOver() {
	g := w.Game
	w.add(blockHead, "game_over.head")
	w.add(blockText, "game_over.game")
	w.position()
	w.link(blockLink, "game.link", w.gameURL())
	w.add(blockText, "game_over.again")
	w.post("/v1/challenges", bearer, "ruleset", g.Ruleset, "variant", g.Variant, "opponent", g.Opponent)
	w.token()
}

// position tells the last turn, what was said with it, and shows the board.
func (w *mailWriter) position() {
	if w.beside {
		return
	}
	w.turn()
	style := w.Game.Style
	style.Legend = w.Game.Notation != ""
	w.draw(w.Game.Board, style, "picture")
}

// turn tells the last turn and what was said with it.
func (w *mailWriter) turn() {
	if last := w.Game.LastTurn; last != nil {
		w.add(blockText, "told")
		w.quote("message", last.Message)
	}
}

// howToPlay says how a turn is sent and written.
func (w *mailWriter) howToPlay() {
	if w.beside {
		return
	}
	w.add(blockText, "play")
	w.command("curl "+bearer, `-d `+shellWord(w.say("play.turn")), shellWord(w.gameURL()+"/turns"))
	w.token()
	w.fixed("notation", w.Game.Notation)
	w.link(blockLink, "game.link", w.gameURL())
}

// token says what $TOKEN is and how to get one.
func (w *mailWriter) token() {
	w.add(blockText, "token")
	w.post("/v1/codes", "", "email", w.Email)
}

func (w *mailWriter) gameURL() string { return w.Site + "/v1/games/" + w.Game.ID }
