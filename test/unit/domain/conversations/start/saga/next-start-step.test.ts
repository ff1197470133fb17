import { describe, expect, it } from 'vitest';
import { MASK } from '../../../../../../shared/contract/shapes/mask.ts';
import {
  nextStartStep,
  type StepStatus,
  steps,
} from '../../../../../../shared/domain/conversations/start/saga/next-start-step.ts';
import {
  advanced,
  masked,
  type StartTask,
} from '../../../../../../shared/domain/conversations/start/task/start-task.ts';
import type { Sandbox } from '../../../../../../shared/domain/sandboxes/record/sandbox.ts';
import { aStartTask } from '../../../../../support/conversations/record/conversation-data.ts';
import { aRunningSandbox, aSandbox, noon } from '../../../../../support/sandboxes/sandbox-data.ts';

const now = new Date(noon);
const step = (task: Partial<StartTask>, sandbox: Sandbox | undefined, at = now) =>
  nextStartStep(aStartTask(task), sandbox, at, 'me');
const reason = { code: 'x', message: 'No image.', remedy: 'Push it.', retryable: true };

describe('nextStartStep', () => {
  it.each(['READY', 'ERROR'] as const)('leaves a task that is %s unchanged', (status) => {
    expect(step({ status }, undefined)).toEqual({ kind: 'none' });
  });

  it('waits for a starting sandbox, and records that once', () => {
    expect(step({ status: 'WORKING' }, aSandbox())).toEqual({ kind: 'wait-for-sandbox' });
    expect(step({ status: 'WAITING_FOR_SANDBOX' }, aSandbox())).toEqual({ kind: 'none' });
  });

  it('waits again for a restarting sandbox, unless a worker holds the task', () => {
    const leased = { status: 'STARTING_CONVERSATION', lease_until: '2026-11-21T12:00:00.001Z' } as const;

    expect(step({ status: 'STARTING_CONVERSATION' }, aSandbox())).toEqual({ kind: 'wait-for-sandbox' });
    expect(step({ ...leased, lease_holder: 'me' }, aSandbox())).toEqual({ kind: 'wait-for-sandbox' });
    expect(step({ ...leased, lease_holder: 'another' }, aSandbox())).toEqual({ kind: 'none' });
  });

  it('takes the first step when the sandbox runs and no worker holds the task', () => {
    const running = aRunningSandbox();
    const lease_until = '2026-11-21T12:00:00.001Z';

    expect(step({ status: 'WAITING_FOR_SANDBOX' }, running)).toEqual({
      kind: 'perform',
      step: steps[0],
      sandbox: running,
    });
    expect(step({ lease_holder: 'another', lease_until }, running)).toEqual({ kind: 'none' });
    expect(step({ lease_holder: 'me', lease_until }, running).kind).toBe('perform');
    expect(step({ lease_holder: 'another', lease_until: noon }, running).kind).toBe('perform');
  });

  it.each(steps.map(({ status }) => status))('continues with the recorded step: %s', (status: StepStatus) => {
    const running = aRunningSandbox();
    const { generation } = running;

    expect(step({ status, generation }, running)).toMatchObject({ kind: 'perform', step: { status } });
    expect(step({ status, generation: generation - 1 }, running)).toMatchObject({ step: steps[0] });
  });

  it.each<[string, Sandbox | undefined, string]>([
    ['failed', aSandbox({ desired: 'PAUSED', phase: 'ERROR', status_reason: reason }), 'No image. Push it.'],
    ['failed and says nothing', aSandbox({ desired: 'PAUSED', phase: 'ERROR' }), 'The sandbox failed to start.'],
    ['was paused', aSandbox({ desired: 'PAUSED', phase: 'PAUSED' }), 'was paused before the conversation started'],
    ['has expired', aSandbox({ desired: 'PAUSED', phase: 'EXPIRED' }), 'has expired, and its workspace with it'],
    ['has expired and says so', aSandbox({ desired: 'PAUSED', phase: 'EXPIRED', status_reason: reason }), 'No image.'],
    ['is on its way out', aRunningSandbox({ desired: 'DELETED' }), 'was deleted before the conversation started'],
    ['is gone', undefined, 'was deleted before the conversation started'],
  ])('fails with the reason when its sandbox %s', (_, sandbox, words) => {
    expect(step({}, sandbox)).toEqual({
      kind: 'fail',
      end: expect.any(String),
      detail: expect.stringContaining(words),
    });
  });

  it('fails at the deadline, even when a worker holds the task', () => {
    const deadline = new Date(aStartTask().deadline_at);
    const leased = { lease_until: '2027-01-01T00:00:00.000Z' };

    expect(step(leased, aRunningSandbox(), new Date(deadline.getTime() - 1)).kind).toBe('none');
    expect(step(leased, aRunningSandbox(), deadline)).toMatchObject({ kind: 'fail' });
  });
});

describe('ended start task', () => {
  it.each(['READY', 'ERROR'] as const)('keeps no secrets: %s', (status) => {
    const task = aStartTask({
      request: { secrets: { A: 'hunter2' }, title: 'T' },
      sealed: { v: 1, key: '', iv: '', data: '', tag: '' },
      replay_json: '[]',
      lease_holder: 'me',
      lease_until: noon,
    });

    const over = advanced(task, now, { status });

    expect(over).toMatchObject({
      version: 2,
      request: { secrets: { A: MASK }, title: 'T' },
      sealed: null,
      replay_json: null,
      lease_holder: null,
      lease_until: null,
    });
    expect(advanced(task, now, { status: 'STARTING_CONVERSATION' }).request).toEqual(task.request);
  });
});

describe('masked request', () => {
  it.each<[Record<string, unknown>, Record<string, unknown>]>([
    [{ secrets: { A: 'x', B: '' } }, { secrets: { A: MASK, B: MASK } }],
    [{ secrets: null }, { secrets: null }],
    [{ title: 'T' }, { title: 'T' }],
  ])('of %o is %o', (request, expected) => {
    expect(masked(request)).toEqual(expected);
  });
});
