import * as z from 'zod';
import type { Caller } from '../../contract/endpoint/caller.ts';
import type { Endpoint } from '../../contract/endpoint/endpoint.ts';
import { KeyRowLimits, lowerLimit } from '../../contract/shapes/limits.ts';
import { holds, knownScopes } from '../../contract/shapes/scopes.ts';
import type { Part } from '../../platform/aws/transact.ts';

/** The API key that made a claim, as far as others are measured by it. It holds nothing secret. */
const ClaimMaker = z.object({
  key_id: z.string(),
  scopes: z.array(z.string()),
  limits: KeyRowLimits,
});
type ClaimMaker = z.infer<typeof ClaimMaker>;

export function makerOf({ keyId, scopes, limits }: Caller): ClaimMaker {
  return { key_id: keyId, scopes: [...scopes], limits };
}

/**
 * Whether a caller may have what another request with its Idempotency-Key did: its own key may, and one that may as
 * much. An answer with a secret is for the same key alone. Claims of earlier versions name no maker: they stay open to
 * the keys of their owner, but for secrets.
 */
function maySee(
  { keyId, scopes, limits }: Caller,
  { idempotent }: Pick<Endpoint, 'idempotent'>,
  maker: ClaimMaker | undefined,
): boolean {
  if (maker?.key_id === keyId) return true;
  if (idempotent === 'sealed') return false;
  if (!maker) return true;
  const holdsAll = knownScopes(maker.scopes).every((scope) => holds(scopes, scope));
  return holdsAll && lowerLimit(limits, maker.limits, isOfEffects) === undefined;
}

/** A repetition is a call that counts by itself, so that limits of calls need no comparison. */
const isOfEffects = (name: string) => name !== 'requests_per_minute';

/** How long an answer is kept, in seconds. */
export const KEPT_SECONDS = 24 * 60 * 60;

/** An answer as it is kept and given again. */
export const KeptAnswer = z.object({ status_code: z.int(), body: z.string() });
export type KeptAnswer = z.infer<typeof KeptAnswer>;

/** The record of a request with an Idempotency-Key. */
export const ClaimRecord = z.object({
  owner_id: z.string(),
  /** Method, path and a hash of them with the client's key. */
  request_key: z.string(),
  fingerprint: z.string(),
  /** The key of the try that wrote this. Absent in claims of earlier versions. */
  made_by: ClaimMaker.optional(),
  /** The try that wrote this, by its request id. */
  token: z.string(),
  /** Null while the request is under way. */
  answer: KeptAnswer.nullable(),
  /** Until when the try under way can be, in milliseconds since 1970: its function is ended before. */
  lease_until: z.int(),
  /** When the request was first tried. */
  created_at: z.string(),
  /** In seconds since 1970. */
  expires_at: z.int(),
});
export type ClaimRecord = z.infer<typeof ClaimRecord>;

/** A request, as claims are compared with it. */
export interface Asking {
  readonly endpoint: Pick<Endpoint, 'idempotent'>;
  readonly caller: Caller;
  readonly fingerprint: string;
}

/** How a request with a key proceeds. */
type ClaimDecision =
  /** No request with this key is on record. */
  | { readonly kind: 'new' }
  | { readonly kind: 'replay'; readonly answer: KeptAnswer; readonly record: ClaimRecord }
  /** The key was sent with another request, or by a caller with wider permissions. */
  | { readonly kind: 'reused' }
  | { readonly kind: 'busy'; readonly milliseconds: number }
  /** A try ended without an answer. */
  | { readonly kind: 'abandoned'; readonly record: ClaimRecord };

/**
 * Decides on the record found. A caller who may not see what was done hears the same whether it was done, is under way
 * or was given up. Pure, so that tests can check every order of times.
 */
export function decideOnClaim(
  found: ClaimRecord | undefined,
  { endpoint, caller, fingerprint }: Asking,
  now: Date,
): ClaimDecision {
  if (!found || isExpired(found, now)) return { kind: 'new' };
  if (!maySee(caller, endpoint, found.made_by) || found.fingerprint !== fingerprint) return { kind: 'reused' };
  if (found.answer) return { kind: 'replay', answer: found.answer, record: found };
  const milliseconds = found.lease_until - now.getTime();
  return milliseconds > 0 ? { kind: 'busy', milliseconds } : { kind: 'abandoned', record: found };
}

/** DynamoDB removes expired rows only later. */
export function isExpired({ expires_at: at }: Pick<ClaimRecord, 'expires_at'>, now: Date): boolean {
  return at <= Math.floor(now.getTime() / 1000);
}

/** Another request with the same key was faster. */
export class ClaimLostError extends Error {
  override readonly name = 'ClaimLostError';
}

/** The claims by Idempotency-Keys. */
export interface ClaimStore {
  /** A consistent read; it may still find expired claims. */
  find(ownerId: string, requestKey: string): Promise<ClaimRecord | undefined>;
  /** The claim as a part that fails with `ClaimLostError` after an earlier use. @param written on success */
  part(record: ClaimRecord, written: () => void): Promise<Part>;
  /** Writes a claim where there is none. @throws ClaimLostError. */
  add(record: ClaimRecord): Promise<void>;
  /** Replaces a claim, unless another writer changed it since it was read. @throws ClaimLostError. */
  replace(before: ClaimRecord, next: ClaimRecord): Promise<void>;
}
