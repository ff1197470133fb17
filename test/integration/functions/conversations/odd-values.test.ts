import { describe, expect, it } from 'vitest';
import { createAppConversation } from '../../../../functions/conversations/create-app-conversation.ts';
import { createConversation } from '../../../../functions/conversations/create-conversation.ts';
import { searchAppConversations } from '../../../../functions/conversations/search-app-conversations.ts';
import { searchStartTasks } from '../../../../functions/conversations/search-start-tasks.ts';
import { Budgets } from '../../../../shared/domain/billing/budgets/budgets.ts';
import { DynamoOwnerAccounts } from '../../../../shared/domain/billing/budgets/dynamo-owner-accounts.ts';
import { DynamoEventReader } from '../../../../shared/domain/conversations/events/dynamo-event-reader.ts';
import {
  DynamoConversationReports,
  DynamoConversationStore,
} from '../../../../shared/domain/conversations/record/dynamo-conversation-store.ts';
import { DynamoAppStarts } from '../../../../shared/domain/conversations/start/create/dynamo-conversation-starts.ts';
import { DynamoStartTaskStore } from '../../../../shared/domain/conversations/start/task/dynamo-start-task-store.ts';
import { DynamoUploads } from '../../../../shared/domain/conversations/uploads/dynamo-uploads.ts';
import { DynamoMeteredSandboxes } from '../../../../shared/domain/sandboxes/store/dynamo-sandbox-store.ts';
import { DynamoSnapshotReader } from '../../../../shared/domain/sandboxes/store/dynamo-snapshot-reader.ts';
import { MemoryUsage } from '../../../support/billing/memory-usage.ts';
import { noRestarts } from '../../../support/conversations/start/start-services.ts';
import { invoke } from '../../../support/http/invoke.ts';
import { anOwner } from '../../../support/http/walk.ts';
import { someKeys } from '../../../support/platform/memory-master-keys.ts';
import { MemoryVault } from '../../../support/platform/memory-vault.ts';
import { noWarmTasks } from '../../../support/sandboxes/memory-stores.ts';
import { noOwnSpecs } from '../../../support/sandboxes/no-own-specs.ts';
import { someSpecs, stageOf } from '../../../support/sandboxes/sandbox-data.ts';
import { useServiceTables } from '../../../support/service-tables.ts';
import { MemorySettingsStore } from '../../../support/settings/memory-settings-store.ts';

const tables = await useServiceTables();

const deps = () => ({
  vault: new MemoryVault(),
  settings: new MemorySettingsStore(),
  snapshots: new DynamoSnapshotReader(tables.documents, tables),
  restartMessages: noRestarts,
  isRepeated: async () => false,
  uploads: new DynamoUploads(tables.documents, tables),
  conversations: new DynamoConversationStore(tables.documents, tables),
  reports: new DynamoConversationReports(tables.documents, tables),
  events: new DynamoEventReader(tables.documents, tables),
  sandboxes: new DynamoMeteredSandboxes(tables.documents, tables),
  startTasks: new DynamoStartTaskStore(tables.documents, tables),
  starts: new DynamoAppStarts(tables.documents, tables),
  specs: someSpecs(),
  ownSpecs: noOwnSpecs,
  warmTasks: noWarmTasks,
  keys: someKeys(),
  stageLimits: stageOf(1000),
  publicLinks: true,
  budgets: new Budgets({
    accounts: new DynamoOwnerAccounts(tables.documents, tables),
    sandboxes: new DynamoMeteredSandboxes(tables.documents, tables),
    usage: new MemoryUsage(),
    now: () => new Date(),
  }),
  now: () => new Date(),
});

const nested = (levels: number): unknown => (levels === 0 ? 'deep' : { deeper: [nested(levels - 1)] });

const text = (said: string) => ({ initial_message: { content: [{ type: 'text', text: said }] } });

const bodies: Record<string, Record<string, unknown>> = {
  'empty texts': { title: '', llm_model: '', system_message_suffix: '' },
  'JSON as deep as allowed': { plugins: [{ source: 'x', parameters: { tree: nested(9) } }] },
  'numbers at their limits': { observability_metadata: { a: Number.MAX_SAFE_INTEGER, b: -1.5e-100, c: 0.1 } },
  'control characters of text': { initial_message: { content: [{ type: 'text', text: 'a\tb\r\nc\u0007' }] } },
  'characters of two halves': { title: '👩‍👩‍👧', initial_message: { content: [{ type: 'text', text: '𝒳' }] } },
  'nulls everywhere': { sandbox_id: null, processors: null, secrets: null, plugins: [{ source: 'x', ref: null }] },
  'nulls inside': { plugins: [{ source: 'x', parameters: { a: null } }] },
  'a body of a quarter megabyte': { initial_message: { content: [{ type: 'text', text: 'ä'.repeat(125_000) }] } },
};

describe('a start with unusual values', () => {
  it.each(Object.entries(bodies))('stores them and returns them: %s', async (_, body) => {
    const caller = { ownerId: anOwner() };

    const started = await invoke(createAppConversation, deps(), { body, caller });
    const found = await invoke(searchAppConversations, deps(), { caller });
    const tasks = await invoke(searchStartTasks, deps(), { caller });

    expect([started.status, found.status, tasks.status]).toEqual([200, 200, 200]);
    expect(found.body.items).toMatchObject([{ id: started.body.conversation_id }]);
    expect(tasks.body.items).toMatchObject([{ id: started.body.id, request: started.body.request }]);
  });

  it.each<[string, Record<string, unknown>, string]>([
    ['half of a character in a title', { title: '\ud800' }, 'body.title'],
    ['half of a character in a text', text('\udfff'), 'body.initial_message.content.0.text'],
    ['NUL in a title', { title: 'a\u0000b' }, 'body.title'],
    ['NUL in a text', text('a\u0000b'), 'body.initial_message.content.0.text'],
    ['a control character in the name of a model', { llm_model: '\u0007' }, 'body.llm_model'],
  ])('is refused, and stores nothing: %s', async (_, body, field) => {
    const caller = { ownerId: anOwner() };

    const started = await invoke(createAppConversation, deps(), { body, caller });

    expect([started.status, started.body.errors[0].loc.join('.')]).toEqual([422, field]);
    expect((await invoke(searchStartTasks, deps(), { caller })).body.items).toEqual([]);
  });

  it.each<[string, Record<string, unknown>]>([
    ['an empty title and an empty message', { initial_user_msg: '', conversation_instructions: '' }],
    ['tool servers that say little', { mcp_config: { stdio_servers: [{ name: '', command: 'x', env: { A: '' } }] } }],
    ['a long replay', { replay_json: JSON.stringify([{ action: 'message', args: { content: 'x'.repeat(200_000) } }]) }],
  ])('succeeds in the legacy generation: %s', async (_, body) => {
    const { status } = await invoke(createConversation, deps(), { body, caller: { ownerId: anOwner() } });

    expect(status).toBe(200);
  });
});

describe('a search with unusual values', () => {
  it.each<Record<string, string>>([
    { created_at__gte: '2027-01-01', created_at__lt: '2026-01-01' },
    { created_at__gte: '0001-01-01', created_at__lt: '9999-12-31' },
    { updated_at__gte: '2027-01-01', updated_at__lt: '2026-01-01' },
    { title__contains: '%"\\' },
    { title__contains: ' ' },
    { sandbox_id__eq: '...' },
  ])('answers 200 for %o', async (query) => {
    const { status } = await invoke(searchAppConversations, deps(), { query, caller: { ownerId: anOwner() } });

    expect(status).toBe(200);
  });
});
