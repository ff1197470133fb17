import * as z from 'zod';
import { agentTime } from '../../../contract/shapes/agent-time.ts';
import { ExecutionStatus } from '../../../contract/shapes/enums.ts';
import { asLine, line } from '../../../contract/shapes/text.ts';
import { Conversation } from './conversation.ts';
import { Metrics, metricsOfStats } from './metrics.ts';

/** An agent's report of a conversation. Undefined fields were not reported. */
export interface StateReport {
  /** The time of the report by the agent's clock, in UTC with microseconds. */
  readonly at: string;
  /** Whether the report shows activity. Agents also report the state when they start. */
  readonly isActivity: boolean;
  readonly title?: string | undefined;
  readonly execution_status?: z.infer<typeof ExecutionStatus> | undefined;
  readonly metrics?: Metrics | undefined;
  readonly tags?: Readonly<Record<string, string>> | undefined;
  readonly llm_model?: string | undefined;
  /** Whether the model's provider refused the key. */
  readonly llm_refused?: true | undefined;
  readonly working_dir?: string | undefined;
  readonly agent_kind?: 'acp' | undefined;
  readonly acp_server?: string | undefined;
}

/** The attributes of a row that follow the agent's reports. */
export type FollowedState = Pick<
  Conversation,
  Field | 'status_path' | 'title_asked' | 'model_key_hash' | 'updated_at' | 'agent_updated_at' | 'state_times'
>;

const fields = [
  'title',
  'execution_status',
  'metrics',
  'tags',
  'llm_model',
  'llm_refused',
  'working_dir',
  'agent_kind',
  'acp_server',
] as const;

type Field = (typeof fields)[number];

/** Statuses in the order in which they can follow each other, for reports with the same time. */
const statuses = ['idle', 'running', 'waiting_for_confirmation', 'paused', 'finished', 'stuck', 'error', 'deleting'];

type StatusPath = z.infer<typeof ExecutionStatus>[];

/** How many statuses of one delivery are kept. */
const MAX_PATH = 20;

const byTime = (one: StateReport, other: StateReport): number => (one.at < other.at ? -1 : one.at > other.at ? 1 : 0);

/** The changes by reports, which can arrive repeatedly and in any order. Only a later report replaces a field. */
export function followed(row: Conversation, reports: readonly StateReport[]): Partial<FollowedState> {
  const change: { -readonly [F in keyof FollowedState]?: FollowedState[F] } = {};
  const times: Record<string, string> = { ...row.state_times };
  const path: StatusPath = [];
  let active = row.agent_updated_at ?? '';
  for (const report of reports.toSorted(byTime)) {
    for (const field of fields) {
      const value = report[field];
      // A row must never hold what its own schema refuses.
      if (value === undefined || isOwners(field, row) || !Conversation.shape[field].safeParse(value).success) continue;
      const time = `${report.at}/${rankOf(field, value)}`;
      if (time <= (times[field] ?? '')) continue;
      times[field] = time;
      Object.assign(change, { [field]: value });
      const { execution_status: status } = report;
      if (field === 'execution_status' && status && status !== path.at(-1)) path.push(status);
    }
    if (report.isActivity && report.at > active) active = report.at;
  }
  if (path.length > 0) change.status_path = path.slice(-MAX_PATH);
  if (Object.keys(change).length > 0) change.state_times = times;
  if (active > (row.agent_updated_at ?? '')) {
    change.agent_updated_at = active;
    const updatedAt = `${active.slice(0, 23)}Z`;
    if (updatedAt > row.updated_at) change.updated_at = updatedAt;
  }
  return change;
}

/** The change after which only reports from this time on replace fields. @param at in UTC with microseconds */
export function ignoringBefore({ state_times: times }: Conversation, at: string): Partial<FollowedState> {
  return { state_times: { ...Object.fromEntries(fields.map((field) => [field, `${at}/`])), ...times } };
}

/**
 * Whether the owner set the field: a title, or a model that the agent has not received yet. An agent with a key for the
 * model broker knows its model by another name, and must not choose what its owner pays for.
 */
function isOwners(field: Field, row: Conversation): boolean {
  if (field === 'title') return !followsTitle(row);
  return field === 'llm_model' && (row.llm_profile_pending === true || Boolean(row.model_key_hash));
}

/** Whether the title follows the agent's reports. */
export function followsTitle({ title_by: by, title_asked: isAsked }: Conversation): boolean {
  return by !== 'user' && !isAsked;
}

/** Whether the agent has reported a title. */
export function hasReportedTitle({ state_times: times }: Conversation): boolean {
  return times?.title !== undefined;
}

/** The change by a requested title. @param at the time of the title; older reports are ignored */
export function newlyTitled(row: Conversation, title: string, at: string): Partial<FollowedState> {
  return { title, title_asked: null, state_times: { ...row.state_times, title: `${at}/${rankOf('title', title)}` } };
}

/** Orders values with the same time, so that the result does not depend on the order of arrival. */
function rankOf(field: Field, value: StateReport[Field]): string {
  if (field === 'execution_status') return String(statuses.indexOf(String(value)));
  const text = JSON.stringify(typeof value === 'object' ? Object.entries(value).toSorted() : value);
  const rank = field === 'metrics' && typeof value === 'object' ? `${spent(value)}${JSON.stringify(value)}` : text;
  // A cut can split a character, which DynamoDB does not have to accept.
  return rank.slice(0, 200).toWellFormed();
}

/** Usage only grows, so of two values with the same time the larger one is later. */
function spent(metrics: object): string {
  const { accumulated_token_usage: usage } = metrics as Metrics;
  const tokens = usage ? usage.prompt_tokens + usage.completion_tokens : 0;
  return String(tokens).padStart(16, '0');
}

export interface ConversationReports {
  /**
   * Writes only the changes of an agent's report.
   *
   * @throws VersionConflictError when the conversation is gone, another report was written since the read, or the user
   * has set or requested a title since.
   */
  follow(conversation: Conversation, change: Partial<FollowedState>): Promise<void>;
}

const shown = z.string().max(1_024).transform(asLine);

/** Size limit of all tags of a conversation, in bytes. Each list of conversations has them. */
const TAG_BYTES = 16_384;

/** Invalid values are ignored, so that they do not block other fields. */
const Model = line(500, z.string().trim().min(1));
const Tags = z
  .record(shown.pipe(z.string().min(1).max(256)), shown.pipe(z.string().max(1024)))
  .refine((tags) => Object.keys(tags).length <= 50 && Buffer.byteLength(JSON.stringify(tags)) <= TAG_BYTES);
/** Relative paths are ignored, as only the agent knows their base. */
const Workspace = z.object({ working_dir: line(4_096, z.string().startsWith('/')) });
const Agent = z.object({ llm: z.object({ model: Model }) });
const AcpAgent = z.object({ kind: z.literal('ACPAgent'), acp_server: line(100).nullish() });

/** The fields of a conversation in hooks and in full states. */
const ReportedState = z.looseObject({
  title: z.unknown().optional(),
  execution_status: z.unknown().optional(),
  stats: z.unknown().optional(),
  metrics: z.unknown().optional(),
  tags: z.unknown().optional(),
  agent: z.unknown().optional(),
  workspace: z.unknown().optional(),
});

/** The report in a conversation hook; undefined without a time. */
export function reportOfHook(info: Readonly<Record<string, unknown>>): StateReport | undefined {
  const at = typeof info.updated_at === 'string' ? agentTime(info.updated_at) : undefined;
  return at === undefined ? undefined : { at, isActivity: true, ...stateIn(info) };
}

interface ReportingEvent {
  readonly timestamp: string;
  readonly kind: string;
  readonly key?: unknown;
  readonly value?: unknown;
  readonly code?: unknown;
}

/** The report in an event: the conversation's state, or only activity. */
export function reportOfEvent(event: ReportingEvent): StateReport | undefined {
  const at = agentTime(event.timestamp);
  if (at === undefined) return undefined;
  if (refusesKey(event)) return { at, isActivity: true, llm_refused: true };
  if (event.kind !== 'ConversationStateUpdateEvent') return { at, isActivity: true };
  const { key, value } = event;
  const reported = key === 'full_state' ? value : { [String(key)]: value };
  return { at, isActivity: false, ...stateIn(reported) };
}

/** Whether a run ended because the model's provider refused the key. */
export function refusesKey({ kind, code }: ReportingEvent): boolean {
  return kind === 'ConversationErrorEvent' && code === 'LLMAuthenticationError';
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

/** A title on one line; undefined if it cannot be shown in a list. */
export function reportedTitle(value: unknown): string | undefined {
  return Title.safeParse(value).data;
}
