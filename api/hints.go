package api

// What answers without a thing to show say.
const (
	codeSent     = "If this address can have a code, it is in the mail now. Trade it for a token within 15 minutes: POST /v1/tokens with email and code."
	testMailSent = "A test mail is on its way; GET /v1/me/notices says what becomes of it."
)
