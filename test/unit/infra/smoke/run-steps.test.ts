import { describe, expect, it } from 'vitest';
import { runSteps, type Step, type StepResult } from '../../../../infra/smoke/run-steps.ts';
import { Interrupted, until } from '../../../../infra/smoke/until.ts';

const never = new AbortController().signal;

function step(name: string, run: Step<string[]>['run'] = async () => name, seconds = 60): Step<string[]> {
  return {
    name,
    seconds,
    run: (ran, signal) => {
      ran.push(name);
      return run(ran, signal);
    },
  };
}

async function outcomes(steps: readonly Step<string[]>[], signal = never) {
  const [ran, told]: [string[], StepResult[]] = [[], []];
  const results = await runSteps(steps, ran, { signal, onResult: (result) => told.push(result) });
  expect(told).toEqual(results);
  return { ran, results: results.map(({ step: name, outcome, detail }) => [name, outcome, detail]) };
}

describe('steps', () => {
  it('run one after the other and tell what they found', async () => {
    expect(await outcomes([step('a'), step('b')])).toEqual({
      ran: ['a', 'b'],
      results: [
        ['a', 'ok', 'a'],
        ['b', 'ok', 'b'],
      ],
    });
  });

  it('after a failure are skipped', async () => {
    const failing = step('b', async () => {
      throw new TypeError('fetch failed', { cause: Object.assign(new Error('refused'), { code: 'ECONNREFUSED' }) });
    });

    expect(await outcomes([step('a'), failing, step('c')])).toEqual({
      ran: ['a', 'b'],
      results: [
        ['a', 'ok', 'a'],
        ['b', 'failed', 'TypeError: fetch failed (ECONNREFUSED: refused)'],
        ['c', 'skipped', ''],
      ],
    });
  });

  it('that take too long fail with what they waited for', async () => {
    const waiting = step('a', (_, signal) => until(async () => ({ notYet: 'It is STARTING.' }), signal), 0.01);

    expect((await outcomes([waiting])).results).toEqual([
      ['a', 'failed', 'It took longer than 0.01 seconds. It is STARTING.'],
    ]);
  });

  it('end when their user interrupts them, and no further one begins', async () => {
    const user = new AbortController();
    const waiting = step('a', (_, signal) => {
      user.abort(new Interrupted());
      return until(async () => ({ notYet: 'It is STARTING.' }), signal);
    });

    expect(await outcomes([waiting, step('b')], user.signal)).toEqual({
      ran: ['a'],
      results: [
        ['a', 'failed', 'The run was interrupted. It is STARTING.'],
        ['b', 'skipped', ''],
      ],
    });
  });
});
