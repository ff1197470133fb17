import { getCurrentKey as endpoint } from '../../shared/contract/accounts/keys.ts';
import { organizationOf } from '../../shared/domain/accounts/organization.ts';
import { implement } from '../../shared/http/operation/operation.ts';
import { serve } from '../../shared/http/serve/serve.ts';

/** The authorizer has already read the key. */
export const getCurrentKey = implement(endpoint, async ({ caller: { keyId, keyName, ownerId, scheme, scopes } }) => {
  const organization = organizationOf(ownerId);
  return {
    id: keyId,
    name: keyName,
    org_id: organization,
    bound_org_id: organization,
    user_id: ownerId,
    auth_type: scheme === 'bearer' ? ('bearer' as const) : ('api_key' as const),
    scopes: [...scopes],
  };
});

export const handler = serve(getCurrentKey, () => ({}));
