import * as z from 'zod';
import { PauseReason, SnapshotState } from '../../contract/shapes/enums.ts';
import type { EventType } from '../../contract/shapes/integrator-event-types.ts';
import { Phase } from '../sandboxes/record/phases.ts';
import { Sandbox } from '../sandboxes/record/sandbox.ts';
import { apiStatus } from '../sandboxes/record/status.ts';

/** The attributes that determine a sandbox's events. */
const SandboxRow = z.object({
  sandbox_id: z.string(),
  spec_id: z.string(),
  phase: Phase,
  desired: Sandbox.shape.desired,
  generation: z.int(),
  wanted_generation: z.int(),
  stop_into: Sandbox.shape.stop_into,
  pause_reason: PauseReason.nullish(),
  status_reason: z.object({ code: z.string() }).nullish(),
});
type SandboxRow = z.infer<typeof SandboxRow>;

type SandboxEvent = Extract<EventType, `sandbox.${string}`>;

interface PublishedEvent<Type extends EventType> {
  readonly type: Type;
  readonly data: Readonly<Record<string, unknown>>;
}

/** The integrator events of a change of a sandbox's row. Most changes have none. */
export function sandboxEvents(before: unknown, after: unknown): readonly PublishedEvent<SandboxEvent>[] {
  const then = before ? SandboxRow.parse(before) : undefined;
  const now = after ? SandboxRow.parse(after) : undefined;
  const type = eventTypeOf(now);
  const row = now ?? then;
  return type === eventTypeOf(then) || !row ? [] : [{ type, data: sandboxData(row, type) }];
}

/** The state that was last announced. A requested deletion shows at once, as in the sandbox's status. */
function eventTypeOf(row: SandboxRow | undefined): SandboxEvent {
  if (!row || row.desired === 'DELETED' || row.phase === 'DELETED') return 'sandbox.deleted';
  switch (apiStatus(row)) {
    case 'STARTING':
      return 'sandbox.starting';
    case 'RUNNING':
      return 'sandbox.running';
    case 'PAUSED':
      return row.phase === 'PAUSED' ? 'sandbox.paused' : 'sandbox.pausing';
    case 'ERROR':
    case 'MISSING':
      return 'sandbox.error';
  }
}

function sandboxData(row: SandboxRow, type: SandboxEvent) {
  return {
    sandbox_id: row.sandbox_id,
    sandbox_spec_id: row.spec_id,
    status: type === 'sandbox.deleted' ? 'MISSING' : apiStatus(row),
    generation: row.generation,
    pause_reason: row.pause_reason ?? null,
    reason: type === 'sandbox.error' ? (row.status_reason?.code ?? null) : null,
  };
}

/** The attributes that determine a snapshot's events. */
const SnapshotRow = z.object({
  snapshot_id: z.string(),
  sandbox_id: z.string(),
  spec_id: z.string(),
  name: z.string().nullish(),
  state: SnapshotState,
  kept: z.boolean(),
  status_reason: z.object({ code: z.string() }).nullish(),
});
type SnapshotRow = z.infer<typeof SnapshotRow>;

type SnapshotEvent = Extract<EventType, `snapshot.${string}`>;

const snapshotTypes: Readonly<Record<SnapshotState, SnapshotEvent | null>> = {
  CREATING: null,
  READY: 'snapshot.ready',
  ERROR: 'snapshot.failed',
  DELETING: 'snapshot.deleted',
  DELETED: 'snapshot.deleted',
};

/** The integrator events of a change of a snapshot's row. Those of forks, which the service deletes, have none. */
export function snapshotEvents(before: unknown, after: unknown): readonly PublishedEvent<SnapshotEvent>[] {
  const then = before ? SnapshotRow.parse(before) : undefined;
  const now = after ? SnapshotRow.parse(after) : undefined;
  const type = now?.kept ? snapshotTypes[now.state] : null;
  if (!now || type === null || (then && snapshotTypes[then.state] === type)) return [];
  return [{ type, data: snapshotData(now) }];
}

function snapshotData({ snapshot_id, sandbox_id, spec_id, name, state, status_reason: reason }: SnapshotRow) {
  return {
    snapshot_id,
    sandbox_id,
    sandbox_spec_id: spec_id,
    name: name ?? null,
    reason: state === 'ERROR' ? (reason?.code ?? null) : null,
  };
}

const ConversationRow = z.looseObject({
  conversation_id: z.string(),
  sandbox_id: z.string(),
  title: z.string(),
  start_task_id: z.string().nullish().catch(null),
  start_error: z.string().nullish().catch(null),
  created_by: z.string().nullish().catch(null),
  private_to: z.string().nullish().catch('-'),
  execution_status: z.string().nullish(),
  status_path: z.array(z.string()).nullish().catch(null),
  state_times: z.record(z.string(), z.unknown()).nullish().catch(null),
  created_at: z.string(),
});
type ConversationRow = z.infer<typeof ConversationRow>;

type ConversationEvent = Extract<EventType, `conversation.${string}` | 'start.failed'>;

/** Properties whose changes are events. Costs and activity change too often. */
const properties = [
  'title',
  'tags',
  'llm_model',
  'selected_repository',
  'selected_branch',
  'git_provider',
  'pr_number',
  'public',
  'sandbox_id',
  'waits_for',
] as const;

/** Length limit of a title. The API returns the whole title. */
const TITLE_LENGTH = 500;

/** Length limit of the reason of a failed start. */
const DETAIL_LENGTH = 2_000;

/** The integrator events of a change of a conversation's row. */
export function conversationEvents(before: unknown, after: unknown): readonly PublishedEvent<ConversationEvent>[] {
  const [then, now] = [
    before ? ConversationRow.parse(before) : undefined,
    after ? ConversationRow.parse(after) : undefined,
  ];
  if (!now) return then ? [{ type: 'conversation.deleted', data: conversationData(then) }] : [];
  if (!then) return [{ type: 'conversation.created', data: conversationData(now) }];
  const events: PublishedEvent<ConversationEvent>[] = [];
  let was = then.execution_status ?? null;
  for (const is of newStatuses(then, now)) {
    if (is === was) continue;
    const data = { ...conversationData({ ...now, execution_status: is }), previous_execution_status: was };
    events.push({ type: 'conversation.status_changed', data });
    was = is;
  }
  const changed = properties.filter((name) => differs(then[name], now[name]));
  if (changed.length > 0) events.push({ type: 'conversation.updated', data: { ...conversationData(now), changed } });
  const isOther = now.start_error !== (then.start_error ?? null) || now.start_task_id !== then.start_task_id;
  if (now.start_error && isOther) events.push({ type: 'start.failed', data: startData(now) });
  return events;
}

/** The statuses since the row before, in order, also those of a run that began and ended within one delivery. */
function newStatuses(then: ConversationRow, now: ConversationRow): readonly (string | null)[] {
  const last = now.execution_status ?? null;
  const isReported = now.state_times?.execution_status !== then.state_times?.execution_status;
  return isReported ? [...(now.status_path ?? []), last] : [last];
}

/** Treats absent like null, and ignores the order of maps. */
function differs(a: unknown, b: unknown): boolean {
  const text = (value: unknown) =>
    JSON.stringify(
      typeof value === 'object' && value !== null && !Array.isArray(value)
        ? Object.entries(value).toSorted()
        : (value ?? null),
    );
  return text(a) !== text(b);
}

function startData(row: ConversationRow) {
  const { start_task_id, conversation_id, sandbox_id, title, start_error, created_by } = row;
  return {
    start_task_id: start_task_id ?? '',
    conversation_id,
    sandbox_id,
    title: title.slice(0, TITLE_LENGTH),
    detail: start_error?.slice(0, DETAIL_LENGTH) ?? null,
    created_by_user_id: created_by ?? null,
    visibility: visibilityOf(row),
  };
}

function conversationData(row: ConversationRow) {
  return {
    conversation_id: row.conversation_id,
    sandbox_id: row.sandbox_id,
    title: row.title.slice(0, TITLE_LENGTH),
    execution_status: row.execution_status ?? null,
    created_at: row.created_at,
    created_by_user_id: row.created_by ?? null,
    visibility: visibilityOf(row),
  };
}

function visibilityOf({ private_to: privateTo }: ConversationRow) {
  return (privateTo ?? null) === null ? 'members' : 'private';
}
