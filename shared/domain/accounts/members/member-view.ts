import type * as z from 'zod';
import type { listMembers } from '../../../contract/accounts/members.ts';
import { type OrganizationRole, organizationRoleOf } from '../../../contract/shapes/member-role.ts';
import { isActive, type MemberRecord } from '../people/member-record.ts';

type MemberView = z.input<(typeof listMembers)['success']['body']>['items'][number];

/** Numbers of roles, as other services have them. */
const numbers: Readonly<Record<OrganizationRole, { readonly role_id: number; readonly role_rank: number }>> = {
  owner: { role_id: 1, role_rank: 10 },
  admin: { role_id: 2, role_rank: 20 },
  member: { role_id: 3, role_rank: 1000 },
};

/** A member for callers. */
export function memberView(member: MemberRecord): MemberView {
  const role = organizationRoleOf(member.role);
  const { person_id, email, name, managed, limits, joined_at } = member;
  return {
    user_id: person_id,
    email,
    ...numbers[role],
    role,
    status: isActive(member) ? 'active' : 'inactive',
    access_role: member.role,
    ...{ name, managed, limits, joined_at },
  };
}
