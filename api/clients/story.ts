// Two players sign up and play with a client: a game that is resigned, with every kind of mistake in it, and one
// that the rules end. What a server does otherwise than its specification says ends the story with an error.
import assert from "node:assert/strict";
import type { Answer, Client, Connect, Game, Scope } from "./client.js";
import { Mailbox } from "./mailbox.js";

export interface Setting {
  site: string;
  mails: string; // the folder of mails
  name: string; // of the client, as part of the players' names
  connect: Connect;
}

interface Players {
  [name: string]: Client;
}

// good returns what a successful answer holds.
function good<T>(answer: Answer<T>, status: number): T {
  assert.equal(answer.status, status, answer.refusal?.detail);
  assert.equal(answer.refusal, undefined);
  assert(answer.value !== undefined);
  return answer.value;
}

function refused(answer: Answer<unknown>, status: number, code: string, advice: string) {
  assert.equal(answer.value, undefined);
  assert(answer.refusal, `answered with ${answer.status}, not refused as ${code}`);
  assert.deepEqual([answer.status, answer.refusal.code, answer.refusal.advice], [status, code, advice]);
  assert(answer.refusal.detail);
  return answer.refusal;
}

// chance returns numbers below a bound, the same in every run.
function chance(): (below: number) => number {
  let state = 7;
  return (below) => {
    state = (state * 48271) % 2147483647;
    return state % below;
  };
}

export async function play({ site, mails, name, connect }: Setting): Promise<string> {
  const mailbox = new Mailbox(mails);
  const stranger = connect(site, undefined);
  const [ann, bob] = [`ann-${name}`, `bob-${name}`];

  async function signIn(player: string, asked: Answer<{ message: string }>, scope: Scope): Promise<Client> {
    assert(good(asked, 202).message);
    const request = asked.headers.get("Sign-In-Request");
    assert(request);
    const email = `${player}@example.org`;
    refused(await stranger.signIn(email, "00000000", request, scope), 422, "bad_code", "mend");
    const made = good(await stranger.signIn(email, await mailbox.code(player), request, scope), 201);
    assert.deepEqual([made.scope, made.player.name, made.player.email], [scope, player, email]);
    assert(Date.parse(made.expires_at ?? "") > Date.now());
    return connect(site, made.token);
  }
  const signUp = async (player: string) =>
    signIn(player, await stranger.register(player, `${player}@example.org`), "play");

  const players: Players = { [ann]: await signUp(ann), [bob]: await signUp(bob) };
  const reader = await signIn(ann, await stranger.requestCode(`${ann}@example.org`), "read");
  refused(await stranger.inbox(undefined), 401, "unauthorized", "sign in");

  const first = await begin(players, ann, bob, "hnefatafl", "7x7");
  const begun = await mistakes(players, reader, first, ann, bob);
  const { id } = await playListed(players, begun, 6);
  const resigned = await resign(players, id, ann, bob);
  const second = await begin(players, bob, ann, "bohnduell", "standard");
  const ended = await playListed(players, second, 400);
  await readBack(stranger, ended);

  const leaving = players[ann];
  assert(leaving);
  assert.equal((await leaving.signOut()).status, 204);
  refused(await leaving.inbox(undefined), 401, "unauthorized", "sign in");
  return [resigned, ended].map((game) => `${game.ply} turns, ${game.result?.reason}`).join("; ");
}

function client(players: Players, name: string): Client {
  const found = players[name];
  assert(found, name);
  return found;
}

// begin makes a challenge twice with one key, which is one challenge, and the other player accepts it.
async function begin(players: Players, from: string, to: string, ruleset: string, variant: string): Promise<Game> {
  const wish = { ruleset, variant, opponent: to, seat: "first" };
  const key = `challenge-${from}-${ruleset}`;
  const made = await client(players, from).challenge(wish, key);
  const again = await client(players, from).challenge(wish, key);
  assert.equal(again.headers.get("Idempotency-Replayed"), "true");
  assert.deepEqual(good(again, 201), good(made, 201));
  const [waiting] = good(await client(players, to).inbox(undefined), 200).challenges;
  assert(waiting);
  assert.deepEqual([waiting.id, waiting.status, waiting.opponent], [made.value?.id, "open", to]);
  const game = good(await client(players, to).accept(waiting.id), 201);
  assert.deepEqual([game.status, game.ply, toMove(game)], ["ongoing", 0, from]);
  return game;
}

function toMove(game: Game): string {
  const seated = game.players.find((player) => player.seat === game.to_move);
  assert(seated);
  return seated.name;
}

// mistakes sends turns that are refused, reads the inbox again while nothing has changed, and sends a turn twice.
async function mistakes(players: Players, reader: Client, { id }: Game, ann: string, bob: string): Promise<Game> {
  const mine = client(players, ann);
  const inbox = await mine.inbox(undefined);
  assert.deepEqual(good(inbox, 200).games.map((game) => game.id), [id]);
  const tag = inbox.headers.get("ETag");
  assert(tag);
  assert.match(inbox.headers.get("RateLimit-Remaining") ?? "", /^[0-9]+$/);
  assert.equal((await mine.inbox(tag)).status, 304);
  assert.equal((await reader.inbox(tag)).status, 304);

  refused(await reader.play(id, "d1-c1", {}), 403, "token_read_only", "sign in");
  assert.equal(refused(await mine.play(id, "d3-c3", {}), 422, "illegal_turn", "mend").reason, "not_your_piece");
  refused(await mine.play(id, "the king goes home", {}), 422, "unreadable_turn", "mend");
  refused(await client(players, bob).play(id, "d3-c3", {}), 409, "not_your_turn", "look again");
  const stale = refused(await mine.play(id, "d1-c1", { "If-Match": '"ply-4"' }), 409, "stale", "look again");
  assert.equal(stale.game?.ply, 0);
  assert.equal((await mine.inbox(tag)).status, 304);

  const headers = { "Idempotency-Key": `turn-${ann}`, "If-Match": '"ply-0"' };
  const played = await mine.play(id, "d1-c1", headers);
  const again = await mine.play(id, "d1-c1", headers);
  assert.equal(again.headers.get("Idempotency-Replayed"), "true");
  assert.deepEqual(good(again, 201), good(played, 201));
  assert.equal(played.value?.ply, 1);
  assert.equal(played.value?.last_turn?.turn, "d1-c1");
  refused(await mine.play(id, "d1-b1", headers), 422, "idempotency_key_reused", "mend");
  assert.deepEqual(good(await mine.inbox(tag), 200).games, []);
  return good(played, 201);
}

async function resign(players: Players, game: string, loser: string, winner: string): Promise<Game> {
  const over = good(await client(players, loser).resign(game), 200);
  assert.equal(over.status, "finished");
  assert.equal(over.to_move, null);
  assert.equal(over.players.find((player) => player.seat === over.result?.winner)?.name, winner);
  assert.equal(over.result?.reason, "resignation");
  refused(await client(players, winner).play(game, "d3-c3", {}), 409, "game_over", "look again");
  return over;
}

// playListed plays turns that the server lists, by chance, until the game is over or has a number of turns.
async function playListed(players: Players, game: Game, turns: number): Promise<Game> {
  const draw = chance();
  while (game.status === "ongoing" && game.ply < turns) {
    const mover = client(players, toMove(game));
    const turn = await listed(mover, game.id, draw);
    const { ply } = game;
    game = good(await mover.play(game.id, turn, { "If-Match": `"ply-${ply}"` }), 201);
    assert.deepEqual([game.ply, game.last_turn?.turn], [ply + 1, turn]);
  }
  return game;
}

// listed chooses step after step until they make a whole turn.
async function listed(mover: Client, game: string, draw: (below: number) => number): Promise<string> {
  for (let turn = ""; ; ) {
    const { steps, may_end } = good(await mover.options(game, turn), 200);
    if (may_end && (steps.length === 0 || draw(2) === 0)) return turn;
    const step = steps[draw(steps.length)];
    assert(step, `nothing may follow "${turn}", which is no whole turn`);
    turn = step.text;
  }
}

// readBack reads the turns of a finished game, page by page, and has its record played again.
async function readBack(stranger: Client, game: Game): Promise<void> {
  assert(game.result, `the game does not end: ${game.ply} turns`);
  const plies: number[] = [];
  let cursor: string | undefined;
  do {
    const page = good(await stranger.turns(game.id, cursor), 200);
    plies.push(...page.turns.map((turn) => turn.ply));
    cursor = page.next ?? undefined;
  } while (cursor !== undefined);
  assert.deepEqual(plies, Array.from({ length: game.ply }, (_, index) => index + 1));
  const { ok, plies: verified, stored } = good(await stranger.verify(game.id), 200);
  assert.deepEqual([ok, verified, stored], [true, game.ply, true]);
}
