package db

import (
	"errors"
	"os"
	"strings"
	"testing"
)

// A database that is found damaged during use is no longer written to.
func TestDamageIsRemembered(t *testing.T) {
	w := newBench(t)
	if w.postgres {
		return // the server manages its files
	}
	watch, err := NewWatch(t.Context(), w.DB)
	if err != nil {
		t.Fatal(err)
	}
	if err := w.write(t.Context(), insert(strings.Repeat("x", 9000), nil)); err != nil {
		t.Fatal(err)
	}
	if err := w.writer.Exec("PRAGMA wal_checkpoint(TRUNCATE)").Error; err != nil {
		t.Fatal(err)
	}
	file, err := os.ReadFile(w.path)
	if err != nil {
		t.Fatal(err)
	}
	damaged := append(append([]byte(nil), file[:4096]...), make([]byte, len(file)-4096)...)
	if err := os.WriteFile(w.path, damaged, 0o600); err != nil {
		t.Fatal(err)
	}
	for range 20 { // until a connection reads the overwritten pages
		var n int
		_ = w.Read(t.Context()).Raw("SELECT COUNT(LENGTH(name)) FROM things").Scan(&n).Error
		_ = w.writer.Exec("PRAGMA cache_size = 0; PRAGMA shrink_memory").Error
		_ = w.writer.Exec("UPDATE things SET note = 'y'").Error
	}
	condition, ok := errors.AsType[*WatchError](watch.diagnose())
	if !ok || condition.Reason != Damaged {
		t.Errorf("the watch says %v", watch.diagnose())
	}
}

// A database whose file is missing, while its log remains, is not recreated empty.
func TestLostFileIsNotCreatedAnew(t *testing.T) {
	path := t.TempDir() + "/turnpost.db"
	if err := os.WriteFile(path+"-wal", []byte("left"), 0o600); err != nil {
		t.Fatal(err)
	}
	_, err := Open(t.Context(), Options{Source: path})
	if err == nil || !strings.Contains(err.Error(), "the file is gone, and "+path+"-wal was left of it") {
		t.Errorf("%v", err)
	}
	if _, err := os.Stat(path); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("the file was created: %v", err)
	}
}
