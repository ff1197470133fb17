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
