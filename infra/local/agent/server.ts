import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { pipeline } from 'node:stream';
import { isAcceptedKey } from './access.ts';
import type { Activity } from './activity.ts';
import { corsHeaders, preflightHeaders } from './http/cors.ts';
import { HttpError } from './http/http-error.ts';
import { type Reply, type RoutedRequest, Router } from './http/router.ts';
import type { Lifecycle } from './lifecycle.ts';
import { describe, log } from './log.ts';
import { agentRoutes } from './routes/agent-routes.ts';
import { bashRoutes } from './routes/bash-routes.ts';
import { conversationRoutes } from './routes/conversation-routes.ts';
import { eventRoutes } from './routes/event-routes.ts';
import { fileRoutes } from './routes/file-routes.ts';
import { gitRoutes } from './routes/git-routes.ts';
import { initRoutes } from './routes/init-routes.ts';
import { projectRoutes } from './routes/project-routes.ts';
import { serviceRoutes } from './routes/service-routes.ts';

/** The HTTP side of the agent server: not yet listening, and without its WebSockets. */
export function createAgentServer(lifecycle: Lifecycle, activity: Activity): Server {
  const router = new Router([
    ...serviceRoutes(lifecycle, activity),
    ...initRoutes(lifecycle, lifecycle.settings),
    ...conversationRoutes(lifecycle),
    ...eventRoutes(lifecycle),
    ...bashRoutes(lifecycle),
    ...fileRoutes(lifecycle, activity),
    ...gitRoutes(lifecycle, activity),
    ...projectRoutes(lifecycle),
    ...agentRoutes(lifecycle),
  ]);
  const limits = { headersTimeout: 10_000, requestTimeout: 60_000, keepAliveTimeout: 65_000, maxHeaderSize: 32 * 1024 };
  return createServer(limits, (request, response) => {
    serve(router, lifecycle, request, response).catch((error) => {
      log(`cannot answer ${request.method}: ${describe(error)}`);
      response.destroy();
    });
  });
}

async function serve(router: Router, lifecycle: Lifecycle, request: IncomingMessage, response: ServerResponse) {
  const startedAt = performance.now();
  const { pathname, searchParams } = targetOf(request);
  // Without the query, which may carry a key.
  response.on('finish', () => {
    const milliseconds = Math.round(performance.now() - startedAt);
    log(`${request.method} ${pathname} ${response.statusCode} ${milliseconds}ms`);
  });
  const cors = corsHeaders(request.headers.origin, lifecycle.settings.allowCorsOrigins);
  for (const [name, value] of Object.entries(cors)) response.setHeader(name, value);
  if (request.method === 'OPTIONS' && request.headers['access-control-request-method']) {
    const asked = request.headers['access-control-request-headers'];
    response.writeHead(204, preflightHeaders(asked)).end();
    return;
  }
  try {
    reply(response, await answer(router, lifecycle, request, pathname, searchParams));
  } catch (error) {
    replyToError(response, error);
  }
}

async function answer(
  router: Router,
  lifecycle: Lifecycle,
  incoming: IncomingMessage,
  pathname: string,
  query: URLSearchParams,
): Promise<Reply> {
  const { route, params } = router.find(incoming.method ?? '', pathname);
  if (route.access === 'session') {
    // First, because a dormant server does not know its session keys yet.
    lifecycle.catalogue();
    requireSessionKey(lifecycle.settings.sessionApiKeys, incoming);
  }
  const routed: RoutedRequest = { incoming, query, param: (name) => params.get(name) ?? '' };
  return await route.handle(routed);
}

function requireSessionKey(accepted: readonly string[], incoming: IncomingMessage): void {
  if (accepted.length === 0) return;
  if (!isAcceptedKey(incoming.headers['x-session-api-key']?.toString(), accepted)) throw new HttpError(401);
}

function reply(response: ServerResponse, { status, body, content, headers = {} }: Reply): void {
  if (content) {
    response.writeHead(status, { 'Cache-Control': 'no-store', ...headers });
    // A failure in the middle can only be told by an answer that ends too soon.
    pipeline(content, response, (error) => error && log(`an answer ended early: ${error.message}`));
    return;
  }
  if (body === undefined) {
    response.writeHead(status).end();
    return;
  }
  const bytes = Buffer.from(JSON.stringify(body));
  const about = { 'Content-Type': 'application/json', 'Content-Length': bytes.length, 'Cache-Control': 'no-store' };
  response.writeHead(status, { ...about, ...headers }).end(bytes);
}

function replyToError(response: ServerResponse, error: unknown): void {
  if (error instanceof HttpError) {
    for (const [name, value] of Object.entries(error.headers)) response.setHeader(name, value);
    reply(response, { status: error.status, body: { detail: error.detail } });
    return;
  }
  log(`internal error: ${describe(error)}`);
  reply(response, { status: 500, body: { detail: 'Internal Server Error' } });
}

/** The target's parts as they came: a target that is no URL must end in a 404, not in an exception. */
function targetOf(request: IncomingMessage): { readonly pathname: string; readonly searchParams: URLSearchParams } {
  const [pathname = '/', ...query] = (request.url ?? '/').split('?');
  return { pathname, searchParams: new URLSearchParams(query.join('?')) };
}
