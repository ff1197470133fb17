import type { Caller, Endpoint, Input } from '../../shared/http/endpoint.ts';
import { defaultScopes } from '../../shared/http/scopes.ts';

/** Who calls with a key that nobody restricted. */
export const aCaller: Caller = {
  ownerId: 'ann',
  keyId: 'key000000001',
  keyName: null,
  scheme: 'session-header',
  scopes: defaultScopes,
  limits: { sandboxLimit: null, requestsPerMinute: null, monthlyBudgetUsd: null, monthlySandboxHours: null },
};

/** What an operation is told of a request that carried a key and nothing else. */
export const aRequest: Input<Endpoint>['request'] = {
  claim: async () => [],
  triedAt: null,
  requestId: 'r',
  baseUrl: 'https://api.example.com',
  sessionKey: null,
  accessToken: null,
  sourceIp: '203.0.113.7',
  userAgent: 'test',
  traceparent: null,
};
