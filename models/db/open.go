package db

import (
	"context"
	"errors"
	"log/slog"
)

// Open opens a database, brings its schema up to date and starts the writer. The caller must Close it.
func Open(ctx context.Context, o Options) (*DB, error) {
	if o.Log == nil {
		o.Log = slog.Default()
	}
	if o.Existing || o.ReadOnly {
		if err := mustExist(o.Source); err != nil {
			return nil, err
		}
	}
	open := connect
	if o.ReadOnly {
		open = inspect
	}
	c, err := open(o)
	if err != nil {
		return nil, err
	}
	d := &DB{connections: c, preload: o.Preload, queue: make(chan *job, maxBatch), done: make(chan struct{})}
	d.brake.place = make(chan struct{}, 1)
	go d.runWriter()
	if o.Migrations != nil {
		if err := d.migrate(ctx, o); err != nil {
			return nil, errors.Join(err, d.Close())
		}
	}
	return d, nil
}
