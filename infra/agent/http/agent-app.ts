import type { HttpBindings } from '@hono/node-server';
import { type Context, Hono } from 'hono';

/** What a handler reaches through its context: Node's request and response below Hono's. */
export interface AgentEnvironment {
  readonly Bindings: HttpBindings;
}

export type AgentApp = Hono<AgentEnvironment>;
export type AgentContext = Context<AgentEnvironment>;

/** An empty set of routes. A path matches with and without a slash at its end. */
export function newAgentApp(): AgentApp {
  return new Hono<AgentEnvironment>({ strict: false });
}

/** The body of an answer that has nothing else to say. */
export const success = { success: true } as const;
