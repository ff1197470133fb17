import * as z from 'zod';
import { agentTime } from '../contract/agent-time.ts';
import { ExecutionStatus } from '../contract/enums.ts';
import type { AgentEvent } from '../events/event.ts';
import type { StateReport } from './conversation-state.ts';
import { Metrics, metricsOfStats } from './metrics.ts';

/** What is too long or of another shape than known is passed over: it must not hold up what came with it. */
const Title = z.string().trim().min(1).max(500);
const Model = z.string().trim().min(1).max(500);
const Tags = z
  .record(z.string().min(1).max(256), z.string().max(1024))
  .refine((tags) => Object.keys(tags).length <= 50);
const Agent = z.object({ llm: z.object({ model: Model }) });

/** The fields of a conversation as an agent tells them: in its hook, and in a picture of its state. */
const Told = z.looseObject({
  title: z.unknown().optional(),
  execution_status: z.unknown().optional(),
  stats: z.unknown().optional(),
  metrics: z.unknown().optional(),
  tags: z.unknown().optional(),
  agent: z.unknown().optional(),
});

/** What the conversation hook tells. @returns undefined when it does not say when. */
export function reportOfHook(info: Readonly<Record<string, unknown>>): StateReport | undefined {
  const at = typeof info.updated_at === 'string' ? agentTime(info.updated_at) : undefined;
  return at === undefined ? undefined : { at, isActivity: true, ...stateIn(info) };
}

/** What an event tells: of the conversation's state, or only that something happened. */
export function reportOfEvent(event: AgentEvent): StateReport | undefined {
  const at = agentTime(event.timestamp);
  if (at === undefined) return undefined;
  if (event.kind !== 'ConversationStateUpdateEvent') return { at, isActivity: true };
  const { key, value } = event;
  const told = key === 'full_state' ? value : { [String(key)]: value };
  return { at, isActivity: false, ...stateIn(told) };
}

function stateIn(told: unknown): Omit<StateReport, 'at' | 'isActivity'> {
  const parsed = Told.safeParse(told);
  if (!parsed.success) return {};
  const { title, execution_status: status, stats, metrics, tags, agent } = parsed.data;
  return {
    title: valid(Title, title),
    execution_status: valid(ExecutionStatus, status),
    metrics: metricsOfStats(stats) ?? valid(Metrics, metrics),
    tags: valid(Tags, tags),
    llm_model: valid(Agent, agent)?.llm.model,
  };
}

function valid<T>(schema: z.ZodType<T>, value: unknown): T | undefined {
  if (value === undefined || value === null) return undefined;
  const parsed = schema.safeParse(value);
  return parsed.success ? parsed.data : undefined;
}
