package db

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// keptCopies is the number of copies, made by Open before a change of the schema, that are kept, besides the one from
// before an upgrade that took several starts.
const keptCopies = 2

// copyStamp is the time format in the name of a copy: names of one schema sort by it.
const copyStamp = "20060102T150405.000Z"

// copyFile returns the file for the copy to make before migrations; "" for none.
func (o Options) copyFile(p Plan) string {
	if !o.Copy || IsPostgres(o.Source) || p.Schema == 0 || len(p.Pending) == 0 {
		return ""
	}
	now := time.Now
	if o.Now != nil {
		now = o.Now
	}
	return fmt.Sprintf("%s.schema%d-%s.backup", filePath(o.Source), p.Schema, now().UTC().Format(copyStamp))
}

// copyBefore copies the database before its schema changes, if there is enough space for the copy and the writes of the
// migrations.
func (d *DB) copyBefore(ctx context.Context, file string, free func(string) (uint64, error)) error {
	if free == nil {
		free = freeBytes
	}
	room, err := free(filepath.Dir(file))
	if err == nil {
		err = d.fits(ctx, room)
	}
	if err == nil {
		err = d.copyTo(ctx, file)
	}
	if err != nil {
		return fmt.Errorf("the database cannot be copied to %s before its schema changes: %w; nothing was changed "+
			"(--migration-backup=off migrates without a copy)", file, err)
	}
	return nil
}

// fits fails if a copy of the database would leave a disk nearly full.
func (d *DB) fits(ctx context.Context, free uint64) error {
	var pages, size uint64
	if err := d.Read(ctx).Raw("PRAGMA page_count").Scan(&pages).Error; err != nil {
		return err
	}
	if err := d.Read(ctx).Raw("PRAGMA page_size").Scan(&size).Error; err != nil {
		return err
	}
	if need := pages*size + minFreeBytes; free < need {
		return fmt.Errorf("%d MiB are free on the disk, and %d are needed", free>>20, need>>20)
	}
	return nil
}

// freeBytes returns the free space on the disk of a folder.
func freeBytes(folder string) (uint64, error) {
	var disk syscall.Statfs_t
	if err := syscall.Statfs(folder, &disk); err != nil {
		return 0, fmt.Errorf("the disk of the database: %w", err)
	}
	return disk.Bavail * uint64(disk.Bsize), nil
}

var (
	copyPattern = regexp.MustCompile(`^\.schema([0-9]+)-([0-9]{8}T[0-9]{6}\.[0-9]{3}Z)\.backup$`)
	partPattern = regexp.MustCompile(`^\.schema[0-9]+-[0-9TZ.]+\.backup\.[0-9]+\.part$`)
)

// pruneCopies deletes all but the last copies of a database, and incomplete ones. After an upgrade it keeps the last
// copy of the schema from which the upgrade began: the others may be of schemas that no program works with.
func pruneCopies(database string, from int64) error {
	entries, err := os.ReadDir(filepath.Dir(database))
	if err != nil {
		return err
	}
	var copies []string
	for _, e := range entries {
		name, ours := strings.CutPrefix(e.Name(), filepath.Base(database))
		switch {
		case ours && partPattern.MatchString(name):
			err = os.Remove(filepath.Join(filepath.Dir(database), e.Name()))
		case ours && copyPattern.MatchString(name):
			copies = append(copies, name)
		}
		if err != nil {
			return err
		}
	}
	slices.SortFunc(copies, func(a, b string) int {
		return strings.Compare(copyPattern.FindStringSubmatch(b)[2], copyPattern.FindStringSubmatch(a)[2])
	})
	first := slices.IndexFunc(copies, func(name string) bool {
		return copyPattern.FindStringSubmatch(name)[1] == strconv.FormatInt(from, 10)
	})
	for i, old := range copies {
		if i < keptCopies || i == first {
			continue
		}
		if err := os.Remove(database + old); err != nil {
			return err
		}
	}
	return nil
}
