import { audienceOf } from '../../contract/endpoint/audience.ts';
import type { Caller } from '../../contract/endpoint/caller.ts';
import { canonicalId, dashed } from '../../contract/shapes/ids.ts';
import { organizationRoleOf } from '../../contract/shapes/member-role.ts';
import {
  type OrganizationPermission,
  organizationPermissions,
  permissionScopes,
} from '../../contract/shapes/organization-permissions.ts';
import { holds } from '../../contract/shapes/scopes.ts';
import { AppError, NotFoundError } from '../../platform/errors.ts';
import { uuidOf } from '../../platform/ids.ts';

/** The id of an owner's organization, derived from the owner id, so that nothing is stored. */
export function organizationOf(ownerId: string): string {
  return dashed(uuidOf(`organization/${ownerId}`));
}

/** @throws NotFoundError for any other organization */
export function requireOwnOrganization(orgId: string, ownerId: string): string {
  const own = organizationOf(ownerId);
  if (canonicalId(orgId) !== canonicalId(own)) throw new NotFoundError('Organization', orgId);
  return own;
}

/** What only some members see of their organization, and where all of them find their own. */
const seenByAdmins = { conversations: 'GET /api/v1/app-conversations', costs: 'GET /api/v1/limits' } as const;

/**
 * Requires the caller's own organization, and one who sees everything of it.
 *
 * @throws NotFoundError; AppError `insufficient_scope`
 */
export function requireSeesAll(orgId: string, caller: Caller, what: keyof typeof seenByAdmins): void {
  requireOwnOrganization(orgId, caller.ownerId);
  if (audienceOf(caller).kind === 'all') return;
  const way = `Ask an admin of your organization. ${seenByAdmins[what]} shows your own.`;
  throw new AppError(
    'insufficient_scope',
    `Your role ${caller.person?.role} does not let you see the ${what} of others. ${way}`,
  );
}

/** For older clients, which can leave it out. @throws NotFoundError for any other organization */
export function requireNamedOrganization(orgId: string | undefined, ownerId: string): void {
  if (orgId !== undefined) requireOwnOrganization(orgId, ownerId);
}

/** The caller as a member of the organization: a person, or the owner for API keys without a person. */
export function memberOf({ ownerId, scopes, person }: Pick<Caller, 'ownerId' | 'scopes' | 'person'>) {
  return {
    org_id: organizationOf(ownerId),
    user_id: person?.id ?? ownerId,
    email: person?.email ?? '',
    role: person === undefined ? ('owner' as const) : organizationRoleOf(person.role),
    status: 'active',
    permissions: permissionsOf({ scopes, person }),
    access_role: person?.role ?? null,
    name: person?.name ?? null,
    scopes: [...scopes],
    llm_api_key: '' as const,
    llm_api_key_for_byor: null,
    agent_settings_diff: {},
    conversation_settings_diff: {},
  };
}

/** Permissions by the names of other services. */
function permissionsOf({ scopes, person }: Pick<Caller, 'scopes' | 'person'>): OrganizationPermission[] {
  const seesAll = audienceOf({ person }).kind === 'all';
  return organizationPermissions.filter(
    (name) => holds(scopes, permissionScopes[name]) && (name !== 'view_org_conversations' || seesAll),
  );
}
