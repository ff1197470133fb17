import type { MiddlewareObj } from '@middy/core';
import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda';
import type { Endpoint } from '../../contract/endpoint/endpoint.ts';
import { holds } from '../../contract/shapes/scopes.ts';
import { AppError } from '../../platform/errors/errors.ts';
import { callerOf } from './request.ts';

/** Refuses a key without the endpoint's scope before reading the rest; without a named scope, every key. */
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
