# The day's work. .ci/run does all of it on a fresh machine.

GOLANGCI = go run github.com/golangci/golangci-lint/v2/cmd/golangci-lint@v2.15.0

.PHONY: mutants run test lint fuzz golden bench benchmarks generate crash walk timing mailclients shots visits schema

run:
	go run ./cmd/api

test:
	go test -race -shuffle=on ./...

lint:
	go vet ./...
	$(GOLANGCI) run ./...

FUZZTIME = 10s
fuzz:
	.ci/fuzz $(FUZZTIME)

golden:
	go test ./templates/... -update

# One table of what was measured, in about ten minutes on a quiet machine: medians of PAIRS pairs. BENCH=turns,worker
# measures parts of it, and BEFORE names another build of the program to compare with. `make benchmarks` runs those
# of the packages by themselves.
BENCH = all
PAIRS = 7
BEFORE =
bench:
	PGOPTIONS_SERVER='-c fsync=on' TURNPOST_TEST_BENCH=$(BENCH) TURNPOST_TEST_BENCH_PAIRS=$(PAIRS) \
		TURNPOST_TEST_BENCH_BEFORE=$(BEFORE) .ci/postgres go test ./cmd/api -run '^TestBench$$' -v -count 1 -timeout 30m

benchmarks:
	go test -run '^$$' -bench . -benchtime 1s ./...

# Servers are killed hundreds of times while turns and replies come in, and PostgreSQL is restarted under two of them.
CRASHES = 300
crash:
	TURNPOST_TEST_CRASHES=$(CRASHES) go test ./cmd/api -run '^TestCrashes$$' -v -count 1 -timeout 60m
	TURNPOST_TEST_CRASHES=$(CRASHES) .ci/postgres go test ./cmd/api -run '^TestCrashes$$' -v -count 1 -timeout 60m

WALK = 10m
walk:
	TURNPOST_TEST_WALK=$(WALK) TURNPOST_TEST_SEED=$$(date +%s) go test ./api -run '^TestOddRequests$$' -v -count 1 -timeout 60m

# Debian's mail programs answer mails of the server; CLIENTS="mutt gnus" takes some of them.
CLIENTS =
mailclients:
	CLIENTS="$(CLIENTS)" .ci/mailclients

# Keeps a database that the program of a commit writes, for the tests of later schemas.
COMMIT = HEAD
schema:
	.ci/record-schema $(COMMIT)

generate:
	go generate ./...

# Pictures of every page in every state, at both widths, light and dark, in the folder SHOTS.
SHOTS = .shots
shots:
	mkdir -p $(SHOTS)
	SHOTS=$(abspath $(SHOTS)) .ci/browser -run '^TestEveryStateIsAccessible$$'

# A browser goes to every link of every kind of mail VISITS times, and nothing changes.
VISITS = 100
visits:
	TURNPOST_TEST_VISITS=$(VISITS) .ci/browser -run '^TestABrowserFollowingMailedLinksChangesNothing$$' -timeout 60m

# Whether the time of an answer tells if an address is known, from 400 tries each.
timing:
	TURNPOST_TIMING_TRIES=400 go test ./api -run TestTimeTellsNothing -count 1 -v

# Changes operators of the program, in a copy, and shows the changes that no test notices: in FILES, or in three
# files of models, api and mailer by chance.
FILES = 3
mutants:
	.ci/mutants $(FILES)
