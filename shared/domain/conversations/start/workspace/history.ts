import { agentTime } from '../../../../contract/shapes/agent-time.ts';
import { dashed, isUuid } from '../../../../contract/shapes/ids.ts';
import type { RecordedEvent } from '../../../../contract/shapes/recording.ts';
import { uuidOf } from '../../../../platform/ids.ts';
import type { AgentEvent } from '../../events/event.ts';
import { eventFields } from './recorded-event.ts';

/** Actions and observations that every agent can read. Others become text. */
const KNOWN = /^(Terminal|FileEditor|TaskTracker|Think|Finish)(Action|Observation)$/;

/** An event without id and time. */
type Content = Readonly<Record<string, unknown>> & { readonly kind: string; readonly source: string };

export interface Replay {
  readonly agentConversationId: string;
  /** The request's instructions, which the agent reads in the first event. */
  readonly instructions: string | null;
  /** The time of events without a recorded time. */
  readonly createdAt: string;
}

/** A recording as a history. Deterministic. Events that agent servers cannot read become text. */
export function historyOf(recording: readonly RecordedEvent[], replay: Replay): readonly AgentEvent[] {
  const paired = pairsOf(recording);
  const contents = recording.flatMap((event) => {
    const content = contentOf(event, paired);
    return content ? [{ event, content }] : [];
  });
  const prompt = contents.find(({ content }) => content.kind === 'SystemPromptEvent');
  const others = contents.filter(({ content }) => content.kind !== 'SystemPromptEvent');
  const first = { event: prompt?.event ?? {}, content: promptOf(prompt?.content, replay.instructions) };
  return inOrder([first, ...others], replay);
}

function inOrder(
  contents: readonly { readonly event: RecordedEvent; readonly content: Content }[],
  { agentConversationId, createdAt }: Replay,
): readonly AgentEvent[] {
  const taken = new Set<string>();
  const latest = agentTime(createdAt) ?? createdAt;
  const times = contents
    .map(({ event }) => agentTime(event.timestamp ?? ''))
    .map((time) => time && earlier(time, latest));
  let time = times.find((known) => known !== undefined) ?? latest;
  return contents.map(({ event, content }, index) => {
    const known = times[index];
    if (known !== undefined && known > time) time = known;
    const given = typeof event.id === 'string' && isUuid(event.id) ? event.id : undefined;
    const id = given && !taken.has(given) ? given : dashed(uuidOf(`${agentConversationId}/replay/${index}`));
    taken.add(id);
    // Agent servers write times without a time zone.
    return { id, timestamp: time.replace(/Z$/, ''), ...content };
  });
}

/** Keeps recorded times before the conversation's own events, whatever clock the recording used. */
function earlier(time: string, latest: string): string {
  return time < latest ? time : latest;
}

/** The tool calls with both an action and its result. Agents fail on one without the other. */
function pairsOf(recording: readonly RecordedEvent[]): ReadonlySet<unknown> {
  const callsOf = (kind: string, part: string) =>
    recording.flatMap((event) => (event.kind === kind && isKnown(event[part]) ? [event.tool_call_id] : []));
  const results = new Set(callsOf('ObservationEvent', 'observation'));
  const actions = Map.groupBy(callsOf('ActionEvent', 'action'), (call) => call);
  const isPair = ([call, all]: readonly [unknown, readonly unknown[]]) =>
    typeof call === 'string' && results.has(call) && all.length === 1;
  return new Set([...actions].filter(isPair).map(([call]) => call));
}

function isKnown(part: unknown): boolean {
  const kind = fieldOf(part, 'kind');
  return typeof kind === 'string' && KNOWN.test(kind);
}

function contentOf(event: RecordedEvent, paired: ReadonlySet<unknown>): Content | undefined {
  switch (event.kind) {
    case 'MessageEvent':
      return message(event.source === 'user' ? 'user' : 'agent', partsOf(event.llm_message));
    case 'SystemPromptEvent':
      return kept(event, 'agent');
    case 'ActionEvent':
      if (paired.has(event.tool_call_id)) return kept(event, 'agent');
      return message('agent', words(`${String(event.tool_name ?? 'tool')}: ${asText(event.action)}`));
    case 'ObservationEvent':
      if (paired.has(event.tool_call_id)) return kept(event, 'environment');
      return message('agent', words(`Result of ${String(event.tool_name ?? 'tool')}: ${asText(event.observation)}`));
    case undefined:
      return legacyContentOf(event);
    default:
      // The state of the recorded agent does not apply to the new one.
      return undefined;
  }
}

/** Legacy events as text: most have a message for people. */
function legacyContentOf(event: RecordedEvent): Content | undefined {
  const { action, observation, args, content } = event;
  if (action === 'message') {
    const images = fieldOf(args, 'image_urls');
    const parts = words(asText(fieldOf(args, 'content') ?? event.message));
    return message(event.source === 'user' ? 'user' : 'agent', [...parts, ...imagesOf(images)]);
  }
  if (typeof action === 'string') {
    if (['system', 'change_agent_state', 'recall', 'null'].includes(action)) return undefined;
    return message('agent', words(`${action}: ${asText(event.message || args)}`));
  }
  if (observation === 'agent_state_changed' || observation === 'null' || observation === 'recall') return undefined;
  return message('agent', words(`Result of ${String(observation)}: ${asText(content || event.message)}`));
}

function kept(event: RecordedEvent, source: string): Content {
  const names = eventFields[String(event.kind)] ?? [];
  const entries = names.flatMap((name) => (event[name] === undefined ? [] : [[name, event[name]] as const]));
  return { kind: String(event.kind), source, ...Object.fromEntries(entries) };
}

function promptOf(recorded: Content | undefined, instructions: string | null): Content {
  const text = fieldOf(recorded?.system_prompt, 'text');
  const base =
    typeof text === 'string' && text !== ''
      ? text
      : 'You are a software agent. The conversation so far was recorded. Continue from where it ends.';
  const whole = instructions === null ? base : `${base}\n\n${instructions}`;
  return { kind: 'SystemPromptEvent', source: 'agent', system_prompt: { type: 'text', text: whole }, tools: [] };
}

function message(source: 'user' | 'agent', content: readonly unknown[]): Content | undefined {
  if (content.length === 0) return undefined;
  const role = source === 'user' ? 'user' : 'assistant';
  return { kind: 'MessageEvent', source, llm_message: { role, content } };
}

function partsOf(llmMessage: unknown): unknown[] {
  const content = fieldOf(llmMessage, 'content');
  if (typeof content === 'string') return words(content);
  if (!Array.isArray(content)) return [];
  return content.flatMap((part) =>
    fieldOf(part, 'type') === 'image' ? imagesOf(fieldOf(part, 'image_urls')) : words(asText(fieldOf(part, 'text'))),
  );
}

function words(text: string): unknown[] {
  return text === '' ? [] : [{ type: 'text', text }];
}

function imagesOf(urls: unknown): unknown[] {
  const texts = Array.isArray(urls) ? urls.filter((url) => typeof url === 'string') : [];
  return texts.length === 0 ? [] : [{ type: 'image', image_urls: texts }];
}

function asText(value: unknown): string {
  if (value === undefined || value === null) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function fieldOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? new Map(Object.entries(value)).get(name) : undefined;
}
