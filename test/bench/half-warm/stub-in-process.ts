import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import * as z from 'zod';

/** What the process of the stub can be asked. */
export type Ask = { readonly reset: true } | { readonly judge: string; readonly answer: unknown };

const Scenery = z.object({
  url: z.string(),
  /** The text of the file of sandbox specs. */
  specs: z.string(),
  subjects: z.array(z.object({ id: z.string(), area: z.string(), event: z.string() })),
});
export type Scenery = z.infer<typeof Scenery>;

const Fault = z.object({ fault: z.string().optional() });

/** AWS and the agents in a process of their own. */
export class StubInProcess {
  readonly scenery: Scenery;
  readonly #process: ChildProcess;

  private constructor(child: ChildProcess, scenery: Scenery) {
    this.#process = child;
    this.scenery = scenery;
  }

  static async start(): Promise<StubInProcess> {
    const child = fork(join(import.meta.dirname, 'stub-process.ts'));
    return new StubInProcess(child, Scenery.parse(await messageOf(child)));
  }

  /** Gives it the world of the scene, without any call so far. */
  async reset(): Promise<void> {
    await this.#ask({ reset: true });
  }

  /** @returns what is wrong with the answer, or with the calls since the reset */
  async faultOf(id: string, answer: unknown): Promise<string | undefined> {
    return this.#ask({ judge: id, answer });
  }

  stop(): void {
    this.#process.disconnect();
  }

  async #ask(ask: Ask): Promise<string | undefined> {
    this.#process.send(ask);
    return Fault.parse(await messageOf(this.#process)).fault;
  }
}

/** @throws when the process ends without a word */
async function messageOf(child: ChildProcess): Promise<unknown> {
  const ended = new AbortController();
  const gone = once(child, 'exit', { signal: ended.signal }).then(([code]) => {
    throw new Error(`the process of the stub ended with ${code}`);
  });
  try {
    const [message] = await Promise.race([once(child, 'message', { signal: ended.signal }), gone]);
    return message;
  } finally {
    gone.catch(() => undefined);
    ended.abort();
  }
}
