import { auditPart } from '../../../shared/domain/accounts/audit/audit-item.ts';
import { type UsageRow, usageItem } from '../../../shared/domain/billing/usage/usage-row.ts';
import type { Conversation } from '../../../shared/domain/conversations/record/conversation.ts';
import { conversationItem } from '../../../shared/domain/conversations/record/conversation-rows.ts';
import { startTaskItem } from '../../../shared/domain/conversations/start/task/dynamo-start-task-store.ts';
import { changed, type Sandbox } from '../../../shared/domain/sandboxes/record/sandbox.ts';
import { DynamoMeteredSandboxes } from '../../../shared/domain/sandboxes/store/dynamo-sandbox-store.ts';
import { newMessage } from '../../../shared/domain/webhooks/webhook-message.ts';
import { COUNT_KEY, type CountedRows } from '../../../shared/platform/aws/kept-counts.ts';
import { timestamp } from '../../../shared/platform/clock.ts';
import { aUsageRow } from '../../support/billing/usage-data.ts';
import { aConversation, aStartTask } from '../../support/conversations/record/conversation-data.ts';
import { aSandbox } from '../../support/sandboxes/sandbox-data.ts';
import type { ServiceTables } from '../../support/service-tables.ts';

type Row = Readonly<Record<string, unknown>>;

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** Time between two intervals of the ledger, so that the latest 80 are in the last three weeks. */
const USAGE_EVERY = 6 * HOUR;

/** One in ten conversations is a sub-conversation. */
const SUB_EVERY = 10;

/** One in this many conversations has the properties that a search filters by. */
export const RARE_EVERY = 50;

export const REPOSITORY = 'example/rare';
export const RARE_TITLE = 'rare';
const DAY = 24 * HOUR;

/** Rows of every kind for one owner, in the format of the stores. They differ only in owner and number. */
export interface OwnerRows {
  readonly conversations: Iterable<Row>;
  readonly sandboxes: Iterable<Row>;
  readonly startTasks: Iterable<Row>;
  readonly audit: Iterable<Row>;
  readonly usage: Iterable<Row>;
  readonly webhookMessages: Iterable<Row>;
}

/** The id of the n-th object of an owner: 32 hexadecimal digits that sort by `n`. */
export function idOf(ownerId: string, number: number): string {
  const owner = Buffer.from(ownerId).toString('hex').slice(0, 18).padEnd(18, '0');
  return `0193${owner}${number.toString(16).padStart(10, '0')}`;
}

/** Rows of one owner, of which the last is created just before `now`. */
export function rowsOf(ownerId: string, count: number, now: Date, tables: ServiceTables): OwnerRows {
  const numbers = Array.from({ length: count }, (_, index) => index);
  const at = (number: number, every: number) => timestamp(new Date(now.getTime() - (count - number) * every));
  const store = new DynamoMeteredSandboxes(tables.documents, tables);
  return {
    conversations: lazily(numbers, (n) => conversationItem(conversationOf(ownerId, n, at(n, MINUTE)))),
    sandboxes: lazily(numbers, (n) => sandboxItem(store, sandboxOf(ownerId, n, at(n, MINUTE)))),
    startTasks: lazily(numbers, (n) => startTaskItem(startTaskOf(ownerId, n, at(n, MINUTE)))),
    audit: lazily(numbers, (n) => auditRow(ownerId, n, at(n, MINUTE))),
    usage: lazily(numbers, (n) => usageItem(intervalOf(ownerId, n, at(n, USAGE_EVERY)))),
    webhookMessages: lazily(numbers, (n) => messageRow(ownerId, n, at(n, MINUTE))),
  };
}

function* lazily(numbers: readonly number[], rowOf: (number: number) => Row): Generator<Row> {
  for (const number of numbers) yield rowOf(number);
}

function conversationOf(ownerId: string, number: number, at: string): Conversation {
  const isRare = number % RARE_EVERY === 0;
  return aConversation({
    owner_id: ownerId,
    conversation_id: idOf(ownerId, number),
    sandbox_id: idOf(ownerId, number),
    title: `Conversation ${number} ${isRare ? RARE_TITLE : 'usual'}`,
    selected_repository: isRare ? REPOSITORY : 'example/usual',
    selected_branch: 'main',
    git_provider: 'github',
    trigger: isRare ? 'slack' : 'gui',
    llm_model: 'provider/model',
    parent_conversation_id: number % SUB_EVERY === 1 ? idOf(ownerId, number - 1) : null,
    created_at: at,
    updated_at: at,
  });
}

/** A sandbox at rest, without costs. */
function sandboxOf(ownerId: string, number: number, at: string): Sandbox {
  const fresh = aSandbox({ owner_id: ownerId, sandbox_id: idOf(ownerId, number), created_at: at });
  return changed(fresh, new Date(at), { phase: 'EXPIRED', desired: 'PAUSED' });
}

function sandboxItem(store: DynamoMeteredSandboxes, sandbox: Sandbox): Row {
  for (const { item } of store.parts([{ previous: sandbox, next: sandbox }])) if (item.Put?.Item) return item.Put.Item;
  throw new Error('The store wrote no row for the sandbox.');
}

function startTaskOf(ownerId: string, number: number, at: string) {
  const ids = { conversation_id: idOf(ownerId, number), sandbox_id: idOf(ownerId, number) };
  return aStartTask({
    owner_id: ownerId,
    start_task_id: idOf(ownerId, number),
    ...ids,
    status: 'READY',
    agent_server_url: 'https://agent.example.com',
    created_at: at,
    updated_at: at,
  });
}

function auditRow(ownerId: string, number: number, at: string): Row {
  const { item } = auditPart(
    {
      ownerId,
      actor: { type: 'key', ownerId, keyId: 'key000000001', keyName: 'bench' },
      action: number % RARE_EVERY === 0 ? 'delete-sandbox' : 'create-app-conversation',
      occurredAt: new Date(at),
      outcome: 'success',
      resource: { conversation_id: idOf(ownerId, number) },
      request: { requestId: idOf(ownerId, number), sourceIp: '192.0.2.1', userAgent: 'bench/1.0' },
    },
    'audit',
  );
  if (!item.Put?.Item) throw new Error('The audit log wrote no row for the entry.');
  return item.Put.Item;
}

function intervalOf(ownerId: string, number: number, endedAt: string): UsageRow {
  const startedAt = timestamp(new Date(Date.parse(endedAt) - HOUR));
  const sandboxId = idOf(ownerId, number);
  return aUsageRow({
    owner_id: ownerId,
    sandbox_id: sandboxId,
    usage_key: `${sandboxId}#1#running#task`,
    started_at: startedAt,
    ended_at: endedAt,
    conversation_ids: [sandboxId],
  });
}

export const WEBHOOK_ENDPOINT = 'we01931111111111111111111111111111';

function messageRow(ownerId: string, number: number, at: string): Row {
  const order = { type: 'conversation.created', objectId: idOf(ownerId, number), sequence: '1', retried: true };
  const messageId = `msg_${idOf(ownerId, number)}`;
  const event = { ownerId, messageId, body: '{}', at: new Date(at), ...order };
  const message = newMessage(event, WEBHOOK_ENDPOINT, new Date(at));
  const delivered = { status: 'delivered', next_attempt_at: null, delivered_at: at };
  return { ...message, ...delivered, endpoint_key: `${ownerId}/${WEBHOOK_ENDPOINT}` };
}

/** The period in which each owner has the same intervals in the ledger. */
export function spanOfUsage(now: Date): { readonly from: string; readonly to: string } {
  return {
    from: new Date(now.getTime() - 20 * DAY).toISOString(),
    to: new Date(now.getTime() - 2 * DAY).toISOString(),
  };
}

/** The rows of an owner, followed by the row with their count. */
export function* withCounts<Name extends string>(
  { sortKey, countsOf }: CountedRows<Name>,
  ownerId: string,
  rows: Iterable<Row>,
): Generator<Row> {
  const counts = new Map<string, number>();
  for (const row of rows) {
    for (const [name, count] of Object.entries<number>(countsOf(row))) {
      counts.set(name, (counts.get(name) ?? 0) + count);
    }
    yield row;
  }
  yield { owner_id: ownerId, [sortKey]: COUNT_KEY, ...Object.fromEntries(counts) };
}
