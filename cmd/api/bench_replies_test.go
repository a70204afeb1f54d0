package main

import (
	"bytes"
	"fmt"
	"mime"
	"net"
	"net/mail"
	"net/smtp"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"time"

	"turnpost/mailer/reply"
)

// replies compares turns by mail, each a reply to the mail of the turn before, with turns over HTTP on the same
// server, whose mail worker is on; and how fast mails are read with that.
func (b *bench) replies() {
	b.t.Helper()
	box := &benchMailbox{links: map[string]string{}}
	box.came = sync.NewCond(&box.mu)
	p := newPost(b.t)
	go func() {
		for m := range p.mails {
			box.put(m.raw)
		}
	}()
	free, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		b.t.Fatal(err)
	}
	inbound := free.Addr().String()
	_ = free.Close()
	b.t.Setenv("TURNPOST_INBOUND_LISTEN", "smtp://"+inbound)
	for _, limit := range []string{"SENDER_HOUR", "SENDER_DAY", "DROPPED"} { // mails between two players
		b.t.Setenv("TURNPOST_LIMIT_"+limit, "off")
	}
	s := b.serve(benchSetup{lines: shortLines(b.t), smtp: "smtp://" + p.address})
	b.t.Setenv("TURNPOST_INBOUND_LISTEN", "") // for servers of other parts
	pair := b.compare(func() benchSlice { return s.replySlice(box, inbound, b.size) },
		func() benchSlice { return s.slice(b.size, 0) })
	b.row("turns by reply, mail worker on", "turns by HTTP", "", "%s", pair)
	rate := readRate(b)
	b.row("mails read, on one core", "turns by HTTP", "", "%.1f (%.0f/s to %.0f/s)", rate/median(pair.theirs), rate,
		median(pair.theirs))
	s.stop()
}

// benchMailbox keeps where each mail about a turn is answered.
type benchMailbox struct {
	mu    sync.Mutex
	came  *sync.Cond
	links map[string]string // by game and number of the turn
}

var (
	benchTurnNumber = regexp.MustCompile(`turn (\d+)`)
	benchGame       = regexp.MustCompile(`\.([a-z0-9]{8})[.@]`)
)

func (b *benchMailbox) put(raw []byte) {
	m, err := mail.ReadMessage(bytes.NewReader(raw))
	if err != nil {
		return // the turn is then missed
	}
	to, err := mail.ParseAddress(m.Header.Get("Reply-To"))
	subject, _ := new(mime.WordDecoder).DecodeHeader(m.Header.Get("Subject")) // as it stands where it is broken
	number := benchTurnNumber.FindStringSubmatch(subject)
	game := benchGame.FindStringSubmatch(m.Header.Get("Message-ID"))
	if err != nil || number == nil || game == nil {
		return
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	b.links[game[1]+" "+number[1]] = to.Address
	b.came.Broadcast()
}

// wait is where the mail about a turn is answered, "" where none comes.
func (b *benchMailbox) wait(game string, turn int) string {
	key := fmt.Sprintf("%s %d", game, turn)
	late := time.AfterFunc(patience, func() {
		b.mu.Lock()
		defer b.mu.Unlock()
		b.links[key] = ""
		b.came.Broadcast()
	})
	defer late.Stop()
	b.mu.Lock()
	defer b.mu.Unlock()
	for {
		if link, ok := b.links[key]; ok {
			return link
		}
		b.came.Wait()
	}
}

// replySlice is slice by replies: at each table the next one is sent when the mail has come that it answers.
func (s *benchServer) replySlice(box *benchMailbox, inbound string, n int) benchSlice {
	s.t.Helper()
	type ordered struct {
		benchTurn
		number int
	}
	var tables [benchTables][]ordered
	for table := range benchTables {
		for range n / benchTables {
			turn := s.next(table)
			tables[table] = append(tables[table], ordered{turn, s.plies[table]})
		}
	}
	s.quiet()
	before, began := processCPU(s.t, s.process.Process.Pid), time.Now()
	var all sync.WaitGroup
	failures := make(chan error, benchTables)
	for _, turns := range tables {
		all.Go(func() {
			c, err := smtp.Dial(inbound)
			for _, turn := range turns {
				if err == nil {
					player := strings.TrimPrefix(turn.Token, "tp_benchmark")
					err = benchReply(c, "player-"+player+"@example.org", box.wait(turn.Game, turn.number), turn.Text)
				}
			}
			failures <- err
		})
	}
	all.Wait()
	for range benchTables {
		if err := <-failures; err != nil {
			s.t.Fatal(err)
		}
	}
	for table, turns := range tables { // the last ones are read a moment later
		last := turns[len(turns)-1]
		eventually(s.t, fmt.Sprintf("the last turn at table %d is played", table), func() bool {
			var state struct{ Ply int }
			s.instance.call("GET", "/v1/games/"+last.Game, last.Token, "", 200, &state)
			return state.Ply >= last.number
		})
	}
	took := time.Since(began)
	cpu := processCPU(s.t, s.process.Process.Pid) - before
	s.quiet()
	return benchSlice{n: n / benchTables * benchTables, took: took, cpu: cpu}
}

func benchReply(c *smtp.Client, from, to, text string) error {
	if to == "" {
		return fmt.Errorf("no mail came to %s about its turn %s", from, text)
	}
	raw := fmt.Sprintf("From: %s\r\nTo: %s\r\nMessage-ID: <%d.%s>\r\nSubject: Re: your turn\r\n\r\n%s\r\n\r\n-- "+
		"\r\n%s\r\n",
		from, to, time.Now().UnixNano(), from, text, from)
	if err := c.Mail(from); err != nil {
		return err
	}
	if err := c.Rcpt(to); err != nil {
		return err
	}
	w, err := c.Data()
	if err != nil {
		return err
	}
	if _, err := w.Write([]byte(raw)); err != nil {
		return err
	}
	return w.Close()
}

// readRate is how many of the mails that the reader is tested with are read in a second.
func readRate(b *bench) float64 {
	b.t.Helper()
	files, err := filepath.Glob("../../mailer/reply/testdata/mails/*.eml")
	if err != nil || len(files) == 0 {
		b.t.Fatalf("%d mails: %v", len(files), err)
	}
	var mails [][]byte
	for _, file := range files {
		raw, err := os.ReadFile(file)
		if err != nil {
			b.t.Fatal(err)
		}
		mails = append(mails, raw)
	}
	text, err := os.ReadFile("../../mailer/reply/testdata/sent/your-turn.txt")
	if err != nil {
		b.t.Fatal(err)
	}
	options := reply.Options{Sent: reply.Sent{Text: string(text)}}
	began, n := time.Now(), 0
	for ; time.Since(began) < time.Second; n++ {
		if _, err := reply.Read(mails[n%len(mails)], options); err != nil {
			b.t.Fatal(err)
		}
	}
	return float64(n) / time.Since(began).Seconds()
}
