import type { APIGatewayProxyEvent } from 'aws-lambda';
import type { Endpoint } from '../../contract/endpoint/endpoint.ts';
import { holds } from '../../contract/shapes/scopes.ts';
import { callerOf } from '../request/request.ts';

const SESSION_KEY = 'session_api_key';

/** A session key opens the owner's secrets, so a key that may only read gets null in its place. */
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
