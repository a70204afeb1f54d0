package mailer

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"sync/atomic"
	"time"
)

// folder is a Transport that writes each message as one .eml file. Names sort
// by time. The files hold sign-in codes, so that only their owner may read them.
type folder struct {
	dir    string
	tidied atomic.Int64 // Unix seconds
}

// tidyEvery is how often what killed servers left is looked for.
const tidyEvery = 10 * time.Minute

// tidy removes leftovers, not at every mail.
func (f *folder) tidy(now time.Time) error {
	last := f.tidied.Load()
	if now.Sub(time.Unix(last, 0)) < tidyEvery || !f.tidied.CompareAndSwap(last, now.Unix()) {
		return nil
	}
	return removeLeftovers(f.dir, now)
}

func openFolder(dir string) (*folder, error) {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, fmt.Errorf("the folder for mail: %w", err)
	}
	f := &folder{dir: dir}
	if err := f.tidy(time.Now()); err != nil {
		return nil, fmt.Errorf("the folder for mail: %w", err)
	}
	return f, nil
}

func (f *folder) Close() error { return nil }

// Send writes the message to a file that is on disk, whole and under its own
// name, when Send returns nil.
func (f *folder) Send(_ context.Context, m *Message) error {
	if err := os.MkdirAll(f.dir, 0o700); err != nil {
		return err
	}
	if err := f.tidy(time.Now()); err != nil {
		return err
	}
	name, file, err := f.create(m.fileName)
	if err != nil {
		return err
	}
	_, err = file.Write(m.raw)
	if err = errors.Join(err, file.Sync(), file.Close()); err == nil {
		err = os.Rename(file.Name(), name)
	}
	if err != nil {
		return errors.Join(err, os.Remove(file.Name()))
	}
	if err := f.sync(); err != nil { // the mail will be tried again, and is to be there once
		return errors.Join(err, os.Remove(name))
	}
	return nil
}

// sync puts the names of the files on disk.
func (f *folder) sync() error {
	dir, err := os.Open(f.dir)
	if err != nil {
		return err
	}
	return errors.Join(dir.Sync(), dir.Close())
}

// create opens a temporary file and finds the name that it is for. Whoever holds the
// temporary file is alone in using the name that goes with it.
func (f *folder) create(stem string) (name string, file *os.File, err error) {
	for n := 1; ; n++ {
		name = filepath.Join(f.dir, stem+".eml")
		if n > 1 {
			name = filepath.Join(f.dir, stem+"-"+strconv.Itoa(n)+".eml")
		}
		file, err = os.OpenFile(name+".tmp", os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
		if errors.Is(err, fs.ErrExist) {
			continue
		}
		if err != nil {
			return "", nil, err
		}
		if _, err = os.Lstat(name); errors.Is(err, fs.ErrNotExist) {
			return name, file, nil
		}
		if err = errors.Join(file.Close(), os.Remove(file.Name())); err != nil {
			return "", nil, err
		}
	}
}
