import { describe, expect, it } from 'vitest';
import { OperatorSummary } from '../../../../shared/contract/service/operators.ts';
import { accountOf } from '../../../../shared/domain/billing/budgets/account.ts';
import { operatorSummary } from '../../../../shared/domain/maintenance/operator-summary.ts';
import { spendAfter } from '../../../../shared/domain/maintenance/sweep-spend.ts';
import { FailureCounts } from '../../../../shared/domain/webhooks/failure-counts.ts';

const now = new Date('2026-11-29T08:00:00.000Z');

function account(owner_id: string, row: Readonly<Record<string, unknown>> = {}) {
  return [owner_id, accountOf({ owner_id, ...row })] as const;
}

describe('the summary for operators', () => {
  const accounts = new Map([
    account('calm'),
    account('busy', { active_sandboxes: 9, sandbox_limit: 10 }),
    account('unpaid', { suspended_at: '2026-11-28T00:00:00.000Z', suspend_reason: 'No payment' }),
    account('leaving', { suspended_at: 'x', deleting_at: 'x' }),
    account('gone', { suspended_at: 'x', deleting_at: 'x', deleted_at: 'x' }),
    account('spender', {
      spend: { month: '2026-11', at: 'x', microUsd: 2_500_000, days: { '28': 2_000_000, '29': 500_000 } },
    }),
    account('last-month', { spend: { month: '2026-10', at: 'x', microUsd: 9_000_000, days: {} } }),
  ]);
  const deliveries = { endpoints: 3, oldest: '2026-11-29T07:00:00.000Z' };
  const seen = { heads: [], queued: 2, deliveries, accounts, isComplete: true, findings: 0, details: {}, errors: [] };
  const summary = operatorSummary(seen, { sandboxes: 100, vcpus: 1_000 }, now);

  it('has the form of the contract', () => {
    expect(OperatorSummary.parse(summary)).toEqual(summary);
  });

  it('has the deliveries that are due', () => {
    expect(summary.sweep).toMatchObject({
      queued_starts: 2,
      due_webhook_endpoints: 3,
      oldest_delivery_due_at: '2026-11-29T07:00:00.000Z',
    });
  });

  it('names owners near a limit, suspended and deleting ones, and no receipts', () => {
    expect(summary.owners).toEqual({ total: 6, suspended: 1, deleting: 1 });
    expect(summary.near_limits).toEqual([{ owner_id: 'busy', unit: 'sandboxes', limit: 10, used: 9 }]);
    expect(summary.suspended).toEqual([{ owner_id: 'unpaid', at: '2026-11-28T00:00:00.000Z', reason: 'No payment' }]);
    expect(summary.deleting).toEqual(['leaving']);
  });

  it('has the cost of this month by owner and day', () => {
    expect(summary.spend).toMatchObject({
      month: '2026-11',
      total_usd: 2.5,
      owners: [
        {
          owner_id: 'spender',
          usd: 2.5,
          days: [
            { day: '2026-11-28', usd: 2 },
            { day: '2026-11-29', usd: 0.5 },
          ],
        },
      ],
    });
  });

  it('stays small, however many owners there are', () => {
    const many = new Map(
      Array.from({ length: 5_000 }, (_, n) =>
        account(`owner-${n}`, {
          active_sandboxes: 10,
          sandbox_limit: 10,
          suspended_at: '2026-11-28T00:00:00.000Z',
          suspend_reason: 'x'.repeat(500),
          spend: {
            month: '2026-11',
            at: 'x',
            microUsd: n,
            days: Object.fromEntries(Array.from({ length: 30 }, (__, d) => [String(d), d])),
          },
        }),
      ),
    );
    const document = JSON.stringify(operatorSummary({ ...seen, accounts: many }, { sandboxes: 1, vcpus: 1 }, now));
    expect(document.length).toBeLessThan(200_000);
  });
});

describe('the cost of an owner', () => {
  it('adds what is new to today, and begins again with the month', () => {
    const first = spendAfter(null, 100, new Date('2026-11-28T23:00:00Z'));
    const second = spendAfter(first, 250, now);
    const third = spendAfter(second, 260, now);
    expect(third).toMatchObject({ month: '2026-11', microUsd: 260, days: { '28': 100, '29': 160 } });
    expect(spendAfter(third, 5, new Date('2026-12-01T00:10:00Z')).days).toEqual({ '01': 5 });
  });
});

it('failures with the same cause have one name, without what users chose', () => {
  const counts = new FailureCounts();
  const started = (detail: string) => counts.note({ type: 'start.failed', body: JSON.stringify({ data: { detail } }) });
  started('The repository "acme/api" could not be cloned: exit code 128');
  started('The repository "acme/web" could not be cloned: timeout');
  started(`[Errno 2] No such file in [${'x'.repeat(90)}`);
  started(`${'x'.repeat(79)}😀 and more`);
  counts.note({ type: 'sandbox.error', body: JSON.stringify({ data: { reason: 'agent_not_ready' } }) });
  counts.note({ type: 'sandbox.running', body: JSON.stringify({ data: {} }) });
  expect([...counts.byReason]).toEqual([
    ['start: The repository … could not be cloned', 2],
    // No bracket, which would address an element of a list, and no half of a character.
    ['start: … No such file in …', 1],
    [`start: ${'x'.repeat(79)}😀`, 1],
    ['sandbox: agent_not_ready', 1],
  ]);
});
