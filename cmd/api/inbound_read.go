package main

import (
	"errors"
	"fmt"
	"io"

	"turnpost/mailer"
)

// readMail reads one mail and returns its beginning, which is enough.
func readMail(in io.Reader) ([]byte, error) {
	if in == nil {
		return nil, errors.New("there is no standard input")
	}
	raw, err := mailer.ReadBeginning(in)
	switch {
	case err != nil:
		return nil, fmt.Errorf("reading the mail: %w", err)
	case len(raw) == 0:
		return nil, errors.New("the mail is empty")
	}
	return raw, nil
}
