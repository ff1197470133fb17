import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';

const QueuedEvent = z.object({
  functionName: z.string(),
  requestId: z.string(),
  /** The event as JSON. */
  event: z.string(),
  /** Milliseconds since 1970. */
  acceptedAt: z.number(),
});
export type QueuedEvent = z.infer<typeof QueuedEvent>;

/** Accepted asynchronous invocations, a file each: a crash loses none. They hold keys: only the user may read them. */
export class EventQueue {
  readonly #directory: string;

  /** Without a directory nothing is kept. */
  constructor(directory: string | undefined) {
    this.#directory = directory ?? '';
    if (this.#directory !== '') mkdirSync(this.#directory, { recursive: true, mode: 0o700 });
  }

  /** Returns when the event is on disk: then Lambda accepts it. */
  add(entry: QueuedEvent): void {
    if (this.#directory === '') return;
    const path = this.#pathOf(entry.requestId);
    writeFileSync(`${path}.draft`, JSON.stringify(entry), { mode: 0o600 });
    renameSync(`${path}.draft`, path);
  }

  remove(requestId: string): void {
    if (this.#directory !== '') rmSync(this.#pathOf(requestId), { force: true });
  }

  /** What an earlier run left, oldest first. */
  left(): readonly QueuedEvent[] {
    if (this.#directory === '') return [];
    return readdirSync(this.#directory)
      .filter((name) => name.endsWith('.json'))
      .map((name) => QueuedEvent.parse(JSON.parse(readFileSync(join(this.#directory, name), 'utf8'))))
      .toSorted((a, b) => a.acceptedAt - b.acceptedAt);
  }

  #pathOf(requestId: string): string {
    return join(this.#directory, `${requestId}.json`);
  }
}
