import { describe, expect, it } from 'vitest';
import { withoutSearch } from '../../../../../console/src/pages/sandboxes/sandbox-page.tsx';
import { isLeftBehind } from '../../../../../console/src/pages/sandboxes/sandbox-state.tsx';
import { reasonWords, spansOf, widthOf } from '../../../../../console/src/pages/sandboxes/timeline.tsx';
import { conversation } from '../../../presentation/conversation.ts';

const failed = conversation({ execution_status: 'error', status_detail: 'No such repository.' });

describe('a sandbox whose conversation failed to start', () => {
  it('it stays in the background while it runs', () => {
    expect(isLeftBehind({ status: 'RUNNING' }, [failed])).toBe(true);
    expect(isLeftBehind({ status: 'PAUSED' }, [failed])).toBe(false);
  });

  it('it does not stay in the background if another conversation uses it, or none is known', () => {
    expect(isLeftBehind({ status: 'RUNNING' }, [failed, conversation({ execution_status: 'idle' })])).toBe(false);
    expect(isLeftBehind({ status: 'RUNNING' }, [])).toBe(false);
  });
});

describe('reasons of transitions', () => {
  it("a reason contains what happened and what to do, in the service's words", () => {
    expect(reasonWords('out_of_memory')).toBe(
      'The sandbox used more memory than it has. Resume the sandbox to continue from its workspace. If it happens again, start one from a larger spec.',
    );
    expect(reasonWords('task_lost')).toContain('Resume the sandbox to start it again.');
  });

  it('a pause reason is a sentence', () => {
    expect(reasonWords('idle')).toContain('it was idle');
    expect(reasonWords('api')).toBe('Paused by request.');
  });

  it('an unknown code has no words', () => {
    expect(reasonWords('from_the_future')).toBe('');
  });
});

it('the shown URL of VS Code does not contain the session key', () => {
  expect(withoutSearch('https://abc.sandboxes.example.com/?tkn=secret&folder=/workspace')).toBe(
    'https://abc.sandboxes.example.com/',
  );
});

const transitions = [
  { state: 'PENDING', reason: null, time: '2026-11-24T10:00:00.000Z' },
  { state: 'RUNNING', reason: null, time: '2026-11-24T10:00:05.000Z' },
  { state: 'PAUSED', reason: 'idle', time: '2026-11-24T11:00:05.000Z' },
] as const;

describe('phases of a sandbox', () => {
  it('a phase lasts until the next one, and the last one until the current time', () => {
    const spans = spansOf(transitions, new Date('2026-11-24T11:01:05.000Z'));
    expect(spans.map(({ phase, length, isNow }) => [phase, length, isNow])).toEqual([
      ['PENDING', 5_000, false],
      ['RUNNING', 3_600_000, false],
      ['PAUSED', 60_000, true],
    ]);
  });

  it('consecutive phases with the same reason show it once, at the last one', () => {
    const pausing = [
      ...transitions.slice(0, 2),
      { state: 'STOPPING', reason: 'idle', time: '2026-11-24T11:00:00.000Z' } as const,
      ...transitions.slice(2),
    ];
    const spans = spansOf(pausing, new Date('2026-11-24T11:01:05.000Z'));
    expect(spans.map(({ phase, reason }) => [phase, reason])).toEqual([
      ['PENDING', null],
      ['RUNNING', null],
      ['STOPPING', null],
      ['PAUSED', 'idle'],
    ]);
  });

  it("a phase never has a negative length, even if the reader's clock is behind", () => {
    expect(spansOf(transitions, new Date('2026-11-24T09:00:00.000Z')).at(-1)?.length).toBe(0);
  });

  it('longer phases are wider, and the shortest one stays visible', () => {
    const widths = spansOf(transitions, new Date('2026-11-24T11:00:05.000Z')).map(widthOf);
    expect(widths[1]).toBeGreaterThan(widths[0] ?? Number.NaN);
    expect(Math.min(...widths) / Math.max(...widths)).toBeGreaterThan(0.1);
  });
});
