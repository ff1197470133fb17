import type { APIGatewayProxyEvent } from 'aws-lambda';
import type { Endpoint } from '../../contract/endpoint/endpoint.ts';
import { canonicalId } from '../../contract/shapes/ids.ts';
import type { SandboxClaim } from '../../domain/sandboxes/agent/authenticate-sandbox.ts';
import type { Sandbox } from '../../domain/sandboxes/record/sandbox.ts';
import type { Middleware } from '../middleware.ts';
import type { AuthenticateSandbox, Operation } from '../operation/operation.ts';
import { pathOf } from './request.ts';

export interface SandboxCallers {
  /** Authenticates before anything reads the body. */
  readonly step: Middleware;
  /** The sandbox that sends a request; undefined on the endpoints of other callers. */
  readonly of: (event: APIGatewayProxyEvent) => Sandbox | undefined;
}

/** Finds out which sandbox calls, on the endpoints for sandboxes. @throws when one has no authentication */
export function authenticateSandboxes<E extends Endpoint, D>(
  { endpoint, authenticate }: Operation<E, D>,
  deps: () => D,
): SandboxCallers {
  const check: AuthenticateSandbox<D> | undefined = authenticate;
  if ((endpoint.access === 'sandbox') !== (check !== undefined))
    throw new Error(`${endpoint.id}: an endpoint authenticates sandboxes exactly if it is for them`);
  const callers = new WeakMap<APIGatewayProxyEvent, Sandbox>();
  const step: SandboxCallers['step'] = {
    before: async ({ event }) => {
      if (check) callers.set(event, await check(claimOf(endpoint, event), deps()));
    },
  };
  return { step, of: (event) => callers.get(event) };
}

function claimOf({ path }: Endpoint, event: APIGatewayProxyEvent): SandboxClaim {
  const sessionKey = event.headers['x-session-api-key'] ?? null;
  if (!path.includes('{sandbox_id}')) return { sessionKey, pathSandboxId: undefined };
  return { sessionKey, pathSandboxId: canonicalId(String(pathOf(event).sandbox_id)) };
}
