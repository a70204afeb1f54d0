package main

import (
	"errors"
	"fmt"
	"io"

	"turnpost/mailer"
)

// readMail reads one mail of at most mailer.MaxMailSize bytes.
func readMail(in io.Reader) ([]byte, error) {
	if in == nil {
		return nil, errors.New("there is no standard input")
	}
	raw, err := io.ReadAll(io.LimitReader(in, mailer.MaxMailSize+1))
	switch {
	case err != nil:
		return nil, fmt.Errorf("reading the mail: %w", err)
	case len(raw) == 0:
		return nil, errors.New("the mail is empty")
	case len(raw) > mailer.MaxMailSize:
		return nil, mailer.ErrMailTooLarge
	}
	return raw, nil
}
