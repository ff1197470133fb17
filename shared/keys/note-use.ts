import { log } from '../log.ts';
import type { KeyRecord } from './key-record.ts';
import type { DynamoKeyStore } from './key-store.ts';

/** How often the use of a key is written at most, in milliseconds. */
const EVERY = 10 * 60 * 1000;

/** How long an answer may wait for that write, in milliseconds. Lambda stops a function with its answer; what is not written by then goes on with the next call. */
const PATIENCE = 50;

/** How many keys one environment remembers having noted. */
const MOST_REMEMBERED = 10_000;

/** Writes when keys were last used: seldom, and never at the cost of a request. */
export class UseNotes {
  readonly #keys: Pick<DynamoKeyStore, 'noteUse'>;
  readonly #patience: number;
  /** When this environment tried last. While the table refuses writes, not every call tries anew. */
  readonly #tried = new Map<string, number>();

  constructor(keys: Pick<DynamoKeyStore, 'noteUse'>, patience = PATIENCE) {
    this.#keys = keys;
    this.#patience = patience;
  }

  /** Settles soon, whatever becomes of the write, and never fails. */
  async note({ key_id: keyId, last_used_at: lastUsedAt }: KeyRecord, now: Date): Promise<void> {
    const before = now.getTime() - EVERY;
    if (lastUsedAt !== undefined && Date.parse(lastUsedAt) >= before) return;
    if ((this.#tried.get(keyId) ?? 0) > before) return;
    if (this.#tried.size >= MOST_REMEMBERED) this.#tried.clear();
    this.#tried.set(keyId, now.getTime());

    const written = this.#keys.noteUse(keyId, now, new Date(before)).catch((error: unknown) => {
      log.warn('the use of a key was not noted', { key_id: keyId, error });
    });
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, this.#patience);
    });
    await Promise.race([written, late]);
    clearTimeout(timer);
  }
}
