import * as z from 'zod';
import { defaultScopes, type Scope, scopes } from './scopes.ts';

/** What a person may do for an owner, the least first. Each role includes those before it. */
export const roles = ['viewer', 'member', 'admin', 'operator'] as const;

export const Role = z.enum(roles).meta({
  id: 'Role',
  description:
    '`viewer` can read, `member` can also run conversations and sandboxes, `admin` can also manage settings, members and keys, `operator` can also manage all owners.',
});
export type Role = z.output<typeof Role>;

/** The roles that an owner's admins can give. Only the groups of the identity provider make an operator. */
export const grantableRoles = ['viewer', 'member', 'admin'] as const satisfies readonly Role[];

const viewerScopes: readonly Scope[] = [
  'conversations:read',
  'sandboxes:read',
  'settings:read',
  'usage:read',
  'webhooks:read',
  'members:read',
];

const memberScopes: readonly Scope[] = [
  ...viewerScopes,
  'conversations:write',
  'sandboxes:write',
  'sandboxes:exec',
  'sandboxes:files',
  'sandboxes:share',
  // Their own keys only.
  'keys:read',
  'keys:write',
];

/** The scopes of each role. `docs/people.md` has them as a table. */
const scopesByRole: Readonly<Record<Role, readonly Scope[]>> = {
  viewer: viewerScopes,
  member: memberScopes,
  admin: [...defaultScopes, 'audit:read', 'members:write'],
  operator: scopes,
};

/** In the order of `scopes`. */
export function scopesOfRole(role: Role): readonly Scope[] {
  return scopes.filter((scope) => scopesByRole[role].includes(scope));
}

export function isAtLeast(role: Role, least: Role): boolean {
  return roles.indexOf(role) >= roles.indexOf(least);
}

/** The role with fewer rights. */
export function lowerRole(one: Role, other: Role): Role {
  return isAtLeast(one, other) ? other : one;
}
