import * as z from 'zod';
import { grantableRoles, type Role } from './roles.ts';

/**
 * The words of the hosted product for roles. It has none for people who only read: their requests to write are refused,
 * whatever its clients show them.
 */
export const OrganizationRole = z.enum(['owner', 'admin', 'member']).meta({
  description:
    'The role in the terms of the hosted product: `member` for `viewer` and `member`, `admin` for `admin`, `owner` for `operator`. `access_role` has the exact role.',
});
export type OrganizationRole = z.output<typeof OrganizationRole>;

const organizationRoles = {
  viewer: 'member',
  member: 'member',
  admin: 'admin',
  operator: 'owner',
} as const satisfies Record<Role, OrganizationRole>;

export function organizationRoleOf(role: Role): OrganizationRole {
  return organizationRoles[role];
}

/** A role that admins can give. Other services call the highest one `owner`. */
export const GrantableRole = z
  .enum([...grantableRoles, 'owner'])
  .transform((role) => (role === 'owner' ? 'admin' : role))
  .meta({
    override: { type: 'string', enum: [...grantableRoles, 'owner'] },
    description: '`owner` means `admin`. You cannot grant a role with more rights than your own.',
  });
