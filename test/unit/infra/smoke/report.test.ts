import { describe, expect, it } from 'vitest';
import { conclusion, document, hasPassed, heading, line } from '../../../../infra/smoke/report.ts';
import type { StepResult } from '../../../../infra/smoke/run-steps.ts';

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

  it('ends with the first failure, its reason, and what only AWS can show, and the verdict', () => {
    expect(conclusion(report(ok, failed, skipped, dirty))).toBe(
      [
        '',
        "FAILED at 'ready' after 66.2 s: No capacity.",
        '',
        'What can only be seen on AWS:',
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

  it('is one document for programs, with times in seconds', () => {
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
