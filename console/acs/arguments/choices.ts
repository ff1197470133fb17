import type { components, paths } from '../../../shared/client/api-types.ts';

type Schemas = components['schemas'];

/** All values of a contract type. A missing or extra value does not compile. */
function allOf<T extends string>(values: Readonly<Record<T, true>>): readonly T[] {
  return Object.keys(values) as T[];
}

export const providers = allOf<Schemas['ProviderType']>({
  github: true,
  gitlab: true,
  bitbucket: true,
  enterprise_sso: true,
  bitbucket_data_center: true,
  forgejo: true,
  azure_devops: true,
});

export const scopes = allOf<Schemas['Scope']>({
  'conversations:read': true,
  'conversations:write': true,
  'sandboxes:read': true,
  'sandboxes:write': true,
  'sandboxes:exec': true,
  'sandboxes:files': true,
  'sandboxes:share': true,
  'settings:read': true,
  'settings:write': true,
  'keys:read': true,
  'keys:write': true,
  'usage:read': true,
  'webhooks:read': true,
  'webhooks:write': true,
  'members:read': true,
  'members:write': true,
  'audit:read': true,
  admin: true,
});

/**
 * The scopes that the commands need. A sign-in on another device asks for them. With those of members, a key can invite
 * and remove members.
 */
export const loginScopes = scopes.filter((scope) => !/^(settings:write|audit:read|admin)$/.test(scope));

/** The roles that an administrator can give. */
export const grantableRoles = ['viewer', 'member', 'admin'] as const satisfies readonly Schemas['Role'][];

export const sandboxStatuses = allOf<Schemas['SandboxStatus']>({
  STARTING: true,
  RUNNING: true,
  PAUSED: true,
  ERROR: true,
  MISSING: true,
});

export const portAccesses = allOf<Schemas['PortAccess']>({ key: true, link: true, public: true });

export const wakePolicies = allOf<Schemas['WakePolicy']>({ never: true, key: true, link: true });

export const sandboxStates = allOf<Schemas['SandboxState']>({
  PENDING: true,
  PROVISIONING: true,
  BOOTING: true,
  RUNNING: true,
  STOPPING: true,
  SAVING: true,
  PAUSED: true,
  ERROR: true,
  EXPIRED: true,
  DELETING: true,
  DELETED: true,
});

export const conversationStates = allOf<Schemas['ConversationState']>({
  starting: true,
  running: true,
  waiting: true,
  ready: true,
  paused: true,
  failed: true,
  missing: true,
});

const portNames = allOf<keyof Schemas['WakePolicies']>({
  AGENT_SERVER: true,
  VSCODE: true,
  WORKER_1: true,
  WORKER_2: true,
});

/** A port, and which requests to its URL resume the sandbox. */
export const wakeChoices = portNames.flatMap((port) => wakePolicies.map((policy) => `${port}=${policy}` as const));

export const usageGroups = allOf<Schemas['UsageReport']['group_by']>({
  day: true,
  spec: true,
  key: true,
  member: true,
  sandbox: true,
  conversation: true,
  model: true,
});

/** An event type, all events of a resource, or all events. */
export type EventFilter =
  paths['/api/v1/webhook-endpoints']['post']['requestBody']['content']['application/json']['events'][number];

export const eventFilters = allOf<EventFilter>({
  '*': true,
  'conversation.*': true,
  'sandbox.*': true,
  'prebuild.*': true,
  'snapshot.*': true,
  'key.*': true,
  'budget.*': true,
  'webhook_endpoint.*': true,
  'start.*': true,
  'owner.*': true,
  'conversation.created': true,
  'conversation.updated': true,
  'conversation.status_changed': true,
  'conversation.deleted': true,
  'sandbox.starting': true,
  'sandbox.running': true,
  'sandbox.pausing': true,
  'sandbox.paused': true,
  'sandbox.error': true,
  'sandbox.deleted': true,
  'prebuild.ready': true,
  'prebuild.failed': true,
  'snapshot.ready': true,
  'snapshot.failed': true,
  'snapshot.deleted': true,
  'key.created': true,
  'key.rotated': true,
  'key.revoked': true,
  'budget.half_used': true,
  'budget.warning': true,
  'budget.exhausted': true,
  'webhook_endpoint.failing': true,
  'webhook_endpoint.disabled': true,
  'start.failed': true,
  'owner.suspended': true,
  'owner.resumed': true,
});

export const refreshes = allOf<Schemas['PrebuildRefresh']>({
  push: true,
  daily: true,
  never: true,
});

export const deliveryStatuses = allOf<Schemas['WebhookMessage']['status']>({
  pending: true,
  delivered: true,
  failed: true,
});

/** What the messages of an endpoint can be filtered by. */
export const messageFilters = [
  ...eventFilters.filter((filter): filter is Exclude<EventFilter, '*'> => filter !== '*'),
  'webhook_endpoint.ping',
] as const;
