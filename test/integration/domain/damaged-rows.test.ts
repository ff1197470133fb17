import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { describe, expect, it, vi } from 'vitest';
import { listAudit } from '../../../functions/accounts/list-audit.ts';
import { listKeys } from '../../../functions/accounts/list-keys.ts';
import { deleteAppConversation } from '../../../functions/conversations/delete-app-conversation.ts';
import { listConversations } from '../../../functions/conversations/list-conversations.ts';
import { searchAppConversations } from '../../../functions/conversations/search-app-conversations.ts';
import { searchConversationEvents } from '../../../functions/conversations/search-conversation-events.ts';
import { searchStartTasks } from '../../../functions/conversations/search-start-tasks.ts';
import { updateAppConversation } from '../../../functions/conversations/update-app-conversation.ts';
import { deleteSandbox } from '../../../functions/sandboxes/delete-sandbox.ts';
import { listSandboxDeletions } from '../../../functions/sandboxes/list-sandbox-deletions.ts';
import { searchSandboxes } from '../../../functions/sandboxes/search-sandboxes.ts';
import { searchSecrets } from '../../../functions/settings/search-secrets.ts';
import { listWebhookEndpoints } from '../../../functions/webhooks/list-webhook-endpoints.ts';
import { listWebhookMessages } from '../../../functions/webhooks/list-webhook-messages.ts';
import type { WholeEndpoint } from '../../../shared/contract/endpoint/endpoint.ts';
import { scopes } from '../../../shared/contract/shapes/scopes.ts';
import { DynamoAuditReader } from '../../../shared/domain/accounts/audit/dynamo-audit-reader.ts';
import { DynamoKeyStore } from '../../../shared/domain/accounts/keys/dynamo-key-store.ts';
import { isUsable } from '../../../shared/domain/accounts/keys/key-record.ts';
import { DynamoEventReader } from '../../../shared/domain/conversations/events/dynamo-event-reader.ts';
import { deletionMarker, entryOf } from '../../../shared/domain/conversations/events/event-rows.ts';
import { agentConversationId } from '../../../shared/domain/conversations/record/conversation.ts';
import { conversationItem } from '../../../shared/domain/conversations/record/conversation-rows.ts';
import { followed, reportOfHook } from '../../../shared/domain/conversations/record/conversation-state.ts';
import { DynamoConversationDeletions } from '../../../shared/domain/conversations/record/dynamo-conversation-deletions.ts';
import {
  DynamoConversationHomes,
  DynamoConversationReports,
  DynamoConversationStore,
} from '../../../shared/domain/conversations/record/dynamo-conversation-store.ts';
import {
  DynamoStartTaskStore,
  startTaskItem,
} from '../../../shared/domain/conversations/start/task/dynamo-start-task-store.ts';
import { DynamoMeteredSandboxes } from '../../../shared/domain/sandboxes/store/dynamo-sandbox-store.ts';
import { DynamoSecretStore } from '../../../shared/domain/settings/secrets/dynamo-secret-store.ts';
import { DynamoWebhookEndpoints } from '../../../shared/domain/webhooks/dynamo-webhook-endpoints.ts';
import { DynamoWebhookMessages } from '../../../shared/domain/webhooks/dynamo-webhook-messages.ts';
import { newMessage } from '../../../shared/domain/webhooks/webhook-message.ts';
import type { Operation } from '../../../shared/http/operation/operation.ts';
import { systemClock } from '../../../shared/platform/clock.ts';
import { writeRows } from '../../bench/rows/write-rows.ts';
import { noMembers } from '../../support/accounts/people/no-members.ts';
import { anEvent } from '../../support/conversations/events/event-data.ts';
import { aConversation, aStartTask } from '../../support/conversations/record/conversation-data.ts';
import { invoke, type TestAnswer } from '../../support/http/invoke.ts';
import { anOwner } from '../../support/http/walk.ts';
import { someKeys } from '../../support/platform/memory-master-keys.ts';
import { MemoryVault } from '../../support/platform/memory-vault.ts';
import { aRunningSandbox, noon } from '../../support/sandboxes/sandbox-data.ts';
import { useServiceTables } from '../../support/service-tables.ts';

const tables = await useServiceTables();
const { documents } = tables;
const conversations = new DynamoConversationStore(documents, tables);
const reports = new DynamoConversationReports(documents, tables);
const sandboxes = new DynamoMeteredSandboxes(documents, tables);
const homes = new DynamoConversationHomes(documents, tables);
const events = new DynamoEventReader(documents, tables);
const deletions = new DynamoConversationDeletions(documents, tables, (log, now) =>
  deletionMarker(tables.events, log, now),
);
const keys = someKeys();
const now = systemClock;
const viewDeps = { conversations, sandboxes, keys, reports, events, now };

type Row = Readonly<Record<string, unknown>>;

/** Values at the bounds of DynamoDB and of types, which can stand in any attribute. */
const values: readonly unknown[] = [
  ...[null, true, '', 'x', 'x'.repeat(3_000), 0, -1, 0.5, Number.MAX_SAFE_INTEGER, -Number.MAX_SAFE_INTEGER],
  ...[[], [null], [-1, 'x', {}], {}, { a: 1 }, { at: 'x' }, new Date(8.64e15).toISOString(), '9999-12-31T23:59:59Z'],
];

/** A good row, and rows with a field of any content each. */
function damagedRows(row: Row, identify: (number: number) => Row, kept: readonly string[]): readonly Row[] {
  const fields = Object.keys(row).filter((name) => !kept.includes(name));
  const changes = fields.flatMap((name) => [...values.map((value) => ({ [name]: value })), { [name]: undefined }]);
  // Each field meets every third value, and each value every third field.
  const some = changes.filter((_, number) => number % 3 === 0);
  return [{}, ...some].map((change, number) => ({ ...row, ...identify(number), ...change }));
}

interface Listed {
  readonly items?: readonly Row[];
  readonly results?: readonly Row[];
  readonly next_page_id?: string | null;
}

/** Every row of a list, through the deployed HTTP layer. */
async function listed<E extends WholeEndpoint, D>(
  operation: Operation<E, D>,
  deps: D,
  ownerId: string,
  { query = {}, params = {} }: { query?: Record<string, string | number>; params?: Record<string, string> } = {},
): Promise<readonly Row[]> {
  const all: Row[] = [];
  let page: string | null = null;
  do {
    const asked: Record<string, string | number> = page === null ? query : { ...query, page_id: page };
    const { status, body, text }: TestAnswer = await invoke(operation, deps, {
      caller: { ownerId, scopes },
      query: asked,
      params,
    });
    expect(status, text.slice(0, 500)).toBe(200);
    const found: Listed | readonly Row[] = body;
    all.push(...('length' in found ? found : (found.items ?? found.results ?? [])));
    page = 'length' in found ? null : (found.next_page_id ?? null);
  } while (page !== null);
  return all;
}

const alarms = vi.spyOn(console, 'error').mockImplementation(() => undefined);
// Each refused value is a metric, too.
vi.spyOn(process.stdout, 'write').mockImplementation(() => true);

describe('rows of any content', () => {
  it('conversations are listed in both generations, patched and deleted', async () => {
    const ownerId = anOwner();
    const good = {
      ...conversationItem(aConversation({ owner_id: ownerId })),
      ...{ tags: {}, metrics: null, state_times: {}, execution_status: null, llm_profile: null, agent_kind: null },
      ...{ start_error: null, working_dir: null, launched_agent_profile: null, revision: 1, state_version: 1 },
    };
    const identify = (number: number) => {
      const id = String(number).padStart(32, '0');
      return { conversation_id: id, created_sort: `${noon}#${id}` };
    };
    // The filters and the revision need these; DynamoDB holds the type of keys.
    const keys = ['owner_id', 'conversation_id', 'created_sort', 'created_at'];
    const kept = [...keys, 'parent_conversation_id', 'revision'];
    const rows = damagedRows(good, identify, kept);
    await writeRows(documents, tables.conversations, rows);

    const newer = await listed(searchAppConversations, viewDeps, ownerId, { query: { limit: 100 } });
    const older = await listed(listConversations, viewDeps, ownerId, { query: { limit: 100 } });

    const ids = rows.map(({ conversation_id: id }) => id);
    expect(newer.map(({ id }) => id).toSorted()).toEqual(ids);
    expect(older.length).toBe(ids.length);
    expect(alarms).toHaveBeenCalledWith(expect.objectContaining({ event: 'a stored value was refused' }));
    const change = { ...viewDeps, homes, bringTitle: async () => undefined, publicLinks: true };
    const deletion = { conversations, homes, deletions, now };
    const some = ids.filter((_, number) => number % 5 === 0);
    for (const id of some) {
      const request = { caller: { ownerId, scopes }, params: { conversation_id: String(id) } };
      const patched = await invoke(updateAppConversation, change, { ...request, body: { public: true } });
      expect(patched.body, JSON.stringify(rows[Number(id)])).toMatchObject({ id, public: true });
      const deleted = await invoke(deleteAppConversation, deletion, request);
      expect(deleted.body, JSON.stringify(rows[Number(id)])).toEqual({ success: true });
    }
    const query = { limit: 100 };
    expect((await listed(searchAppConversations, viewDeps, ownerId, { query })).length).toBe(ids.length - some.length);
  });

  it('sandboxes are listed, give no key away, and can be deleted', async () => {
    const ownerId = anOwner();
    const good = { ...aRunningSandbox({ owner_id: ownerId }), api_key_id: null, lineages: [], step_times: {} };
    const identify = (number: number) => {
      const id = String(number).padStart(32, '0');
      return { sandbox_id: id, created_sort: `${noon}#${id}` };
    };
    const kept = ['owner_id', 'sandbox_id', 'created_sort', 'phase_since', 'key_id', 'address_id'];
    const rows = damagedRows(good, identify, kept);
    await writeRows(documents, tables.sandboxes, rows);

    const found = await listed(searchSandboxes, viewDeps, ownerId, { query: { limit: 100 } });

    expect(found.length).toBe(rows.length);
    const some = found.filter((_, number) => number % 9 === 0);
    for (const { id } of some) {
      const request = { caller: { ownerId, scopes }, params: { sandbox_id: String(id) } };
      const { status, text } = await invoke(deleteSandbox, viewDeps, request);
      expect(status, JSON.stringify([text, rows[Number(id)]])).toBe(200);
    }
    const query = { limit: 100 };
    const left = await listed(searchSandboxes, viewDeps, ownerId, { query });
    expect(left.length).toBe(rows.length - some.length);
    expect((await listed(listSandboxDeletions, viewDeps, ownerId, { query })).length).toBe(some.length);
  });

  it('start tasks are listed in every order', async () => {
    const ownerId = anOwner();
    const good = { ...startTaskItem(aStartTask({ owner_id: ownerId })), step_times: {}, start_kind: 'running' };
    const identify = (number: number) => {
      const id = String(number).padStart(32, '0');
      return { start_task_id: id, created_sort: `${noon}#${id}`, updated_sort: `${noon}#${id}` };
    };
    const kept = ['owner_id', 'start_task_id', 'created_sort', 'updated_sort', 'watch', 'sandbox_key', 'updated_at'];
    const rows = damagedRows(good, identify, kept);
    await writeRows(documents, tables.startTasks, rows);
    const startTasks = new DynamoStartTaskStore(documents, tables);

    for (const sort_order of ['CREATED_AT_DESC', 'UPDATED_AT']) {
      const query = { limit: 100, sort_order };
      expect((await listed(searchStartTasks, { startTasks, conversations }, ownerId, { query })).length).toBe(
        rows.length,
      );
    }
    const watched: Row[] = [];
    for await (const page of startTasks.watched()) watched.push(...page.filter((task) => task.owner_id === ownerId));
    expect(watched.length).toBe(rows.length);
  });

  it('events keep their place, and the others their content', async () => {
    const ownerId = anOwner();
    const conversation = aConversation({ owner_id: ownerId });
    await documents.send(new PutCommand({ TableName: tables.conversations, Item: conversationItem(conversation) }));
    const log = { ownerId, agentConversationId: agentConversationId(conversation), createdAt: noon };
    const { row } = entryOf(log, anEvent(), '1');
    const identify = (number: number) => {
      const text = JSON.stringify(anEvent({ id: `e${number}` }));
      return { event_id: `e${number}`, text, timestamp_sort: `${noon}/1/${String(number).padStart(6, '0')}` };
    };
    const kept = ['conversation_key', 'event_id', 'timestamp_sort'];
    const rows = damagedRows({ packed: null, parts: 1, digest: 'x', ...row }, identify, kept);
    await writeRows(documents, tables.events, rows);

    const request = { params: { conversation_id: conversation.conversation_id }, query: { limit: 100 } };
    const found = await listed(searchConversationEvents, { conversations, events }, ownerId, request);

    expect(found.length).toBe(rows.length);
    expect(found[0]).toMatchObject({ kind: 'MessageEvent', llm_message: { role: 'assistant' } });
  });

  it('keys are listed, and one that may have lost a limit no longer works', async () => {
    const ownerId = anOwner();
    const good = {
      ...{ owner_id: ownerId, name: 'ci', hash: 'h', last4: 'abcd', created_at: noon, created_by: 'operator' },
      ...{ not_before: 1, expires_at: 4_000_000_000, revoked_at: null, last_used_at: noon, scopes: ['keys:read'] },
      ...{ limits: { sandboxes: 1 }, lineage: 'l', above: [], rotated_from: 'a', rotated_to: 'b' },
    };
    const identify = (number: number) => ({ key_id: `k${number}`, created_at: `${noon.slice(0, -1)}${number}Z` });
    const rows = damagedRows(good, identify, ['owner_id', 'created_at', 'revoked_at']);
    await writeRows(documents, tables.apiKeys, rows);
    const store = new DynamoKeyStore(documents, tables);

    expect((await listed(listKeys, { keys: store, members: noMembers }, ownerId)).length).toBe(rows.length);
    for (const { key_id: id, ...row } of rows) {
      const record = await store.find(String(id));
      const hasLost = typeof row.limits !== 'object' || Array.isArray(row.limits) || row.limits === null;
      if (row.limits !== undefined && hasLost)
        expect(record && isUsable(record, now()), String(row.limits)).toBe(false);
    }
  });

  it('webhook endpoints and their messages are listed, and a damaged endpoint gets none', async () => {
    const ownerId = anOwner();
    const sealed = { v: 1, key: 'k', iv: 'i', data: 'd', tag: 't' };
    const good = {
      ...{ owner_id: ownerId, url: 'https://a.example', events: ['*'], description: null, enabled: true },
      ...{ disabled_reason: null, disabled_at: null, secret: sealed, sealed_url: sealed, previous_secret: null },
      ...{ previous_secret_until: null, version: 1, created_at: noon, updated_at: noon, failing_since: null },
    };
    const rows = damagedRows(good, (number) => ({ endpoint_id: `w${number}` }), ['owner_id']);
    await writeRows(documents, tables.webhookEndpoints, rows);
    const endpoints = new DynamoWebhookEndpoints(documents, tables);
    const order = {
      ownerId,
      messageId: 'msg_1',
      type: 'sandbox.running' as const,
      objectId: 'o',
      sequence: '1',
      body: '{}',
    };
    const message = {
      ...newMessage({ ...order, retried: true, at: now() }, 'w0', now()),
      endpoint_key: `${ownerId}/w0`,
    };
    const several = damagedRows(message, (number) => ({ message_id: `msg_${number}` }), ['endpoint_key', 'message_id']);
    await writeRows(documents, tables.webhookMessages, several);
    const messages = new DynamoWebhookMessages(documents, tables);

    expect((await listed(listWebhookEndpoints, { endpoints, vault: new MemoryVault(), now }, ownerId)).length).toBe(
      rows.length,
    );
    expect((await endpoints.find(ownerId, 'w0'))?.enabled).toBe(true);
    const withoutEvents = rows.findIndex(({ events: wanted }) => !Array.isArray(wanted));
    expect((await endpoints.find(ownerId, `w${withoutEvents}`))?.enabled).toBe(false);
    const request = { params: { endpoint_id: 'w0' }, query: { limit: 100 } };
    const found = await listed(listWebhookMessages, { endpoints, messages }, ownerId, request);
    expect(found.length).toBe(several.length);
  });

  it('audit entries and secrets are listed', async () => {
    const ownerId = anOwner();
    const entry = {
      ...{ owner_id: ownerId, entry_id: 'a', occurred_at: noon, action: 'create-key', outcome: 'succeeded' },
      ...{ actor_type: 'key', actor_owner_id: 'ann', key_id: 'k', key_name: 'ci', resource: {}, request_id: 'r' },
      ...{ source_ip: '192.0.2.1', user_agent: 'x', method: 'POST', path: '/', status: 201, code: null },
    };
    const entries = damagedRows(entry, (number) => ({ entry_key: `${noon}#${number}` }), ['owner_id']);
    await writeRows(documents, tables.audit, entries);
    const sealed = { v: 1, key: 'k', iv: 'i', data: 'd', tag: 't' };
    const secret = { owner_id: ownerId, sealed, version: 1, created_at: noon, updated_at: noon, description: null };
    const secrets = damagedRows({ ...secret, name: 'A' }, (number) => ({ secret_key: `custom/A${number}` }), [
      'owner_id',
    ]);
    await writeRows(documents, tables.secrets, secrets);

    const audit = new DynamoAuditReader(documents, tables);
    expect((await listed(listAudit, { audit }, ownerId, { query: { limit: 100 } })).length).toBe(entries.length);
    const store = new DynamoSecretStore(documents, tables);
    const found = await listed(searchSecrets, { secrets: store }, ownerId, { query: { limit: 100 } });
    expect(found.length).toBe(secrets.length);
  });
});

describe('what an agent reports', () => {
  const most = 1e12;
  const usage = (tokens: number) => ({ prompt_tokens: tokens, completion_tokens: tokens, context_window: tokens });

  it.each([
    ['costs', { accumulated_cost: most }],
    ['tokens', { accumulated_token_usage: usage(most) }],
  ])('at the bound of each of two sums of %s leaves its conversation readable', async (_, metrics) => {
    const ownerId = anOwner();
    const row = aConversation({ owner_id: ownerId });
    await documents.send(new PutCommand({ TableName: tables.conversations, Item: conversationItem(row) }));
    const stats = { usage_to_metrics: { agent: metrics, other: metrics } };
    const report = reportOfHook({ id: row.conversation_id, updated_at: noon, tags: { a: 'b' }, stats });

    await reports.follow(row, followed(row, report ? [report] : []));

    alarms.mockClear();
    const [found] = await listed(searchAppConversations, viewDeps, ownerId);
    expect(found).toMatchObject({ id: row.conversation_id, tags: { a: 'b' }, metrics: null });
    expect(alarms).not.toHaveBeenCalled();
  });
});
