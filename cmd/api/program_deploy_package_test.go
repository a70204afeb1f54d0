package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// An upgrade of the package restarts a running server only if that changes no schema, and otherwise says why not.
func TestPackageRestartsTheServer(t *testing.T) {
	script, err := os.ReadFile("deploy/debian/postinst")
	if err != nil {
		t.Fatal(err)
	}
	const restarted, changes = "called restart turnpost", "would change the schema of the database. Read"
	const unknown = "could not find out"
	for _, c := range []struct{ settings, says, want, cause string }{
		{"TURNPOST_DATABASE=x", "x: the schema is up to date: version 21", restarted, ""},
		{"TURNPOST_DATABASE=x", "x: would go from schema 20 to 21", changes, ""},
		{"TURNPOST_DATABASE=x", "turnpost: database x: permission denied", unknown, "permission denied"},
		{"TURNPOST_FROM=turnpost <turnpost@example.org>", "x: would go from schema 20 to 21", unknown, "turnpost.env"},
	} {
		root := t.TempDir()
		write := func(name, text string) {
			t.Helper()
			path := filepath.Join(root, name)
			if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(path, []byte(text), 0o700); err != nil {
				t.Fatal(err)
			}
		}
		write("etc/turnpost/turnpost.env", c.settings+"\n")
		write("run/systemd/system/x", "")
		write("bin/turnpost", "#!/bin/sh\necho '"+c.says+"'\n")
		write("bin/adduser", "#!/bin/sh\n")
		write("bin/chown", "#!/bin/sh\n")
		write("bin/systemctl", "#!/bin/sh\necho called $*\n")
		here := strings.NewReplacer("/etc/turnpost/", root+"/etc/turnpost/", "/run/systemd/", root+"/run/systemd/")
		run := exec.Command("sh", "-c", here.Replace(string(script)), "postinst", "configure", "1.0.0")
		run.Env = []string{"PATH=" + root + "/bin:" + os.Getenv("PATH")}
		out, err := run.CombinedOutput()
		said := string(out)
		for _, text := range []string{restarted, changes, unknown} {
			if strings.Contains(said, text) != (text == c.want) || err != nil || !strings.Contains(said, c.cause) {
				t.Errorf("%s, %s: %v: %s; want %s %s", c.settings, c.says, err, said, c.want, c.cause)
			}
		}
	}
}
