import { describe, expect, it } from 'vitest';
import { readOptions } from '../../../../infra/smoke/options.ts';
import {
  conclusion,
  document,
  hasPassed,
  heading,
  line,
  type Sights,
  verdictOf,
} from '../../../../infra/smoke/report.ts';
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
  it('run in order and report their results', async () => {
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

  it('fail after their time limit with what they waited for', async () => {
    const waiting = step('a', (_, signal) => until(async () => ({ notYet: 'It is STARTING.' }), signal), 0.01);

    expect((await outcomes([waiting])).results).toEqual([
      ['a', 'failed', 'It took longer than 0.01 seconds. It is STARTING.'],
    ]);
  });

  it('end when the user interrupts them, without a further step', async () => {
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

const ok: StepResult = { step: 'key', outcome: 'ok', milliseconds: 1234, detail: 'made key a' };
const failed: StepResult = { step: 'ready', outcome: 'failed', milliseconds: 65_000, detail: 'No capacity.' };
const skipped: StepResult = { step: 'message', outcome: 'skipped', milliseconds: 0, detail: '' };
const dirty: StepResult = { step: 'clean up', outcome: 'failed', milliseconds: 10, detail: 'Left is volume vol-1.' };

const ticks = [
  { what: 'TLS of the API', seen: true, detail: 'https://api.example.com' },
  { what: 'Streaming', seen: false, detail: 'only buffered' },
];
const verdict = { question: 'WebSockets pass', answer: 'no', detail: 'set `ingress` to router' } as const;
const report = (...results: readonly StepResult[]) => ({
  baseUrl: 'https://api.example.com',
  run: 'smoke-1',
  results,
  ticks,
  verdict,
});

describe('report of a run', () => {
  it('is a table with a line for each step', () => {
    expect([heading, line(ok), line(failed), line(skipped)].map((text) => text.trimEnd())).toEqual([
      'step               time  result',
      'key               1.2 s  ok: made key a',
      'ready            65.0 s  FAILED: No capacity.',
      'message               -  skipped',
    ]);
  });

  it('ends with the first failure and its reason, the open questions for AWS and the verdict', () => {
    expect(conclusion(report(ok, failed, skipped, dirty))).toBe(
      [
        '',
        "FAILED at 'ready' after 66.2 s: No capacity.",
        '',
        'Seen only on AWS:',
        '[x] TLS of the API: https://api.example.com',
        '[ ] Streaming: only buffered',
        '',
        'WebSockets pass: no: set `ingress` to router',
      ].join('\n'),
    );
    expect(conclusion(report(ok))).toContain('Passed in 1.2 s.');
  });

  it('has failed also when only cleaning up failed', () => {
    expect(hasPassed([ok])).toBe(true);
    expect(hasPassed([ok, dirty])).toBe(false);
  });

  it('is one JSON document for programs, with times in seconds', () => {
    expect(document(report(ok, failed, skipped))).toEqual({
      passed: false,
      base_url: 'https://api.example.com',
      run: 'smoke-1',
      failure: { step: 'ready', reason: 'No capacity.' },
      steps: [
        { step: 'key', outcome: 'ok', seconds: 1.234, detail: 'made key a' },
        { step: 'ready', outcome: 'failed', seconds: 65, detail: 'No capacity.' },
        { step: 'message', outcome: 'skipped', seconds: 0, detail: '' },
      ],
      only_on_aws: ticks,
      verdict,
    });
    expect(document(report(ok))).toMatchObject({ passed: true, failure: null });
  });
});

const deployed = { isLocal: false };
const edge: Sights = { form: 'path', isCloudFront: true };
const socketUrl = 'wss://d1.cloudfront.net/label/sockets/events/1';

describe('whether WebSockets pass through the distribution', () => {
  it('is a yes with the time that one was open', () => {
    const verdict = verdictOf({ ...edge, socketUrl, socketSeconds: 12.34 }, deployed);

    expect(verdict).toMatchObject({ answer: 'yes', detail: 'open for 12.3 s' });
  });

  it('is a no with what to do if the agent responded and its WebSocket did not', () => {
    const verdict = verdictOf({ ...edge, hasSocketFailed: true }, deployed);

    expect(verdict).toMatchObject({ answer: 'no', detail: 'set `ingress` to router, see docs/ingress.md' });
  });

  it.each<[string, Sights, boolean, string]>([
    ['a local service', { ...edge, socketUrl }, true, 'no distribution'],
    ['agents at their own addresses', { form: 'direct', socketUrl }, false, 'clients reach agents directly'],
    ['a router', { form: 'host', isCloudFront: false, socketUrl }, false, 'no distribution is in front'],
    ['a run that failed before', edge, false, 'ended before that'],
    ['a run that failed at once', {}, false, 'ended before that'],
  ])('is not asked of %s', (_, sights, isLocal, why) => {
    expect(verdictOf(sights, { isLocal })).toMatchObject({
      answer: 'not asked',
      detail: expect.stringContaining(why),
    });
  });
});

const read = (...args: readonly string[]) => readOptions(args, {});

describe('options of npm run smoke', () => {
  it('mean the local service for half an hour when there are none', () => {
    expect(read()).toMatchObject({ stack: undefined, address: undefined, timeoutSeconds: 1800, withoutModel: false });
  });

  it('name a service by its address and a key, without a slash at the end', () => {
    const address = { baseUrl: 'https://api.example.com/dev', apiKey: 'acs_1' };

    expect(read('--base-url', 'https://api.example.com/dev/', '--key', 'acs_1').address).toEqual(address);
    expect(readOptions(['--base-url', 'https://api.example.com/dev'], { SMOKE_KEY: 'acs_1' }).address).toEqual(address);
  });

  it.each([
    ['an unknown option', ['--stak', 'x'], /--stak/],
    [
      'two services',
      ['--stack', 'x', '--base-url', 'http://y', '--key', 'z'],
      /--stack and --base-url name two services/,
    ],
    ['an address without a key', ['--base-url', 'http://y'], /--base-url needs --key KEY/],
    ['a key without an address', ['--key', 'z'], /--key needs --base-url/],
    ['an address that is none', ['--base-url', 'api.example.com', '--key', 'z'], /'api\.example\.com' is not a URL/],
    ['a time that is none', ['--timeout', 'soon'], /--timeout: 'soon' is not a duration/],
    ['a time that outlasts the key of the run', ['--timeout', '1h'], /--timeout: 1h is too long. Write at most 45m/],
  ])('refuse %s', (_, args, words) => {
    expect(() => read(...args)).toThrow(words);
  });
});
