import { revokeKey as endpoint } from '../../shared/contract/accounts/keys.ts';
import { type ChangeKeysDeps, revokeOwnKey } from '../../shared/domain/accounts/keys/change-keys.ts';
import { implement } from '../../shared/http/operation/operation.ts';
import { serve } from '../../shared/http/serve/serve.ts';
import { changeKeysDeps } from '../../shared/wiring/accounts.ts';

export const revokeKey = implement(endpoint, async ({ params, ...ask }, deps: ChangeKeysDeps) => {
  await revokeOwnKey(params.key_id, ask, deps);
  return { message: 'API key deleted successfully' as const };
});

export const handler = serve(revokeKey, changeKeysDeps);
