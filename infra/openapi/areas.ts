import type { endpoints } from '../../shared/contract/index.ts';

type Area = (typeof endpoints)[number]['area'];
type Words = readonly [title: string, description: string];

/** What the areas of the interface are about: a name for people, and a sentence. The compiler wants a line for each. */
export const areas: Readonly<Record<Area, Words> & Record<string, Words>> = {
  'app-conversations': ['Conversations', 'Conversations and their start tasks.'],
  messages: ['Messages', 'What users say to agents.'],
  events: ['Events', 'What happened in conversations.'],
  'agent-proxy': ['Workspaces', 'What is inside the sandbox of a conversation.'],
  sandboxes: ['Sandboxes', 'Where conversations run.'],
  'sandbox-specs': ['Sandbox specs', 'Templates of sandboxes.'],
  keys: ['API keys', 'API keys: what each may do, when it works, and its own limits.'],
  owners: ['Owners', 'Owners and their limits, for administrators.'],
  'webhook-endpoints': ['Webhook endpoints', 'Where signed events are sent, and what became of each.'],
  limits: ['Limits', 'What an API key may do, and how far that is used.'],
  audit: ['Audit', 'Who changed what.'],
  settings: ['Settings', 'What owners set for their conversations.'],
  secrets: ['Secrets', 'What owners keep for their agents. No value is ever shown.'],
  usage: ['Usage', 'What was used, and what it costs.'],
  users: ['Users', 'Who calls.'],
  organizations: ['Organizations', 'The organization of an owner.'],
  models: ['Models', 'Language models on offer.'],
  git: ['Git', 'What pickers of repositories ask for.'],
  device: ['Device login', 'Logging in a program that has no browser (RFC 8628).'],
  'start-up': ['Start-up', 'What web clients ask for when they start.'],
  webhooks: ['Agent webhooks', 'What agent servers call with the key of their sandbox.'],
  service: ['Service', 'The service itself. No key is needed.'],
  conversations: ['Legacy conversations', 'Conversations of the legacy generation, which is deprecated.'],
  'legacy-conversation': [
    'Legacy conversation',
    'What clients of the legacy generation do with one conversation. Deprecated.',
  ],
};
