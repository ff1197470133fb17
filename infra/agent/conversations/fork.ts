import { utcMicroseconds } from '../base/timestamps.ts';
import type { AgentEvent } from '../events/event.ts';
import { Fields } from '../http/fields.ts';
import { HttpError } from '../http/http-error.ts';
import { noUsage } from '../scripted-agent/usage.ts';
import { type Cipher, sealPrivatePart } from '../secrets/private-part.ts';
import { withoutSecrets } from '../secrets/secret-registry.ts';
import type { BaseState, Opened } from './conversation-files.ts';
import { withoutMasks } from './conversation-info.ts';
import { readId, readTags } from './start-request.ts';

const longestTitle = 200;

export interface ForkRequest {
  readonly id: string | undefined;
  readonly title: string | null;
  readonly tags: Readonly<Record<string, string>>;
  readonly resetsMetrics: boolean;
  /** The last event that is copied. */
  readonly fromEventId: string | null;
}

/** @throws HttpError 422 */
export function readForkRequest(body: unknown): ForkRequest {
  const fields = new Fields(body);
  const title = fields.string('title') ?? null;
  if (title !== null && title.length > longestTitle)
    fields.add(['title'], 'string_too_long', `String should have at most ${longestTitle} characters`);
  const request = {
    id: readId(fields, 'id'),
    title,
    tags: readTags(fields) ?? {},
    resetsMetrics: fields.boolean('reset_metrics') ?? true,
    fromEventId: fields.string('from_event_id') ?? null,
  };
  fields.finish();
  return request;
}

/** The fields of a conversation that is no fork. */
export const notForked = { forked_from_conversation_id: null, forked_from_event_id: null };

type Copied = Omit<Opened, 'files' | 'nextIndex'>;

/**
 * A copy of a conversation. Like agent servers, it keeps the secrets, sealed for its own ID, and loses the keys of its
 * agent, also those of MCP servers.
 *
 * @throws HttpError 404 for an unknown event
 */
export function forked(
  source: Copied,
  { id, title, tags, resetsMetrics, fromEventId }: ForkRequest & { readonly id: string },
  cipher: Cipher | undefined,
): Copied {
  const now = utcMicroseconds();
  const origin = { forked_from_conversation_id: source.meta.id, forked_from_event_id: fromEventId };
  const events = fromEventId === null ? source.events : branchTo(fromEventId, source.events);
  const uploaded = new Set(source.events.slice(0, source.state.adopted_events));
  const { agent = {}, secrets = {} } = source.privatePart ?? {};
  const privatePart = { agent: withoutMasks(withoutSecrets(agent)), secrets };
  const state: BaseState = {
    execution_status: 'idle',
    updated_at: now,
    usage: resetsMetrics ? noUsage : source.state.usage,
    adopted_events: events.filter((event) => uploaded.has(event)).length,
    ...sealPrivatePart(privatePart, cipher, id),
  };
  return { meta: { ...source.meta, id, title, tags, created_at: now, ...origin }, state, events, privatePart };
}

/** The events up to this one, along their parents: most updates of the state are not among them. */
function branchTo(id: string, events: readonly AgentEvent[]): readonly AgentEvent[] {
  const indexes = new Map(events.map((event, index) => [event.id, index]));
  const branch: AgentEvent[] = [];
  for (let index = indexes.get(id); index !== undefined; ) {
    const event = events[index];
    if (!event) break;
    branch.push(event);
    // Uploaded events have no parents: each follows the one before it.
    const parent = event.parent_id ?? events[index - 1]?.id;
    index = parent === undefined ? undefined : indexes.get(parent);
  }
  if (branch.length === 0) throw new HttpError(404, `Unknown from_event_id: ${id}`);
  return branch.toReversed();
}
