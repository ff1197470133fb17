import * as z from 'zod';
import type { EventType } from '../../contract/shapes/integrator-event-types.ts';
import type { PublishedEvent } from './sandbox-events.ts';

const ConversationRow = z.looseObject({
  conversation_id: z.string(),
  sandbox_id: z.string(),
  title: z.string(),
  execution_status: z.string().nullish(),
  created_at: z.string(),
});
type ConversationRow = z.infer<typeof ConversationRow>;

type ConversationEvent = Extract<EventType, `conversation.${string}`>;

/** The properties whose change is an event. The agent's costs and activity change all the time and are none. */
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
] as const;

/** Titles are a line for people; the whole of a longer one is in the API. */
const TITLE_LENGTH = 500;

/** The integrator events behind a change of a conversation's row. */
export function conversationEvents(before: unknown, after: unknown): readonly PublishedEvent<ConversationEvent>[] {
  const [then, now] = [
    before ? ConversationRow.parse(before) : undefined,
    after ? ConversationRow.parse(after) : undefined,
  ];
  if (!now) return then ? [{ type: 'conversation.deleted', data: dataOf(then) }] : [];
  if (!then) return [{ type: 'conversation.created', data: dataOf(now) }];
  const events: PublishedEvent<ConversationEvent>[] = [];
  const [was, is] = [then.execution_status ?? null, now.execution_status ?? null];
  if (was !== is)
    events.push({ type: 'conversation.status_changed', data: { ...dataOf(now), previous_execution_status: was } });
  const changed = properties.filter((name) => differs(then[name], now[name]));
  if (changed.length > 0) events.push({ type: 'conversation.updated', data: { ...dataOf(now), changed } });
  return events;
}

/** Absent and null are one. Maps may come in another order. */
function differs(a: unknown, b: unknown): boolean {
  const text = (value: unknown) =>
    JSON.stringify(
      typeof value === 'object' && value !== null && !Array.isArray(value)
        ? Object.entries(value).toSorted()
        : (value ?? null),
    );
  return text(a) !== text(b);
}

function dataOf(row: ConversationRow) {
  return {
    conversation_id: row.conversation_id,
    sandbox_id: row.sandbox_id,
    title: row.title.slice(0, TITLE_LENGTH),
    execution_status: row.execution_status ?? null,
    created_at: row.created_at,
  };
}
