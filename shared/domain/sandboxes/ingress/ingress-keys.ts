import { createHmac } from 'node:crypto';
import * as z from 'zod';
import type { MasterKeys, MasterSecret } from '../../../platform/aws/master-keys.ts';
import type { Clock } from '../../../platform/clock.ts';

/** A key that signs labels or names. */
export interface IngressKey {
  /** 1 to 255. */
  readonly number: number;
  readonly key: string;
}

/** A key that the edge accepts until a time in seconds since 1970; undefined for no end. */
export interface AcceptedKey extends IngressKey {
  readonly until?: number | undefined;
}

export interface IngressKeys {
  /** The key that signs labels now. */
  current(): Promise<IngressKey>;
  /** The key that signs names. It stays the same until an operator ends all addresses. */
  forNames(): Promise<IngressKey>;
}

/** A generation of the ingress key. It derives from a master key, so that no further secret is needed. */
const IngressGeneration = z.object({
  number: z.int().min(1).max(255),
  /** The id of the master key that it derives from, such as `k1`. */
  master: z.string(),
  /**
   * When it begins to sign, and until when the edge accepts it, in seconds since 1970. Without `from` it is not in use
   * yet.
   */
  from: z.int().optional(),
  until: z.int().optional(),
  /** Until when the edge accepts its names. The oldest generation without this time signs names. */
  names_until: z.int().optional(),
});
export type IngressGeneration = z.infer<typeof IngressGeneration>;

/** The member of the master secret that lists the generations, as JSON, as all members are strings. */
export const INGRESS_MEMBER = 'ingress';

/** Before the first rotation there is one generation, from the first master key. */
const first: IngressGeneration = { number: 1, master: 'k1', from: 0 };

/** Oldest first. */
export function ingressGenerations(secret: MasterSecret): readonly IngressGeneration[] {
  const text = secret[INGRESS_MEMBER];
  return text === undefined ? [first] : z.array(IngressGeneration).min(1).parse(JSON.parse(text));
}

/** Every key that the edge must accept now. @throws when the secret lacks a master key */
export function acceptedKeys(secret: MasterSecret, now: Date): readonly AcceptedKey[] {
  const seconds = now.getTime() / 1000;
  return ingressGenerations(secret)
    .filter(({ until }) => until === undefined || until > seconds)
    .map((generation) => ({ ...keyOf(generation, secret), until: generation.until }));
}

/** The same for names. A rotation of labels alone changes none of them. @throws when the secret lacks a master key */
export function acceptedNameKeys(secret: MasterSecret, now: Date): readonly AcceptedKey[] {
  const seconds = now.getTime() / 1000;
  const generations = ingressGenerations(secret);
  const signing = generations.find(({ names_until: until }) => until === undefined);
  return generations
    .filter((generation) => generation === signing || (generation.names_until ?? 0) > seconds)
    .map((generation) => ({ ...nameKeyOf(generation, secret), until: generation.names_until }));
}

/** The ingress keys of the master secret, read on every call so that a rotation takes effect at once. */
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
    if (!signing) throw new Error('the master secret names no ingress key that is valid for signing now');
    return keyOf(signing, secret);
  }

  async forNames(): Promise<IngressKey> {
    const secret = await this.#master.secret();
    const seconds = this.#now().getTime() / 1000;
    const generations = ingressGenerations(secret).filter(({ from }) => from !== undefined && from <= seconds);
    // The next one begins to sign shortly after the end of this one was decided.
    const ending = generations.findLast(({ names_until: until }) => until !== undefined && until > seconds);
    const signing = generations.find(({ names_until: until }) => until === undefined) ?? ending;
    if (!signing) throw new Error('the master secret names no key that is valid for signing names now');
    return nameKeyOf(signing, secret);
  }
}

function keyOf(generation: IngressGeneration, secret: MasterSecret): IngressKey {
  return derived('ingress', generation, secret);
}

function nameKeyOf(generation: IngressGeneration, secret: MasterSecret): IngressKey {
  return derived('address', generation, secret);
}

function derived(purpose: string, { number, master }: IngressGeneration, secret: MasterSecret): IngressKey {
  const key = secret[master];
  if (!key) throw new Error(`the master secret holds no key '${master}'`);
  return { number, key: createHmac('sha256', key).update(`${purpose}|${number}`).digest('base64url') };
}
