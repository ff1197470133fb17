import { describe, expect, it } from 'vitest';
import { legacyMessage, legacyStatus } from '../../../shared/conversations/conversation-view.ts';
import { Sandbox } from '../../../shared/sandboxes/sandbox.ts';
import { isGone, statusDetail, wireStatus } from '../../../shared/sandboxes/status.ts';
import { aSandbox } from '../../support/sandbox-data.ts';

const reason = { code: 'x', message: 'It is full.', remedy: 'Wait.', retryable: true };

/** For each phase: what clients read while it should run, and while it should not. */
const table: Record<Sandbox['phase'], readonly [wanted: string, unwanted: string]> = {
  PENDING: ['STARTING', 'PAUSED'],
  PROVISIONING: ['STARTING', 'PAUSED'],
  BOOTING: ['STARTING', 'PAUSED'],
  RUNNING: ['RUNNING', 'PAUSED'],
  STOPPING: ['STARTING', 'PAUSED'],
  PAUSED: ['STARTING', 'PAUSED'],
  ERROR: ['STARTING', 'ERROR'],
  DELETING: ['STARTING', 'PAUSED'],
};
const cases = Sandbox.shape.phase.options.flatMap((phase) => [
  [phase, 'RUNNING' as const, table[phase][0]] as const,
  [phase, 'PAUSED' as const, table[phase][1]] as const,
]);

describe('the status that clients read', () => {
  it.each(cases)('of a sandbox in %s that should be %s is %s', (phase, desired, expected) => {
    expect(wireStatus(aSandbox({ phase, desired }))).toBe(expected);
  });

  it('is ERROR as soon as a failed start is being stopped', () => {
    expect(wireStatus(aSandbox({ phase: 'STOPPING', desired: 'PAUSED', stop_into: 'ERROR' }))).toBe('ERROR');
    expect(wireStatus(aSandbox({ phase: 'STOPPING', desired: 'RUNNING', stop_into: 'ERROR' }))).toBe('STARTING');
  });
});

describe('the detail of a status', () => {
  it.each(cases)('says why in %s, desired %s, but not while it is STARTING', (phase, desired, status) => {
    const detail = statusDetail(aSandbox({ phase, desired, status_reason: reason }));

    expect(detail).toBe(status === 'STARTING' ? null : 'It is full. Wait.');
  });

  it('is null when there is nothing to say', () => {
    expect(statusDetail(aSandbox({ phase: 'PAUSED', desired: 'PAUSED' }))).toBeNull();
  });
});

describe('the legacy status', () => {
  it.each(cases)('has three words: %s, desired %s', (phase, desired, status) => {
    const sandbox = aSandbox({ phase, desired });

    const expected = status === 'RUNNING' || status === 'STARTING' ? status : 'STOPPED';
    expect(legacyStatus(sandbox)).toBe(expected);
    const message = legacyMessage(sandbox);
    if (expected === 'STOPPED') expect(message).toContain(`(${status})`);
    else expect(message).toBeNull();
  });

  it.each([undefined, aSandbox({ desired: 'DELETED' })])('of what is gone is STOPPED', (sandbox) => {
    expect([isGone(sandbox), legacyStatus(sandbox)]).toEqual([true, 'STOPPED']);
    expect(legacyMessage(sandbox)).toContain('(MISSING)');
  });
});
