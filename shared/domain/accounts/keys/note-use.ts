import { log } from '../../../platform/log.ts';
import type { DynamoKeyStore } from './dynamo-key-store.ts';
import type { KeyRecord } from './key-record.ts';

/** How often the use of a key is written at most, in milliseconds. */
const EVERY = 10 * 60 * 1000;

/** Milliseconds that an answer may wait for the write, which continues with the function's next call. */
const TIMEOUT = 50;

/** How many keys one environment remembers having noted. */
const MAX_REMEMBERED = 10_000;

/** Writes when keys were last used: seldom, and never at the cost of a request. */
export class UseNotes {
  readonly #keys: Pick<DynamoKeyStore, 'noteUse'>;
  readonly #timeout: number;
  /** When this environment tried last. While the table refuses writes, not every call tries anew. */
  readonly #tried = new Map<string, number>();

  constructor(keys: Pick<DynamoKeyStore, 'noteUse'>, timeout = TIMEOUT) {
    this.#keys = keys;
    this.#timeout = timeout;
  }

  /** Resolves soon, whatever the result of the write, and never rejects. */
  async note({ key_id: keyId, last_used_at: lastUsedAt }: KeyRecord, now: Date): Promise<void> {
    const before = now.getTime() - EVERY;
    if (lastUsedAt !== undefined && Date.parse(lastUsedAt) >= before) return;
    if ((this.#tried.get(keyId) ?? 0) > before) return;
    if (this.#tried.size >= MAX_REMEMBERED) this.#tried.clear();
    this.#tried.set(keyId, now.getTime());

    const written = this.#keys.noteUse(keyId, now, new Date(before)).catch((error: unknown) => {
      log.warn('last use of an API key was not recorded', { key_id: keyId, error });
    });
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, this.#timeout);
    });
    await Promise.race([written, late]);
    clearTimeout(timer);
  }
}
