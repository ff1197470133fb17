import * as z from 'zod';
import { agentTime } from '../../../contract/shapes/agent-time.ts';
import { ExecutionStatus } from '../../../contract/shapes/enums.ts';
import { asLine, line } from '../../../contract/shapes/text.ts';
import type { Conversation } from './conversation.ts';
import { Metrics, metricsOfStats } from './metrics.ts';

/** What an agent reports of a conversation at one time. It did not report fields that are undefined. */
export interface StateReport {
  /** When it was so, by the agent's clock, in UTC with microseconds. */
  readonly at: string;
  /** Whether something happened. Each start of an agent reports the state, even if nothing happened. */
  readonly isActivity: boolean;
  readonly title?: string | undefined;
  readonly execution_status?: z.infer<typeof ExecutionStatus> | undefined;
  readonly metrics?: Metrics | undefined;
  readonly tags?: Readonly<Record<string, string>> | undefined;
  readonly llm_model?: string | undefined;
  readonly working_dir?: string | undefined;
  readonly agent_kind?: 'acp' | undefined;
  readonly acp_server?: string | undefined;
}

/** The attributes of a row that follow its agent. */
export type FollowedState = Pick<
  Conversation,
  Field | 'title_asked' | 'updated_at' | 'agent_updated_at' | 'state_times'
>;

const fields = [
  'title',
  'execution_status',
  'metrics',
  'tags',
  'llm_model',
  'working_dir',
  'agent_kind',
  'acp_server',
] as const;

type Field = (typeof fields)[number];

/** Of two statuses of the same microsecond the one further right came later: a run ends after it began. */
const statuses = ['idle', 'running', 'waiting_for_confirmation', 'paused', 'finished', 'stuck', 'error', 'deleting'];

/** The changes by reports, which may arrive in any order and repeatedly: only a later one replaces a field. */
export function followed(row: Conversation, reports: readonly StateReport[]): Partial<FollowedState> {
  const change: { -readonly [F in keyof FollowedState]?: FollowedState[F] } = {};
  const times: Record<string, string> = { ...row.state_times };
  let active = row.agent_updated_at ?? '';
  for (const report of reports) {
    for (const field of fields) {
      const value = report[field];
      if (value === undefined || isOwners(field, row)) continue;
      const time = `${report.at}/${rankOf(field, value)}`;
      if (time <= (times[field] ?? '')) continue;
      times[field] = time;
      Object.assign(change, { [field]: value });
    }
    if (report.isActivity && report.at > active) active = report.at;
  }
  if (Object.keys(change).length > 0) change.state_times = times;
  if (active > (row.agent_updated_at ?? '')) {
    change.agent_updated_at = active;
    const updatedAt = `${active.slice(0, 23)}Z`;
    if (updatedAt > row.updated_at) change.updated_at = updatedAt;
  }
  return change;
}

/** Whether the owner chose it: their title stays, and a model that the agent was not given yet. */
function isOwners(field: Field, row: Conversation): boolean {
  return (field === 'title' && !followsTitle(row)) || (field === 'llm_model' && row.llm_profile_pending === true);
}

/** Whether its title is the one that its agent reports. */
export function followsTitle({ title_by: by, title_asked: isAsked }: Conversation): boolean {
  return by !== 'user' && !isAsked;
}

/** Whether an agent has given it a title. */
export function hasReportedTitle({ state_times: times }: Conversation): boolean {
  return times?.title !== undefined;
}

/** The change by the title that the agent was asked for. @param at as in a report: older reports count for nothing */
export function newlyTitled(row: Conversation, title: string, at: string): Partial<FollowedState> {
  return { title, title_asked: null, state_times: { ...row.state_times, title: `${at}/${rankOf('title', title)}` } };
}

/** Orders values of the same time, so that the same value stays whatever the order of arrival. */
function rankOf(field: Field, value: StateReport[Field]): string {
  if (field === 'execution_status') return String(statuses.indexOf(String(value)));
  if (field === 'metrics' && typeof value === 'object') return `${spent(value)}${JSON.stringify(value)}`.slice(0, 200);
  return JSON.stringify(typeof value === 'object' ? Object.entries(value).toSorted() : value).slice(0, 200);
}

/** Use only grows: of two figures of one time the larger one is later. */
function spent(metrics: object): string {
  const { accumulated_token_usage: usage } = metrics as Metrics;
  const tokens = usage ? usage.prompt_tokens + usage.completion_tokens : 0;
  return String(tokens).padStart(16, '0');
}

export interface ConversationReports {
  /**
   * Writes the changes from an agent's report, and nothing else of the row.
   *
   * @throws VersionConflictError when the conversation is gone, another report was written since it was read, or a
   * title is among them and the user has chosen one, or has asked for another one since.
   */
  follow(conversation: Conversation, change: Partial<FollowedState>): Promise<void>;
}

const shown = z.string().max(1_024).transform(asLine);

/** A value that is too long or of another shape is ignored: it must not block the fields beside it. */
const Model = line(500, z.string().trim().min(1));
const Tags = z
  .record(shown.pipe(z.string().min(1).max(256)), shown.pipe(z.string().max(1024)))
  .refine((tags) => Object.keys(tags).length <= 50);
/** A path that is not absolute says nothing: only the agent knows where it begins. */
const Workspace = z.object({ working_dir: line(4_096, z.string().startsWith('/')) });
const Agent = z.object({ llm: z.object({ model: Model }) });
/** Other agents are standard ones. */
const AcpAgent = z.object({ kind: z.literal('ACPAgent'), acp_server: line(100).nullish() });

/** The fields of a conversation that an agent reports: in its hook, and in a full state. */
const ReportedState = z.looseObject({
  title: z.unknown().optional(),
  execution_status: z.unknown().optional(),
  stats: z.unknown().optional(),
  metrics: z.unknown().optional(),
  tags: z.unknown().optional(),
  agent: z.unknown().optional(),
  workspace: z.unknown().optional(),
});

/** The report in a conversation hook. @returns undefined when it has no time. */
export function reportOfHook(info: Readonly<Record<string, unknown>>): StateReport | undefined {
  const at = typeof info.updated_at === 'string' ? agentTime(info.updated_at) : undefined;
  return at === undefined ? undefined : { at, isActivity: true, ...stateIn(info) };
}

/** The fields of an event that are read here. */
interface ReportingEvent {
  readonly timestamp: string;
  readonly kind: string;
  readonly key?: unknown;
  readonly value?: unknown;
}

/** The report in an event: of the conversation's state, or only of activity. */
export function reportOfEvent(event: ReportingEvent): StateReport | undefined {
  const at = agentTime(event.timestamp);
  if (at === undefined) return undefined;
  if (event.kind !== 'ConversationStateUpdateEvent') return { at, isActivity: true };
  const { key, value } = event;
  const reported = key === 'full_state' ? value : { [String(key)]: value };
  return { at, isActivity: false, ...stateIn(reported) };
}

function stateIn(reported: unknown): Omit<StateReport, 'at' | 'isActivity'> {
  const parsed = ReportedState.safeParse(reported);
  if (!parsed.success) return {};
  const { title, execution_status: status, stats, metrics, tags, agent, workspace } = parsed.data;
  const acp = valid(AcpAgent, agent);
  return {
    ...(acp ? { agent_kind: 'acp' as const, acp_server: acp.acp_server ?? undefined } : {}),
    title: reportedTitle(title),
    execution_status: valid(ExecutionStatus, status),
    metrics: metricsOfStats(stats) ?? valid(Metrics, metrics),
    tags: valid(Tags, tags),
    llm_model: valid(Agent, agent)?.llm.model,
    working_dir: valid(Workspace, workspace)?.working_dir,
  };
}

function valid<T>(schema: z.ZodType<T>, value: unknown): T | undefined {
  if (value === undefined || value === null) return undefined;
  const parsed = schema.safeParse(value);
  return parsed.success ? parsed.data : undefined;
}

const Title = z.string().max(1_024).transform(asLine).pipe(z.string().trim().min(1).max(500));

/** A title in an agent's words, on one line; undefined when it is none that a list could show. */
export function reportedTitle(value: unknown): string | undefined {
  return Title.safeParse(value).data;
}
