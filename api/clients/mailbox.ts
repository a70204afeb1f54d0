import { readdir, readFile } from "node:fs/promises";
import { setTimeout as wait } from "node:timers/promises";

// Mailbox reads the codes that a server has mailed to a folder.
export class Mailbox {
  private readonly read = new Set<string>();

  constructor(private readonly folder: string) {}

  // code returns the code of the next mail to a player, and waits for it to come.
  async code(player: string): Promise<string> {
    for (let tries = 0; tries < 500; tries++) {
      const names = await readdir(this.folder);
      const name = names.find((name) => name.endsWith(`-code-${player}.eml`) && !this.read.has(name));
      if (name !== undefined) {
        this.read.add(name);
        const code = /\b[0-9]{8}\b/.exec(await readFile(`${this.folder}/${name}`, "utf8"));
        if (code) return code[0];
        throw new Error(`no code in ${name}`);
      }
      await wait(20);
    }
    throw new Error(`no mail with a code for ${player} has come`);
  }
}
