import { describe, expect, it } from 'vitest';
import { legacyMessage, legacyStatus } from '../../../../../shared/domain/conversations/record/conversation-view.ts';
import type { Phase } from '../../../../../shared/domain/sandboxes/record/phases.ts';
import { Sandbox } from '../../../../../shared/domain/sandboxes/record/sandbox.ts';
import { apiStatus, isGone, statusDetail } from '../../../../../shared/domain/sandboxes/record/status.ts';
import * as reasons from '../../../../../shared/presentation/sandbox-reasons.ts';
import { inPhase } from '../../../../support/sandboxes/lifecycle-data.ts';
import { aSandbox } from '../../../../support/sandboxes/sandbox-data.ts';

const reason = { code: 'x', message: 'It is full.', remedy: 'Wait.', retryable: true };

/** For each phase: what clients read while it should run, and while it should not. */
const table: Record<Phase, readonly [wanted: string, unwanted: string]> = {
  PENDING: ['STARTING', 'PAUSED'],
  PROVISIONING: ['STARTING', 'PAUSED'],
  BOOTING: ['STARTING', 'PAUSED'],
  RUNNING: ['RUNNING', 'PAUSED'],
  STOPPING: ['STARTING', 'PAUSED'],
  SAVING: ['STARTING', 'PAUSED'],
  PAUSED: ['STARTING', 'PAUSED'],
  ERROR: ['STARTING', 'ERROR'],
  EXPIRED: ['MISSING', 'MISSING'],
  DELETING: ['STARTING', 'PAUSED'],
  DELETED: ['STARTING', 'PAUSED'],
};
const cases = Sandbox.shape.phase.options.flatMap((phase) => [
  [phase, 'RUNNING' as const, table[phase][0]] as const,
  [phase, 'PAUSED' as const, table[phase][1]] as const,
]);

describe('status in the API', () => {
  it.each(cases)('of a sandbox in %s that should be %s is %s', (phase, desired, expected) => {
    expect(apiStatus(aSandbox({ phase, desired }))).toBe(expected);
  });

  it.each(['STOPPING', 'SAVING'] as const)('is ERROR as soon as a failed sandbox is in %s', (phase) => {
    expect(apiStatus(aSandbox({ phase, desired: 'PAUSED', stop_into: 'ERROR' }))).toBe('ERROR');
    expect(apiStatus(aSandbox({ phase, desired: 'RUNNING', stop_into: 'ERROR' }))).toBe('STARTING');
  });

  it('is STARTING while a resume waits for the end of the previous generation', () => {
    expect(apiStatus(aSandbox({ phase: 'RUNNING', wanted_generation: 2 }))).toBe('STARTING');
  });
});

describe('status detail', () => {
  const detail = (phase: Phase, change: Partial<Sandbox> = {}) => statusDetail(inPhase(phase, change));

  it('is null when there is nothing to report', () => {
    expect(detail('RUNNING')).toBeNull();
    expect(detail('PENDING')).toBeNull();
    expect(detail('PAUSED', { desired: 'PAUSED' })).toBeNull();
  });

  it('explains what a start waits for, and that the caller need not act', () => {
    expect(detail('PENDING', { status_reason: reason })).toBe('It is full. The service tries again.');
    expect(detail('PENDING', { status_reason: reason, restarts: 2 })).toBe(
      'It is full. It is being restarted (2 in a row).',
    );
  });

  it('explains that a resume waits for the agent, and then for the workspace', () => {
    const writes = 'Its agent saves and delivers its work within about 44 seconds.';
    const saves = 'Its workspace is being saved before it starts again.';

    expect(detail('STOPPING')).toBe(`${writes} Then its workspace is saved, and it starts again.`);
    expect(detail('STOPPING', { running_since: null })).toBe(saves);
    expect(detail('SAVING')).toBe(saves);
    expect(detail('SAVING', { status_reason: reason })).toBe(`It is full. ${saves}`);
  });

  it('explains that a start looks up its workspace, until ECS is called', () => {
    const looks =
      'The service is looking for its saved workspace. A workspace that was just saved can take a minute to appear.';

    expect(detail('PENDING', { launch: null, snapshot_id: 'snap-1' })).toBe(looks);
    expect(detail('PENDING', { launch: null, snapshot_id: 'snap-1', status_reason: reason })).toBe(
      'It is full. The service tries again.',
    );
    expect(detail('PENDING', { snapshot_id: 'snap-1' })).toBeNull();
    expect(detail('PENDING', { launch: null })).toBeNull();
  });

  it('omits an old failure while the sandbox is resumed from it', () => {
    expect(detail('ERROR', { status_reason: reason, desired: 'RUNNING' })).toBeNull();
  });

  it('explains that the sandbox stops and that its workspace is being saved', () => {
    expect(detail('RUNNING', { desired: 'PAUSED' })).toBe('It is stopping; then its workspace is saved.');
    expect(detail('BOOTING', { desired: 'PAUSED' })).toBe('It is stopping.');
    expect(detail('STOPPING', { desired: 'PAUSED' })).toBe(
      'Its agent saves and delivers its work within about 44 seconds. Then its workspace is saved.',
    );
    expect(detail('STOPPING', { desired: 'PAUSED', running_since: null })).toBe('It is stopping.');
    expect(detail('SAVING', { desired: 'PAUSED' })).toBe('The workspace is being saved.');
    expect(detail('STOPPING', { desired: 'PAUSED', status_reason: reasons.idle })).toContain('it was idle');
  });

  it.each(['PAUSED', 'ERROR'] as const)(
    'explains in %s why it failed, what to do and how long the workspace is kept',
    (phase) => {
      const kept = { desired: 'PAUSED', expires_at: '2026-12-21T12:00:00.000Z' } as const;
      const until = 'The workspace is deleted at 2026-12-21T12:00:00.000Z unless the sandbox is resumed before then.';

      expect(detail(phase, kept)).toBe(until);
      expect(detail(phase, { ...kept, status_reason: reason })).toBe(`It is full. Wait. ${until}`);
    },
  );

  it('promises no restart when the workspace is lost', () => {
    const lost = {
      desired: 'PAUSED',
      expires_at: '2026-12-21T12:00:00.000Z',
      status_reason: reasons.workspaceLost,
    } as const;

    expect(detail('ERROR', lost)).toBe(`${reasons.workspaceLost.message} ${reasons.workspaceLost.remedy}`);
  });

  it('explains why an expired sandbox cannot start', () => {
    const expired = { desired: 'PAUSED', status_reason: reasons.workspaceExpired(30) } as const;

    expect(detail('EXPIRED', expired)).toContain('the sandbox was not resumed for 30 days');
  });
});

describe('legacy status', () => {
  it.each(cases)('has three values: %s, desired %s', (phase, desired, status) => {
    const sandbox = aSandbox({ phase, desired });

    const expected = status === 'RUNNING' || status === 'STARTING' ? status : 'STOPPED';
    expect(legacyStatus(sandbox)).toBe(expected);
    const message = legacyMessage(sandbox);
    if (expected === 'STOPPED') expect(message).toContain(`(${status})`);
    else expect(message).toBeNull();
  });

  it.each([undefined, aSandbox({ desired: 'DELETED' })])('of a missing sandbox is STOPPED', (sandbox) => {
    expect([isGone(sandbox), legacyStatus(sandbox)]).toEqual([true, 'STOPPED']);
    expect(legacyMessage(sandbox)).toContain('(MISSING)');
  });
});
