package db

import (
	"os"
	"path/filepath"
	"strconv"

	"golang.org/x/sys/unix"
)

// adviseRandom tells the system to read only the pages of a file that this process asks for. Otherwise Linux reads up
// to 32 pages beside each that seems to belong to a sequence, which for rows in the order of an index was the whole
// file. SQLite does not tell the descriptors of its connections.
func adviseRandom(path string) {
	file, err := os.Stat(path)
	if err != nil {
		return
	}
	descriptors, _ := filepath.Glob("/proc/self/fd/*")
	for _, name := range descriptors {
		opened, err := os.Stat(name)
		if fd, numeric := strconv.Atoi(filepath.Base(name)); err == nil && numeric == nil && os.SameFile(file, opened) {
			_ = unix.Fadvise(fd, 0, 0, unix.FADV_RANDOM)
		}
	}
}
