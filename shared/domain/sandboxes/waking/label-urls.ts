import type { Clock } from '../../../platform/clock.ts';
import type { IngressKeys } from '../ingress/ingress-keys.ts';
import { writeLabel } from '../ingress/label.ts';
import { SIGNED_TEXT_LENGTH } from '../ingress/signed-text.ts';
import type { Sandbox } from '../record/sandbox.ts';
import type { AddressedPort } from './addressed.ts';

/** Seconds after which a redirect must have been followed. The client then comes back to its lasting address. */
const LABEL_SECONDS = 3_600;

/** URLs by which the edge needs no entry, for the time in which its store has no room for one. */
export class LabelUrls {
  readonly #keys: Pick<IngressKeys, 'current'>;
  readonly #template: string | undefined;
  readonly #now: Clock;

  /** @param template the URL of a port, with `{label}` in it; undefined for a deployment without an edge */
  constructor(keys: Pick<IngressKeys, 'current'>, template: string | undefined, now: Clock) {
    this.#keys = keys;
    this.#template = template;
    this.#now = now;
  }

  /**
   * @param uri the path and query that the client requested
   * @returns undefined for a port that a client opened, as only its entry says who can reach it
   */
  async of(sandbox: Sandbox, { name, port }: AddressedPort, uri: string): Promise<string | undefined> {
    const { public_address: address, generation } = sandbox;
    if (this.#template === undefined || name === undefined || address === null) return undefined;
    const { number: keyNumber, key } = await this.#keys.current();
    const deadline = Date.parse(sandbox.deadline_at) / 1000;
    const endsAt = Math.floor(Math.min(deadline, this.#now().getTime() / 1000 + LABEL_SECONDS));
    const label = writeLabel({ keyNumber, name, address, port, generation, endsAt }, key);
    return this.#template.replace('{label}', label) + this.#pathIn(uri);
  }

  /** On a host that all sandboxes share, the path begins with the name. */
  #pathIn(uri: string): string {
    return this.#template?.includes('//{label}.') ? uri : uri.slice(1 + SIGNED_TEXT_LENGTH);
  }
}
