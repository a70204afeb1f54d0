-- +goose Up

-- Until when the operators' pages are open in a browser, after a code was entered; 0: they are closed.
ALTER TABLE sessions ADD COLUMN operator_until INTEGER NOT NULL DEFAULT 0;

-- The player who did an act in a browser; 0: somebody at the command line, whose name is in operator.
ALTER TABLE operator_acts ADD COLUMN operator_id INTEGER NOT NULL DEFAULT 0;
