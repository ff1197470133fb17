import type { APIGatewayProxyEvent } from 'aws-lambda';
import type { Endpoint } from '../../contract/endpoint/endpoint.ts';
import { canonicalId } from '../../contract/shapes/ids.ts';
import type { ModelCaller } from '../../domain/broker/keys/model-caller.ts';
import type { SandboxClaim } from '../../domain/sandboxes/agent/authenticate-sandbox.ts';
import type { Sandbox } from '../../domain/sandboxes/record/sandbox.ts';
import type { Middleware } from '../middleware.ts';
import type { AuthenticateSandbox, Operation } from '../operation/operation.ts';
import { pathOf } from './request.ts';

/**
 * Authenticates the calling sandbox before the body is read, on endpoints for sandboxes.
 *
 * @returns the middleware, and a function for the sandbox of a request
 * @throws when an endpoint for sandboxes has no authentication, or another endpoint has one
 */
export function authenticateSandboxes<E extends Endpoint, D>(
  { endpoint, authenticate }: Operation<E, D>,
  deps: () => D,
) {
  const check: AuthenticateSandbox<D, Sandbox | ModelCaller> | undefined = authenticate;
  if ((endpoint.access === 'sandbox') !== (check !== undefined))
    throw new Error(`${endpoint.id} must authenticate sandboxes if and only if it is for them`);
  const callers = new WeakMap<APIGatewayProxyEvent, Sandbox | ModelCaller>();
  const step: Middleware = {
    before: async ({ event }) => {
      if (check) callers.set(event, await check(claimOf(endpoint, event), deps()));
    },
  };
  return { step, of: (event: APIGatewayProxyEvent) => callers.get(event) };
}

function claimOf({ path, modelKey }: Endpoint, event: APIGatewayProxyEvent): SandboxClaim {
  const { 'x-session-api-key': sessionKey = null, 'x-delivery-key': deliveryKey = null } = event.headers;
  if (modelKey) return { sessionKey, deliveryKey, modelKey: modelKeyIn(event), pathSandboxId: undefined };
  if (!path.includes('{sandbox_id}')) return { sessionKey, deliveryKey, pathSandboxId: undefined };
  return { sessionKey, deliveryKey, pathSandboxId: canonicalId(String(pathOf(event).sandbox_id)) };
}

/** The libraries of OpenAI send a key in `Authorization`, those of Anthropic in `x-api-key`. */
function modelKeyIn({ headers }: APIGatewayProxyEvent): string | null {
  const [, bearer] = /^bearer +(\S+)$/i.exec(headers.authorization ?? '') ?? [];
  return bearer ?? headers['x-api-key'] ?? null;
}
