package mailer

import (
	"bufio"
	"crypto/tls"
	"crypto/x509"
	"encoding/pem"
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"runtime/debug"
	"testing"
)

// benchSinkRole is set for the process that is the benchmark's mail server.
const benchSinkRole = "TURNPOST_TEST_BENCH_SINK"

// TestBenchSink is the benchmark's mail server, which ends with its standard input.
func TestBenchSink(t *testing.T) {
	if os.Getenv(benchSinkRole) == "" {
		t.Log("nothing to do: this is a part of BenchmarkMail")
		return
	}
	debug.SetGCPercent(1000) // it should take little of what is measured
	server, _ := selfSigned(t)
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	serveSink(t, &Sink{OnMessage: func(string, string, []byte) {}, TLS: server, Log: quiet}, l)
	fmt.Println(l.Addr())
	block := &pem.Block{Type: "CERTIFICATE", Bytes: server.Certificates[0].Certificate[0]}
	if err := pem.Encode(os.Stdout, block); err != nil {
		t.Fatal(err)
	}
	if _, err := io.Copy(io.Discard, os.Stdin); err != nil {
		t.Error(err)
	}
}

// startBenchSink starts a mail server in another process; the configuration trusts it.
func startBenchSink(b *testing.B) (address string, client *tls.Config) {
	b.Helper()
	command := exec.CommandContext(b.Context(), os.Args[0], "-test.run", "^TestBenchSink$")
	command.Env = append(os.Environ(), benchSinkRole+"=1")
	in, err := command.StdinPipe()
	if err != nil {
		b.Fatal(err)
	}
	out, err := command.StdoutPipe()
	if err != nil {
		b.Fatal(err)
	}
	if err := command.Start(); err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { _, _ = in.Close(), command.Wait() })
	lines, certificate := bufio.NewScanner(out), ""
	for lines.Scan() && lines.Text() != "-----END CERTIFICATE-----" {
		if address == "" {
			address = lines.Text()
			continue
		}
		certificate += lines.Text() + "\n"
	}
	trust := x509.NewCertPool()
	if !trust.AppendCertsFromPEM([]byte(certificate + lines.Text() + "\n")) {
		b.Fatalf("the mail server says %q", address+certificate)
	}
	return address, &tls.Config{RootCAs: trust}
}
