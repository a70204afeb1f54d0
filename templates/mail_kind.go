package templates

import (
	"turnpost/models"
)

// mailKind defines how mail of a kind is written. Package models defines what the kind is about, when its notices are
// outdated and whether it can be turned off. Its words are the phrases preview.KIND, without a game subject.KIND, and
// with a board caption.KIND; a kind that can be turned off also has kind.KIND and stops.KIND.
// TestEveryKindOfMailCanBeWritten names what a new kind lacks.
type mailKind struct {
	board bool // the mail has a board
	write func(*mailWriter)
}

// mailKinds has every kind of mail except the digest, which consists of other mails.
var mailKinds = map[models.Kind]mailKind{
	models.KindCode:            {write: (*mailWriter).writeCode},
	models.KindAddressCode:     {write: (*mailWriter).writeAddressCode},
	models.KindAddressChange:   {write: (*mailWriter).writeAddressChange},
	models.KindOperatorCode:    {write: (*mailWriter).writeOperatorCode},
	models.KindReport:          {write: (*mailWriter).writeReport},
	models.KindTest:            {write: (*mailWriter).writeTest},
	models.KindWebhookOff:      {write: (*mailWriter).writeWebhookOff},
	models.KindChallenge:       {board: true, write: (*mailWriter).writeChallenge},
	models.KindChallengeAnswer: {write: (*mailWriter).writeChallengeAnswer},
	models.KindYourTurn:        {board: true, write: (*mailWriter).writeYourTurn},
	models.KindReminder:        {board: true, write: (*mailWriter).writeReminder},
	models.KindAway:            {write: (*mailWriter).writeAway},
	models.KindAutoVacation:    {write: (*mailWriter).writeAutoVacation},
	models.KindPlan:            {board: true, write: (*mailWriter).writePlan},
	models.KindOffer:           {board: true, write: (*mailWriter).writeOffer},
	models.KindOfferAnswer:     {board: true, write: (*mailWriter).writeOfferAnswer},
	models.KindMessage:         {board: true, write: (*mailWriter).writeMessage},
	models.KindGameOver:        {board: true, write: (*mailWriter).writeGameOver},
	models.KindEventBegan:      {write: (*mailWriter).writeEventBegan},
	models.KindEventPlace:      {write: (*mailWriter).writeEventPlace},
	models.KindEventEnded:      {write: (*mailWriter).writeEventEnded},
	models.KindMailFailing:     {write: (*mailWriter).writeMailFailing},
	models.KindReplyRejected:   {board: true, write: (*mailWriter).writeReplyRejected},
	models.KindDeskAnswer:      {write: (*mailWriter).writeDeskAnswer},
	models.KindReplyAnswer:     {board: true, write: (*mailWriter).writeReplyAnswer},
}

// compose appends the blocks of the mail: its head, its secondary mails, its content, and the links to turn it off.
func (w *mailWriter) compose() {
	if w.Kind == models.KindDigest {
		w.writeDigest()
	} else {
		w.composeKind()
		w.sayMuted()
		w.writeSecondary(w.opening(), w.Secondary)
		if w.Kind != models.KindReplyRejected { // which says it beside the reason
			w.sayUnsaid()
		}
	}
	if w.err != nil {
		return
	}
	w.announce()
	w.writeEnd()
}

// writeEnd appends the links that every mail ends with.
func (w *mailWriter) writeEnd() {
	if w.Name != "" && w.Code == "" && w.Address.Name == "" {
		w.link(blockEnd, "games", w.Site+"/inbox")
		w.link(blockEnd, "settings", w.Site+"/settings")
	}
	w.link(blockEnd, "stop.game", w.StopGame)
	w.link(blockEnd, "stop.kind", w.StopKind)
	w.link(blockEnd, "site", w.Site)
}

// composeKind appends the blocks of the mail's kind.
func (w *mailWriter) composeKind() {
	kind, found := mailKinds[w.Kind]
	switch {
	case !found:
		w.fail(errNoKind)
	case w.Kind.About() == models.AboutGame && w.Game == nil:
		w.fail(errNoGame)
	case w.Kind.About() == models.AboutChallenge && w.Challenge == nil:
		w.fail(errNoChallenge)
	case w.Kind.About() == models.AboutEvent && w.Event == nil:
		w.fail(errNoEvent)
	default:
		kind.write(w)
		if w.Answer != nil && w.Answer.DeskLast {
			w.add(blockText, "desk.last")
		}
	}
}
