package api

import (
	"archive/zip"
	"bytes"
	"io"
	"strings"
	"testing"

	"turnpost/rules/rulestest/sample"
)

// unzip returns the files of an export by name.
func unzip(t *testing.T, body string) map[string]string {
	t.Helper()
	reader, err := zip.NewReader(bytes.NewReader([]byte(body)), int64(len(body)))
	if err != nil {
		t.Fatal(err)
	}
	files := map[string]string{}
	for _, f := range reader.File {
		opened, err := f.Open()
		if err != nil {
			t.Fatal(err)
		}
		text, err := io.ReadAll(opened)
		if err != nil {
			t.Fatal(err)
		}
		files[f.Name] = string(text)
	}
	return files
}

// TestExport reads ann's export: it holds her data, with records that can be verified, and nothing private of bob.
func TestExport(t *testing.T) {
	m := newMatch(t)
	m.say(m.bob, "hello ann")
	m.call("POST", m.turns()).as(m.ann).json(`{"turn":"d1-c1","message":"hello bob"}`).do().want(201)
	m.call("PUT", "/v1/games/"+m.id+"/notes").as(m.ann).text("my secret plan").do().want(200)
	m.call("PUT", "/v1/games/"+m.id+"/notes").as(m.bob).text("bob's secret").do().want(200)
	m.call("POST", "/v1/reports").as(m.ann).json(`{"player":"bob","reason":"my reason"}`).do().want(201)
	m.call("POST", "/v1/reports").as(m.bob).json(`{"player":"ann","reason":"bob's reason"}`).do().want(201)
	feeds := m.call("POST", "/v1/me/feeds").as(m.ann).do().want(201).body
	m.call("GET", "/v1/me/export").do().problem(401, "unauthorized")
	files := unzip(t, m.call("GET", "/v1/me/export").as(m.ann).accept("*/*").do().want(200).body)
	for name, text := range map[string]string{
		"account.json": "ann@example.org", "settings.json": `"settings"`, "notes.json": "my secret plan",
		"notices.json": `"challenge_answer"`, "reports.json": "my reason", "games/" + m.id + ".txt": "d1-c1",
		"messages/" + m.id + ".json": "hello ann",
	} {
		if !strings.Contains(files[name], text) {
			t.Errorf("%s lacks %q: %s", name, text, files[name])
		}
	}
	m.call("POST", "/v1/records/verify").as(m.ann).text(files["games/"+m.id+".txt"]).do().want(200).contains(`"ok":true`)
	all := ""
	for name, text := range files {
		all += name + "\n" + text
	}
	secrets := []string{"bob's", "bob@example.org", m.ann, m.bob, "/k/", "http://", "https://"}
	for _, found := range feedSecrets.FindAllStringSubmatch(feeds, -1) {
		secrets = append(secrets, found[1])
	}
	for _, secret := range secrets {
		if strings.Contains(all, secret) {
			t.Errorf("the export holds %q", secret)
		}
	}
	if len(files) != 14 {
		t.Errorf("%d files", len(files))
	}
	for range 2 {
		m.call("GET", "/v1/me/export").as(m.ann).accept("*/*").do().want(200)
	}
	m.call("GET", "/v1/me/export").as(m.ann).accept("*/*").do().problem(429, "too_many")
	m.call("GET", "/v1/me/export").as(m.bob).accept("*/*").do().want(200)
}

// TestExportOfManyGames exports more games than are read at a time.
func TestExportOfManyGames(t *testing.T) {
	sample.Whole(t, "makes two hundred games")
	m := newMatch(t)
	ann, _, err := m.PlayerByName(t.Context(), "ann")
	if err != nil {
		t.Fatal(err)
	}
	bob, _, err := m.PlayerByName(t.Context(), "bob")
	if err != nil {
		t.Fatal(err)
	}
	for range 202 {
		g := m.Begin(bob, ann, "hnefatafl", "7x7")
		if _, err := m.AbortGame(t.Context(), bob.ID, g.ID); err != nil {
			t.Fatal(err)
		}
	}
	files := unzip(t, m.call("GET", "/v1/me/export").as(m.ann).accept("*/*").do().want(200).body)
	games := 0
	for name := range files {
		if strings.HasPrefix(name, "games/") {
			games++
		}
	}
	if games != 203 {
		t.Errorf("%d games", games)
	}
}
