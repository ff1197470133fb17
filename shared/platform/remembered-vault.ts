import type { Clock } from './clock.ts';
import type { Sealed, Vault } from './vault.ts';

interface Kept {
  readonly text: Promise<string>;
  readonly until: number;
}

/**
 * Remembers opened texts for a short time, for functions that need the same secret with every request: KMS takes time
 * and money. A secret that is replaced has another seal, so the new one applies at once.
 */
export class RememberedVault implements Pick<Vault, 'open'> {
  readonly #vault: Pick<Vault, 'open'>;
  readonly #milliseconds: number;
  readonly #most: number;
  readonly #now: Clock;
  readonly #kept = new Map<string, Kept>();

  constructor(vault: Pick<Vault, 'open'>, { milliseconds, most }: { milliseconds: number; most: number }, now: Clock) {
    this.#vault = vault;
    this.#milliseconds = milliseconds;
    this.#most = most;
    this.#now = now;
  }

  open(ownerId: string, purpose: string, sealed: Sealed): Promise<string> {
    const name = JSON.stringify([ownerId, purpose, sealed]);
    const now = this.#now().getTime();
    const known = this.#kept.get(name);
    if (known && known.until > now) return known.text;
    const text = this.#vault.open(ownerId, purpose, sealed);
    this.#kept.delete(name);
    this.#kept.set(name, { text, until: now + this.#milliseconds });
    // A failure is not remembered.
    text.catch(() => this.#kept.delete(name));
    const [oldest] = this.#kept.keys();
    if (this.#kept.size > this.#most && oldest !== undefined) this.#kept.delete(oldest);
    return text;
  }
}
