import { describe, expect, it } from 'vitest';
import { alertText } from '../../../../shared/domain/webhooks/alert-text.ts';

const common = { unit: 'usd', month: '2026-11', limit: 10, used: 8, resets_at: '2026-12-01T00:00:00.000Z' };
const said = (data: object, isForMaker = false) =>
  alertText({ type: 'budget.warning', data: { ...common, ...data } }, isForMaker).text.split('\n')[0];

describe('an alert of a budget says whose it is', () => {
  it.each([
    ['the budget', { scope: 'owner', key_id: null, user_id: null }, false],
    ['the budget of the API key k1', { scope: 'key', key_id: 'k1', user_id: null }, false],
    ['the budget of the member p1', { scope: 'member', key_id: null, user_id: 'p1' }, false],
    ['your budget', { scope: 'member', key_id: null, user_id: 'p1' }, true],
  ])('%s', (whose, data, isForMaker) => {
    expect(said(data, isForMaker)).toBe(`80 % of ${whose} for 2026-11 is used: 8 of 10 USD.`);
  });
});

it('an alert of a webhook endpoint has its description, if there is one', () => {
  const disabled = (description: string | null) =>
    alertText(
      {
        type: 'webhook_endpoint.disabled',
        data: { webhook_endpoint_id: 'e1', description, reason: 'gone' },
      },
      false,
    ).text.split('\n')[0];

  expect(disabled('CI')).toBe('The webhook endpoint e1 CI was disabled.');
  expect(disabled(null)).toBe('The webhook endpoint e1 was disabled.');
});
