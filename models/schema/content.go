package schema

import "turnpost/models"

// DigestBundle is the bundle of notices for a player's digest. Other notices are
// bundled by their game.
const DigestBundle = "digest"

// ClaimedNotice is a notice in a claim.
type ClaimedNotice struct {
	Notice
	Unsaid bool                // its mail says that a message was not delivered
	Drop   models.NoticeReason // why it is outdated, set by ComposeContent; "" if it is not
}
