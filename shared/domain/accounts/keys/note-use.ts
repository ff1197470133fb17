import { log } from '../../../platform/log.ts';
import type { DynamoKeyStore } from './dynamo-key-store.ts';
import type { KeyRecord } from './key-record.ts';

/** Minimum time between two writes for one key, in milliseconds. */
const EVERY = 10 * 60 * 1000;

/** Maximum time that a response waits for the write, in milliseconds. The write continues with the next request. */
const TIMEOUT = 50;

/** The most keys that an environment remembers. */
const MAX_REMEMBERED = 10_000;

/** Records when keys were last used, without delaying or failing requests. */
export class UseNotes {
  readonly #keys: Pick<DynamoKeyStore, 'noteUse'>;
  readonly #timeout: number;
  /** The last attempt for each key, so that failed writes are not repeated with every request. */
  readonly #tried = new Map<string, number>();

  constructor(keys: Pick<DynamoKeyStore, 'noteUse'>, timeout = TIMEOUT) {
    this.#keys = keys;
    this.#timeout = timeout;
  }

  /** Resolves within the timeout and never rejects. */
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
