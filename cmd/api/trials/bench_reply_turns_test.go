package trials

import (
	"fmt"
	"net/smtp"
	"strings"
	"sync"
	"time"

	"turnpost/cmd/api/programtest"
)

// turnsByReply compares turns by replies, each to the mail about the previous turn, with turns over HTTP at the same
// tables.
func (b *bench) turnsByReply() {
	b.t.Helper()
	p := programtest.NewPost(b.t)
	s := b.serve(benchSetup{lines: programtest.ShortLines(b.t), smtp: "smtp://" + p.Address, replies: true})
	boxes := map[string]chan *programtest.Received{}
	for n := range 2 * benchTables {
		boxes[fmt.Sprintf("player-%d@example.org", n)] = make(chan *programtest.Received, 200)
	}
	done := make(chan struct{})
	defer close(done)
	go func() {
		for {
			select {
			case m := <-p.Mails:
				boxes[m.To] <- m
			case <-done:
				return
			}
		}
	}()
	s.slice(benchTables, 0) // warms up
	var byReply, byHTTP, ratios, cpu []float64
	for range b.pairs {
		turns, replies := s.slice(b.size, 0).rate(), s.replySlice(boxes)
		ratios = append(ratios, replies.rate()/turns)
		byReply, byHTTP, cpu = append(byReply, replies.rate()), append(byHTTP, turns), append(cpu, replies.cpuEach())
	}
	b.row("turns by reply, SMTP both ways", "turns by HTTP, mail to SMTP", "", "%.2f (%.0f/s to %.0f/s; CPU %.0f µs)",
		median(ratios), median(byReply), median(byHTTP), median(cpu))
	s.stop()
}

// replySlice plays a game at each table by replies alone.
func (s *benchServer) replySlice(boxes map[string]chan *programtest.Received) benchSlice {
	s.t.Helper()
	s.quiet()
	for _, box := range boxes {
		for len(box) > 0 {
			<-box
		}
	}
	var all sync.WaitGroup
	turns := 0
	for table := range benchTables {
		line := s.lines[table%len(s.lines)]
		turns += len(line.Turns)
		s.begin(table, line)
	}
	began, before := time.Now(), processCPU(s.t, s.process.Process.Pid)
	for table := range benchTables {
		all.Go(func() { s.playByReply(table, boxes) })
	}
	all.Wait()
	took, cpu := time.Since(began), processCPU(s.t, s.process.Process.Pid)-before
	s.quiet()
	return benchSlice{n: turns, took: took, cpu: cpu}
}

// playByReply answers each mail about a turn with the next turn of the table's line.
func (s *benchServer) playByReply(table int, boxes map[string]chan *programtest.Received) {
	line := s.lines[table%len(s.lines)]
	client, err := smtp.Dial(s.inbound)
	if err != nil {
		s.t.Error(err)
		return
	}
	defer client.Close()
	for ply, turn := range line.Turns {
		player := fmt.Sprintf("player-%d@example.org", 2*table+line.Seats[ply])
		m := s.turnMail(boxes[player], ply)
		if m == nil {
			s.t.Errorf("%s %s: no mail to %s about turn %d", line.Ruleset, line.Variant, player, ply+1)
			return
		}
		to, raw := m.Reply(s.t, turn)
		raw = strings.Replace(raw, "@client", fmt.Sprintf(".%d@client", table), 1) // no two at the same instant
		if err := sendReply(client, player, to, raw); err != nil {
			s.t.Errorf("%s: %v", player, err)
			return
		}
	}
}

// turnMail waits for the mail about a turn and returns nil if it does not come.
func (s *benchServer) turnMail(box chan *programtest.Received, ply int) *programtest.Received {
	late := time.After(programtest.Patience)
	for {
		select {
		case m := <-box:
			if strings.Contains(m.Text, fmt.Sprintf(", turn %d.", ply+1)) {
				return m
			}
		case <-late:
			return nil
		}
	}
}

func sendReply(client *smtp.Client, from, to, raw string) error {
	if err := client.Mail(from); err != nil {
		return err
	}
	if err := client.Rcpt(to); err != nil {
		return err
	}
	data, err := client.Data()
	if err != nil {
		return err
	}
	if _, err := data.Write([]byte(raw)); err != nil {
		return err
	}
	return data.Close()
}
