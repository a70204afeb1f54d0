package mailer

import (
	"fmt"
	"log/slog"
)

// smtpLog passes the errors of an SMTP server on to slog, each after a prefix that names the server.
type smtpLog struct {
	log    *slog.Logger
	prefix string
}

func (l smtpLog) Printf(format string, v ...any) { l.log.Debug(l.prefix + fmt.Sprintf(format, v...)) }
func (l smtpLog) Println(v ...any)               { l.log.Debug(l.prefix + fmt.Sprint(v...)) }
