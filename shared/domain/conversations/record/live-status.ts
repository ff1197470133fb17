import * as z from 'zod';
import { agentTime } from '../../../contract/shapes/agent-time.ts';
import { ExecutionStatus } from '../../../contract/shapes/enums.ts';
import { canonicalId } from '../../../contract/shapes/ids.ts';
import { VersionConflictError } from '../../../platform/errors.ts';
import { log } from '../../../platform/log.ts';
import { agentTimeouts, callAgent } from '../../sandboxes/agent/agent-http.ts';
import type { SandboxKeys } from '../../sandboxes/agent/keys.ts';
import type { Sandbox } from '../../sandboxes/record/sandbox.ts';
import { apiStatus } from '../../sandboxes/record/status.ts';
import { agentConversationId, type Conversation } from './conversation.ts';
import { type ConversationReports, followed, reportedTitle, type StateReport } from './conversation-state.ts';

/** Agent servers refuse 100 or more ids in one request. */
const IDS_PER_CALL = 99;

const AgentConversations = z.array(
  z
    .object({
      id: z.string(),
      execution_status: ExecutionStatus.nullish(),
      title: z.unknown().optional(),
      updated_at: z.string().nullish(),
    })
    .nullable(),
);

/** Live statuses by conversation id. */
export interface LiveStatuses {
  readonly statuses: ReadonlyMap<string, z.infer<typeof ExecutionStatus>>;
  /** Conversations that agents do not have: their start is in progress or has failed. */
  readonly absent: ReadonlySet<string>;
  /** Titles, which agents report only when asked. */
  readonly titles: ReadonlyMap<string, StateReport>;
}

/** Asks the running agents. Leaves out those that do not respond in time. */
export async function liveStatuses(
  conversations: readonly Conversation[],
  sandboxes: ReadonlyMap<string, Sandbox>,
  keys: SandboxKeys,
): Promise<LiveStatuses> {
  const statuses = new Map<string, z.infer<typeof ExecutionStatus>>();
  const absent = new Set<string>();
  const titles = new Map<string, StateReport>();
  const signal = AbortSignal.timeout(agentTimeouts.liveStatuses);
  const bySandbox = Map.groupBy(conversations, ({ conversation_id: id }) => sandboxes.get(id));
  await Promise.all(
    [...bySandbox].flatMap(inCalls).map(async ([sandbox, group]) => {
      if (!sandbox || apiStatus(sandbox) !== 'RUNNING') return;
      const agentIds = group.map(agentConversationId);
      const answers = await ask(sandbox, agentIds, keys, signal);
      if (answers.length !== group.length) return;
      for (const [index, { conversation_id: id }] of group.entries()) {
        const answer = answers[index];
        if (!answer) absent.add(id);
        if (!answer || canonicalId(answer.id) !== agentIds[index]) continue;
        if (answer.execution_status) statuses.set(id, answer.execution_status);
        const [title, at] = [reportedTitle(answer.title), agentTime(answer.updated_at ?? '')];
        if (title !== undefined && at !== undefined) titles.set(id, { at, isActivity: false, title });
      }
    }),
  );
  return { statuses, absent, titles };
}

/**
 * `execution_status` as callers see it: the live status while the sandbox is running, and the last reported one while
 * it is paused. A pause turns `running` into `paused`.
 */
export function executionStatus(
  { conversation_id: id, execution_status: last }: Conversation,
  sandbox: Sandbox | undefined,
  { statuses }: LiveStatuses,
): z.infer<typeof ExecutionStatus> | null {
  if (!sandbox || apiStatus(sandbox) !== 'PAUSED') return statuses.get(id) ?? null;
  return last === 'running' ? 'paused' : (last ?? null);
}

type Group = [sandbox: Sandbox | undefined, conversations: Conversation[]];

function inCalls([sandbox, group]: Group): Group[] {
  const calls = Math.ceil(group.length / IDS_PER_CALL);
  return Array.from({ length: calls }, (_, call) => [
    sandbox,
    group.slice(call * IDS_PER_CALL, (call + 1) * IDS_PER_CALL),
  ]);
}

async function ask(sandbox: Sandbox, ids: readonly string[], keys: SandboxKeys, signal: AbortSignal) {
  const { agent_url: url } = sandbox;
  if (!url) return [];
  try {
    const query = new URLSearchParams(ids.map((id): [string, string] => ['ids', id]));
    const headers = { 'X-Session-API-Key': await keys.sessionKey(sandbox) };
    const response = await callAgent(`${url}/api/conversations?${query}`, { headers, signal });
    return response.ok ? AgentConversations.parse(JSON.parse(response.text)) : [];
  } catch {
    // An agent that is slow, gone or returns garbage must not fail a list: its status stays unknown.
    return [];
  }
}

/**
 * Stores the titles that agents reported with their status. Failures are only logged: the next reader asks again.
 *
 * @returns the updated conversations, in the same order
 */
export function keepTitles(
  conversations: readonly Conversation[],
  titles: ReadonlyMap<string, StateReport>,
  reports: ConversationReports,
): Promise<readonly Conversation[]> {
  return Promise.all(
    conversations.map((row) => {
      const report = titles.get(row.conversation_id);
      return report ? titled(row, report, reports) : row;
    }),
  );
}

async function titled(row: Conversation, report: StateReport, reports: ConversationReports): Promise<Conversation> {
  const change = followed(row, [report]);
  if (change.title === undefined || change.title === row.title) return row;
  try {
    await reports.follow(row, change);
    return { ...row, ...change };
  } catch (error) {
    const { owner_id, conversation_id } = row;
    if (!(error instanceof VersionConflictError))
      log.warn('reported title was not stored', { owner_id, conversation_id, error });
    return row;
  }
}
