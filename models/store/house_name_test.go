package store

import (
	"log/slog"
	"os"
	"strings"
	"testing"
	"testing/fstest"

	"turnpost/models"
	"turnpost/models/db"
	"turnpost/models/modeltest/bed"
	"turnpost/models/names"
	"turnpost/models/schema"
	"turnpost/rules"
	"turnpost/rules/rulestest/sample"
)

// A player who has a name of the house before there was one keeps their account and gets another name.
func TestHouseTakesItsName(t *testing.T) {
	sample.Whole(t, "migrates an earlier schema")
	o := db.Options{Source: bed.Database(t), Log: slog.New(slog.DiscardHandler), Migrations: fstest.MapFS{}}
	copyMigrations(t, o.Migrations.(fstest.MapFS), os.DirFS("../migrations"), "0006")
	d, err := db.Open(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"House-Easy", "house-boat", "Botond"} {
		err := d.Writer().Exec(`INSERT INTO players (name, name_key, email, email_key, locale, time_zone, settings,
			created_at, confirmed_at) VALUES (?, ?, ?, ?, 'en', 'UTC', '{}', 1, 1)`,
			name, names.Key(name), name+"@example.org", names.Key(name)+"@example.org").Error
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := d.Close(); err != nil {
		t.Fatal(err)
	}
	s, err := Open(t.Context(), Options{Database: o.Source, Log: o.Log})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	list, err := s.Admin().Players(t.Context(), "", 10)
	if err != nil || len(list) != 3 {
		t.Fatalf("%+v, %v", list, err)
	}
	for _, p := range list {
		found, _, err := s.PlayerByName(t.Context(), p.Name)
		if err != nil || found.ID != p.ID {
			t.Errorf("%s: %+v, %v", p.Name, found, err)
		}
		renamed := strings.HasPrefix(p.Name, "House-Easy-x")
		if kept := p.Name+"@example.org" == p.Email; kept == renamed || !names.IsValid(p.Name) {
			t.Errorf("%s is called %s", p.Email, p.Name)
		}
	}
	for _, level := range rules.Levels() {
		house, err := schema.FindPlayer(s.Read(t.Context()), "name = ?", models.HouseName(level))
		if err != nil || house == nil || house.Email != "" || house.ConfirmedAt != 0 {
			t.Errorf("%s is %+v, %v", models.HouseName(level), house, err)
		}
	}
}
