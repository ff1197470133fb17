import type { Scope } from './scopes.ts';

/** The permissions of other services by which their clients show and hide pages, each with the scope that gives it. */
export const permissionScopes = {
  view_org_settings: 'settings:read',
  edit_org_settings: 'settings:write',
  change_organization_name: 'settings:write',
  view_llm_settings: 'settings:read',
  edit_llm_settings: 'settings:write',
  manage_application_settings: 'settings:write',
  manage_secrets: 'settings:write',
  manage_mcp: 'settings:write',
  manage_integrations: 'settings:write',
  manage_api_keys: 'keys:write',
  invite_user_to_organization: 'members:write',
  'change_user_role:member': 'members:write',
  'change_user_role:admin': 'members:write',
  'change_user_role:owner': 'members:write',
  /** Only for those who see the private conversations of others. */
  view_org_conversations: 'conversations:read',
} as const satisfies Readonly<Record<string, Scope>>;

export type OrganizationPermission = keyof typeof permissionScopes;

export const organizationPermissions = Object.keys(permissionScopes) as readonly OrganizationPermission[];
