import type { MasterKeys } from '../../../platform/aws/master-keys.ts';
import type { Clock } from '../../../platform/clock.ts';
import { type AcceptedKey, acceptedNameKeys } from './ingress-keys.ts';
import type { Name } from './name.ts';
import { verifiedName } from './verify-name.ts';

/** Reading the secret for each request would cost more than the rest of it. The edge refuses ended names at once. */
const KEPT_MS = 60_000;

/** Verifies names with the keys of the master secret. */
export class AcceptedNames {
  readonly #master: Pick<MasterKeys, 'secret'>;
  readonly #now: Clock;
  #known: { readonly keys: readonly AcceptedKey[]; readonly until: number } | undefined;

  constructor(master: Pick<MasterKeys, 'secret'>, now: Clock) {
    this.#master = master;
    this.#now = now;
  }

  /** @returns undefined for a text that is not a name of this deployment */
  async verify(text: string): Promise<Name | undefined> {
    return verifiedName(text, await this.#keys());
  }

  /** The key that signed a verified name. @throws when it has ended since */
  async keyOf({ keyNumber }: Name): Promise<string> {
    const found = (await this.#keys()).find(({ number }) => number === keyNumber);
    if (!found) throw new Error('the key of a verified name has ended');
    return found.key;
  }

  async #keys(): Promise<readonly AcceptedKey[]> {
    const now = this.#now();
    if (this.#known && this.#known.until > now.getTime()) return this.#known.keys;
    const keys = acceptedNameKeys(await this.#master.secret(), now);
    this.#known = { keys, until: now.getTime() + KEPT_MS };
    return keys;
  }
}
