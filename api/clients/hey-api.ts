// The client that Hey API's openapi-ts generates.
import { answer } from "./answer.js";
import type { Connect } from "./client.js";
import { createClient } from "./generated/hey-api/client/index.js";
import * as api from "./generated/hey-api/index.js";

export const connect: Connect = (site, token) => {
  const client = createClient({ baseUrl: site, auth: token });
  return {
    register: async (name, email) => answer(await api.registerPlayer({ client, body: { name, email } })),
    requestCode: async (email) => answer(await api.requestCode({ client, body: { email } })),
    signIn: async (email, code, request, scope) =>
      answer(await api.signIn({ client, body: { email, code, request, scope, expires: "90d" } })),
    challenge: async (wish, key) =>
      answer(await api.createChallenge({ client, body: wish, headers: { "Idempotency-Key": key } })),
    accept: async (id) => answer(await api.acceptChallenge({ client, path: { id } })),
    inbox: async (known) => answer(await api.getInbox({ client, headers: { "If-None-Match": known } })),
    options: async (id, prefix) => answer(await api.nextSteps({ client, path: { id }, query: { prefix } })),
    play: async (id, turn, headers) => answer(await api.playTurn({ client, path: { id }, headers, body: { turn } })),
    resign: async (id) => answer(await api.resign({ client, path: { id } })),
    turns: async (id, cursor) => answer(await api.listTurns({ client, path: { id }, query: { limit: 5, cursor } })),
    verify: async (id) => {
      const record = await api.getRecord({ client, path: { id } });
      if (!record.data) return answer<never>({ error: record.error, response: record.response });
      return answer(await api.verifyRecord({ client, body: record.data }));
    },
    signOut: async () => answer(await api.signOutEverywhere({ client })),
  };
};
