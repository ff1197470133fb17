import type { HttpBindings } from '@hono/node-server';
import { type Context, Hono } from 'hono';

/** Gives handlers Node's request and response. */
export interface AgentEnvironment {
  readonly Bindings: HttpBindings;
}

export type AgentApp = Hono<AgentEnvironment>;
export type AgentContext = Context<AgentEnvironment>;

/** An empty set of routes. Paths match with and without a trailing slash. */
export function newAgentApp(): AgentApp {
  return new Hono<AgentEnvironment>({ strict: false });
}

export const success = { success: true } as const;
