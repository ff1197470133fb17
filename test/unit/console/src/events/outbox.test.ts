import { describe, expect, it } from 'vitest';
import {
  type OutgoingMessage,
  unconfirmed,
  withPending,
} from '../../../../../console/src/pages/conversations/events/composer/outbox.ts';

const sent: OutgoingMessage = { id: 'a', text: 'Hi', after: undefined, state: 'handed_over', pendingId: '1' };
const pending = (id: string, state: 'queued' | 'handed_over' | 'not_delivered') => ({
  id,
  text: `text ${id}`,
  state,
  detail: 'why',
  created_at: '2026-11-21T12:00:00.000Z',
});

describe('withPending', () => {
  it('shows the messages of earlier pages first, and the current state of those of this page', () => {
    const shown = withPending([sent], [pending('0', 'queued'), pending('1', 'not_delivered')]);

    expect(shown.map(({ text, state, detail }) => [text, state, detail])).toEqual([
      ['text 0', 'queued', 'why'],
      ['Hi', 'not_delivered', 'why'],
    ]);
  });

  it('keeps a message that was not delivered, although a later one has the same text', () => {
    expect(unconfirmed([{ ...sent, state: 'not_delivered' }], [])).toHaveLength(1);
    expect(withPending([sent], undefined)).toEqual([sent]);
  });
});
