import type { Role } from '../../api/shapes.ts';

/** What each role may do, in one sentence. */
const roleWords: Readonly<Record<Role, string>> = {
  viewer: 'Can read conversations, sandboxes, settings and usage.',
  member: 'Can also run conversations and sandboxes, and create API keys.',
  admin: 'Can also manage settings, members, webhooks and all keys.',
  operator: 'Can also manage all owners of the service.',
};

/** The roles that an administrator can give. */
export const grantable = ['viewer', 'member', 'admin'] as const satisfies readonly Role[];

export const roleOptions = grantable.map((role) => [role, `${role}: ${roleWords[role]}`] as const);
