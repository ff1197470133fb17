import { beforeEach, describe, expect, it } from 'vitest';
import { resumeSandbox } from '../../../../functions/sandboxes/resume-sandbox.ts';
import { startSandbox } from '../../../../functions/sandboxes/start-sandbox.ts';
import type { Limits } from '../../../../shared/contract/shapes/limits.ts';
import { accountOf } from '../../../../shared/domain/billing/budgets/account.ts';
import { RESERVED_SECONDS } from '../../../../shared/domain/billing/budgets/reservation.ts';
import { LedgerUsageReader } from '../../../../shared/domain/billing/usage/month-to-date.ts';
import { pricesOf } from '../../../../shared/domain/billing/usage/prices.ts';
import { changed } from '../../../../shared/domain/sandboxes/record/sandbox.ts';
import { MemorySettledSums, MemoryUsageLedger, memoryBudgets } from '../../../support/billing/memory-usage.ts';
import { aUsageRow } from '../../../support/billing/usage-data.ts';
import { aCaller } from '../../../support/http/a-caller.ts';
import { invoke } from '../../../support/http/invoke.ts';
import { type ServiceDeps, serviceDeps } from '../../../support/service-deps.ts';

let deps: ServiceDeps;
beforeEach(() => {
  deps = serviceDeps(4);
  deps.clock.set('2026-11-21T13:00:00.000Z');
});

const by = (keyId = 'key', limits: Partial<Limits> = {}) => ({
  caller: { ...aCaller, keyId, limits: { ...aCaller.limits, ...limits } },
});
const limit = (limits: Readonly<Record<string, number>>) =>
  deps.sandboxes.limits.set('ann', accountOf({ owner_id: 'ann', ...limits }).limits);
const row = (id: string) => deps.sandboxes.find('ann', id);
const pause = async (id: string) => {
  const previous = await row(id);
  if (!previous) throw new Error('there is no such sandbox');
  const next = changed(previous, deps.now(), { desired: 'PAUSED', phase: 'PAUSED' });
  await deps.sandboxes.save([{ previous, next }]);
};
const started = async (keyId?: string, limits?: Partial<Limits>): Promise<string> => {
  deps.clock.advance(1);
  const { status, body, text } = await invoke(startSandbox, deps, by(keyId, limits));
  expect(status, text).toBe(200);
  return body.id;
};

describe('start over a sandbox limit', () => {
  it('names the limit of the key and the sandboxes of that key', async () => {
    await started('other');
    const own = await started('key', { sandboxes: 1 });

    const { status, body, headers } = await invoke(startSandbox, deps, by('key', { sandboxes: 1 }));

    expect([status, body.code]).toEqual([429, 'concurrency_limit_exceeded']);
    expect(body.detail).toMatch(/^The limit of concurrent sandboxes of this API key and those that share it is 1\./);
    expect(body.running_sandbox_ids).toEqual([own]);
    expect(body['violated-policies']).toEqual(['key-sandboxes']);
    expect(body.limit).toEqual({ scope: 'key', unit: 'sandboxes', limit: 1, used: 1, resets_at: null });
    expect(headers['RateLimit-Policy']).toBe('"key-sandboxes";q=1;qu="concurrent-requests"');
  });

  it('names the limit of the member, for all that their credentials run', async () => {
    const member = { id: '3f0c7a52-1f0f-8f0e-8a6d-0123456789ab', limits: { ...aCaller.limits, sandboxes: 1 } };
    const withKey = (keyId: string) => ({ caller: { ...aCaller, keyId, above: [member] } });
    const signedIn = { caller: { ...aCaller, keyId: member.id, limits: member.limits, credential: 'token' as const } };
    const { body: own } = await invoke(startSandbox, deps, withKey('laptop'));
    await started('other');

    for (const caller of [withKey('laptop'), withKey('phone'), signedIn]) {
      const { status, body, headers } = await invoke(startSandbox, deps, caller);

      expect([status, body.limit]).toEqual([
        429,
        { scope: 'member', unit: 'sandboxes', limit: 1, used: 1, resets_at: null },
      ]);
      expect(body.detail).toContain('of this member, with all of their API keys, is 1.');
      expect(body.running_sandbox_ids).toEqual([own.id]);
      expect(body['violated-policies']).toEqual(['member-sandboxes']);
      expect(headers['RateLimit-Policy']).toBe('"member-sandboxes";q=1;qu="concurrent-requests"');
    }
  });

  it("uses the owner's own limit as soon as it is set", async () => {
    const first = await started();
    limit({ sandbox_limit: 1 });

    const { body } = await invoke(startSandbox, deps, by());
    expect(body).toMatchObject({ running_sandbox_ids: [first], limit: { scope: 'owner', limit: 1, used: 1 } });
    expect(body['violated-policies']).toEqual(['sandboxes']);

    limit({ sandbox_limit: 6 });
    for (let n = 0; n < 5; n += 1) await started();
    expect((await invoke(startSandbox, deps, by())).status).toBe(429);
  });

  it('with pause_oldest pauses sandboxes of the key, and as many as a lowered limit requires', async () => {
    const [other, ...own] = [await started('other'), await started(), await started(), await started()];
    const query = { on_limit: 'pause_oldest' };

    const forKey = await invoke(startSandbox, deps, { ...by('key', { sandboxes: 2 }), query });

    expect(forKey.status, forKey.text).toBe(200);
    const desired = async (ids: readonly string[]) => Promise.all(ids.map(async (id) => (await row(id))?.desired));
    expect(await desired(own)).toEqual(['PAUSED', 'PAUSED', 'RUNNING']);
    expect(await desired([other])).toEqual(['RUNNING']);
    expect(await row(own[0] ?? '')).toMatchObject({ pause_reason: 'limit' });

    limit({ sandbox_limit: 1 });
    expect((await invoke(startSandbox, deps, { ...by('third'), query })).status).toBe(200);
    expect((await deps.sandboxes.account('ann')).active).toBe(1);
  });

  it('pauses nothing when no pause makes enough room', async () => {
    const first = await started();
    const query = { on_limit: 'pause_oldest' };

    const { status } = await invoke(startSandbox, deps, { ...by('key', { sandboxes: 0 }), query });

    expect(status).toBe(429);
    expect((await row(first))?.desired).toBe('RUNNING');
  });
});

describe('start over a budget', () => {
  it("returns 503 usage_not_settled without a start while one call cannot add up the month's usage", async () => {
    limit({ monthly_budget_usd: 100 });
    const ledger = new MemoryUsageLedger(deps.sandboxes);
    for (const day of ['02', '03', '04']) {
      const times = { started_at: `2026-11-${day}T10:00:00.000Z`, ended_at: `2026-11-${day}T10:05:00.000Z` };
      await ledger.put(aUsageRow({ owner_id: 'ann', usage_key: `s${day}`, ...times }));
    }
    const { tables } = pricesOf(undefined);
    const usage = new LedgerUsageReader({ ledger, sums: new MemorySettledSums(), tables }, { most: 2 });
    const settling = { ...deps, budgets: memoryBudgets(deps.sandboxes, deps.now, usage) };

    const first = await invoke(startSandbox, settling, by());
    const second = await invoke(startSandbox, settling, by());

    expect([first.status, first.body.code, first.headers['Retry-After']]).toEqual([503, 'usage_not_settled', '1']);
    expect(second.status, second.text).toBe(200);
    expect((await deps.sandboxes.account('ann')).active).toBe(1);
  });

  it('names the budget, how much of it is used, and when it resets', async () => {
    limit({ monthly_budget_usd: 1 });
    deps.usage.set('ann', { microUsd: 999_000 });

    const { status, body, headers } = await invoke(startSandbox, deps, by());

    expect([status, body.code]).toEqual([429, 'quota_exceeded']);
    expect(body.limit).toEqual({
      scope: 'owner',
      unit: 'usd',
      limit: 1,
      used: 0.999,
      resets_at: '2026-12-01T00:00:00.000Z',
    });
    expect(body.detail).toMatch(/0\.999 of 1 USD of this month .* 2026-12-01/);
    expect(body['violated-policies']).toEqual(['monthly-budget']);
    expect(headers['Retry-After']).toBe(String(9 * 86_400 + 11 * 3600));
    expect(headers['RateLimit-Policy']).toBeUndefined();
  });

  it('is refused for a resume too, until the budget is raised or the month is over', async () => {
    const id = await started();
    await pause(id);
    limit({ monthly_sandbox_hours: 1 });
    deps.usage.set('ann', { sandboxSeconds: 3600 });
    const resume = () => invoke(resumeSandbox, deps, { ...by(), params: { sandbox_id: id } });

    expect((await resume()).body.limit).toMatchObject({ unit: 'sandbox_hours', limit: 1, used: 1 });
    limit({ monthly_sandbox_hours: 1 + RESERVED_SECONDS / 3600 });
    expect((await resume()).status).toBe(200);

    await pause(id);
    limit({ monthly_sandbox_hours: 1 });
    expect((await resume()).status).toBe(429);
    deps.clock.set('2026-12-01T00:00:00.000Z');
    deps.usage.set('ann', {});
    expect((await resume()).status).toBe(200);
  });

  it('is admitted as soon as the usage ledger shows that a reservation was not used', async () => {
    limit({ monthly_sandbox_hours: (1.5 * RESERVED_SECONDS) / 3600 });
    const first = await started();
    expect((await invoke(startSandbox, deps, by())).status).toBe(429);

    await pause(first);
    deps.usage.set('ann', { sandboxSeconds: 10 });
    deps.clock.advance(31);

    await started();
  });

  it('is charged to the key that resumes the sandbox', async () => {
    const id = await started('first');
    await pause(id);
    await invoke(resumeSandbox, deps, { ...by('second'), params: { sandbox_id: id } });
    expect(await row(id)).toMatchObject({ api_key_id: 'second' });

    await invoke(resumeSandbox, deps, { ...by('third'), params: { sandbox_id: id } });
    expect(await row(id)).toMatchObject({ api_key_id: 'second' });
    expect((await deps.sandboxes.account('ann')).activeByLineage.get('second')).toBe(1);
  });

  it("is refused by a key's budget when the owner has none", async () => {
    const key = { monthly_budget_usd: 0.5 };
    deps.usage.set('ann', { microUsd: 400_000 }, 'key');
    await started('key', key);

    deps.usage.set('ann', { microUsd: 499_999 }, 'key');
    deps.clock.advance(3600);
    const { body } = await invoke(startSandbox, deps, by('key', key));

    expect(body.limit).toMatchObject({ scope: 'key', unit: 'usd', limit: 0.5 });
    await started('other');
  });
});
