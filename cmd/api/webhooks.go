package main

import (
	"context"
	"fmt"
	"net/netip"

	"turnpost/mailer/webhook"
	"turnpost/models/hook"
)

// webhookSettings configure what is sent to webhooks.
type webhookSettings struct {
	Webhooks     string   `default:"on" enum:"on,off" help:"${webhooks_help}"`
	WebhookAllow []string `help:"${webhook_allow_help}"`
}

func (s *webhookSettings) checkWebhooks() error {
	_, err := s.networks()
	return err
}

// networks returns the networks of the operator to which webhooks may be sent.
func (s *webhookSettings) networks() ([]netip.Prefix, error) {
	networks, err := webhook.ParseNetworks(s.WebhookAllow)
	if err != nil {
		return nil, fmt.Errorf("--webhook-allow: %w", err)
	}
	return networks, nil
}

// newHookGuard returns the guard of the addresses of webhooks.
func (s *webhookSettings) newHookGuard() (*webhook.Guard, error) {
	networks, err := s.networks()
	if err != nil {
		return nil, err
	}
	return webhook.NewGuard(networks, nil), nil
}

// runWebhooks sends what is due to webhooks until ctx is done.
func (r *server) runWebhooks(ctx context.Context, s *settings) {
	if s.Webhooks == "off" {
		return
	}
	guard, err := s.newHookGuard()
	if err != nil {
		r.log.Error("webhooks", "error", err) // Validate refuses such settings
		return
	}
	webhook.NewWorker(webhook.Config{
		Store: r.store, Writer: r.writer, Guard: guard, Now: r.now, Log: r.log, Poll: r.poll,
		Observe: func(became hook.Settled) {
			r.metrics.GetOrCreateCounter(fmt.Sprintf("turnpost_hooks_total{outcome=%q}", became)).Inc()
		},
	}).Run(ctx)
}
