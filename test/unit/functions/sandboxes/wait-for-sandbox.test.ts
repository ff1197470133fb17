import { describe, expect, it } from 'vitest';
import { getSandbox } from '../../../../functions/sandboxes/get-sandbox.ts';
import { changed, type Sandbox } from '../../../../shared/domain/sandboxes/record/sandbox.ts';
import { badFields } from '../../../support/http/answers.ts';
import { invoke } from '../../../support/http/invoke.ts';
import { someKeys } from '../../../support/platform/memory-master-keys.ts';
import { SettableClock } from '../../../support/platform/settable-clock.ts';
import { MemorySandboxStore } from '../../../support/sandboxes/memory-sandbox-store.ts';
import { aRunningSandbox, aSandbox } from '../../../support/sandboxes/sandbox-data.ts';

type Query = Record<string, string | number>;

function holding(sandbox: Sandbox) {
  const clock = new SettableClock();
  const pause = async (milliseconds: number) => clock.advance(milliseconds / 1000);
  return { sandboxes: MemorySandboxStore.with(sandbox), keys: someKeys(), now: clock.now, pause };
}

const ask = (sandbox: Sandbox, query: Query, deps = holding(sandbox)) =>
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

  it('returns 404 when the sandbox is deleted meanwhile', async () => {
    const starting = aSandbox();
    const deps = holding(starting);
    const next = changed(starting, deps.now(), { desired: 'DELETED' });
    const pause = async () => deps.sandboxes.save([{ previous: starting, next }]);

    const { status, body } = await ask(starting, { wait: 'RUNNING' }, { ...deps, pause });

    expect([status, body.code]).toEqual([404, 'not_found']);
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
