package webhook

import "regexp"

// DefaultURL returns the URL of a webhook whose player names none; "" if there must be one.
func (f Format) DefaultURL() string {
	if f == Telegram {
		return "https://api.telegram.org"
	}
	return ""
}

// The fields that a chat program needs beside its URL. A chat is a number or the name of a channel; a room is an ID,
// because an alias cannot be sent to.
var (
	telegramChat  = regexp.MustCompile(`^(-?[0-9]{1,20}|@[A-Za-z][A-Za-z0-9_]{3,40})$`)
	telegramToken = regexp.MustCompile(`^[0-9]{3,20}:[A-Za-z0-9_-]{20,100}$`)
	matrixRoom    = regexp.MustCompile(`^![!-~]{1,254}$`)
	matrixToken   = regexp.MustCompile(`^[!-~]{8,500}$`)
)

// TargetField returns the name of the field that says where a format's messages go, "chat" or "room"; "" if the URL
// says it all. A format with such a field also needs the token of its bot.
func (f Format) TargetField() string {
	switch f {
	case Telegram:
		return "chat"
	case Matrix:
		return "room"
	}
	return ""
}

// IsTarget reports whether a text can be the target of the format.
func (f Format) IsTarget(text string) bool {
	switch f {
	case Telegram:
		return telegramChat.MatchString(text)
	case Matrix:
		return matrixRoom.MatchString(text)
	}
	return text == ""
}

// IsToken reports whether a text can be a token of the format's bots.
func (f Format) IsToken(text string) bool {
	switch f {
	case Telegram:
		return telegramToken.MatchString(text)
	case Matrix:
		return matrixToken.MatchString(text)
	}
	return text == ""
}
