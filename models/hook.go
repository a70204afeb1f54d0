package models

// HookDetail tells what happened in an attempt. Each has the words hook.detail.CODE.
type HookDetail string

// HookEnd tells which webhook was turned off and why, for KindWebhookOff. It does not have the whole URL, which may
// contain a secret.
type HookEnd struct {
	ID     string     `json:"id"`
	Host   string     `json:"host"`
	Format string     `json:"format"`
	Since  Millis     `json:"since"`            // of the first failure
	Status int        `json:"status,omitempty"` // of the last HTTP response; 0 if there was none
	Detail HookDetail `json:"detail"`
}
