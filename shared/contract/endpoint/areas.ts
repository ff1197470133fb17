/** The areas of the service. Contract, functions, rights, domain and wiring name their folders and files by them. */
export const areas = [
  'conversations',
  'sandboxes',
  'agents',
  'webhooks',
  'settings',
  'accounts',
  'billing',
  'git',
  'service',
  'maintenance',
] as const;

export type Area = (typeof areas)[number];

interface TagWords {
  /** The name in the reference. */
  readonly title: string;
  readonly description: string;
}

/** The sections of the reference, in the order of the OpenAPI document. A large area has several. */
export const tags = {
  conversations: { title: 'Conversations', description: 'Conversations with agents.' },
  'start-tasks': { title: 'Start tasks', description: 'How far the start of a conversation is.' },
  messages: { title: 'Messages', description: 'What users say to agents.' },
  events: { title: 'Events', description: 'What happened in conversations.' },
  'agent-proxy': { title: 'Workspaces', description: 'What is inside the sandbox of a conversation.' },
  sandboxes: { title: 'Sandboxes', description: 'Where conversations run.' },
  'sandbox-specs': { title: 'Sandbox specs', description: 'Templates of sandboxes.' },
  keys: { title: 'API keys', description: 'API keys: what each may do, when it works, and its own limits.' },
  owners: { title: 'Owners', description: 'Owners and their limits, for administrators.' },
  'webhook-endpoints': {
    title: 'Webhook endpoints',
    description: 'Where signed events are sent, and what became of each.',
  },
  billing: { title: 'Usage and limits', description: 'What was used, what it costs, and how far limits are used.' },
  audit: { title: 'Audit', description: 'Who changed what.' },
  settings: { title: 'Settings', description: 'What owners set for their conversations.' },
  profiles: { title: 'Profiles', description: 'Language models that owners keep under names.' },
  'provider-connections': {
    title: 'Provider connections',
    description: 'Keys to providers of language models, which several models share.',
  },
  'agent-profiles': { title: 'Agent profiles', description: 'Agents that owners keep under names.' },
  secrets: { title: 'Secrets', description: 'What owners keep for their agents. No value is ever shown.' },
  'sandbox-secrets': {
    title: 'Sandbox secrets',
    description: 'Secrets of an owner, for the agents in their sandboxes.',
  },
  users: { title: 'Users', description: 'Who calls, and the organization of an owner.' },
  models: { title: 'Models', description: 'Language models on offer.' },
  git: { title: 'Git', description: 'What pickers of repositories ask for.' },
  device: { title: 'Device login', description: 'Logging in a program that has no browser (RFC 8628).' },
  'start-up': { title: 'Start-up', description: 'What web clients ask for when they start.' },
  webhooks: { title: 'Agent webhooks', description: 'What agent servers call with the key of their sandbox.' },
  service: { title: 'Service', description: 'The service itself. No key is needed.' },
} as const satisfies Readonly<Record<string, TagWords>>;

export type Tag = keyof typeof tags;

/** The section of the reference that lists an endpoint; also the name of its contract file. */
export function tagOf({ area, tag }: { readonly area: Area; readonly tag?: Tag }): Tag {
  if (tag !== undefined) return tag;
  if (area in tags) return area as Tag;
  throw new Error(`endpoints of the area ${area} need a tag: name one of shared/contract/endpoint/areas.ts`);
}
