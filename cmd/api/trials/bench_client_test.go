package trials

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"net"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"time"

	"turnpost/cmd/api/programtest"
)

// benchOrder lists turns for the client's process to submit, in order for each table.
type benchOrder struct {
	URL    string
	Others []string // more processes: the turns of each table go to all in rotation
	Tables [][]benchTurn
	Every  time.Duration // interval between turns; 0: without a pause
	Read   *benchRead    // instead of turns
}

// benchRead repeats one read.
type benchRead struct {
	Path, Token, Accept string
	Session             string // of a browser
	Times               int
}

type benchTurn struct{ Game, Token, Text string }

type benchAnswer struct {
	Began     time.Time
	Took      time.Duration
	Latencies []time.Duration
	Failure   string
}

// benchClient is a client with little overhead: a connection for each table, and of a response it parses the status
// and the length only.
type benchClient struct {
	mu   sync.Mutex
	idle map[string][]*benchConnection
}

type benchConnection struct {
	net.Conn
	in        *bufio.Reader
	idleSince time.Time
}

// maxBenchIdle is below the time after which a server closes an idle connection.
const maxBenchIdle = 30 * time.Second

func newBenchClient() *benchClient { return &benchClient{idle: map[string][]*benchConnection{}} }

// connection returns an idle connection to a server.
func (c *benchClient) connection(host string) (*benchConnection, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for len(c.idle[host]) > 0 {
		conn := c.idle[host][0]
		c.idle[host] = c.idle[host][1:]
		if time.Since(conn.idleSince) < maxBenchIdle {
			return conn, nil
		}
		_ = conn.Close()
	}
	conn, err := net.DialTimeout("tcp", host, programtest.Patience)
	if err != nil {
		return nil, err
	}
	return &benchConnection{Conn: conn, in: bufio.NewReader(conn)}, nil
}

func (c *benchClient) giveBack(host string, conn *benchConnection) {
	c.mu.Lock()
	defer c.mu.Unlock()
	conn.idleSince = time.Now()
	c.idle[host] = append(c.idle[host], conn)
}

// run submits the turns of an order, with a goroutine for each table.
func (c *benchClient) run(o benchOrder) (a benchAnswer) {
	if o.Read != nil {
		return c.read(strings.TrimPrefix(o.URL, "http://"), *o.Read)
	}
	var mu sync.Mutex
	var all sync.WaitGroup
	a.Began = time.Now()
	for number, turns := range o.Tables {
		all.Go(func() {
			took, err := c.play(o, number, turns, a.Began)
			mu.Lock()
			defer mu.Unlock()
			a.Latencies = append(a.Latencies, took...)
			if err != nil {
				a.Failure = err.Error()
			}
		})
	}
	all.Wait()
	a.Took = time.Since(a.Began)
	return a
}

// play submits the turns of one table.
func (c *benchClient) play(o benchOrder, number int, turns []benchTurn, began time.Time) ([]time.Duration, error) {
	var conns []*benchConnection
	var hosts []string
	for _, url := range append([]string{o.URL}, o.Others...) {
		host := strings.TrimPrefix(url, "http://")
		conn, err := c.connection(host)
		if err != nil {
			return nil, err
		}
		defer c.giveBack(host, conn)
		conns, hosts = append(conns, conn), append(hosts, host)
	}
	took := make([]time.Duration, 0, len(turns))
	for i, turn := range turns {
		if o.Every > 0 {
			time.Sleep(time.Until(began.Add(time.Duration(i*len(o.Tables)+number) * o.Every)))
		}
		to, sent := (number+i)%len(hosts), time.Now()
		if err := conns[to].submit(hosts[to], turn); err != nil {
			return took, err
		}
		took = append(took, time.Since(sent))
	}
	return took, nil
}

func (c *benchClient) read(host string, r benchRead) (a benchAnswer) {
	conn, err := c.connection(host)
	if err != nil {
		a.Failure = err.Error()
		return a
	}
	defer func() { c.giveBack(host, conn) }()
	a.Began = time.Now()
	for range r.Times {
		if err := conn.get(host, r); err != nil {
			a.Failure = err.Error()
			return a
		}
	}
	a.Took = time.Since(a.Began)
	return a
}

// get requests a path and reads the whole response.
func (c *benchConnection) get(host string, r benchRead) error {
	_ = c.SetDeadline(time.Now().Add(programtest.Patience)) // it reports itself by the write
	_, err := fmt.Fprintf(c, "GET %s HTTP/1.1\r\nHost: %s\r\n%s\r\n", r.Path, host, benchHeaders(r))
	if err != nil {
		return err
	}
	response, err := http.ReadResponse(c.in, nil)
	if err != nil {
		return err
	}
	defer response.Body.Close()
	if _, err := io.Copy(io.Discard, response.Body); err != nil {
		return err
	}
	if response.StatusCode != http.StatusOK {
		return fmt.Errorf("%s: %s", r.Path, response.Status)
	}
	return nil
}

// submit posts a turn and reads the response.
func (c *benchConnection) submit(host string, turn benchTurn) error {
	_ = c.SetDeadline(time.Now().Add(programtest.Patience)) // it reports itself by the write
	_, err := fmt.Fprintf(c, "POST /v1/games/%s/turns HTTP/1.1\r\nHost: %s\r\nAuthorization: Bearer %s\r\n"+
		"Accept: application/json\r\nContent-Type: text/plain\r\nContent-Length: %d\r\n\r\n%s",
		turn.Game, host, turn.Token, len(turn.Text), turn.Text)
	if err != nil {
		return err
	}
	status, length := "", 0
	for {
		line, err := c.in.ReadSlice('\n')
		if err != nil {
			return err
		}
		text := bytes.TrimRight(line, "\r\n")
		if status == "" {
			status = string(text)
		} else if value, is := bytes.CutPrefix(text, []byte("Content-Length: ")); is {
			if length, err = strconv.Atoi(string(value)); err != nil {
				return err
			}
		}
		if len(text) == 0 {
			break
		}
	}
	body := make([]byte, length)
	if _, err := io.ReadFull(c.in, body); err != nil {
		return err
	}
	if !strings.HasPrefix(status, "HTTP/1.1 201 ") || length == 0 {
		return fmt.Errorf("%s in %s: %s %s", turn.Text, turn.Game, status, body)
	}
	return nil
}
