import { createHmac } from 'node:crypto';
import * as z from 'zod';
import type { MasterKeys, MasterSecret } from '../../../platform/aws/master-keys.ts';
import type { Clock } from '../../../platform/clock.ts';

/** One key by which labels are signed. */
export interface IngressKey {
  /** 1 to 255. */
  readonly number: number;
  readonly key: string;
}

/** A key that the edge accepts, until a time in whole seconds since 1970; undefined for one without an end. */
export interface AcceptedKey extends IngressKey {
  readonly until?: number | undefined;
}

export interface IngressKeys {
  /** The key that signs now. */
  current(): Promise<IngressKey>;
}

/** A generation of the ingress key. It derives from a master key, so that no further secret has to be kept. */
const IngressGeneration = z.object({
  number: z.int().min(1).max(255),
  /** The id of the master key that it derives from, such as `k1`. */
  master: z.string(),
  /** From when on it signs, and until when the edge accepts it: seconds since 1970. One without a start is prepared. */
  from: z.int().optional(),
  until: z.int().optional(),
});
export type IngressGeneration = z.infer<typeof IngressGeneration>;

/** The member of the master secret that lists the generations, as JSON: all of its members are texts. */
export const INGRESS_MEMBER = 'ingress';

/** Without a rotation there is one, of the first master key. */
const first: IngressGeneration = { number: 1, master: 'k1', from: 0 };

/** Oldest first. */
export function ingressGenerations(secret: MasterSecret): readonly IngressGeneration[] {
  const text = secret[INGRESS_MEMBER];
  return text === undefined ? [first] : z.array(IngressGeneration).min(1).parse(JSON.parse(text));
}

/** Every key that the edge has to accept now. @throws when the secret lacks a master key */
export function acceptedKeys(secret: MasterSecret, now: Date): readonly AcceptedKey[] {
  const seconds = now.getTime() / 1000;
  return ingressGenerations(secret)
    .filter(({ until }) => until === undefined || until > seconds)
    .map((generation) => ({ ...keyOf(generation, secret), until: generation.until }));
}

/** The ingress keys of the master secret, read anew whenever one is asked for: a rotation counts at once. */
export class DerivedIngressKeys implements IngressKeys {
  readonly #master: Pick<MasterKeys, 'secret'>;
  readonly #now: Clock;

  constructor(master: Pick<MasterKeys, 'secret'>, now: Clock) {
    this.#master = master;
    this.#now = now;
  }

  async current(): Promise<IngressKey> {
    const secret = await this.#master.secret();
    const seconds = this.#now().getTime() / 1000;
    const signing = ingressGenerations(secret).findLast(({ from }) => from !== undefined && from <= seconds);
    if (!signing) throw new Error('the master secret names no ingress key that signs by now');
    return keyOf(signing, secret);
  }
}

function keyOf({ number, master }: IngressGeneration, secret: MasterSecret): IngressKey {
  const key = secret[master];
  if (!key) throw new Error(`the master secret holds no key '${master}'`);
  return { number, key: createHmac('sha256', key).update(`ingress|${number}`).digest('base64url') };
}
