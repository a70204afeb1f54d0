package trials

import (
	"cmp"
	"log/slog"
	"slices"
	"strings"
	"time"

	"turnpost/cmd/api/programtest"
	"turnpost/models/mailbox"
	"turnpost/models/store"
)

// settledWithin is the maximum wait of an acknowledged reply after the server that had claimed it was killed.
const settledWithin = 20 * time.Second

// settleReplies waits until all replies are settled, and returns the time since an instant.
func (l *load) settleReplies(since time.Time) (took time.Duration) {
	store := l.open()
	defer store.Close()
	programtest.Eventually(l.t, "all replies are settled", func() bool {
		waiting, _, err := store.InboundDepth(l.t.Context())
		took = time.Since(since)
		return err == nil && waiting == 0
	})
	if took > settledWithin {
		l.t.Errorf("the last reply was settled %v after the last restart", took)
	}
	return took.Round(100 * time.Millisecond)
}

// open opens the database beside the servers.
func (l *load) open() *store.Store {
	store, err := store.Open(l.t.Context(), store.Options{
		Database: l.database, Existing: true, KeepSchema: true, Log: slog.New(slog.DiscardHandler),
	})
	if err != nil {
		l.t.Fatal(err)
	}
	return store
}

// checkReplies fails unless each acknowledged reply is settled once, in time, and with the right result.
func (l *load) checkReplies() {
	store := l.open()
	defer store.Close()
	rows := map[string][]mailbox.Inbound{} // by Message-ID
	var all []mailbox.Inbound
	for before := int64(0); ; {
		list, next, err := store.Admin().InboundMails(l.t.Context(), mailbox.InboundFilter{Before: before, Limit: 100})
		if err != nil {
			l.t.Fatal(err)
		}
		all = append(all, list...)
		if before = next; next == 0 {
			break
		}
	}
	for _, row := range all {
		id := strings.Trim(row.MessageID, "<>")
		rows[id] = append(rows[id], row)
	}
	taken, repeated, answers := 0, 0, l.answersByMail()
	for _, t := range l.mailTables {
		for _, r := range t.replies {
			l.checkReply(r, rows[r.id], answers[r.id])
			delete(rows, r.id)
			taken += min(1, len(r.acknowledged))
			repeated += max(0, len(r.acknowledged)-1)
		}
	}
	for id := range rows {
		l.t.Errorf("mail %s is stored and was not offered", id)
	}
	held, longest := l.checkWaits(all)
	l.t.Logf("%d replies acknowledged, %d of them twice; %d were held by a server that was killed; "+
		"the longest wait of one held once at most was %v", taken, repeated, held, longest)
	if taken == 0 || repeated == 0 {
		l.t.Error("too few replies for a test")
	}
}

// checkReply compares a reply with its stored row and with the mails that answer it, by their Message-IDs.
func (l *load) checkReply(r *crashReply, rows []mailbox.Inbound, answers []string) {
	if len(rows) > 1 || len(rows) == 0 && len(r.acknowledged) > 0 {
		l.t.Errorf("%s was acknowledged by %v and is stored %d times", r.id, r.acknowledged, len(rows))
	}
	if len(rows) != 1 {
		return
	}
	if row := rows[0]; row.Result != r.want || row.Game != r.game {
		l.t.Errorf("%s became %s, %s %s %s of %s, want %s",
			r.id, row.Status, row.Result, row.Reason, row.Detail, row.Game, r.want)
	}
	least, most := 0, 0
	switch r.want {
	case mailbox.InboundAnswered, mailbox.InboundRejected:
		least, most = 1, 1
	case mailbox.InboundPlayed:
		most = 1 // the first three turns of each player are confirmed
	}
	if len(answers) < least || len(answers) > most {
		l.t.Errorf("%s, %s, was answered by %d mails: %v", r.id, r.want, len(answers), answers)
	}
}

// answersByMail lists the Message-IDs of the mails that answer each reply.
func (l *load) answersByMail() map[string][]string {
	answers := map[string][]string{}
	for _, m := range l.mails {
		about, id := strings.Trim(m.GetHeader("In-Reply-To"), "<>"), m.GetHeader("Message-ID")
		if strings.HasPrefix(about, "reply.") && !slices.Contains(answers[about], id) {
			answers[about] = append(answers[about], id)
		}
	}
	return answers
}

// checkWaits fails unless every reply was settled in time, counted from its receipt or from the settling of the reply
// before it in its game, for each kill of a server that had claimed it. It returns the number of replies that such a
// server had claimed, and the longest wait of those that were claimed at most once.
func (l *load) checkWaits(all []mailbox.Inbound) (held int, longest time.Duration) {
	slices.SortFunc(all, func(a, b mailbox.Inbound) int { return cmp.Compare(a.ID, b.ID) })
	settled := map[string]time.Time{} // of the previous reply, by game
	for _, row := range all {
		since := row.ReceivedAt
		if before := settled[row.Game]; before.After(since) {
			since = before
		}
		if since.Before(l.resumed) { // it waited through the outage
			since = l.resumed
		}
		settled[row.Game] = row.SettledAt
		wait, kills := row.SettledAt.Sub(since), row.Attempts-1
		if kills > 0 {
			held++
		}
		if kills <= 1 {
			longest = max(longest, wait)
		}
		if wait > settledWithin*time.Duration(max(1, kills)) {
			l.t.Errorf("%s waited %v, claimed %d times", row.MessageID, wait, row.Attempts)
		}
	}
	return held, longest
}

// checkWords fails unless the message of each played reply is stored once.
func (l *load) checkWords(t *mailTable) {
	for _, g := range t.games {
		said := map[string]int{}
		for cursor := ""; ; {
			var page struct {
				Messages []struct{ Text string }
				Next     *string
			}
			status, text := l.request(0, "GET", "/v1/games/"+g.id+"/messages?limit=100"+cursor, t.players[0], "", &page)
			if status != 200 {
				l.t.Fatalf("messages of %s: %d: %s", g.id, status, text)
			}
			for _, m := range page.Messages {
				said[m.Text]++
			}
			if page.Next == nil {
				break
			}
			cursor = "&cursor=" + *page.Next
		}
		for _, r := range t.replies {
			if r.game == g.id && r.said != "" && (said[r.said] > 1 || said[r.said] == 0 && len(r.acknowledged) > 0) {
				l.t.Errorf("the words of %s were said %d times", r.id, said[r.said])
			}
		}
	}
}
