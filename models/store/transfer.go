package store

import (
	"context"
	"fmt"
	"log/slog"
	"strconv"
	"time"

	"gorm.io/gorm"

	"turnpost/models"
	"turnpost/models/db"
	"turnpost/models/migrations"
)

// Transfer copies every row of a database, which no server may use, into an empty one, or goes on with a copy that was
// interrupted. Either may be an SQLite file or a PostgreSQL database. reached is called now and then with the rows of a
// table so far.
func Transfer(ctx context.Context, from, to string, log *slog.Logger, reached func(table string, rows int64)) error {
	t := db.Transfer{
		From: db.Options{Source: from, Migrations: migrations.Files, Log: log},
		To:   db.Options{Source: to, Migrations: migrations.Files, Log: log}, Reached: reached, Used: lastHeartbeat,
	}
	return t.Run(ctx)
}

// lastHeartbeat returns the time of the last heartbeat, which servers record every few seconds. It fails if one did so
// just now.
func lastHeartbeat(ctx context.Context, source *gorm.DB) (string, error) {
	var at models.Millis
	err := source.WithContext(ctx).Raw("SELECT COALESCE(MAX(at), 0) FROM heartbeats").Scan(&at).Error
	if ago := time.Since(at.Time()); err == nil && ago >= 0 && ago < stoppedAfter {
		err = fmt.Errorf("a server used the database %s ago; stop it, and try again in %s",
			ago.Round(time.Second), (stoppedAfter-ago).Round(time.Second)+time.Second)
	}
	return strconv.FormatInt(int64(at), 10), err
}

// stoppedAfter is the time after its last heartbeat at which a server does not run any more.
const stoppedAfter = 15 * time.Second
