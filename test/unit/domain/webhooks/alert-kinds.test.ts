import { describe, expect, it } from 'vitest';
import { isFor } from '../../../../shared/domain/webhooks/alert-kinds.ts';

const ada = 'a0000000-0000-4000-8000-000000000000';
const receiver = {
  channel: 'mail' as const,
  person_id: ada,
  kinds: ['finished', 'budgets'],
  since: '2026-11-01T00:00:00.000Z',
};
const event = (type: string, data: object) => ({ type, body: JSON.stringify({ data }) }) as Parameters<typeof isFor>[1];

describe('alerts of a person', () => {
  it('are about the budget of the person only', () => {
    const budget = (data: object) => isFor(receiver, event('budget.warning', data));

    expect(budget({ scope: 'member', key_id: null, user_id: ada })).toBe(true);
    expect(budget({ scope: 'member', key_id: null, user_id: 'b' })).toBe(false);
    expect(budget({ scope: 'key', key_id: 'k', user_id: null })).toBe(false);
    expect(budget({ scope: 'owner', key_id: null, user_id: null })).toBe(false);
  });

  it('are about agents of the person, in the statuses that were chosen', () => {
    const status = (maker: string | null, execution_status: string) =>
      isFor(receiver, event('conversation.status_changed', { created_by_user_id: maker, execution_status }));

    expect(status(ada, 'finished')).toBe(true);
    expect(status(ada, 'error')).toBe(false);
    expect(status('b', 'finished')).toBe(false);
    expect(status(null, 'finished')).toBe(false);
  });

  it('differ from those of the owner, who gets all', () => {
    expect(isFor({ ...receiver, person_id: null }, event('budget.warning', { user_id: 'b' }))).toBe(true);
  });
});
