import type { APIGatewayProxyEvent } from 'aws-lambda';
import type { Endpoint } from '../../contract/endpoint/endpoint.ts';
import { holds } from '../../contract/shapes/scopes.ts';
import { AppError } from '../../platform/errors.ts';
import type { Middleware } from '../middleware.ts';
import { callerOf } from './request.ts';

/** Refuses a key without the endpoint's scope before reading the request. */
export function requireScope(endpoint: Endpoint): Middleware {
  const { access, scope } = endpoint;
  return {
    before: ({ event }) => {
      if (access !== 'key' || scope === 'any') return;
      if (scope === undefined) throw new Error(`${endpoint.id} names no scope`);
      if (holds(callerOf(event).scopes, scope)) return;
      throw new AppError('insufficient_scope', `This API key lacks the scope ${scope}. Use a key that has it.`, {
        extensions: { required_scope: scope },
      });
    },
  };
}

const SESSION_KEY = 'session_api_key';

/** Replaces session keys by null for API keys that can only read: a session key gives access to secrets. */
export function withSessionKeysFor(endpoint: Endpoint, event: APIGatewayProxyEvent, answer: unknown): unknown {
  if (endpoint.access !== 'key') return answer;
  const { scopes } = callerOf(event);
  return holds(scopes, 'conversations:write') || holds(scopes, 'sandboxes:write') ? answer : withoutSessionKeys(answer);
}

function withoutSessionKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutSessionKeys);
  if (typeof value !== 'object' || value === null || Object.getPrototypeOf(value) !== Object.prototype) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, part]) => [name, name === SESSION_KEY ? null : withoutSessionKeys(part)]),
  );
}
