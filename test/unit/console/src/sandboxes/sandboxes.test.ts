import { describe, expect, it } from 'vitest';
import { withoutSearch } from '../../../../../console/src/pages/sandboxes/sandbox-page.tsx';
import { isLeftBehind } from '../../../../../console/src/pages/sandboxes/sandbox-state.tsx';
import { reasonWords, spansOf, widthOf } from '../../../../../console/src/pages/sandboxes/timeline.tsx';
import { conversation } from '../../../presentation/conversation.ts';

const failed = conversation({ execution_status: 'error', status_detail: 'No such repository.' });

describe('A sandbox whose conversation failed to start', () => {
  it('is left behind while it runs', () => {
    expect(isLeftBehind({ status: 'RUNNING' }, [failed])).toBe(true);
    expect(isLeftBehind({ status: 'PAUSED' }, [failed])).toBe(false);
  });

  it('is not left behind where another conversation uses it, or none is known', () => {
    expect(isLeftBehind({ status: 'RUNNING' }, [failed, conversation({ execution_status: 'idle' })])).toBe(false);
    expect(isLeftBehind({ status: 'RUNNING' }, [])).toBe(false);
  });
});

describe('The reasons of transitions', () => {
  it('are what happened and what to do, in the words of the service', () => {
    expect(reasonWords('out_of_memory')).toBe(
      'The sandbox ran out of memory. Resume the sandbox to continue with its workspace. If it happens again, use a larger sandbox spec.',
    );
    expect(reasonWords('task_lost')).toContain('Resume the sandbox to start it again.');
  });

  it('say more of a pause than its code', () => {
    expect(reasonWords('idle')).toContain('idle timeout');
    expect(reasonWords('api')).toBe('Paused by request.');
  });

  it('are left to their codes where a later release has further ones', () => {
    expect(reasonWords('from_the_future')).toBe('');
  });
});

it('shows an address without the session key in it', () => {
  expect(withoutSearch('https://abc.sandboxes.example.com/?tkn=secret&folder=/workspace')).toBe(
    'https://abc.sandboxes.example.com/',
  );
});

const transitions = [
  { state: 'PENDING', reason: null, time: '2026-11-24T10:00:00.000Z' },
  { state: 'RUNNING', reason: null, time: '2026-11-24T10:00:05.000Z' },
  { state: 'PAUSED', reason: 'idle', time: '2026-11-24T11:00:05.000Z' },
] as const;

describe('The phases of a sandbox', () => {
  it('last until the next one, and the last one until now', () => {
    const spans = spansOf(transitions, new Date('2026-11-24T11:01:05.000Z'));
    expect(spans.map(({ phase, length, isNow }) => [phase, length, isNow])).toEqual([
      ['PENDING', 5_000, false],
      ['RUNNING', 3_600_000, false],
      ['PAUSED', 60_000, true],
    ]);
  });

  it('say the reason of several in a row once, at the last of them', () => {
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

  it('never last less than nothing, whatever the clock of the reader says', () => {
    expect(spansOf(transitions, new Date('2026-11-24T09:00:00.000Z')).at(-1)?.length).toBe(0);
  });

  it('are drawn wider the longer they last, and the shortest still visibly', () => {
    const widths = spansOf(transitions, new Date('2026-11-24T11:00:05.000Z')).map(widthOf);
    expect(widths[1]).toBeGreaterThan(widths[0] ?? Number.NaN);
    expect(Math.min(...widths) / Math.max(...widths)).toBeGreaterThan(0.1);
  });
});
