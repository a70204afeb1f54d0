import type { Answer, Game } from "./client.js";

// advice is what a program does about a refusal with a code.
const advice = {
  invalid: "mend",
  unauthorized: "sign in",
  token_expired: "sign in",
  forbidden: "mend",
  token_read_only: "sign in",
  not_found: "mend",
  method_not_allowed: "mend",
  not_acceptable: "mend",
  stale: "look again",
  not_your_turn: "look again",
  game_over: "look again",
  conflict: "look again",
  name_taken: "mend",
  not_eligible: "mend",
  too_large: "mend",
  unsupported_media_type: "mend",
  illegal_turn: "mend",
  unreadable_turn: "mend",
  bad_position: "mend",
  bad_code: "mend",
  idempotency_key_reused: "mend",
  too_many: "wait",
  house_off: "mend",
  internal: "wait",
  unavailable: "wait",
};

// Problem is an error of a generated client. A code of the specification that has no advice does not compile.
interface Problem {
  code: keyof typeof advice;
  detail: string;
  reason?: string;
  game?: Game;
}

// answer makes an answer of what a generated client returns.
export function answer<T>(from: { data?: T; error?: Problem; response: Response }): Answer<T> {
  const { data, error, response } = from;
  return {
    status: response.status,
    headers: response.headers,
    value: data,
    refusal: error && {
      code: error.code,
      advice: advice[error.code],
      reason: error.reason,
      detail: error.detail,
      game: error.game,
    },
  };
}
