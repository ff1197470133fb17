import { getCurrentKey as endpoint } from '../../shared/contract/accounts/keys.ts';
import { userOf } from '../../shared/contract/endpoint/caller.ts';
import { organizationOf } from '../../shared/domain/accounts/organization.ts';
import { implement } from '../../shared/http/operation/operation.ts';
import { serve } from '../../shared/http/serve/serve.ts';

/** The authorizer has already read the key. */
export const getCurrentKey = implement(endpoint, async ({ caller }) => {
  const { keyId, keyName, ownerId, person, scheme, scopes } = caller;
  const organization = organizationOf(ownerId);
  return {
    id: keyId,
    name: keyName,
    owner_id: ownerId,
    org_id: organization,
    bound_org_id: organization,
    user_id: userOf(caller),
    member: person === undefined ? null : { ...person },
    auth_type: scheme === 'bearer' ? ('bearer' as const) : ('api_key' as const),
    scopes: [...scopes],
  };
});

export const handler = serve(getCurrentKey, () => ({}));
