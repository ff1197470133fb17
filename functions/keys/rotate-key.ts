import { rotateKey as endpoint } from '../../shared/contract/keys.ts';
import { implement } from '../../shared/http/endpoint.ts';
import { serve } from '../../shared/http/serve.ts';
import { type ChangeKeysDeps, rotateOwnKey } from '../../shared/keys/change-keys.ts';
import { sealedClaimDeps } from '../../shared/wiring/idempotency.ts';
import { changeKeysDeps } from '../../shared/wiring/keys.ts';

export const rotateKey = implement(endpoint, async ({ params, body = {}, ...ask }, deps: ChangeKeysDeps) =>
  rotateOwnKey(params.key_id, body, ask, deps),
);

export const handler = serve(rotateKey, changeKeysDeps, sealedClaimDeps);
