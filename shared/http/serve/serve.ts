import middy from '@middy/core';
import httpCors from '@middy/http-cors';
import httpHeaderNormalizer from '@middy/http-header-normalizer';
import type { APIGatewayProxyEvent, APIGatewayProxyResult, Context } from 'aws-lambda';
import type * as z from 'zod';
import type { Caller, SignedIn } from '../../contract/endpoint/caller.ts';
import type { Endpoint, WholeEndpoint } from '../../contract/endpoint/endpoint.ts';
import { type AuditLog, auditLog } from '../../domain/accounts/audit/audit-log.ts';
import type { Privacy } from '../../domain/accounts/privacy/dynamo-privacy.ts';
import type { Sandbox } from '../../domain/sandboxes/record/sandbox.ts';
import { requireEnvList } from '../../platform/env.ts';
import { AppError } from '../../platform/errors.ts';
import { grantedTo } from '../../platform/granted.ts';
import { wired } from '../../platform/init/wired.ts';
import { MAX_RESPONSE, sizeInResponse } from '../../platform/response-size.ts';
import type { Granted } from '../../rights/index.ts';
import { requireAcceptable } from '../answers/acceptable.ts';
import { exposedHeaders, secured } from '../answers/browser-headers.ts';
import { answerErrors } from '../answers/error-answers.ts';
import { answerConditionally, etagOf } from '../answers/etag.ts';
import { locateCreated } from '../answers/location.ts';
import { standardHeaders } from '../answers/standard-headers.ts';
import { auditRequests } from '../audit/audit-requests.ts';
import { answerOnce } from '../idempotency/answer-once.ts';
import type { Attempt, ClaimDeps } from '../idempotency/attempt.ts';
import { readKey } from '../idempotency/request-key.ts';
import type { Middleware } from '../middleware.ts';
import { type Input, type Operation, type Output, Revised, WithHeaders } from '../operation/operation.ts';
import { hideFromOthers } from '../privacy/hide-from-others.ts';
import { privacyOfRequests } from '../privacy/privacy-of-requests.ts';
import { authenticateSandboxes } from '../request/authenticate-sandboxes.ts';
import { readBody } from '../request/read-body.ts';
import { readRequest } from '../request/request.ts';
import { requireScope } from '../request/scopes.ts';
import { rateLimit } from './limit-rate.ts';

/**
 * Makes the Lambda handler of an endpoint. `wire` makes its dependencies from the resources in its statement of rights.
 * It runs once, in INIT or on the first request, so that importing the file needs no environment.
 *
 * @param claims the dependencies of endpoints with an Idempotency-Key (`claimDeps`)
 * @param audit the audit log for changes by callers
 */
export function serve<E extends WholeEndpoint, D>(
  operation: Operation<E, D>,
  wire: (granted: Granted<E['id']>) => D,
  claims?: (granted: Granted<E['id']>) => ClaimDeps,
  audit?: () => AuditLog,
  privacy?: () => Privacy,
) {
  const { endpoint } = operation;
  const answerWith = (result: unknown) => {
    const [body, headers] =
      result instanceof WithHeaders || result instanceof Revised
        ? [result.result, 'headers' in result ? result.headers : {}]
        : [result, {}];
    const given = answer(endpoint, body, headers);
    return tagged(endpoint, given, result instanceof Revised ? result.revision : undefined);
  };
  return throughMiddlewares(operation, wire, answerWith, claims, audit, privacy);
}

type AnswerWith<E extends Endpoint> = (
  result: Output<E>,
  event: APIGatewayProxyEvent,
) => APIGatewayProxyResult | Promise<APIGatewayProxyResult>;

/**
 * Runs an operation inside the middlewares of all endpoints. They check the caller and its permissions before reading
 * the body. They process the response from the last to the first: errors become problem details before the headers are
 * added, so that errors also have these headers.
 *
 * @param answerWith makes the response from the operation's result
 */
export function throughMiddlewares<E extends Endpoint, D>(
  operation: Operation<E, D>,
  wire: (granted: Granted<E['id']>) => D,
  answerWith: AnswerWith<E>,
  claims?: (granted: Granted<E['id']>) => ClaimDeps,
  audit: () => AuditLog = auditLog,
  privacy: () => Privacy = privacyOfRequests,
) {
  const { endpoint } = operation;
  const granted = grantedTo(endpoint.id);
  const depsOf = wired(() => wire(granted));
  const claimDeps = claims && wired(() => claims(granted));
  const sandboxes = authenticateSandboxes(operation, depsOf);
  const hide = hideFromOthers(endpoint, privacy);
  return middy<APIGatewayProxyEvent, APIGatewayProxyResult>()
    .use(answerConditionally())
    .use(standardHeaders(endpoint))
    .use(cors())
    .use(secured())
    .use(locateCreated(endpoint))
    .use(auditRequests(endpoint, audit))
    .use(rateLimit(endpoint))
    .use(answerErrors(endpoint, operation.failureFormat))
    .use(requireScope(endpoint))
    .use(httpHeaderNormalizer())
    .use(sandboxes.step)
    .use(requireAcceptable(endpoint))
    .use(requestBody(operation))
    .handler(async (event: APIGatewayProxyEvent, context: Context): Promise<APIGatewayProxyResult> => {
      const read = readRequest(endpoint, event, () => context.getRemainingTimeInMillis(), sandboxes.of(event));
      const { input, restored } = await hide(read, isKeyHolder(read.caller) ? read.caller : undefined);
      try {
        return await answered(operation, { input, deps: depsOf(), event, answerWith, claims: claimDeps });
      } catch (error) {
        throw restored(error);
      }
    });
}

interface Request<E extends Endpoint, D> {
  readonly input: Input<E>;
  readonly deps: D;
  readonly event: APIGatewayProxyEvent;
  readonly answerWith: AnswerWith<E>;
  readonly claims: (() => ClaimDeps) | undefined;
}

/** Runs the operation: only once per Idempotency-Key on endpoints with such keys. */
async function answered<E extends Endpoint, D>(
  { endpoint, run, replay }: Operation<E, D>,
  { input, deps, event, answerWith, claims }: Request<E, D>,
): Promise<APIGatewayProxyResult> {
  const { caller, request } = input;
  if (endpoint.idempotent === 'own') {
    const own = { ...input, request: { ...request, ownKey: readKey(event) } };
    return answerWith(await run(own, deps), event);
  }
  if (!endpoint.idempotent) return answerWith(await run(input, deps), event);
  if (!claims || !isKeyHolder(caller)) throw new Error(`${endpoint.id} has no dependencies for Idempotency-Keys`);
  const attempt: Attempt = {
    endpoint,
    event,
    caller,
    timeLeft: request.timeLeft ?? (() => 0),
    run: async (idempotent) => answerWith(await run({ ...input, request: { ...request, ...idempotent } }, deps), event),
    replay: replay && (async (kept) => answerWith(await replay(keptOf(endpoint, kept), input, deps), event)),
  };
  return answerOnce(attempt, claims);
}

function isKeyHolder(caller: Caller | SignedIn | Sandbox | undefined): caller is Caller {
  return caller !== undefined && 'keyId' in caller;
}

/** Parses a stored response with the response schema, which accepted it before. */
function keptOf<E extends Endpoint>(endpoint: E, kept: unknown): z.output<E['success']['body']> {
  return endpoint.success.body.parse(kept) as z.output<E['success']['body']>;
}

/** The response schema removes unlisted fields. A response that does not match it is our bug. */
function answer(
  endpoint: Endpoint,
  result: unknown,
  optionalHeaders: Readonly<Record<string, string>>,
): APIGatewayProxyResult {
  const { status, body, contentType = 'application/json', textType } = endpoint.success;
  const headers = { ...endpoint.success.headers, ...optionalHeaders };
  if (textType !== undefined && typeof result === 'string') {
    requireSize(endpoint, result);
    return { statusCode: status, headers: { 'Content-Type': textType, ...headers }, body: result };
  }
  const parsed = body.safeParse(result);
  if (!parsed.success)
    throw new Error(`the response of ${endpoint.id} does not match its contract`, { cause: parsed.error });
  if (status === 204) return { statusCode: status, headers, body: '' };
  const text = contentType === 'application/json' ? JSON.stringify(parsed.data) : String(parsed.data);
  requireSize(endpoint, text);
  return { statusCode: status, headers: { 'Content-Type': contentType, ...headers }, body: text };
}

/** @throws AppError for a response that Lambda would not return. Pages end before, see `queryPage`. */
function requireSize({ errors }: Endpoint, text: string): void {
  // Each character takes three bytes at most.
  if (text.length * 3 <= MAX_RESPONSE || sizeInResponse(text) <= MAX_RESPONSE) return;
  // What an agent sends too much of is its failure.
  const code = errors.includes('bad_gateway') ? 'bad_gateway' : 'payload_too_large';
  throw new AppError(code, 'The response would be larger than 6 MB. Request fewer items.');
}

/** Adds an ETag to reads and to revised changes. */
function tagged(
  { method }: Endpoint,
  answer: APIGatewayProxyResult,
  revision: number | undefined,
): APIGatewayProxyResult {
  if (method !== 'GET' && revision === undefined) return answer;
  return { ...answer, headers: { ...answer.headers, ETag: etagOf(answer.body, revision) } };
}

/** The allowed origins are a setting of the stage. */
function cors(): Middleware {
  const middleware = wired<middy.MiddlewareObj>(() => {
    const origins = [...requireEnvList('ALLOWED_ORIGINS')];
    return httpCors({ origins, exposeHeaders: exposedHeaders.join(', ') });
  });
  return {
    after: (request) => middleware().after?.(request),
    onError: (request) => middleware().onError?.(request),
  };
}

/** Replaces the text of the body by its parsed value. */
function requestBody({
  endpoint,
  readBody: readOther,
}: Pick<Operation<Endpoint, never>, 'endpoint' | 'readBody'>): Middleware {
  if (endpoint.bodyFormat && !readOther) throw new Error(`${endpoint.id} needs the reader of its body`);
  return {
    before: ({ event }) => {
      if (endpoint.body) event.body = readBody(endpoint, event, readOther) as string;
    },
  };
}
