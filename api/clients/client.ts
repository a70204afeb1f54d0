// What the story asks of a client. The types are the least that the story reads of an answer: the types that a
// generator makes of the specification must fit them without a cast.

export interface Turn {
  ply: number;
  seat: string;
  turn: string;
}

export interface Game {
  id: string;
  status: "ongoing" | "finished" | "aborted";
  ply: number;
  to_move: string | null;
  players: { seat: string; name: string }[];
  last_turn: Turn | null;
  result: { winner: string | null; reason: string } | null;
}

export interface Challenge {
  id: string;
  status: "open" | "accepted" | "declined" | "withdrawn" | "expired";
  opponent: string | null;
}

export interface Inbox {
  games: Game[];
  challenges: Challenge[];
}

export interface TurnOptions {
  may_end: boolean;
  steps: { text: string; kind: string }[];
}

export interface NewToken {
  token: string;
  scope: Scope;
  expires_at: string | null;
  player: { name: string; email: string };
}

export interface NewChallenge {
  ruleset: string;
  variant: string;
  opponent: string;
  seat: string;
}

export interface Verification {
  ok: boolean;
  plies: number;
  stored: boolean;
}

export type Scope = "play" | "read";

export interface Refusal {
  code: string;
  advice: string;
  reason: string | undefined;
  detail: string;
  game: Game | undefined;
}

export interface Answer<T> {
  status: number;
  headers: Headers;
  value: T | undefined; // of an answer that has a body
  refusal: Refusal | undefined; // of an answer that is a problem
}

export type TurnHeaders = {
  "If-Match"?: string;
  "Idempotency-Key"?: string;
};

// Client is a program with one token, or with none.
export interface Client {
  register(name: string, email: string): Promise<Answer<{ message: string }>>;
  requestCode(email: string): Promise<Answer<{ message: string }>>;
  signIn(email: string, code: string, request: string, scope: Scope): Promise<Answer<NewToken>>;
  challenge(wish: NewChallenge, key: string): Promise<Answer<Challenge>>;
  accept(challenge: string): Promise<Answer<Game>>;
  inbox(known: string | undefined): Promise<Answer<Inbox>>;
  options(game: string, prefix: string): Promise<Answer<TurnOptions>>;
  play(game: string, turn: string, headers: TurnHeaders): Promise<Answer<Game>>;
  resign(game: string): Promise<Answer<Game>>;
  turns(game: string, cursor: string | undefined): Promise<Answer<{ turns: Turn[]; next: string | null }>>;
  verify(game: string): Promise<Answer<Verification>>;
  signOut(): Promise<Answer<unknown>>;
}

export type Connect = (site: string, token: string | undefined) => Client;
