import { describe, expect, it } from 'vitest';
import {
  hasNeverStarted,
  isInMotion,
  metricsOf,
  statusOf,
  totalCost,
} from '../../../shared/presentation/conversations.ts';
import { endsOf } from '../../../shared/presentation/sandboxes.ts';
import { stagesOf } from '../../../shared/presentation/starts.ts';
import { conversation, steps } from './conversation.ts';

describe('the status of a conversation', () => {
  it.each([
    ['RUNNING', 'running', 'Working'],
    ['RUNNING', null, 'Starting'],
    ['STARTING', 'running', 'Starting'],
    ['PAUSED', 'running', 'Paused'],
    ['ERROR', 'finished', 'Sandbox failed'],
    ['MISSING', 'finished', 'No sandbox'],
    ['PAUSED', 'deleting', 'Deleting'],
  ] as const)('is that of its sandbox unless that runs: %s, %s', (sandbox_status, execution_status, label) => {
    expect(statusOf(conversation({ sandbox_status, execution_status })).label).toBe(label);
  });

  it.each([
    ['RUNNING', 'error', 'Waiting for budget', 'failed'],
    ['RUNNING', 'finished', 'Waiting for budget', 'ready'],
    ['PAUSED', 'error', 'Paused at a budget', 'failed'],
    ['RUNNING', 'running', 'Working', 'running'],
    ['STARTING', 'error', 'Starting', 'starting'],
    ['MISSING', 'error', 'No sandbox', 'missing'],
  ] as const)('at a budget says so where it can go on: %s, %s', (sandbox_status, execution_status, label, state) => {
    const waiting = conversation({ sandbox_status, execution_status, waits_for: 'budget' });
    expect(statusOf(waiting)).toMatchObject({ label, state });
  });

  it('distinguishes a failed start from a failed agent', () => {
    const failed = conversation({ execution_status: 'error', status_detail: 'no such host' });
    expect(hasNeverStarted(failed)).toBe(true);
    expect(statusOf(failed).label).toBe('Start failed');
    expect(statusOf(conversation({ execution_status: 'error' })).label).toBe('Agent failed');
  });

  it('is in motion while it changes without input', () => {
    expect(isInMotion(conversation({ execution_status: 'running' }))).toBe(true);
    expect(isInMotion(conversation({ execution_status: 'finished' }))).toBe(false);
  });
});

const metrics = {
  accumulated_cost: 0.5,
  sandbox_cost_usd: 0.25,
  accumulated_token_usage: { prompt_tokens: 31, completion_tokens: 24, cache_read_tokens: 0, model: 'm' },
};

describe('metrics of a conversation', () => {
  it('has the costs, and the tokens that were used', () => {
    expect(metricsOf({ metrics })).toEqual({
      modelCost: 0.5,
      sandboxCost: 0.25,
      tokens: [
        { label: 'Input tokens', count: 31 },
        { label: 'Output tokens', count: 24 },
      ],
    });
    expect(totalCost({ metrics })).toBe(0.75);
  });

  it('validates everything that an agent reports', () => {
    expect(totalCost({ metrics: null })).toBeUndefined();
    expect(metricsOf({ metrics: { accumulated_cost: 'much', accumulated_token_usage: [] } })).toEqual({
      modelCost: undefined,
      sandboxCost: undefined,
      tokens: [],
    });
  });
});

describe('The time when a sandbox pauses or expires', () => {
  it('is listed with the next one first', () => {
    const ends = endsOf({
      idle_at: '2026-11-24T10:20:00Z',
      deadline_at: '2026-11-24T10:05:00Z',
      expires_at: null,
    });
    expect(ends.map(({ name }) => name)).toEqual(['deadline_at', 'idle_at']);
  });

  it('is unknown when nothing is announced', () => {
    expect(endsOf({ idle_at: null, deadline_at: null, expires_at: null })).toEqual([]);
  });
});

describe('the stages of a start', () => {
  it('are done, in progress or pending, with the time of those that are done', () => {
    expect(stagesOf({ status: 'RUNNING_SETUP_SCRIPT', steps })).toEqual([
      { name: 'Start the sandbox', state: 'done', seconds: 3.5 },
      { name: 'Prepare the workspace', state: 'done', seconds: 4 },
      { name: 'Set up the project', state: 'now' },
      { name: 'Start the agent', state: 'next' },
    ]);
  });

  it('fail where the last step was reached', () => {
    expect(stagesOf({ status: 'ERROR', steps: steps.slice(0, 4) }).map(({ state }) => state)).toEqual([
      'done',
      'failed',
      'next',
      'next',
    ]);
    expect(stagesOf({ status: 'ERROR' })[0]?.state).toBe('failed');
  });

  it('are all done at the end', () => {
    expect(stagesOf({ status: 'READY' }).every(({ state }) => state === 'done')).toBe(true);
  });
});
