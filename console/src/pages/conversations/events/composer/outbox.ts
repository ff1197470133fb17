import type { TimelineEvent } from '../../../../../../shared/presentation/events/timeline-event.ts';

/** A message that was sent and is not among the events yet. */
export interface OutgoingMessage {
  readonly id: string;
  readonly text: string;
  /** The newest event when it was sent; undefined if there was none. */
  readonly after: string | undefined;
  /** As the service reports it, after `sending`. */
  readonly state: 'sending' | 'queued' | 'handed_over' | 'delivered' | 'not_delivered';
  /** What it waits for, or why it was not delivered. */
  readonly detail?: string | null;
  /** Its id at the service, once it has one. */
  readonly pendingId?: string;
}

/** The messages without an event yet. Two messages with the same text need two events. */
export function unconfirmed(
  outbox: readonly OutgoingMessage[],
  events: readonly TimelineEvent[],
): readonly OutgoingMessage[] {
  if (outbox.length === 0) return outbox;
  const taken = new Set<string>();
  return outbox.filter(({ text, state, after = '' }) => {
    if (state === 'not_delivered') return true;
    const event = events.findLast(
      ({ id, at, content }) =>
        at > after && content.type === 'message' && content.from === 'user' && content.text === text && !taken.has(id),
    );
    if (event) taken.add(event.id);
    return event === undefined;
  });
}

/** The messages of this page, and those that the service still has from before, with their current states. */
export function withPending(
  outbox: readonly OutgoingMessage[],
  pending: readonly Pending[] | undefined,
): readonly OutgoingMessage[] {
  if (pending === undefined) return outbox;
  const byId = new Map(pending.map((message) => [message.id, message]));
  const own = outbox.map((message): OutgoingMessage => {
    const known = byId.get(message.pendingId ?? '');
    return known ? { ...message, state: known.state, detail: known.detail } : message;
  });
  const others = pending.filter(({ id }) => !outbox.some(({ pendingId }) => pendingId === id));
  const earlier = others.map(({ id, text, state, detail, created_at }): OutgoingMessage => {
    return { id, text, after: created_at, state, detail, pendingId: id };
  });
  return [...earlier, ...own];
}

/** A message that the agent does not have. */
interface Pending {
  readonly id: string;
  readonly text: string;
  readonly state: 'queued' | 'handed_over' | 'not_delivered';
  readonly detail: string | null;
  readonly created_at: string;
}
