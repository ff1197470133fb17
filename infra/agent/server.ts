import { realpathSync } from 'node:fs';
import type { Server } from 'node:http';
import { createAdaptorServer } from '@hono/node-server';
import type { MiddlewareHandler } from 'hono';
import { cors } from 'hono/cors';
import type { Activity } from './base/activity.ts';
import { log } from './base/log.ts';
import type { Editor } from './editor/editor.ts';
import { type AgentApp, type AgentEnvironment, newAgentApp } from './http/agent-app.ts';
import { answerFailures } from './http/failures.ts';
import type { Lifecycle } from './lifecycle/lifecycle.ts';
import { agentRoutes } from './routes/agent-routes.ts';
import { bashRoutes } from './routes/bash-routes.ts';
import { conversationRoutes } from './routes/conversation-routes.ts';
import { eventRoutes } from './routes/event-routes.ts';
import { fileRoutes } from './routes/file-routes.ts';
import { gitRoutes } from './routes/git-routes.ts';
import { mcpRoutes } from './routes/mcp-routes.ts';
import { projectRoutes } from './routes/project-routes.ts';
import { initRoutes, serviceRoutes } from './routes/service-routes.ts';
import { sessionOf } from './routes/session.ts';
import { vscodeRoutes } from './routes/vscode-routes.ts';

const serverOptions = {
  headersTimeout: 10_000,
  requestTimeout: 60_000,
  keepAliveTimeout: 65_000,
  maxHeaderSize: 32 * 1024,
};

/** The HTTP server, without WebSockets. It does not listen yet. */
export function createAgentServer(lifecycle: Lifecycle, activity: Activity, editor: Editor | undefined): Server {
  const { fetch } = agentApp(lifecycle, activity, editor);
  return createAdaptorServer({ fetch, serverOptions, overrideGlobalObjects: false }) as Server;
}

function agentApp(lifecycle: Lifecycle, activity: Activity, editor: Editor | undefined): AgentApp {
  const app = newAgentApp();
  app.use(
    logRequests,
    noStore,
    corsFor(() => lifecycle.settings.allowCorsOrigins),
  );
  answerFailures(app, (text) => withoutLocalPaths(text, lifecycle.settings.workspace));
  const session = sessionOf(lifecycle);
  for (const routes of [
    serviceRoutes(lifecycle, activity),
    initRoutes(lifecycle, lifecycle.settings),
    conversationRoutes(lifecycle, session),
    eventRoutes(lifecycle, session),
    bashRoutes(lifecycle, session),
    fileRoutes(lifecycle, activity, session),
    gitRoutes(lifecycle, activity, session),
    projectRoutes(lifecycle, session),
    mcpRoutes(lifecycle, session),
    agentRoutes(lifecycle, session),
    vscodeRoutes(editor, session),
  ]) {
    app.route('/', routes);
  }
  return app;
}

/** Logs one line per response, without the query, which can contain a key. */
const logRequests: MiddlewareHandler<AgentEnvironment> = async (c, next) => {
  const startedAt = performance.now();
  const { incoming, outgoing } = c.env;
  const [pathname] = (incoming.url ?? '/').split('?');
  outgoing.on('finish', () => {
    log(`${c.req.method} ${pathname} ${outgoing.statusCode} ${Math.round(performance.now() - startedAt)}ms`);
  });
  await next();
};

const noStore: MiddlewareHandler = async (c, next) => {
  await next();
  if (c.res.body) c.header('Cache-Control', 'no-store');
};

/** CORS without credentials: pages send their key in a header, and no cookie grants access. */
function corsFor(allowedOrigins: () => readonly string[]): MiddlewareHandler {
  const handler = cors({
    origin: (origin) => {
      const allowed = allowedOrigins();
      if (allowed.includes('*')) return '*';
      return allowed.includes(origin) ? origin : null;
    },
    allowMethods: ['GET', 'POST', 'PATCH', 'DELETE', 'OPTIONS'],
    maxAge: 600,
  });
  return async (c, next) => {
    // Only preflights are handled; other OPTIONS requests get 405.
    if (c.req.method === 'OPTIONS' && !c.req.header('access-control-request-method')) return await next();
    return await handler(c, next);
  };
}

/** Replaces the path of the workspace on this machine by `/workspace`. */
function withoutLocalPaths(text: string, workspace: string): string {
  return [workspace, realpathSync(workspace)].reduce((clean, path) => clean.replaceAll(path, '/workspace'), text);
}
