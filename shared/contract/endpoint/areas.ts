/** The areas of the service. Contract, functions, rights, domain and wiring name their folders and files by them. */
export const areas = [
  'conversations',
  'sandboxes',
  'prebuilds',
  'logs',
  'commands',
  'files',
  'agents',
  'webhooks',
  'settings',
  'accounts',
  'billing',
  'git',
  'mcp',
  'broker',
  'service',
  'maintenance',
] as const;

export type Area = (typeof areas)[number];

interface TagWords {
  /** The name in the reference. */
  readonly title: string;
  readonly description: string;
}

/** The sections of the reference, in the order of the OpenAPI document. Large areas have several. */
export const tags = {
  overview: { title: 'Overview', description: 'What an owner runs, and what it costs.' },
  conversations: { title: 'Conversations', description: 'Conversations with agents.' },
  'organization-conversations': {
    title: 'Organization conversations',
    description: 'All conversations of an organization and their usage, for its admins.',
  },
  'start-tasks': { title: 'Start tasks', description: 'Progress of conversation starts.' },
  messages: { title: 'Messages', description: 'Messages from users to agents.' },
  events: { title: 'Events', description: 'The event history of conversations.' },
  sharing: { title: 'Sharing', description: 'Conversations with a public link. No API key is needed.' },
  'agent-proxy': { title: 'Workspaces', description: 'Files, changes and tools in the sandbox of a conversation.' },
  sandboxes: { title: 'Sandboxes', description: 'The environments in which conversations run.' },
  'sandbox-ports': {
    title: 'Sandbox ports',
    description: 'Addresses for apps that listen on ports of a sandbox.',
  },
  prebuilds: {
    title: 'Prebuilds',
    description: 'Prepared workspaces of repositories, from which conversations start.',
  },
  snapshots: { title: 'Snapshots', description: 'Copies of the workspaces of sandboxes.' },
  forks: { title: 'Forks', description: 'Copies of sandboxes, and sandboxes that go back to a snapshot.' },
  logs: { title: 'Logs and measurements', description: 'What sandboxes print, and what they use.' },
  commands: { title: 'Commands', description: 'Commands in a sandbox, with their output.' },
  'sandbox-specs': { title: 'Sandbox specs', description: 'Templates for sandboxes.' },
  files: { title: 'Files', description: 'The files of a sandbox.' },
  'snapshot-files': { title: 'Files of snapshots', description: 'Read files of snapshots, and compare snapshots.' },
  transfers: {
    title: 'File transfers',
    description: 'Uploads of more than 4 MiB, and uploads and downloads of folders.',
  },
  keys: { title: 'API keys', description: 'API keys, with their scopes, expiry and limits.' },
  owners: { title: 'Owners', description: 'Owners with their limits, suspension and deletion, for operators.' },
  alerts: {
    title: 'Alerts',
    description: 'Who gets alerts about budgets, failures and agents, by mail or to a Slack-compatible URL.',
  },
  operators: { title: 'Operators', description: 'An overview of all owners, and announcements.' },
  'webhook-endpoints': {
    title: 'Webhook endpoints',
    description: 'URLs that receive signed events, and the status of each delivery.',
  },
  billing: { title: 'Usage and limits', description: 'Usage, costs and limits.' },
  budgets: { title: 'Budgets', description: 'Monthly limits on the costs of an organization and its members.' },
  audit: { title: 'Audit', description: 'The log of changes and who made them.' },
  settings: { title: 'Settings', description: "Defaults for an owner's conversations." },
  'organization-settings': {
    title: 'Organization settings',
    description: 'The same settings, in the forms of web clients with organizations.',
  },
  profiles: { title: 'Profiles', description: 'Named language models of an owner.' },
  'provider-connections': {
    title: 'Provider connections',
    description: 'Keys for model providers, shared by several model profiles.',
  },
  'agent-profiles': { title: 'Agent profiles', description: 'Named agents of an owner.' },
  secrets: { title: 'Secrets', description: "Secrets for an owner's agents. Values are never shown." },
  'sandbox-secrets': {
    title: 'Sandbox secrets',
    description: "Access to an owner's secrets from inside a sandbox.",
  },
  people: { title: 'People', description: 'Signing in and out, and the owners that a person is a member of.' },
  members: { title: 'Members', description: 'The people of an organization, with their roles and limits.' },
  invitations: { title: 'Invitations', description: 'Invitations to an organization.' },
  organizations: { title: 'Organizations', description: 'Names and contacts of owners, as web clients show them.' },
  users: { title: 'Users', description: 'The current user and their organization.' },
  models: { title: 'Models', description: 'Available language models.' },
  broker: {
    title: 'Model broker',
    description: 'Language models for agents, with the interfaces of their providers. Agents call it with a model key.',
  },
  'model-calls': {
    title: 'Model calls',
    description: 'The log of requests to language models that went through the model broker.',
  },
  git: { title: 'Git', description: 'Repositories, branches and suggested tasks from git providers.' },
  mcp: { title: 'MCP', description: 'Tools for agents that use this service (Model Context Protocol).' },
  device: { title: 'Device sign-in', description: 'Signs in a program that has no browser (RFC 8628).' },
  'start-up': { title: 'Start-up', description: 'Configuration that web clients read when they start.' },
  webhooks: {
    title: 'Agent webhooks',
    description: 'Reports from agent servers, authenticated by the session key of their sandbox.',
  },
  'legacy-conversations': {
    title: 'Legacy conversations',
    description: 'Conversations in the form of the legacy generation.',
  },
  service: { title: 'Service', description: 'The service itself. No API key is needed.' },
} as const satisfies Readonly<Record<string, TagWords>>;

export type Tag = keyof typeof tags;

/** The section of the reference that lists an endpoint; also the name of its contract file. */
export function tagOf({ area, tag }: { readonly area: Area; readonly tag?: Tag }): Tag {
  if (tag !== undefined) return tag;
  if (area in tags) return area as Tag;
  throw new Error(`endpoints of the area ${area} need a tag: name one of shared/contract/endpoint/areas.ts`);
}
