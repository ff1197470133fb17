import { describe, expect, it } from 'vitest';
import { getSandbox } from '../../../../functions/sandboxes/get-sandbox.ts';
import { changed, type Sandbox } from '../../../../shared/domain/sandboxes/record/sandbox.ts';
import type { WaitPlaces } from '../../../../shared/domain/sandboxes/waits/wait-for-status.ts';
import { AppError } from '../../../../shared/platform/errors.ts';
import { aCaller, aRequest } from '../../../support/http/a-caller.ts';
import { badFields } from '../../../support/http/answers.ts';
import { invoke } from '../../../support/http/invoke.ts';
import { someKeys } from '../../../support/platform/memory-master-keys.ts';
import { SettableClock } from '../../../support/platform/settable-clock.ts';
import { MemorySandboxStore } from '../../../support/sandboxes/memory-sandbox-store.ts';
import { MemoryWaitPlaces } from '../../../support/sandboxes/memory-stores.ts';
import { aRunningSandbox, aSandbox } from '../../../support/sandboxes/sandbox-data.ts';

type Query = Record<string, string | number>;

function holding(sandbox: Sandbox, bounds = { perKey: 5, overall: 50 }) {
  const clock = new SettableClock();
  const pause = async (milliseconds: number) => clock.advance(milliseconds / 1000);
  const places = new MemoryWaitPlaces(bounds, clock.now);
  return { sandboxes: MemorySandboxStore.with(sandbox), keys: someKeys(), places, now: clock.now, pause };
}

type Deps = Omit<ReturnType<typeof holding>, 'places'> & { readonly places: WaitPlaces };

const ask = (sandbox: Sandbox, query: Query, deps: Deps = holding(sandbox)) =>
  invoke(getSandbox, deps, { params: { sandbox_id: sandbox.sandbox_id }, query });

describe('GET /api/v1/sandboxes/{sandbox_id}?wait=', () => {
  it('answers as soon as the status is reached', async () => {
    const starting = aSandbox();
    const deps = holding(starting);
    const running = { ...aRunningSandbox(), sandbox_id: starting.sandbox_id, version: 2 };
    const pause = async () => deps.sandboxes.save([{ previous: starting, next: running }]);

    const { status, body } = await ask(starting, { wait: 'RUNNING' }, { ...deps, pause });

    expect([status, body]).toMatchObject([200, { status: 'RUNNING', session_api_key: expect.any(String) }]);
  });

  it('answers with the current status after its own timeout or that of its function', async () => {
    const starting = aSandbox();
    const deps = holding(starting);
    const seconds = async (query: Query) => {
      const before = deps.now().getTime();
      const { status, body } = await ask(starting, query, deps);
      expect([status, body.status]).toEqual([200, 'STARTING']);
      return (deps.now().getTime() - before) / 1000;
    };

    expect(await seconds({ wait: 'RUNNING', timeout: 3 })).toBe(3);
    expect(await seconds({ wait: 'RUNNING', timeout: 0 })).toBe(0);
    expect(await seconds({ wait: 'RUNNING', timeout: 25 })).toBe(8);
    expect(await seconds({ wait: 'RUNNING' })).toBe(8);
  });

  it('does not wait for a status that cannot be reached without an intent', async () => {
    const paused = aSandbox({ desired: 'PAUSED', phase: 'PAUSED' });
    const deps = { ...holding(paused), pause: async () => expect.fail('nothing to wait for') };

    expect((await ask(paused, { wait: 'RUNNING' }, deps)).body.status).toBe('PAUSED');
  });

  it('returns 404 when the sandbox is deleted during the wait', async () => {
    const starting = aSandbox();
    const deps = holding(starting);
    const next = changed(starting, deps.now(), { desired: 'DELETED' });
    const pause = async () => deps.sandboxes.save([{ previous: starting, next }]);

    const { status, body } = await ask(starting, { wait: 'RUNNING' }, { ...deps, pause });

    expect([status, body.code]).toEqual([404, 'not_found']);
  });

  it("holds a place while it waits, at most until the function's time limit, and releases it", async () => {
    const starting = aSandbox();
    const deps = holding(starting);
    const ends: Date[] = [];
    const takenInPauses: number[] = [];
    const places: WaitPlaces = {
      take: (waiter, until) => {
        ends.push(until);
        return deps.places.take(waiter, until);
      },
      release: (place) => deps.places.release(place),
    };
    const pause = async (milliseconds: number) => {
      takenInPauses.push(deps.places.taken);
      await deps.pause(milliseconds);
    };
    const began = deps.now().getTime();

    const answer = await ask(starting, { wait: 'RUNNING', timeout: 2 }, { ...deps, places, pause });

    expect(new Set(takenInPauses)).toEqual(new Set([1]));
    expect(deps.places.taken).toBe(0);
    // The time limit of the function in this test is ten seconds.
    expect(ends).toEqual([new Date(began + 10_000)]);
    expect(answer.headers).not.toHaveProperty('Retry-After');
  });

  it('releases its place when a read fails', async () => {
    const starting = aSandbox();
    const deps = holding(starting);
    let reads = 0;
    const find: typeof deps.sandboxes.find = async (ownerId, id) => {
      reads += 1;
      if (reads > 1) throw new AppError('unavailable', 'the table is busy');
      return deps.sandboxes.find(ownerId, id);
    };
    const input = { params: { sandbox_id: starting.sandbox_id }, query: { wait: 'RUNNING' as const }, body: undefined };

    await expect(
      getSandbox.run({ ...input, caller: aCaller, request: aRequest }, { ...deps, sandboxes: { find } }),
    ).rejects.toThrow('the table is busy');
    expect(deps.places.taken).toBe(0);
  });

  it.each([
    ['its key', { perKey: 0, overall: 50 }],
    ['the service', { perKey: 5, overall: 0 }],
  ])('responds immediately with the current state and Retry-After when %s has no place left', async (_, bounds) => {
    const starting = aSandbox();
    const deps = { ...holding(starting, bounds), pause: async () => expect.fail('it has no place to wait') };

    const answer = await ask(starting, { wait: 'RUNNING' }, deps);

    expect([answer.status, answer.body.status, answer.headers['Retry-After']]).toEqual([200, 'STARTING', '2']);
  });

  it('takes no place for an immediate response', async () => {
    const take = async () => expect.fail('there is nothing to wait for');
    const places = { take, release: async () => undefined };
    const now = async (sandbox: Sandbox, query: Query) => {
      const { status, headers } = await ask(sandbox, query, { ...holding(sandbox), places });
      return [status, 'Retry-After' in headers];
    };

    expect(await now(aRunningSandbox(), { wait: 'RUNNING' })).toEqual([200, false]);
    expect(await now(aSandbox({ desired: 'PAUSED', phase: 'PAUSED' }), { wait: 'RUNNING' })).toEqual([200, false]);
    expect(await now(aSandbox(), { wait: 'RUNNING', timeout: 0 })).toEqual([200, false]);
    expect(await now(aSandbox(), {})).toEqual([200, false]);
  });

  it.each([
    ['wait', { wait: 'DELETED' }],
    ['wait', { wait: 'running' }],
    ['wait', { wait: '' }],
    ['timeout', { timeout: 5 }],
    ['timeout', { wait: 'RUNNING', timeout: 26 }],
    ['timeout', { wait: 'RUNNING', timeout: -1 }],
    ['timeout', { wait: 'RUNNING', timeout: 1.5 }],
    ['timeout', { wait: 'RUNNING', timeout: '1e1' }],
    ['timeout', { wait: 'RUNNING', timeout: '' }],
  ])('names %s as the invalid field of %o', async (field, query) => {
    const answer = await ask(aSandbox(), query);

    expect([answer.status, badFields(answer)]).toEqual([422, [`query.${field}`]]);
  });
});
