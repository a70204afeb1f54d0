# Daily commands; .ci/CONTRIBUTING.md explains them. .ci/run does all that a fresh machine must pass.

GOLANGCI = go run github.com/golangci/golangci-lint/v2/cmd/golangci-lint@v2.15.0

.PHONY: mutants seed house rehearsal run test lint fuzz golden bench benchmarks generate crash walk timing walk-clocks mailclients shots visits schema failover package

run:
	go run ./cmd/api

test:
	go test -shuffle=on ./...
	go test -race -shuffle=on ./...

lint:
	go vet ./...
	$(GOLANGCI) run ./...

FUZZTIME = 10s
fuzz:
	.ci/fuzz $(FUZZTIME)

golden:
	go test ./templates ./templates/board -update
	go test ./mailer -run MailsInEveryLanguage -update

# One table of measurements, in about ten minutes on a quiet machine: medians of PAIRS pairs. BENCH=turns,worker
# measures parts of it, and BEFORE names another build of the program to compare with. `make benchmarks` runs the
# benchmarks of the packages.
BENCH = all
PAIRS = 7
BEFORE =
bench:
	PGOPTIONS_SERVER='-c fsync=on -c max_connections=200' TURNPOST_TEST_BENCH=$(BENCH) TURNPOST_TEST_BENCH_PAIRS=$(PAIRS) \
		TURNPOST_TEST_BENCH_BEFORE=$(BEFORE) .ci/postgres go test ./cmd/api/trials -run '^TestBench$$' -v -count 1 -timeout 30m

benchmarks:
	go test -run '^$$' -bench . -benchtime 1s ./...

# Writes a database of GAMES games of all rulesets into FILE, for trials of size: 1.4 GB for 100,000.
FILE = seed.db
seed:
	TURNPOST_TEST_SEED_FILE=$(abspath $(FILE)) TURNPOST_TEST_SEED_GAMES=$(GAMES) \
		go test ./cmd/api/trials -run '^TestSeed$$' -count 1 -timeout 60m

# Kills servers hundreds of times while turns and replies come in, and restarts PostgreSQL under two of them.
CRASHES = 300
crash:
	TURNPOST_TEST_CRASHES=$(CRASHES) go test ./cmd/api/trials -run '^TestCrashes$$' -v -count 1 -timeout 60m
	TURNPOST_TEST_CRASHES=$(CRASHES) .ci/postgres go test ./cmd/api/trials -run '^TestCrashes$$' -v -count 1 -timeout 60m

# Rehearses kills under load, a back-up, an outage of three days, a full disk and a restore, on both databases.
KILLS = 100
rehearsal:
	KILLS=$(KILLS) .ci/rehearsal

# Kills, freezes and cuts off the machine of a PostgreSQL database, or of its synchronous standby, under two servers
# with players and mail.
failover:
	.ci/standby go test ./cmd/api/trials -run '^(TestDatabaseMachineDies|TestUnconfirmedTurn)$$' -count=1 -v

# Makes a release twice, follows the manual with its package in a fresh Debian, and builds the image.
package:
	.ci/package
	.ci/container

WALK = 10m
walk:
	TURNPOST_TEST_WALK=$(WALK) TURNPOST_TEST_SEED=$$(date +%s) go test ./api -run '^TestOddRequests$$' -v -count 1 -timeout 60m

# Lets a player bend the clock for 200 days, CLOCKS times, by zones, vacations, days off, draws and takebacks at random.
CLOCKS = 100
walk-clocks:
	TURNPOST_TEST_WALKS=$(CLOCKS) go test ./models/store -run '^TestNobodyBendsTheClock$$' -v -count 1 -timeout 60m

# Lets Debian's mail programs answer mails of the server; CLIENTS="mutt gnus" selects some of them.
CLIENTS =
mailclients:
	CLIENTS="$(CLIENTS)" .ci/mailclients

# Stores a database that the program of a commit writes, for the tests of later schemas.
COMMIT = HEAD
schema:
	.ci/record-schema $(COMMIT)

generate:
	go generate ./...

# Takes pictures of every page in every state, at three widths, light and dark, into the folder SHOTS.
SHOTS = .shots
shots:
	mkdir -p $(SHOTS)
	SHOTS=$(abspath $(SHOTS)) .ci/browser -run '^TestEveryStateIsAccessible$$'

# Lets the levels of the house play against each other, GAMES games a match in every variant of RULESET (all of them by
# default), and prints a table. NODES limits the turns of hard; 0 lets it think as it does in games, which takes hours.
GAMES = 100
NODES = 20000
RULESET =
house:
	TURNPOST_TEST_HOUSE=$(GAMES) TURNPOST_TEST_HOUSE_NODES=$(NODES) nice -n 15 go test ./rules/catalog \
		-run '^TestHouseLevels$$/$(RULESET)' -v -count 1 -timeout 24h

# Visits every link of every kind of mail VISITS times by a browser; nothing may change.
VISITS = 100
visits:
	TURNPOST_TEST_VISITS=$(VISITS) .ci/browser -run '^TestABrowserFollowingMailedLinksChangesNothing$$' -timeout 60m

# Measures whether response times reveal known addresses, with 400 tries each.
timing:
	TURNPOST_TIMING_TRIES=400 go test ./api -run TestTimeTellsNothing -count 1 -v

# Changes operators of a copy of the program and shows the changes that no test notices: in FILES, which are names or a
# number of random files of models, api and mailer.
FILES = 3
mutants:
	.ci/mutants $(FILES)
