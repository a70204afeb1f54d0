// Plays with each client against the server at the first argument, which mails into the folder of the second.
import * as hey from "./hey-api.js";
import * as openapi from "./openapi-fetch.js";
import { play } from "./story.js";

const [site, mails] = process.argv.slice(2);
if (site === undefined || mails === undefined) throw new Error("main.js SITE MAILS");
for (const [name, connect] of Object.entries({ fetch: openapi.connect, hey: hey.connect })) {
  console.log(`${name}: ${await play({ site, mails, name, connect })}`);
}
