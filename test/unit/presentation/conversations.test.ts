import { describe, expect, it } from 'vitest';
import { hasNeverStarted, isInMotion, statusOf } from '../../../shared/presentation/conversations.ts';
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
