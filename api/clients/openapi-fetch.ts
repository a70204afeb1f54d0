// The client of openapi-typescript and openapi-fetch.
import createClient from "openapi-fetch";
import { answer } from "./answer.js";
import type { Connect } from "./client.js";
import type { paths } from "./generated/openapi-typescript.js";

export const connect: Connect = (site, token) => {
  const api = createClient<paths>({ baseUrl: site, headers: token ? { Authorization: `Bearer ${token}` } : {} });
  return {
    register: async (name, email) => answer(await api.POST("/v1/players", { body: { name, email } })),
    requestCode: async (email) => answer(await api.POST("/v1/codes", { body: { email } })),
    signIn: async (email, code, request, scope) =>
      answer(await api.POST("/v1/tokens", { body: { email, code, request, scope, expires: "90d" } })),
    challenge: async (wish, key) =>
      answer(await api.POST("/v1/challenges", { body: wish, params: { header: { "Idempotency-Key": key } } })),
    accept: async (id) => answer(await api.POST("/v1/challenges/{id}/accept", { params: { path: { id } } })),
    inbox: async (known) =>
      answer(await api.GET("/v1/inbox", { params: { header: { "If-None-Match": known } } })),
    options: async (id, prefix) =>
      answer(await api.GET("/v1/games/{id}/next", { params: { path: { id }, query: { prefix } } })),
    play: async (id, turn, header) =>
      answer(await api.POST("/v1/games/{id}/turns", { params: { path: { id }, header }, body: { turn } })),
    resign: async (id) => answer(await api.POST("/v1/games/{id}/resign", { params: { path: { id } } })),
    turns: async (id, cursor) =>
      answer(await api.GET("/v1/games/{id}/turns", { params: { path: { id }, query: { limit: 5, cursor } } })),
    verify: async (id) => {
      const record = await api.GET("/v1/games/{id}/record", { params: { path: { id } } });
      if (record.error) return answer<never>(record);
      return answer(await api.POST("/v1/records/verify", { body: record.data }));
    },
    signOut: async () => answer(await api.POST("/v1/me/sign-out-everywhere")),
  };
};
