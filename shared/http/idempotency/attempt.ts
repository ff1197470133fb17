import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda';
import type { Caller } from '../../contract/endpoint/caller.ts';
import type { Endpoint } from '../../contract/endpoint/endpoint.ts';
import { type Clock, epochSeconds, timestamp } from '../../platform/clock.ts';
import { AppError } from '../../platform/errors.ts';
import type { Idempotent } from '../operation/operation.ts';
import { type ClaimRecord, type ClaimStore, decideOnClaim, KEPT_SECONDS, type KeptAnswer, makerOf } from './claim.ts';
import type { RequestIdentity } from './request-key.ts';

export interface ClaimDeps {
  readonly claims: ClaimStore;
  readonly now: Clock;
}

/** A request to an endpoint with Idempotency-Keys. */
export interface Attempt {
  readonly endpoint: Endpoint;
  readonly event: APIGatewayProxyEvent;
  readonly caller: Caller;
  /** Milliseconds until the function times out. */
  readonly timeLeft: () => number;
  readonly run: (request: Idempotent<Endpoint>) => Promise<APIGatewayProxyResult>;
  /** For endpoints that rebuild the response from the stored one. */
  readonly replay: ((kept: unknown) => Promise<APIGatewayProxyResult>) | undefined;
}

export interface KeyedAttempt extends Attempt, RequestIdentity {}

/** A request without an Idempotency-Key. */
export const withoutClaim: Idempotent<Endpoint> = { claim: async () => [], triedAt: null };

/** One text for both cases, so that callers cannot distinguish them. */
const REUSED =
  'This Idempotency-Key was used for another request or by another API key. Use a new key for each request.';

/** Maximum `Retry-After` in seconds for a request in progress. Most take less time than their lease. */
const MAX_WAIT = 2;

export function newClaim(
  { caller, requestKey, fingerprint, event }: KeyedAttempt,
  now: Date,
  state: Pick<ClaimRecord, 'answer' | 'lease_until'>,
): ClaimRecord {
  return {
    owner_id: caller.ownerId,
    request_key: requestKey,
    fingerprint,
    made_by: makerOf(caller),
    token: event.requestContext.requestId,
    ...state,
    created_at: timestamp(now),
    expires_at: epochSeconds(now) + KEPT_SECONDS,
  };
}

/** @throws AppError `idempotency_key_reused`, `idempotency_in_progress` */
export function requireFree(found: ClaimRecord | undefined, attempt: KeyedAttempt, now: Date) {
  const decision = decideOnClaim(found, attempt, now);
  if (decision.kind === 'reused') throw new AppError('idempotency_key_reused', REUSED);
  if (decision.kind === 'busy') throw inProgress(decision.milliseconds);
  return decision;
}

export function inProgress(milliseconds: number): AppError {
  const detail = 'A request with this Idempotency-Key is in progress. Send it again to get its response.';
  const seconds = Math.min(Math.max(Math.ceil(milliseconds / 1000), 1), MAX_WAIT);
  return new AppError('idempotency_in_progress', detail, { extensions: { retry_after_seconds: seconds } });
}

/** Repeats a stored response, or rebuilds it. */
export async function replayed(
  { endpoint, replay }: Attempt,
  { status_code: statusCode, body }: KeptAnswer,
  record: ClaimRecord,
): Promise<APIGatewayProxyResult> {
  const { contentType = 'application/json', headers = {} } = endpoint.success;
  const again = replay
    ? await replay(JSON.parse(body))
    : { statusCode, headers: { 'Content-Type': contentType, ...headers }, body };
  return withHeaders(kept(again, record), { 'Idempotent-Replayed': 'true' });
}

/** Adds a header with the end of the stored response. */
export function kept(answer: APIGatewayProxyResult, { expires_at: at }: ClaimRecord): APIGatewayProxyResult {
  return withHeaders(answer, { 'Idempotency-Expires': new Date(at * 1000).toUTCString() });
}

function withHeaders(answer: APIGatewayProxyResult, headers: Record<string, string>): APIGatewayProxyResult {
  return { ...answer, headers: { ...answer.headers, ...headers } };
}
