import { describe, expect, it } from 'vitest';
import {
  hasNeverStarted,
  isInMotion,
  metricsOf,
  statusOf,
  totalCost,
} from '../../../shared/presentation/conversations.ts';
import { conversation } from './conversation.ts';

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

  it('tells a failed start from an agent that failed', () => {
    const failed = conversation({ execution_status: 'error', status_detail: 'no such host' });
    expect(hasNeverStarted(failed)).toBe(true);
    expect(statusOf(failed).label).toBe('Start failed');
    expect(statusOf(conversation({ execution_status: 'error' })).label).toBe('Agent failed');
  });

  it('is in motion while it goes on by itself', () => {
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

  it('takes nothing for granted of what an agent reports', () => {
    expect(totalCost({ metrics: null })).toBeUndefined();
    expect(metricsOf({ metrics: { accumulated_cost: 'much', accumulated_token_usage: [] } })).toEqual({
      modelCost: undefined,
      sandboxCost: undefined,
      tokens: [],
    });
  });
});
