import type { TimelineEvent } from '../../../../../../shared/presentation/events/timeline-event.ts';

/** A message that was sent and is not among the events yet. */
export interface OutgoingMessage {
  readonly id: string;
  readonly text: string;
  /** The newest event when it was sent; undefined if there was none. */
  readonly after: string | undefined;
  /** `waiting`: the service keeps it until the agent is ready. */
  readonly state: 'sending' | 'sent' | 'waiting';
}

/** The messages without an event yet. Two messages with the same text need two events. */
export function unconfirmed(
  outbox: readonly OutgoingMessage[],
  events: readonly TimelineEvent[],
): readonly OutgoingMessage[] {
  if (outbox.length === 0) return outbox;
  const taken = new Set<string>();
  return outbox.filter(({ text, after = '' }) => {
    const event = events.findLast(
      ({ id, at, content }) =>
        at > after && content.type === 'message' && content.from === 'user' && content.text === text && !taken.has(id),
    );
    if (event) taken.add(event.id);
    return event === undefined;
  });
}
