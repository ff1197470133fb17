import { createKey as endpoint } from '../../shared/contract/keys.ts';
import { implement } from '../../shared/http/endpoint.ts';
import { serve } from '../../shared/http/serve.ts';
import { type ChangeKeysDeps, createOwnKey } from '../../shared/keys/change-keys.ts';
import { sealedClaimDeps } from '../../shared/wiring/idempotency.ts';
import { changeKeysDeps } from '../../shared/wiring/keys.ts';

export const createKey = implement(endpoint, async ({ body = {}, ...ask }, deps: ChangeKeysDeps) =>
  createOwnKey(body, ask, deps),
);

export const handler = serve(createKey, changeKeysDeps, sealedClaimDeps);
