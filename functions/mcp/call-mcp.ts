import { createMcpHandler } from '@modelcontextprotocol/server';
import packageJson from '../../package.json' with { type: 'json' };
import type { Caller } from '../../shared/contract/endpoint/caller.ts';
import { callMcp as endpoint } from '../../shared/contract/mcp/mcp.ts';
import { mcpServer } from '../../shared/domain/mcp/mcp-server.ts';
import { type CallOwnApi, ownApi } from '../../shared/domain/mcp/own-api.ts';
import { tools } from '../../shared/domain/mcp/tools.ts';
import { jsonRpcFailures } from '../../shared/http/answers/json-rpc-failures.ts';
import { Content, failingAs, implement, type RequestContext } from '../../shared/http/operation/operation.ts';
import { requireWebOrigin } from '../../shared/http/request/web-origin.ts';
import { serveStream } from '../../shared/http/serve/serve-stream.ts';
import { requireEnv, requireEnvList } from '../../shared/platform/env.ts';
import { log } from '../../shared/platform/log.ts';

interface Deps {
  readonly allowedOrigins: readonly string[];
  /** Calls the public API with these headers, which contain the caller's key. */
  readonly apiWith: (headers: Readonly<Record<string, string>>) => CallOwnApi;
}

/** Time to write the last response, in milliseconds. */
const RESERVE_MS = 5_000;

/** The limit of Lambda, in milliseconds. */
const LONGEST_MS = 900_000;

/** API Gateway closes a stream that is silent for longer. */
const KEEP_ALIVE_MS = 10_000;

/** Headers of the protocol, which the SDK reads. */
const protocolHeaders = ['accept', 'content-type', 'mcp-method', 'mcp-name', 'mcp-protocol-version'] as const;

export const callMcp = failingAs(
  jsonRpcFailures,
  implement(endpoint, async ({ body, caller, request }, deps: Deps): Promise<Content> => {
    const { headers = {}, timeLeft = () => LONGEST_MS } = request;
    requireWebOrigin(headers.origin, deps.allowedOrigins);
    const server = () =>
      mcpServer({
        tools,
        scopes: caller.scopes,
        callApi: deps.apiWith(headersOf(request, caller)),
        idempotencyKey: headers['idempotency-key'],
        deadline: AbortSignal.timeout(Math.max(1, timeLeft() - RESERVE_MS)),
        version: packageJson.version,
      });
    const handler = createMcpHandler(server, {
      keepAliveMs: KEEP_ALIVE_MS,
      // The list of tools never changes, so there is nothing to subscribe to.
      maxSubscriptions: 0,
      // A stream begins before the tool has ended, and so does not reach the time limit of API Gateway.
      responseMode: isCall(body) ? 'sse' : 'auto',
      onerror: (error) => log.info('MCP request refused', { request_id: request.requestId, detail: error.message }),
    });
    const ofProtocol = new Headers();
    for (const name of protocolHeaders) if (headers[name] !== undefined) ofProtocol.set(name, headers[name]);
    const asked = new Request(`http://mcp${endpoint.path}`, { method: 'POST', headers: ofProtocol });
    const answer = await handler.fetch(asked, { parsedBody: body });
    const headersOfAnswer = { 'Content-Type': answer.headers.get('content-type') ?? 'application/json' };
    return new Content(answer.status, headersOfAnswer, answer.body ?? nothing());
  }),
);

function isCall(body: unknown): boolean {
  return [body].flat().some((message) => (message as { method?: unknown }).method === 'tools/call');
}

async function* nothing(): AsyncGenerator<string> {}

/**
 * The caller's credential, and who calls: the audit log has the client and its address in the agent of the request. A
 * person can belong to several owners, so the owner is named for which the scopes of this request were found.
 */
function headersOf(
  { headers = {}, userAgent, sourceIp, requestId, traceparent }: RequestContext,
  { credential, ownerId }: Pick<Caller, 'credential' | 'ownerId'>,
): Record<string, string> {
  const { authorization, 'x-session-api-key': sessionKey } = headers;
  return {
    ...(authorization === undefined ? {} : { Authorization: authorization }),
    ...(sessionKey === undefined ? {} : { 'X-Session-API-Key': sessionKey }),
    ...(credential === 'token' ? { 'X-Org-Id': ownerId } : {}),
    ...(traceparent === null ? {} : { traceparent }),
    'User-Agent': `mcp/${requestId} (${sourceIp ?? 'unknown'}) ${userAgent ?? ''}`.trim(),
  };
}

export const handler = serveStream(callMcp, () => {
  const baseUrl = requireEnv('PUBLIC_BASE_URL');
  return {
    allowedOrigins: requireEnvList('ALLOWED_ORIGINS'),
    apiWith: (headers: Readonly<Record<string, string>>) => ownApi(baseUrl, headers),
  };
});
