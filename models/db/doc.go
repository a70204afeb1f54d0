// Package db is the database engine: connections to SQLite or PostgreSQL, the writer, migrations, back-up, disk watch,
// and the errors of both databases. It knows no table. A caller passes in its migrations and jobs.
//
// # Guarantees
//
// Write returns nil only when the transaction is committed and, as far as the disk or the PostgreSQL server reports it,
// synced. After an error nothing of it is stored, except that a COMMIT that failed may have succeeded.
//
// On SQLite, jobs run one after the other in the order in which they came, so that each sees the whole of those before
// it. On PostgreSQL they run side by side at READ COMMITTED, and lock the rows that they decide by: see Tx.ForUpdate. A
// job may run more than once, but only its last run counts: nothing of an earlier one is stored, and only the last
// run's OnEnd functions are called.
//
// A job that fails undoes what it wrote and does not affect the others in its batch, unless the database itself fails
// (a full disk, a lost connection), which fails the whole batch. A panic is the error of its job. Once a job has begun,
// its context no longer cancels it.
//
// Read sees what is committed when each query begins, Snapshot one state in all of its queries. Readers never wait for
// the writer of SQLite.
//
// # Decisions
//
// A single figure in brackets is the median ratio of turns in a second, with the decision to without it, of runs
// interleaved on two cores. All other decisions stay in force on both sides, so that ratios overlap and do not
// multiply.
//
// SQLite has one writing connection. With 16 connections the rate is the same, but one that waits for the lock polls,
// so that the slowest transaction took 2.6 s instead of 31 ms; without BEGIN IMMEDIATE 602 transactions in a second
// succeeded, and 40,000 failed as "locked". Separate reading connections answer in 34 µs at the median and 0.18 ms at
// p99, against 1.7 and 7.6 ms on the writer's.
//
// A commit costs one sync of the disk, regardless of its size. Synchronous=NORMAL commits 2.6 times as often, but loses
// the last commits when power fails. Instead, jobs that wait are committed together (2.79; PostgreSQL 3.15, see below),
// at most 64 (maxBatch). A batch waits for no job: it takes those in the queue and begins. On a slow disk, jobs that
// come while it runs still join it, until it has run for as long as a commit takes. That makes 1.46 times as many
// transactions in a second as if they waited for the next batch (16 clients, a sync of 5 ms, BenchmarkWrite on a busy
// machine).
//
// Three limits were chosen and not measured. 64 jobs a batch: a caller waits for its own job, so that a batch has one
// of each caller at most, and the limit, which bounds how long the first of them waits, matters only beyond 64 callers.
// 4 connections that read an SQLite file: each has a separate page cache, and more than there are cores cannot run at
// once. 16 connections to PostgreSQL: as many transactions run side by side, and six processes stay below the 100
// connections that PostgreSQL accepts by default.
//
// Contended, Quiet and Brake know only the transactions of this process.
//
// Most jobs that fail have written nothing. A batch therefore runs without savepoints; where one fails after it has
// written, the batch is rolled back and every job runs again in a savepoint.
//
// SQLite moves its log (WAL) into the file in the commit that makes it 4,000 pages long, which delays that commit.
// 4,000 pages make the delay four times as rare as SQLite's default of 1,000. They gain nothing else: p99 of
// BenchmarkWrite was 93 ms, against 100 at 1,000 pages, which is the same within the noise of a busy machine (16
// clients, a sync of 5 ms). A goroutine that moved the log beside the writer gained neither turns (0.96) nor p99 (99
// ms).
//
// Deleted rows are overwritten by zeros in the pages that SQLite writes anyway (secure_delete=FAST), so that a deleted
// account cannot be read in the file once the clean-up has returned free pages to the disk. With it a turn took 0.93
// times the CPU and the end of a game 1.06 times, medians of six interleaved runs, which is within their noise.
//
// Each game of a player is on a separate page, and so are its ratings, so that a list of 20 games read 35 pages of a
// large file from the disk. What lists need, and the indexes that every request finds its rows by, a fourteenth of the
// file, are read at the start (Prewarm); the system then keeps them as long as it has room. With a million games on
// cold pages a list takes 1.4 times as long as with a thousand, and a turn 1.2 times, medians of six runs; with 200,000
// games a list took 2.7 times as long without. Half of the disk is left to others meanwhile: a million games take 8 to
// 33 s. Without the advice to read only what is asked for (adviseRandom) Linux read ten of the twelve gigabytes. A
// system that drops idle pages, as DAMON on Linux does where it is told to, loses some percent of them each minute.
//
// Hot statements bypass GORM's builder (Exec, Query, Tx.Defer): its reflection dominated the cost of a turn (28 µs
// against 12 µs to load a game). The drivers keep their statements prepared (2.42 on SQLite); GORM's own PrepareStmt
// halves the rate on PostgreSQL. Columns come from a pool: a turn takes 1.08 times as much CPU without, for ten lines.
//
// PostgreSQL takes longer to be asked than to answer. A statement whose answer can wait is deferred, and sent together
// with those that follow it (1.65, and 1.95 times as much CPU without). Transactions run side by side there, but jobs
// with keys are batched as on SQLite: one query loads the rows of all, and their deferred statements are sent together.
// Such a batch waits for no lock: Options.Preload locks only rows that are free. A job whose row is not free, or all of
// a batch that fails, runs again alone, where a deadlock, a lost serialisation or a duplicate key is tried up to four
// times.
package db
