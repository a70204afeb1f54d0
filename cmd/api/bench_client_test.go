package main

import (
	"fmt"
	"io"
	"net/http"
	"strings"
	"sync"
	"time"
)

// benchOrder is turns for the client's process to submit, those of each table in order.
type benchOrder struct {
	URL    string
	Tables [][]benchTurn
	Every  time.Duration // a turn is due so often; 0: as fast as they are answered
}

type benchTurn struct{ Game, Token, Text string }

type benchAnswer struct {
	Began     time.Time
	Took      time.Duration
	Latencies []time.Duration
	Failure   string
}

type benchClient struct{ http *http.Client }

func newBenchClient() *benchClient {
	return &benchClient{&http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: benchTables}, Timeout: patience}}
}

// run submits the turns of an order, a goroutine each table.
func (c *benchClient) run(o benchOrder) (a benchAnswer) {
	var mu sync.Mutex
	var all sync.WaitGroup
	a.Began = time.Now()
	for number, turns := range o.Tables {
		all.Go(func() {
			var took []time.Duration
			failure := ""
			for i, turn := range turns {
				if o.Every > 0 {
					time.Sleep(time.Until(a.Began.Add(time.Duration(i*len(o.Tables)+number) * o.Every)))
				}
				sent := time.Now()
				if err := c.submit(o.URL, turn); err != nil {
					failure = err.Error()
					break
				}
				took = append(took, time.Since(sent))
			}
			mu.Lock()
			defer mu.Unlock()
			a.Latencies = append(a.Latencies, took...)
			if failure != "" {
				a.Failure = failure
			}
		})
	}
	all.Wait()
	a.Took = time.Since(a.Began)
	return a
}

func (c *benchClient) submit(url string, turn benchTurn) error {
	request, err := http.NewRequest(http.MethodPost, url+"/v1/games/"+turn.Game+"/turns", strings.NewReader(turn.Text))
	if err != nil {
		return err
	}
	request.Header.Set("Authorization", "Bearer "+turn.Token)
	request.Header.Set("Content-Type", "text/plain")
	request.Header.Set("Accept", "application/json")
	response, err := c.http.Do(request)
	if err != nil {
		return err
	}
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	if err == nil && response.StatusCode != http.StatusCreated {
		err = fmt.Errorf("%s in %s: %d %s", turn.Text, turn.Game, response.StatusCode, body)
	}
	return err
}
