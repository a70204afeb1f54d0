package api

import (
	"context"
	"io/fs"
	"log/slog"
	"sync"
	"time"

	"turnpost/api/pages"
	"turnpost/models"
	"turnpost/models/store"
	"turnpost/models/trial"
	"turnpost/rules"
	"turnpost/rules/phrase"
	"turnpost/templates/view"
)

// server implements ServerInterface.
type server struct {
	store     *store.Store
	log       *slog.Logger
	baseURL   string
	version   string
	limits    *limiters
	heavy     *gate
	exports   chan struct{} // one for each export that runs
	traffic   *traffic
	responses *responseCache
	views     *view.Views
	trials    *trial.House
	pages     *pages.Pages
	rulesets  []*rulesetPages
	infos     map[string]rules.Info
	spec      func(SpecForms) ([]byte, error) // the published specification

	receiveMail   func(ctx context.Context, from string, to []string, raw []byte) (id int64, err error)
	inboundSecret []byte // hashed; nil if there is none

	monitor      Monitor
	operators    []int64
	registration models.Registration
	texts        fs.FS
	done         <-chan struct{}
	look         time.Duration
	noAccessLog  bool
}

// info returns the description of a ruleset.
func (s *server) info(ruleset string) rules.Info {
	if info, ok := s.infos[ruleset]; ok {
		return info
	}
	return s.store.RulesetInfo(ruleset, phrase.English)
}

// rulesetPages caches the pages of a ruleset by language. They are rendered on the first request
// and do not change while the program runs.
type rulesetPages struct {
	ruleset    rules.Ruleset
	baseURL    string
	byLanguage sync.Map // of *rulesetPage, by language tag
}
