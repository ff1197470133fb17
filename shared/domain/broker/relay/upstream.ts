import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { AppError } from '../../../platform/errors.ts';
import { failureWords } from '../../../platform/outbound/bounded-fetch.ts';
import { NoResponseError, requestTo } from '../../../platform/outbound/http-request.ts';
import {
  checkTarget,
  pinnedTo,
  type Target,
  TargetRefusedError,
  type TargetRules,
} from '../../../platform/outbound/target.ts';
import type { BrokeredRoute } from '../upstream/route.ts';
import type { RelayLimits, Watchdog } from './time-limits.ts';

const MAX_HEADER_BYTES = 32 * 1024;

/** Where a request goes, and what it consists of. */
export interface UpstreamRequest {
  readonly route: BrokeredRoute;
  /** Follows the base URL. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
}

export interface UpstreamDeps {
  readonly targets: TargetRules;
  readonly limits: RelayLimits;
}

/** Names the provider by its host, which the owner has chosen. */
function hostOf({ baseUrl }: BrokeredRoute): string {
  return URL.canParse(baseUrl) ? new URL(baseUrl).host : 'its URL';
}

/**
 * Sends a request to a model provider, and reads its response while it arrives. The key goes to the origin of the route
 * only: redirects are not followed.
 *
 * @throws AppError `bad_gateway`, `gateway_timeout`
 */
export async function askProvider<T>(
  { route, path, headers, text }: UpstreamRequest,
  { targets, limits }: UpstreamDeps,
  watchdog: Watchdog,
  on: { readonly sent: () => void; readonly response: (response: IncomingMessage) => Promise<T> },
): Promise<T> {
  const host = hostOf(route);
  const late = (what: string) => () =>
    new AppError('gateway_timeout', `The model provider at ${host} ${what}. Try again.`);
  watchdog.limit(limits.connect, late(`did not accept a connection within ${limits.connect / 1000} seconds`));
  try {
    const { url, hostname, addresses } = await checked(`${route.baseUrl}${path}`, targets, watchdog.signal);
    const options = {
      method: 'POST',
      hostname,
      headers: {
        'user-agent': 'agent-conversation-service',
        ...headers,
        ...route.headers,
        ...keyHeader(route),
        host: url.host,
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(text),
        // Usage is read from the answer while it passes.
        'accept-encoding': 'identity',
      },
      lookup: pinnedTo(addresses),
      maxHeaderSize: MAX_HEADER_BYTES,
      body: text,
      signal: watchdog.signal,
      onConnected: () => {
        on.sent();
        watchdog.limit(limits.firstByte, late(`sent no response within ${limits.firstByte / 1000} seconds`));
      },
    };
    return await requestTo(url, options, on.response);
  } catch (error) {
    if (error instanceof AppError) throw error;
    throw new AppError('bad_gateway', `The model provider at ${host} failed: ${clauseOf(error)}.`, {
      cause: error,
    });
  }
}

function clauseOf(error: unknown): string {
  if (error instanceof TargetRefusedError) return error.message;
  if (error instanceof NoResponseError) return `it ${error.message}`;
  return failureWords(error);
}

function keyHeader({ apiKey, keyHeader: name }: BrokeredRoute): Readonly<Record<string, string>> {
  if (apiKey === null) return {};
  return { [name]: name === 'authorization' ? `Bearer ${apiKey}` : apiKey };
}

/** Looks the host up, at most until the signal. */
async function checked(url: string, rules: TargetRules, signal: AbortSignal): Promise<Target> {
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  const onAbort = () => reject(signal.reason);
  signal.addEventListener('abort', onAbort);
  try {
    return await Promise.race([checkTarget(url, rules), aborted]);
  } finally {
    signal.removeEventListener('abort', onAbort);
  }
}

/** Headers of agents that providers get. */
const fromAgents = ['accept', 'anthropic-beta', 'anthropic-version', 'openai-beta', 'http-referer', 'x-title'] as const;

const MAX_HEADER = 2_000;

/** The headers of an agent's request that go on. All others stay here, with the model key among them. */
export function forwardedHeaders(given: Readonly<Record<string, string | undefined>>): Record<string, string> {
  const kept = fromAgents.flatMap((name) => {
    const value = given[name];
    return value === undefined || value.length > MAX_HEADER ? [] : [[name, value] as const];
  });
  return Object.fromEntries(kept);
}

/** Headers of providers that agents get: how much they may still ask, and when to try again. */
const toAgents =
  /^(?:retry-after(?:-ms)?|x-should-retry|x-ratelimit-.*|anthropic-ratelimit-.*|request-id|openai-processing-ms)$/;

/** @param hide removes the provider's key from a text */
export function returnedHeaders(given: IncomingHttpHeaders, hide: (text: string) => string): Record<string, string> {
  const kept = Object.entries(given).flatMap(([name, value]) =>
    toAgents.test(name) && value !== undefined ? [[name, hide(String(value))] as const] : [],
  );
  const { 'content-type': type, 'x-request-id': requestId } = given;
  return {
    ...Object.fromEntries(kept),
    // X-Request-Id is the one of this service.
    ...(requestId === undefined ? {} : { 'X-Provider-Request-Id': hide(String(requestId)) }),
    'Content-Type': hide(type ?? 'application/json'),
  };
}
