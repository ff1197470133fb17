import type { Scope } from '../../../shared/contract/shapes/scopes.ts';

/** What each scope allows, for the reference and docs/keys.md. */
export const scopeWords: Readonly<Record<Scope, string>> = {
  'conversations:read': 'reading conversations, start tasks, events and files',
  'conversations:write': 'starting, changing and deleting conversations and their sandboxes; talking to agents',
  'sandboxes:read': 'reading sandboxes, snapshots, prebuilds and sandbox specs',
  'sandboxes:write':
    'starting, pausing, resuming, forking and deleting sandboxes; snapshots, prebuilds and specs of the owner; opening VS Code in sandboxes',
  'sandboxes:exec': 'running commands and terminals in sandboxes; reading their logs',
  'sandboxes:files': 'reading and changing the files of sandboxes, reading those of snapshots',
  'sandboxes:share': 'making ports of sandboxes public',
  'settings:read': 'reading settings, profiles and the names of secrets, never their values',
  'settings:write':
    "changing settings, profiles, secrets and git tokens; with them, everything that the owner's agents do",
  'keys:read': "listing the owner's API keys, never their text",
  'keys:write': 'creating, rotating and revoking keys; approving devices',
  'usage:read': 'reading usage and its cost',
  'webhooks:read': 'reading webhook endpoints and their deliveries',
  'webhooks:write': 'changing and testing webhook endpoints; redelivering messages',
  'members:read': "reading the owner's members and their roles",
  'members:write': 'inviting, changing and removing members',
  'audit:read': "reading the owner's audit log",
  admin: 'everything, including all owners with their limits and keys',
};

/** The scopes as a list in Markdown. */
export function scopeList(): string {
  return Object.entries(scopeWords)
    .map(([scope, allows]) => `- \`${scope}\`: ${allows}`)
    .join('\n');
}
