import type { Caller } from '../../../shared/contract/endpoint/caller.ts';
import type { Endpoint } from '../../../shared/contract/endpoint/endpoint.ts';
import { noLimits } from '../../../shared/contract/shapes/limits.ts';
import { defaultScopes } from '../../../shared/contract/shapes/scopes.ts';
import type { Input } from '../../../shared/http/operation/operation.ts';

export const aCaller: Caller = {
  ownerId: 'ann',
  keyId: 'key000000001',
  keyName: null,
  credential: 'key',
  scheme: 'session-header',
  scopes: defaultScopes,
  limits: noLimits,
};

/** The operation's input for a request with nothing but a key. */
export const aRequest: Input<Endpoint>['request'] = {
  claim: async () => [],
  triedAt: null,
  requestId: 'r',
  sessionKey: null,
  accessToken: null,
  sourceIp: '203.0.113.7',
  userAgent: 'test',
  traceparent: null,
};
