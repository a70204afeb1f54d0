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

// folder is a Transport that writes each message as one .eml file. Names sort by time. The files hold sign-in codes,
// so that only their owner may read them.
type folder struct {
	dir    string
	tidied atomic.Int64 // Unix seconds
}

// tidyEvery is the interval of the search for temporary files of killed servers.
const tidyEvery = 10 * time.Minute

// tidy removes such files, at intervals rather than at every mail.
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
	trial, err := os.CreateTemp(dir, "*.eml.tmp") // fails now, and not at the first mail, where nobody may write
	if err == nil {
		err = errors.Join(trial.Close(), os.Remove(trial.Name()), f.tidy(time.Now()))
	}
	if err != nil {
		return nil, fmt.Errorf("the folder for mail: %w", err)
	}
	return f, nil
}

func (f *folder) Close() error { return nil }

// Send writes the message to a file. When it returns nil, the file is on disk, complete and under its final name.
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
	if err := f.sync(); err != nil { // the mail will be retried, and must not arrive twice
		return errors.Join(err, os.Remove(name))
	}
	return nil
}

// sync flushes the names of the files to disk.
func (f *folder) sync() error {
	dir, err := os.Open(f.dir)
	if err != nil {
		return err
	}
	return errors.Join(dir.Sync(), dir.Close())
}

// create opens a temporary file and reserves the name of the final one: the process that created the temporary file is
// the only one to use that name.
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

// minLeftoverAge is the age of a temporary file to which no running server writes any more.
const minLeftoverAge = time.Minute

// removeLeftovers deletes the temporary files of killed servers. The notices of such mails are still queued, so that
// nothing is lost.
func removeLeftovers(dir string, now time.Time) error {
	files, err := filepath.Glob(filepath.Join(dir, "*.eml.tmp"))
	if err != nil {
		return err
	}
	for _, file := range files {
		info, err := os.Lstat(file)
		if errors.Is(err, os.ErrNotExist) { // another server finished or removed it
			continue
		}
		if err != nil {
			return err
		}
		if now.Sub(info.ModTime()) < minLeftoverAge {
			continue
		}
		if err := os.Remove(file); err != nil && !errors.Is(err, os.ErrNotExist) {
			return err
		}
	}
	return nil
}
