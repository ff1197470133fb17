import * as z from 'zod';
import { onlyFor } from '../../contract/endpoint/audience.ts';
import type { Caller } from '../../contract/endpoint/caller.ts';
import type { Endpoint } from '../../contract/endpoint/endpoint.ts';
import { KeyRowLimits, lowerLimit } from '../../contract/shapes/limits.ts';
import { holds, knownScopes } from '../../contract/shapes/scopes.ts';
import type { Part } from '../../platform/aws/transact.ts';
import { epochSeconds } from '../../platform/clock.ts';

/** The caller of a claim, for the comparison with others. Contains no secrets. */
const ClaimMaker = z.object({
  key_id: z.string(),
  /** Absent for a key of no member. */
  person_id: z.string().optional(),
  scopes: z.array(z.string()),
  limits: KeyRowLimits,
});
type ClaimMaker = z.infer<typeof ClaimMaker>;

export function makerOf({ keyId, person, scopes, limits }: Caller): ClaimMaker {
  return { key_id: keyId, ...(person ? { person_id: person.id } : {}), scopes: [...scopes], limits };
}

/**
 * Whether a caller can see the response to a request with its Idempotency-Key: with the same API key, or one with the
 * same permissions. A member sees only responses to their own requests, as others can show something private. A
 * response with a secret needs the same key. Claims of earlier versions name no maker and are open to all keys of their
 * owner that belong to no member, except for secrets.
 */
function canSee(caller: Caller, { idempotent }: Pick<Endpoint, 'idempotent'>, maker: ClaimMaker | undefined): boolean {
  const { keyId, scopes, limits } = caller;
  if (maker?.key_id === keyId) return true;
  if (idempotent === 'sealed') return false;
  const personId = onlyFor(caller);
  if (personId !== undefined && maker?.person_id !== personId) return false;
  if (!maker) return true;
  const holdsAll = knownScopes(maker.scopes).every((scope) => holds(scopes, scope));
  return holdsAll && lowerLimit(limits, maker.limits, isCompared) === undefined;
}

/** Each repetition counts for the rate limits of its own key, so these need no comparison. */
const isCompared = (name: string) => name !== 'requests_per_minute';

/** Retention of responses in seconds. */
export const KEPT_SECONDS = 24 * 60 * 60;

/** A stored response. */
export const KeptAnswer = z.object({ status_code: z.int(), body: z.string() });
export type KeptAnswer = z.infer<typeof KeptAnswer>;

/** The record of a request with an Idempotency-Key. */
export const ClaimRecord = z.object({
  owner_id: z.string(),
  /** Method, path and a hash of both with the client's key. */
  request_key: z.string(),
  fingerprint: z.string(),
  /** The API key of the last attempt. Absent in claims of earlier versions. */
  made_by: ClaimMaker.optional(),
  /** The request id of the last attempt. */
  token: z.string(),
  /** Null while the request is in progress. */
  answer: KeptAnswer.nullable(),
  /** The latest end of the current attempt, in milliseconds since 1970: its function times out before. */
  lease_until: z.int(),
  /** The time of the first attempt. */
  created_at: z.string(),
  /** Seconds since 1970. */
  expires_at: z.int(),
});
export type ClaimRecord = z.infer<typeof ClaimRecord>;

/** The parts of a request to compare with a claim. */
export interface ClaimingRequest {
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
  /** An attempt ended without a response. */
  | { readonly kind: 'abandoned'; readonly record: ClaimRecord };

/**
 * Decides on a stored claim. A caller without access gets the same decision for a finished, a current and an abandoned
 * request. Pure, so that tests can check every order of times.
 */
export function decideOnClaim(
  found: ClaimRecord | undefined,
  { endpoint, caller, fingerprint }: ClaimingRequest,
  now: Date,
): ClaimDecision {
  if (!found || isExpired(found, now)) return { kind: 'new' };
  if (!canSee(caller, endpoint, found.made_by) || found.fingerprint !== fingerprint) return { kind: 'reused' };
  if (found.answer) return { kind: 'replay', answer: found.answer, record: found };
  const milliseconds = found.lease_until - now.getTime();
  return milliseconds > 0 ? { kind: 'busy', milliseconds } : { kind: 'abandoned', record: found };
}

/** DynamoDB deletes expired rows with a delay. */
export function isExpired({ expires_at: at }: Pick<ClaimRecord, 'expires_at'>, now: Date): boolean {
  return at <= epochSeconds(now);
}

/** Another request with the same key was faster. */
export class ClaimLostError extends Error {
  override readonly name = 'ClaimLostError';
}

/** The claims of Idempotency-Keys. */
export interface ClaimStore {
  /** Reads consistently. Can return an expired claim. */
  find(ownerId: string, requestKey: string): Promise<ClaimRecord | undefined>;
  /** Part of a transaction, which fails with `ClaimLostError` if the key is in use. @param written on success */
  part(record: ClaimRecord, written: () => void): Promise<Part>;
  /** Adds a claim. @throws ClaimLostError if the key is in use */
  add(record: ClaimRecord): Promise<void>;
  /** Replaces a claim. @throws ClaimLostError if another writer changed it since the read */
  replace(before: ClaimRecord, next: ClaimRecord): Promise<void>;
}
