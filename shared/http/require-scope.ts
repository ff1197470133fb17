import type { MiddlewareObj } from '@middy/core';
import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda';
import { AppError } from '../errors.ts';
import type { Endpoint } from './endpoint.ts';
import { callerOf } from './request.ts';
import { holds } from './scopes.ts';

/** Refuses a key that lacks the scope of an endpoint, before anything of the request is looked at. An endpoint behind a key that names no scope answers nobody. */
export function requireScope(endpoint: Endpoint): MiddlewareObj<APIGatewayProxyEvent, APIGatewayProxyResult> {
  const { access, scope } = endpoint;
  return {
    before: ({ event }) => {
      if (access !== 'key' || scope === 'any') return;
      if (scope === undefined) throw new Error(`${endpoint.id} names no scope`);
      if (holds(callerOf(event).scopes, scope)) return;
      throw new AppError('insufficient_scope', `this API key lacks the scope ${scope}`, {
        extensions: { required_scope: scope },
      });
    },
  };
}
