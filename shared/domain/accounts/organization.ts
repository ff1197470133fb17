import type { Caller } from '../../contract/endpoint/caller.ts';
import { canonicalId, dashed } from '../../contract/shapes/ids.ts';
import { holds } from '../../contract/shapes/scopes.ts';
import { NotFoundError } from '../../platform/errors.ts';
import { uuidOf } from '../../platform/ids.ts';

/** The id of an owner's organization, derived from the owner id, so that nothing is stored. */
export function organizationOf(ownerId: string): string {
  return dashed(uuidOf(`organization/${ownerId}`));
}

/** @throws NotFoundError for any other organization */
export function requireOwnOrganization(orgId: string, ownerId: string): string {
  const own = organizationOf(ownerId);
  if (canonicalId(orgId) !== canonicalId(own)) throw new NotFoundError('organization', orgId);
  return own;
}

/** The owner as the only member of their organization, with the permissions of this API key. */
export function memberOf({ ownerId, scopes }: Pick<Caller, 'ownerId' | 'scopes'>) {
  return {
    org_id: organizationOf(ownerId),
    user_id: ownerId,
    email: '',
    role: 'owner' as const,
    status: 'active',
    permissions: [
      ...(holds(scopes, 'settings:read') ? (['view_org_settings'] as const) : []),
      ...(holds(scopes, 'settings:write') ? (['edit_org_settings'] as const) : []),
    ],
  };
}
