// Package webhook sends notices to the webhooks of players, in the form of standard-webhooks.com or of a chat program.
//
// Worker claims due deliveries of package hook, checks again that each is still true, makes its body and sends it.
// It has a separate queue, workers and connections, so that no mail waits for a webhook: 1,000 receivers that never
// answer delay the slowest hundredth of mails by 0.7 to 2.8 ms, while they would occupy the four places of mail for 40
// minutes. Turns have between 0.99 and 1.02 of their speed while 10,000 webhooks of others are set, and between 0.98
// and 1.00 of it if the webhooks are those of the players.
//
// # Failures
//
// A delivery succeeds if the status of the response is 2xx and comes within 10 seconds; at most 64 KB of the response
// are read. Everything else is a failure, redirects included, because the address behind a redirect was never checked.
// A status of 410 turns the webhook off at once. After any other failure the webhook is tried again with the delays of
// package queue, or after the time that a Retry-After header names, at most a day. After three days it is turned off.
// Either way its player gets one mail. A delivery that is outdated by its next try is not sent any more.
//
// A delivery is sent at least once: it is settled after the response, and when a worker dies in between, another one
// sends it again with the same webhook-id as soon as its lease has ended. While it cannot be settled, because the
// database cannot be written to, the worker claims nothing and tries to settle it.
//
// # Addresses
//
// Players choose the addresses that this server connects to. Guard therefore checks the address when a webhook is made,
// so that the player learns of a mistake, and again every address that is dialled, because the answer of DNS may be
// another one by then. There is no proxy, which would dial addresses that were not checked. Networks that the operator
// allows are reached too, and by plain HTTP only these.
package webhook
