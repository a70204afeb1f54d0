package api

import (
	"bufio"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"testing"
	"time"

	"turnpost/models/play"
	"turnpost/rules/rulestest/sample"
)

// rawClient is one connection to the server, without the corrections of an HTTP client.
type rawClient struct {
	t    *testing.T
	conn net.Conn
	in   *bufio.Reader
}

func newRawClient(w *world) *rawClient {
	w.t.Helper()
	conn, err := (&net.Dialer{}).DialContext(w.t.Context(), "tcp", strings.TrimPrefix(w.url, "http://"))
	if err != nil {
		w.t.Fatal(err)
	}
	w.t.Cleanup(func() { _ = conn.Close() })
	if err := conn.SetDeadline(time.Now().Add(20 * time.Second)); err != nil {
		w.t.Fatal(err)
	}
	return &rawClient{w.t, conn, bufio.NewReader(conn)}
}

func (c *rawClient) send(text string) {
	c.t.Helper()
	if _, err := io.WriteString(c.conn, text); err != nil {
		c.t.Fatal(err)
	}
}

// want reads a whole response and checks its status.
func (c *rawClient) want(status int) {
	c.t.Helper()
	response, err := http.ReadResponse(c.in, nil)
	if err != nil {
		c.t.Fatalf("no response %d: %v", status, err)
	}
	body, err := io.ReadAll(response.Body)
	if err != nil || response.StatusCode != status {
		c.t.Fatalf("%d, want %d: %s, %v", response.StatusCode, status, body, err)
	}
}

func post(path string, length int) string {
	return fmt.Sprintf("POST %s HTTP/1.1\r\nHost: t\r\nContent-Type: text/plain\r\nExpect: 100-continue\r\n"+
		"Content-Length: %d\r\n\r\n", path, length)
}

// A proxy sends a body to its end. The refusal must follow on an open connection.
func TestABodyThatIsTooLargeIsReadToItsEnd(t *testing.T) {
	w := newWorld(t)
	for _, c := range []struct {
		path   string
		length int
	}{
		{"/v1/records/verify", play.MaxRecordBytes + 1},
		{"/v1/records/verify", maxRefusedBody},
		{"/v1/analysis", bodyLimit + 1},
		{"/v1/analysis", maxRefusedBody},
	} {
		client := newRawClient(w)
		client.send(post(c.path, c.length))
		client.want(http.StatusContinue)
		client.send(strings.Repeat("x", c.length))
		client.want(http.StatusRequestEntityTooLarge)
		client.send("GET /healthz HTTP/1.1\r\nHost: t\r\n\r\n")
		client.want(http.StatusOK)
	}
}

func TestAHugeBodyIsNotAskedFor(t *testing.T) {
	client := newRawClient(newWorld(t))
	client.send(post("/v1/records/verify", maxRefusedBody+1))
	client.want(http.StatusRequestEntityTooLarge)
}

// A body of unknown length, sent without waiting for "100 Continue", is read up to maxRefusedBody and the amount that
// net/http drains before it closes a connection, and no further.
func TestABodyWithoutEndIsCutOff(t *testing.T) {
	sample.Together(t, "waits for a body")
	t.Parallel()
	client := newRawClient(newWorld(t))
	client.send("POST /v1/records/verify HTTP/1.1\r\nHost: t\r\nContent-Type: text/plain\r\n" +
		"Transfer-Encoding: chunked\r\n\r\n")
	client.send(fmt.Sprintf("%x\r\n%s", 1<<40, strings.Repeat("x", maxRefusedBody+512<<10)))
	client.want(http.StatusRequestEntityTooLarge)
	if rest, err := io.ReadAll(client.in); err != nil || len(rest) > 0 {
		t.Errorf("the connection is not closed in good order: %q, %v", rest, err)
	}
}
