# The day's work. .ci/run does all of it on a fresh machine.

GOLANGCI = go run github.com/golangci/golangci-lint/v2/cmd/golangci-lint@v2.15.0

.PHONY: run test lint fuzz golden bench generate

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
	go test ./templates -update

bench:
	go test -run '^$$' -bench . -benchtime 1s ./...

generate:
	go generate ./...
