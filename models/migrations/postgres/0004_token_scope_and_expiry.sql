-- +goose Up
-- What a token may do, and until when. Tokens that were made before may do everything and do not expire.
ALTER TABLE tokens ADD COLUMN scope TEXT NOT NULL DEFAULT 'play';
ALTER TABLE tokens ADD COLUMN expires_at BIGINT NOT NULL DEFAULT 0;
CREATE INDEX tokens_expiry ON tokens (expires_at) WHERE expires_at > 0;
