import * as z from 'zod';
import { agentTime } from '../../../contract/shapes/agent-time.ts';
import { ExecutionStatus } from '../../../contract/shapes/enums.ts';
import { asLine, line } from '../../../contract/shapes/text.ts';
import type { AgentEvent } from '../../conversations/events/event.ts';
import type { StateReport } from '../../conversations/record/conversation-state.ts';
import { Metrics, metricsOfStats } from '../../conversations/record/metrics.ts';
import { reportedTitle } from '../../conversations/record/reported-title.ts';

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

/** The report in an event: of the conversation's state, or only of activity. */
export function reportOfEvent(event: AgentEvent): StateReport | undefined {
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
