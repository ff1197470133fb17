import * as z from 'zod';
import * as conversations from './conversations.ts';
import * as events from './events.ts';
import { batchOf, count, emptyPage, pageForm, success } from './forms.ts';
import * as git from './git.ts';
import * as keys from './keys.ts';
import { auditEntry, limits } from './limits.ts';
import * as people from './people.ts';
import { sandbox, sandboxDeletion, sandboxSpec } from './sandboxes.ts';
import * as signed from './signed-events.ts';
import * as startUp from './start-up.ts';
import * as talk from './talk.ts';
import { usageReport } from './usage.ts';

export interface Row {
  readonly body: z.ZodType;
  readonly status?: number;
  readonly contentType?: RegExp;
}

const text = /^text\/plain/;
const anything = z.unknown();
const message = z.strictObject({ message: z.string() });

/** The legacy generation: paths with a placeholder for each parameter. */
const legacy: Readonly<Record<string, Row>> = {
  'POST /api/conversations': { body: conversations.conversationResponse },
  'GET /api/conversations': { body: conversations.legacyPage },
  // Null where there is none, as its clients know it.
  'GET /api/conversations/{}': { body: conversations.legacyConversation.nullable() },
  'PATCH /api/conversations/{}': { body: z.literal(true) },
  'DELETE /api/conversations/{}': { body: z.boolean() },
  'POST /api/conversations/{}/start': { body: conversations.conversationResponse },
  'POST /api/conversations/{}/stop': { body: conversations.conversationResponse },
  'GET /api/conversations/{}/config': { body: talk.conversationConfig },
  'GET /api/conversations/{}/trajectory': { body: events.trajectory },
  'GET /api/conversations/{}/events': { body: events.legacyEvents },
  'POST /api/conversations/{}/events': { body: success },
  'POST /api/conversations/{}/message': { body: success },
  'GET /api/conversations/{}/vscode-url': { body: talk.vscodeUrl },
  'GET /api/conversations/{}/web-hosts': { body: talk.webHosts },
  'GET /api/conversations/{}/remember-prompt': {
    body: z.strictObject({ status: z.literal('success'), prompt: z.string() }),
  },
  'GET /api/conversations/{}/zip-directory': { body: anything, contentType: /^application\/zip/ },
  'GET /api/conversations/{}/microagents': { body: talk.microagents },
  'GET /api/conversations/{}/list-files': { body: z.array(z.string()) },
  'GET /api/conversations/{}/select-file': { body: z.strictObject({ code: z.string() }) },
  'GET /api/conversations/{}/git/changes': { body: z.array(talk.gitChange) },
  'GET /api/conversations/{}/git/diff': { body: talk.gitDiff },
  'GET /api/options/config': { body: startUp.optionsConfig },
  'GET /api/options/models': { body: startUp.models },
  'GET /api/options/agents': { body: startUp.models },
  'GET /api/options/security-analyzers': { body: z.array(z.string()) },
  'POST /api/authenticate': { body: anything },
  'GET /api/user/info': { body: git.user },
  'GET /api/user/suggested-tasks': { body: z.array(git.suggestedTask) },
  'GET /api/user/repositories': { body: z.array(git.legacyRepository) },
  'GET /api/user/search/repositories': { body: z.array(git.legacyRepository) },
  'GET /api/user/repository/branches': { body: git.legacyBranches },
  'GET /api/user/search/branches': { body: z.array(git.branch) },
  'GET /api/user/installations': { body: z.array(z.string()) },
  'GET /api/user/repository/{}/{}/microagents': { body: z.array(git.microagent) },
  'GET /api/user/repository/{}/{}/microagents/content': { body: git.microagentContent },
  'GET /api/settings': { body: people.legacySettings },
  'POST /api/settings': { body: message },
  'GET /api/secrets': { body: z.strictObject({ custom_secrets: z.array(people.secretEntry) }) },
  'POST /api/secrets': { body: message, status: 201 },
  'PUT /api/secrets/{}': { body: message },
  'DELETE /api/secrets/{}': { body: message },
  'POST /api/add-git-providers': { body: message },
  'POST /api/unset-provider-tokens': { body: message },
};

const appConversations: Readonly<Record<string, Row>> = {
  'POST /api/v1/app-conversations': { body: conversations.startTask },
  'POST /api/v1/app-conversations/stream-start': { body: z.array(conversations.startTask).min(1) },
  'GET /api/v1/app-conversations': {
    body: z.union([pageForm(conversations.appConversation), batchOf(conversations.appConversation)]),
  },
  'GET /api/v1/app-conversations/search': { body: pageForm(conversations.appConversation) },
  'GET /api/v1/app-conversations/count': { body: count },
  'GET /api/v1/app-conversations/{}': { body: conversations.appConversation },
  'PATCH /api/v1/app-conversations/{}': { body: conversations.appConversation },
  'DELETE /api/v1/app-conversations/{}': { body: success },
  'GET /api/v1/app-conversations/start-tasks': { body: batchOf(conversations.startTask) },
  'GET /api/v1/app-conversations/start-tasks/search': { body: pageForm(conversations.startTask) },
  'GET /api/v1/app-conversations/start-tasks/count': { body: count },
  'POST /api/v1/app-conversations/{}/send-message': { body: talk.messageSent },
  'POST /api/v1/app-conversations/{}/switch_profile': { body: anything },
  'POST /api/v1/app-conversations/{}/switch_acp_model': { body: anything },
  'GET /api/v1/app-conversations/{}/file': { body: z.string() },
  'GET /api/v1/app-conversations/{}/files': { body: z.array(z.string()) },
  'GET /api/v1/app-conversations/{}/git/changes': { body: z.array(talk.gitChange) },
  'GET /api/v1/app-conversations/{}/git/diff': { body: talk.gitDiff },
  'GET /api/v1/app-conversations/{}/skills': { body: talk.skills },
  'GET /api/v1/app-conversations/{}/hooks': { body: talk.hooks },
  'GET /api/v1/app-conversations/{}/download': { body: anything, contentType: /^application\/zip/ },
  'POST /api/v1/conversations/{}/pending-messages': { body: talk.messageQueued, status: 201 },
};

const sandboxes: Readonly<Record<string, Row>> = {
  'GET /api/v1/sandboxes/search': { body: pageForm(sandbox) },
  'GET /api/v1/sandboxes': { body: batchOf(sandbox) },
  'GET /api/v1/sandboxes/{}': { body: sandbox },
  'POST /api/v1/sandboxes': { body: sandbox },
  'POST /api/v1/sandboxes/{}/pause': { body: success },
  'POST /api/v1/sandboxes/{}/resume': { body: success },
  'DELETE /api/v1/sandboxes/{}': { body: success },
  'GET /api/v1/sandbox-deletions': { body: pageForm(sandboxDeletion) },
  'GET /api/v1/sandbox-deletions/{}': { body: sandboxDeletion },
  'GET /api/v1/usage': { body: usageReport },
  'GET /api/v1/sandboxes/{}/settings/secrets': { body: people.sandboxSecrets },
  'GET /api/v1/sandboxes/{}/settings/secrets/{}': { body: z.string(), contentType: text },
  'GET /api/v1/sandbox-specs/search': { body: pageForm(sandboxSpec) },
  'GET /api/v1/sandbox-specs': { body: batchOf(sandboxSpec) },
};

const eventRows: Readonly<Record<string, Row>> = {
  'GET /api/v1/events/search': { body: events.eventPage },
  'GET /api/v1/events/count': { body: count },
  'GET /api/v1/events': { body: batchOf(events.event) },
  'GET /api/v1/conversation/{}/events/search': { body: events.eventPage },
  'GET /api/v1/conversation/{}/events/count': { body: count },
  'GET /api/v1/conversation/{}/events': { body: batchOf(events.event) },
  'POST /api/v1/webhooks/conversations': { body: success },
  'POST /api/v1/webhooks/events/{}': { body: success },
  'POST /api/v1/webhooks/{}/conversations': { body: success },
  'POST /api/v1/webhooks/{}/events/{}': { body: success },
  'GET /api/v1/webhooks/secrets': { body: z.string(), contentType: text },
  'GET /api/shared-conversations': { body: batchOf(conversations.sharedConversation) },
  'GET /api/shared-events/search': { body: events.eventPage },
  'GET /api/shared-events/count': { body: count },
  'GET /api/shared-events': { body: batchOf(events.event) },
};

const peopleRows: Readonly<Record<string, Row>> = {
  'GET /api/v1/users/me': { body: people.userInfo },
  'GET /api/v1/users/git-info': { body: git.user },
  'GET /api/v1/users/git-organizations': { body: git.organizations },
  'GET /api/v1/settings': { body: people.settings },
  'POST /api/v1/settings': { body: anything },
  'GET /api/v1/settings/agent-schema': { body: z.looseObject({}) },
  'GET /api/v1/settings/conversation-schema': { body: z.looseObject({}) },
  'GET /api/v1/settings/profiles': { body: startUp.llmProfiles },
  'GET /api/v1/settings/profiles/{}': { body: z.looseObject({ name: z.string() }) },
  'POST /api/v1/settings/profiles/{}': { body: anything, status: 201 },
  'DELETE /api/v1/settings/profiles/{}': { body: anything },
  'POST /api/v1/settings/profiles/{}/activate': { body: anything },
  'POST /api/v1/settings/profiles/{}/rename': { body: anything },
  'GET /api/v1/secrets/search': { body: people.secretPage },
  'POST /api/v1/secrets': { body: anything, status: 201 },
  'PUT /api/v1/secrets/{}': { body: anything },
  'DELETE /api/v1/secrets/{}': { body: anything },
  'POST /api/v1/secrets/git-providers': { body: anything },
  'DELETE /api/v1/secrets/git-providers': { body: anything },
  'GET /api/keys/current': { body: people.currentKey },
  'GET /api/keys': { body: z.array(keys.apiKey) },
  'POST /api/keys': { body: keys.createdKey },
  'GET /api/keys/{}': { body: keys.apiKey },
  'DELETE /api/keys/{}': { body: keys.keyDeleted },
  'POST /api/keys/{}/rotate': { body: keys.rotatedKey, status: 201 },
  'GET /api/v1/owners': { body: pageForm(keys.owner) },
  'POST /api/v1/owners': { body: keys.createdOwner, status: 201 },
  'GET /api/v1/owners/{}': { body: keys.owner },
  'PATCH /api/v1/owners/{}': { body: keys.owner },
  'POST /api/v1/owners/{}/keys': { body: keys.createdKey, status: 201 },
  'GET /api/keys/llm/byor': { body: z.strictObject({ key: z.string().nullable() }) },
  'GET /api/keys/llm/byor/permitted': { body: z.strictObject({ permitted: z.boolean() }) },
  'GET /api/organizations': { body: people.organizations },
  'GET /api/organizations/{}/me': { body: people.organizationMember },
  'GET /api/organizations/{}/members/{}': { body: people.organizationMember },
  'GET /api/organizations/{}/profiles': { body: startUp.llmProfiles },
  'GET /api/organizations/{}/profiles/{}': { body: people.organizationProfile },
  'POST /api/organizations/{}/profiles/{}': { body: anything, status: 201 },
  'DELETE /api/organizations/{}/profiles/{}': { body: anything },
  'POST /api/organizations/{}/profiles/{}/activate': { body: people.organizationProfileActivated },
  'POST /api/organizations/{}/profiles/{}/rename': { body: anything },
  'GET /api/organizations/{}/provider-connections': {
    body: z.strictObject({ connections: z.array(startUp.providerConnection) }),
  },
  'POST /api/organizations/{}/provider-connections': { body: startUp.providerConnection, status: 201 },
  'PATCH /api/organizations/{}/provider-connections/{}': { body: startUp.providerConnection },
  'DELETE /api/organizations/{}/provider-connections/{}': { body: startUp.providerConnection },
  'GET /api/automation/health': { body: z.strictObject({ status: z.literal('error'), message: z.string() }) },
  'GET /api/automation/sdk-version': { body: z.strictObject({ sdk_version: z.null() }) },
  'GET /api/agent-profiles': { body: startUp.agentProfiles },
  'GET /api/agent-profiles/{}': { body: startUp.agentProfile },
  'POST /api/agent-profiles/{}': { body: anything, status: 201 },
  'DELETE /api/agent-profiles/{}': { body: anything },
  'POST /api/agent-profiles/{}/rename': { body: anything },
  'POST /api/agent-profiles/{}/activate': { body: startUp.agentProfileActivated },
};

const pickers: Readonly<Record<string, Row>> = {
  'GET /api/v1/git/installations/search': { body: pageForm(z.string()) },
  'GET /api/v1/git/repositories/search': { body: pageForm(git.repository) },
  'GET /api/v1/git/branches/search': { body: pageForm(git.branch) },
  'GET /api/v1/git/suggested-tasks/search': { body: pageForm(git.suggestedTask).extend(git.failures) },
  'GET /api/v1/config/models/search': { body: pageForm(startUp.model) },
  'GET /api/v1/config/providers/search': { body: pageForm(startUp.modelProvider) },
  'GET /api/v1/skills/search': { body: emptyPage },
  'GET /api/v1/web-client/config': { body: startUp.webClientConfig },
};

const service: Readonly<Record<string, Row>> = {
  'GET /alive': { body: z.strictObject({ status: z.literal('ok') }) },
  'GET /health': { body: z.literal('OK'), contentType: text },
  'GET /ready': { body: anything },
  'GET /server_info': { body: z.looseObject({ version: z.string() }) },
  'GET /saas': { body: anything },
  'GET /api/v1/limits': { body: limits },
  'GET /api/v1/audit': { body: pageForm(auditEntry) },
  'GET /docs/migration': { body: z.string().startsWith('<!doctype html>'), contentType: /^text\/html/ },
  'GET /docs': { body: z.string().startsWith('<!doctype html>'), contentType: /^text\/html/ },
  'GET /openapi.json': { body: z.looseObject({ openapi: z.string().startsWith('3.') }) },
  'POST /oauth/device/authorize': { body: startUp.deviceAuthorization },
  'POST /oauth/device/token': { body: startUp.deviceToken },
  'POST /oauth/device/verify-authenticated': { body: z.looseObject({}) },
  'GET /oauth/device/verify': { body: z.string().startsWith('<!doctype html>'), contentType: /^text\/html/ },
};

const signedEvents: Readonly<Record<string, Row>> = {
  'GET /api/v1/webhook-endpoints': { body: z.strictObject({ items: z.array(signed.webhookEndpoint) }) },
  'POST /api/v1/webhook-endpoints': { body: signed.webhookEndpointWithSecret, status: 201 },
  'GET /api/v1/webhook-endpoints/{}': { body: signed.webhookEndpoint },
  'PATCH /api/v1/webhook-endpoints/{}': { body: signed.webhookEndpoint },
  'DELETE /api/v1/webhook-endpoints/{}': { body: success },
  'POST /api/v1/webhook-endpoints/{}/rotate-secret': { body: signed.webhookEndpointWithSecret },
  'POST /api/v1/webhook-endpoints/{}/ping': { body: signed.webhookMessage, status: 202 },
  'GET /api/v1/webhook-endpoints/{}/messages': { body: pageForm(signed.webhookMessage) },
  'GET /api/v1/webhook-endpoints/{}/messages/{}': { body: signed.webhookMessageWithBody },
  'POST /api/v1/webhook-endpoints/{}/messages/{}/redeliver': { body: signed.webhookMessage, status: 202 },
};

export const rows: Readonly<Record<string, Row>> = {
  ...legacy,
  ...appConversations,
  ...sandboxes,
  ...eventRows,
  ...peopleRows,
  ...pickers,
  ...service,
  ...signedEvents,
};
