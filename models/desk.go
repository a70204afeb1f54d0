package models

// The desk answers mail that is no reply. Its From field proves nothing, so it is answered to the account's own
// address, and what it asks to change is held: a row of inbound with InboundHeld, whose answer has the command. The
// mail about it has a link, LinkConfirm, by which its recipient confirms the command once.

// HeldCommand is a command of a mail that waits for its confirmation.
type HeldCommand struct {
	Verb      string `json:"verb"` // of package mailer/reply
	Text      string `json:"text,omitempty"`
	Game      string `json:"-"` // that the mail was about; "" for none
	Challenge string `json:"-"`
	Ply       int    `json:"-"`
}
