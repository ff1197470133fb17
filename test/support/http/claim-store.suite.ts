import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { noLimits } from '../../../shared/contract/shapes/limits.ts';
import { type ClaimRecord, type ClaimStore, makerOf } from '../../../shared/http/idempotency/claim.ts';
import type { Part } from '../../../shared/platform/aws/transact.ts';
import type { Clock } from '../../../shared/platform/clock.ts';
import { SettableClock } from '../platform/settable-clock.ts';
import { aCaller } from './a-caller.ts';
import { anOwner } from './walk.ts';

export interface ClaimsFixture {
  readonly store: ClaimStore;
  readonly write: (parts: readonly Part[]) => Promise<void>;
}

const clock = new SettableClock();
const seconds = () => Math.floor(clock.now().getTime() / 1000);

export function aClaim(overrides: Partial<ClaimRecord> = {}): ClaimRecord {
  return {
    owner_id: anOwner(),
    request_key: `POST /api/things ${randomUUID()}`,
    fingerprint: 'f'.repeat(64),
    made_by: makerOf({ ...aCaller, limits: { ...noLimits, sandboxes: 3 } }),
    token: randomUUID(),
    answer: { status_code: 201, body: '{"said":"yes"}' },
    lease_until: clock.now().getTime(),
    created_at: clock.now().toISOString(),
    expires_at: seconds() + 86_400,
    ...overrides,
  };
}

export function claimStoreSuite(open: (now: Clock) => ClaimsFixture): void {
  const { store, write } = {
    store: () => open(clock.now).store,
    write: (parts: readonly Part[]) => open(clock.now).write(parts),
  };
  const nothing = () => undefined;
  const find = ({ owner_id, request_key }: ClaimRecord) => store().find(owner_id, request_key);
  const lost = { name: 'ClaimLostError' };

  it('finds the saved claim, but not for another owner', async () => {
    const claim = aClaim();
    await store().add(claim);

    expect(await find(claim)).toEqual(claim);
    expect(await find({ ...claim, owner_id: anOwner() })).toBeUndefined();
    expect(await find({ ...claim, request_key: 'POST /api/things other' })).toBeUndefined();
  });

  it('keeps a claim that is in progress', async () => {
    const claim = aClaim({ answer: null });
    await store().add(claim);

    expect(await find(claim)).toEqual(claim);
  });

  it('finds a claim of an earlier version, which names no key', async () => {
    const { made_by: _, ...claim } = aClaim();
    await store().add(claim);

    expect(await find(claim)).toEqual(claim);
  });

  it('lets one of many callers add a claim', async () => {
    const claim = aClaim();
    const tries = Array.from({ length: 10 }, () => ({ ...claim, token: randomUUID() }));

    const outcomes = await Promise.allSettled(tries.map((one) => store().add(one)));

    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const won = tries[outcomes.findIndex(({ status }) => status === 'fulfilled')];
    expect(await find(claim)).toEqual(won);
    await expect(store().add(claim)).rejects.toMatchObject(lost);
  });

  it('lets one of many transactions write a claim, and names the lost race to the others', async () => {
    const claim = aClaim();
    let written = 0;
    const tries = Array.from({ length: 10 }, async () => {
      const part = await store().part({ ...claim, token: randomUUID() }, () => {
        written += 1;
      });
      return write([part]);
    });

    const outcomes = await Promise.allSettled(tries);

    const failures = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason.name] : []));
    expect(failures).toEqual(Array.from({ length: 9 }, () => 'ClaimLostError'));
    expect(written).toBe(1);
  });

  it('overwrites an expired claim', async () => {
    const old = aClaim({ expires_at: seconds() });
    await store().add(old);
    const next = { ...old, token: randomUUID(), expires_at: seconds() + 1 };

    await write([await store().part(next, nothing)]);

    expect(await find(old)).toEqual(next);
    await expect(store().add(old)).rejects.toMatchObject(lost);
  });

  it('replaces the claim only if it has not changed', async () => {
    const begun = aClaim({ answer: null, lease_until: clock.now().getTime() + 5_000 });
    await store().add(begun);
    const done = { ...begun, answer: { status_code: 200, body: '{}' } };
    const taken = { ...begun, token: randomUUID() };

    await store().replace(begun, taken);

    await expect(store().replace(begun, done)).rejects.toMatchObject(lost);
    await expect(store().replace({ ...taken, lease_until: 0 }, done)).rejects.toMatchObject(lost);
    await expect(store().replace({ ...taken, expires_at: 0 }, done)).rejects.toMatchObject(lost);
    await expect(store().replace(aClaim(), aClaim())).rejects.toMatchObject(lost);
    expect(await find(begun)).toEqual(taken);
  });
}
