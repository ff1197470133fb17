import { canonicalId, dashed } from '../../contract/shapes/ids.ts';
import { NotFoundError } from '../../platform/errors/errors.ts';
import { uuidOf } from '../../platform/ids.ts';

/** The id of an owner's own organization: it follows from their name, so that nothing has to be stored. */
export function organizationOf(ownerId: string): string {
  return dashed(uuidOf(`organization/${ownerId}`));
}

/** @throws NotFoundError for every organization but the caller's own. */
export function requireOwnOrganization(orgId: string, ownerId: string): string {
  const own = organizationOf(ownerId);
  if (canonicalId(orgId) !== canonicalId(own)) throw new NotFoundError('organization', orgId);
  return own;
}
