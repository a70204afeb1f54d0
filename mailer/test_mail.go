package mailer

import (
	"context"
	"errors"
	"fmt"
	netmail "net/mail"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"github.com/wneessen/go-mail/log"

	"turnpost/models"
	"turnpost/models/mailbox"
)

// TestMail is a mail that an operator sends to test the settings.
type TestMail struct {
	Identity
	To string // an address
}

// maxDialogue bounds the lines of a dialogue; the last ones are kept.
const maxDialogue = 30

// Try sends one mail now and returns the dialogue with the mail server, our lines after `>` and its lines after `<`,
// or the name of the file of the mail. The dialogue shows no password and nothing of the mail. The error says why the
// mail was not accepted.
func (s Outbound) Try(ctx context.Context, mail TestMail) (dialogue []string, err error) {
	to, err := netmail.ParseAddress(mail.To)
	if err != nil {
		return nil, fmt.Errorf("%q is no email address of the form name@example.org", mail.To)
	}
	writer, err := NewWriter(nil, mail.Identity)
	if err != nil {
		return nil, err
	}
	now := time.Now()
	content := &mailbox.Content{
		Claim: mailbox.Claim{Kind: models.KindTest, Key: fmt.Sprintf("trial.%d", now.UnixNano())},
		To:    models.Player{Name: "operator", Email: to.Address},
	}
	m, err := writer.Write(content, now)
	if err != nil {
		return nil, err
	}
	if s.folder != "" {
		return s.tryFolder(ctx, m)
	}
	kept := &dialogueLog{}
	t := newSMTPClient(s, OutboundOptions{})
	t.trace = kept
	err = t.Send(ctx, m)
	_ = t.Close() // an error of QUIT says nothing about the mail
	return kept.lines(), err
}

// tryFolder returns the name of the file of the mail.
func (s Outbound) tryFolder(ctx context.Context, m *Message) ([]string, error) {
	f, err := openFolder(s.folder)
	if err != nil {
		return nil, err
	}
	if err := f.Send(ctx, m); err != nil {
		return nil, err
	}
	files, err := filepath.Glob(filepath.Join(s.folder, m.fileName+"*.eml"))
	if err == nil && len(files) == 0 {
		err = errors.New("the file is not there")
	}
	if err != nil {
		return nil, err
	}
	return []string{files[len(files)-1]}, nil
}

// dialogueLog collects the log of a session.
type dialogueLog struct {
	mu   sync.Mutex
	kept []string
}

func (d *dialogueLog) lines() []string {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.kept
}

func (d *dialogueLog) keep(l log.Log) {
	direction := "< "
	if l.Direction == log.DirClientToServer {
		direction = "> "
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	for line := range strings.Lines(fmt.Sprintf(l.Format, l.Messages...)) {
		if line = strings.TrimSpace(line); line != "" {
			d.kept = append(d.kept, direction+line)
		}
	}
	d.kept = d.kept[max(0, len(d.kept)-maxDialogue):]
}

// Debugf and the others are part of go-mail's Logger.
func (d *dialogueLog) Debugf(l log.Log) { d.keep(l) }

// Infof keeps a line.
func (d *dialogueLog) Infof(l log.Log) { d.keep(l) }

// Warnf keeps a line.
func (d *dialogueLog) Warnf(l log.Log) { d.keep(l) }

// Errorf keeps a line.
func (d *dialogueLog) Errorf(l log.Log) { d.keep(l) }
