import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createAppConversation } from '../../../functions/app-conversations/create-app-conversation.ts';
import { searchAppConversations } from '../../../functions/app-conversations/search-app-conversations.ts';
import { searchStartTasks } from '../../../functions/app-conversations/search-start-tasks.ts';
import { createConversation } from '../../../functions/conversations/create-conversation.ts';
import { Budgets } from '../../../shared/budgets/budgets.ts';
import { DynamoOwnerAccounts } from '../../../shared/budgets/dynamo-owner-accounts.ts';
import { DynamoConversationStarts } from '../../../shared/conversations/dynamo-conversation-starts.ts';
import { DynamoConversationStore } from '../../../shared/conversations/dynamo-conversation-store.ts';
import { DynamoSandboxStore } from '../../../shared/sandboxes/dynamo-sandbox-store.ts';
import { DynamoStartTaskStore } from '../../../shared/start-tasks/dynamo-start-task-store.ts';
import { invoke } from '../../support/invoke.ts';
import { someKeys } from '../../support/memory-master-keys.ts';
import { MemoryUsage } from '../../support/memory-usage.ts';
import { MemoryVault } from '../../support/memory-vault.ts';
import { someSpecs } from '../../support/sandbox-data.ts';
import { anOwner } from '../../support/walk.ts';
import { type ServiceTables, startServiceTables } from './service-tables.ts';

let tables: ServiceTables;
beforeAll(async () => {
  tables = await startServiceTables();
}, 120_000);
afterAll(() => tables?.stop());

const deps = () => ({
  vault: new MemoryVault(),
  conversations: new DynamoConversationStore(tables.documents, tables.conversations),
  sandboxes: new DynamoSandboxStore(tables.documents, tables),
  startTasks: new DynamoStartTaskStore(tables.documents, tables.startTasks),
  starts: new DynamoConversationStarts(tables.documents, tables),
  specs: someSpecs(),
  keys: someKeys(),
  sandboxLimit: 1000,
  budgets: new Budgets({
    accounts: new DynamoOwnerAccounts(tables.documents, tables),
    sandboxes: new DynamoSandboxStore(tables.documents, tables),
    usage: new MemoryUsage(),
    now: () => new Date(),
  }),
  now: () => new Date(),
});

const nested = (levels: number): unknown => (levels === 0 ? 'deep' : { deeper: [nested(levels - 1)] });

/** Bodies that are valid and unusual: none of them may fail at the database. */
const bodies: Record<string, Record<string, unknown>> = {
  'empty texts': { title: '', llm_model: '', system_message_suffix: '' },
  'JSON as deep as allowed': { processors: [{ kind: 'x', tree: nested(10) }] },
  'numbers at their limits': { observability_metadata: { a: Number.MAX_SAFE_INTEGER, b: -1.5e-100, c: 0.1 } },
  'half of a character': { title: '\ud800', initial_message: { content: [{ type: 'text', text: '\udfff' }] } },
  'control characters': { title: 'a\u0000b', llm_model: '\u0007' },
  'nulls everywhere': { sandbox_id: null, processors: null, secrets: null, plugins: [{ source: 'x', ref: null }] },
  'nulls inside': { processors: [{ kind: null }], plugins: [{ source: 'x', parameters: { a: null } }] },
  'a body of a quarter megabyte': { initial_message: { content: [{ type: 'text', text: 'ä'.repeat(125_000) }] } },
};

describe('a start with', () => {
  it.each(Object.entries(bodies))('%s is kept and read back', async (_, body) => {
    const caller = { ownerId: anOwner() };

    const started = await invoke(createAppConversation, deps(), { body, caller });
    const found = await invoke(searchAppConversations, deps(), { caller });
    const tasks = await invoke(searchStartTasks, deps(), { caller });

    expect([started.status, found.status, tasks.status]).toEqual([200, 200, 200]);
    expect(found.body.items).toMatchObject([{ id: started.body.app_conversation_id }]);
    expect(tasks.body.items).toMatchObject([{ id: started.body.id, request: started.body.request }]);
  });

  it.each<[string, Record<string, unknown>]>([
    ['an empty title and an empty message', { initial_user_msg: '', conversation_instructions: '' }],
    ['tool servers that say little', { mcp_config: { stdio_servers: [{ name: '', command: 'x', env: { A: '' } }] } }],
    ['a long replay', { replay_json: JSON.stringify([{ action: 'message', args: { content: 'x'.repeat(200_000) } }]) }],
  ])('%s works in the legacy generation', async (_, body) => {
    const { status } = await invoke(createConversation, deps(), { body, caller: { ownerId: anOwner() } });

    expect(status).toBe(200);
  });
});

describe('a search', () => {
  it.each<Record<string, string>>([
    { created_at__gte: '2027-01-01', created_at__lt: '2026-01-01' },
    { created_at__gte: '0001-01-01', created_at__lt: '9999-12-31' },
    { updated_at__gte: '2027-01-01', updated_at__lt: '2026-01-01' },
    { title__contains: '%"\\' },
    { title__contains: ' ' },
    { sandbox_id__eq: '.' },
  ])('for %o is answered', async (query) => {
    const { status } = await invoke(searchAppConversations, deps(), { query, caller: { ownerId: anOwner() } });

    expect(status).toBe(200);
  });
});
