import { createLocalJWKSet, errors, type FlattenedJWSInput, type JSONWebKeySet, type JWSHeaderParameters } from 'jose';
import type { Clock } from '../../../platform/clock.ts';
import { log } from '../../../platform/log.ts';
import { requestTo } from '../../../platform/outbound/http-request.ts';
import { readWithin } from '../../../platform/outbound/read-within.ts';

type KeySet = ReturnType<typeof createLocalJWKSet>;
type KeyOf = Awaited<ReturnType<KeySet>>;

/** How old keys can be before a request waits for new ones, in milliseconds. A withdrawn key ends after this time. */
const FRESH_MS = 60 * 60_000;

/** How long known keys remain valid while the provider does not answer, in milliseconds. */
const MAX_AGE_MS = 24 * 60 * 60_000;

/** Minimum milliseconds between two attempts. Tokens with invented key ids cannot cause more. */
const RETRY_MS = 30_000;

/** Milliseconds for each of the two requests. */
const TIMEOUT_MS = 3_000;

const MAX_BYTES = 256 * 1024;
const MAX_KEYS = 100;

interface Known {
  readonly keys: KeySet;
  readonly at: number;
}

/** The provider did not give its keys. */
export class KeysUnavailableError extends Error {}

/**
 * The public keys of an issuer, in memory. They are fetched before the first token, then once an hour, and when a token
 * names an unknown key. While the provider does not answer, known keys remain valid for a day.
 */
export class IssuerKeys {
  readonly #issuer: string;
  readonly #now: Clock;
  #known: Known | undefined;
  #triedAt = Number.NEGATIVE_INFINITY;
  #fetching: Promise<void> | undefined;

  constructor(issuer: string, now: Clock) {
    this.#issuer = issuer;
    this.#now = now;
  }

  /** The key of a token. @throws JOSEError for an unknown key; KeysUnavailableError */
  readonly keyOf = async (header: JWSHeaderParameters, token: FlattenedJWSInput): Promise<KeyOf> => {
    const known = await this.#current();
    try {
      return await keyIn(known, header, token);
    } catch (error) {
      if (!(error instanceof errors.JWKSNoMatchingKey) || !(this.#isFetching() || this.#mayTry())) throw error;
      await this.#fetch();
      return await keyIn(await this.#current(), header, token);
    }
  };

  async #current(): Promise<Known> {
    const age = this.#age();
    if (age > FRESH_MS && (this.#isFetching() || this.#mayTry())) await this.#fetch();
    if (this.#known === undefined || this.#age() > MAX_AGE_MS)
      throw new KeysUnavailableError('the keys of the identity provider are not known');
    return this.#known;
  }

  #age(): number {
    return this.#known === undefined ? Number.POSITIVE_INFINITY : this.#now().getTime() - this.#known.at;
  }

  #isFetching(): boolean {
    return this.#fetching !== undefined;
  }

  #mayTry(): boolean {
    return this.#now().getTime() - this.#triedAt >= RETRY_MS;
  }

  /** One fetch at a time. A failure is logged, and the known keys stay. */
  #fetch(): Promise<void> {
    this.#fetching ??= this.#tryFetch().finally(() => {
      this.#fetching = undefined;
    });
    return this.#fetching;
  }

  async #tryFetch(): Promise<void> {
    this.#triedAt = this.#now().getTime();
    try {
      const { issuer, jwks_uri: url } = await readJson(discoveryUrl(this.#issuer));
      if (issuer !== this.#issuer) throw new Error(`it names itself ${issuer}`);
      const keys = keySetIn(await readJson(requireSecure(url, this.#issuer)));
      this.#known = { keys: createLocalJWKSet(keys), at: this.#now().getTime() };
    } catch (error) {
      log.error('the keys of the identity provider could not be read', { issuer: this.#issuer, error });
    }
  }
}

/** @throws JOSEError also for a published key that is damaged, which would otherwise fail each token that names it */
async function keyIn({ keys }: Known, header: JWSHeaderParameters, token: FlattenedJWSInput): Promise<KeyOf> {
  try {
    return await keys(header, token);
  } catch (error) {
    if (error instanceof errors.JOSEError) throw error;
    throw new errors.JWKInvalid('the key cannot be used', { cause: error });
  }
}

/** The URL of the provider's metadata (OpenID Connect Discovery 1.0, section 4). */
export function discoveryUrl(issuer: string): string {
  return `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`;
}

/** Keys come over HTTPS, except from a provider on this machine. */
function requireSecure(url: unknown, issuer: string): string {
  if (typeof url === 'string' && (url.startsWith('https://') || issuer.startsWith('http://'))) return url;
  throw new Error('it names no HTTPS address of its keys');
}

/** `jose` checks each key when a token needs it. */
function keySetIn({ keys }: Answer): JSONWebKeySet {
  if (Array.isArray(keys) && keys.length <= MAX_KEYS) return { keys };
  throw new Error(`it has no list of at most ${MAX_KEYS} keys`);
}

type Answer = Readonly<Record<string, unknown>>;

async function readJson(url: string): Promise<Answer> {
  const options = { headers: { accept: 'application/json' }, signal: AbortSignal.timeout(TIMEOUT_MS) };
  const text = await requestTo(new URL(url), options, async (response) => {
    if (response.statusCode !== 200) throw new Error(`${url} answered ${response.statusCode}`);
    const tooLong = () => new Error(`${url} is larger than ${MAX_BYTES} bytes`);
    return (await readWithin(response, MAX_BYTES, tooLong)).toString('utf8');
  });
  const value: unknown = JSON.parse(text);
  if (typeof value === 'object' && value !== null) return value as Answer;
  throw new Error(`${url} is not a JSON object`);
}
