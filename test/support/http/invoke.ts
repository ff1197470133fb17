import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda';
import { expect } from 'vitest';
import type { Endpoint, WholeEndpoint } from '../../../shared/contract/endpoint/endpoint.ts';
import type { ClaimDeps } from '../../../shared/http/idempotency/attempt.ts';
import type { Operation } from '../../../shared/http/operation/operation.ts';
import { serve } from '../../../shared/http/serve/serve.ts';
import { answerInPieces } from '../../../shared/http/serve/serve-stream.ts';
import { systemClock } from '../../../shared/platform/clock.ts';
import { MemoryAuditLog } from './memory-audit-log.ts';
import { MemoryClaimStore } from './memory-claim-store.ts';
import { aContext, anEvent, type EventParts } from './proxy-event.ts';

export interface TestRequest extends EventParts {
  /** Idempotency claims that several requests share. */
  readonly claims?: ClaimDeps;
  /** The function's remaining time, in milliseconds. */
  readonly timeLeft?: number;
}

export interface TestAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly text: string;
  // biome-ignore lint/suspicious/noExplicitAny: an answer has no type on the wire; each test says what it expects.
  readonly body: any;
  readonly requestId: string;
}

export const allowedOrigin = 'https://app.example.com';

/** Error codes of the HTTP layer, which endpoints do not declare. */
const ALWAYS_ALLOWED = new Set([
  'validation_failed',
  'malformed_request',
  'unsupported_media_type',
  'payload_too_large',
  'internal_error',
  'not_acceptable',
  'precondition_failed',
  'unauthenticated',
  'insufficient_scope',
  'idempotency_key_reused',
  'idempotency_in_progress',
]);

const noClaims = (): ClaimDeps => ({ claims: new MemoryClaimStore(), now: systemClock });

/** Runs an operation through the deployed HTTP layer. Fails on an undeclared error code. */
export async function invoke<E extends WholeEndpoint, D>(
  operation: Operation<E, D>,
  deps: D,
  request: TestRequest = {},
): Promise<TestAnswer> {
  process.env.ALLOWED_ORIGINS ??= allowedOrigin;
  const { endpoint } = operation;
  const event = anEvent(endpoint, request);
  const answer = toAnswer(
    await serve(
      operation,
      () => deps,
      () => request.claims ?? noClaims(),
      () => new MemoryAuditLog(),
    )(event, aContext(endpoint.id, request.timeLeft)),
    event,
  );
  return declared(endpoint, answer);
}

/** Like `invoke` for a streamed or binary response. `bytes` is the whole body. */
export async function invokeStreamed<E extends Endpoint, D>(
  operation: Operation<E, D>,
  deps: D,
  request: TestRequest = {},
): Promise<TestAnswer & { readonly bytes: Buffer }> {
  process.env.ALLOWED_ORIGINS ??= allowedOrigin;
  const { endpoint } = operation;
  const event = anEvent(endpoint, request);
  const { head, pieces } = await answerInPieces(
    operation,
    () => deps,
    () => request.claims ?? noClaims(),
    () => new MemoryAuditLog(),
  )(event, aContext(endpoint.id, request.timeLeft));
  const parts: Buffer[] = [];
  for await (const piece of pieces) parts.push(Buffer.from(piece));
  const bytes = Buffer.concat(parts);
  return { ...declared(endpoint, toAnswer({ ...head, body: bytes.toString() }, event)), bytes };
}

function declared(endpoint: Endpoint, answer: TestAnswer): TestAnswer {
  const isDeclared = (code: string) => ALWAYS_ALLOWED.has(code) || endpoint.errors.some((error) => error === code);
  const isRpc = endpoint.failures === 'json-rpc';
  // The library of a protocol has failures without a problem.
  const code = isRpc ? (answer.body?.error?.data?.code ?? 'malformed_request') : answer.body?.code;
  if (answer.status >= 400 && !isDeclared(code))
    expect.fail(`${endpoint.id} answered ${code}, which its contract does not declare: ${answer.text}`);
  return answer;
}

function toAnswer({ statusCode, headers = {}, body }: APIGatewayProxyResult, event: APIGatewayProxyEvent): TestAnswer {
  const isJson = String(headers['Content-Type']).includes('json');
  const { requestId } = event.requestContext;
  return { status: statusCode, headers, text: body, body: isJson && body !== '' ? JSON.parse(body) : body, requestId };
}
