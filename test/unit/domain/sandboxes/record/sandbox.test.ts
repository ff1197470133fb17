import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { OwnerId } from '../../../../../shared/contract/shapes/owner-id.ts';
import { legacyMessage, legacyStatus } from '../../../../../shared/domain/conversations/record/conversation-view.ts';
import { creationOf } from '../../../../../shared/domain/sandboxes/intent/intents.ts';
import { newSandbox, nextGeneration } from '../../../../../shared/domain/sandboxes/lifecycle/generation.ts';
import {
  hasLostWorkspace,
  isCounted,
  isResting,
  isWatched,
} from '../../../../../shared/domain/sandboxes/record/conditions.ts';
import { clientToken, parseStartedBy, startedBy } from '../../../../../shared/domain/sandboxes/record/identity.ts';
import { Phase } from '../../../../../shared/domain/sandboxes/record/phases.ts';
import { changed, Sandbox } from '../../../../../shared/domain/sandboxes/record/sandbox.ts';
import { apiStatus, isGone, statusDetail } from '../../../../../shared/domain/sandboxes/record/status.ts';
import * as reasons from '../../../../../shared/presentation/sandbox-reasons.ts';
import { workspaceLost } from '../../../../../shared/presentation/sandbox-reasons.ts';
import { inPhase } from '../../../../support/sandboxes/lifecycle-data.ts';
import { aRunningSandbox, aSandbox, aSpec, noon } from '../../../../support/sandboxes/sandbox-data.ts';

const later = new Date(Date.parse(noon) + 60_000);
const ownerCharacters = [...'abcXYZ019._@+-'];
const owner = fc
  .tuple(fc.constantFrom('a', 'Z', '9'), fc.string({ unit: fc.constantFrom(...ownerCharacters), maxLength: 39 }))
  .map(([first, rest]) => first + rest)
  .filter((name) => OwnerId.safeParse(name).success);

describe('new sandbox', () => {
  it('is a valid row that takes its limits from its spec', () => {
    const sandbox = newSandbox('ann', 'x', aSpec({ idle_minutes: 5, lifetime_minutes: 60 }), new Date(noon));

    expect(Sandbox.parse(sandbox)).toEqual(sandbox);
    expect(sandbox).toMatchObject({
      desired: 'RUNNING',
      phase: 'PENDING',
      generation: 1,
      version: 1,
      idle_minutes: 5,
      deadline_at: '2026-11-21T13:00:00.000Z',
      ports: [
        { name: 'AGENT_SERVER', port: 8000 },
        { name: 'VSCODE', port: 8001 },
      ],
    });
  });
});

describe('changed', () => {
  it('raises the version, and records a new phase with its reason', () => {
    const reason = { code: 'x', message: '', remedy: '', retryable: true };
    const sandbox = aSandbox();

    const same = changed(sandbox, later, { desired: 'PAUSED' });
    const other = changed(sandbox, later, { phase: 'ERROR', status_reason: reason });

    expect(same).toMatchObject({ version: 2, phase_since: noon, updated_at: later.toISOString() });
    expect(same.transitions).toEqual(sandbox.transitions);
    expect(other.phase_since).toBe(later.toISOString());
    expect(other.transitions.at(-1)).toEqual({ phase: 'ERROR', at: later.toISOString(), generation: 1, reason: 'x' });
  });

  it('keeps the last twenty transitions', () => {
    let sandbox = aSandbox();
    for (let count = 0; count < 30; count += 1)
      sandbox = changed(sandbox, later, { phase: count % 2 === 0 ? 'PAUSED' : 'PENDING' });

    expect(sandbox.transitions).toHaveLength(20);
    expect(sandbox.transitions.at(-1)?.phase).toBe('PENDING');
  });
});

describe('next generation', () => {
  const before = aRunningSandbox({
    phase: 'PAUSED',
    generation: 4,
    wanted_generation: 5,
    attempt: 3,
    launch_retries: 2,
    retry_at: noon,
    task_version: 9,
    unreachable_since: noon,
    stop_into: 'ERROR',
    boot_lease_until: noon,
    stop_lease_until: noon,
    stop_sent_at: noon,
    task_ended_at: noon,
    running_since: noon,
    save_attempts: 2,
    expires_at: noon,
    pause_reason: 'idle',
    snapshot_id: 'snap-2',
    previous_snapshot_id: 'snap-1',
    base_snapshot: { snapshot_id: 'a', ebs_snapshot_id: 'snap-0' },
    seal: { id: 'another', key_id: 'k0' },
    saved_at: noon,
    discards: [{ kind: 'volume', id: 'vol-1' }],
    task_history: [{ generation: 4, task_id: 'task-4', at: noon }],
    session_revision: 2,
    session_key_hash: 'hash',
    edge_key_hash: 'hash for the edge',
    status_reason: { code: 'x', message: '', remedy: '', retryable: true },
  });

  it('begins with only the lasting fields of the previous one', () => {
    const next = nextGeneration(before, later, null);
    const fresh = newSandbox('ann', before.sandbox_id, aSpec(), later);

    const stored = [
      ...(['snapshot_id', 'previous_snapshot_id', 'saved_at', 'discards', 'base_snapshot', 'seal'] as const),
      ...(['address_id', 'session_revision', 'session_key_hash', 'edge_key_hash', 'last_used_at'] as const),
    ];
    const lasting = [
      ...(['created_at', 'key_id', 'generation', 'wanted_generation', 'version', 'transitions'] as const),
      'task_history' as const,
      ...stored,
    ];
    for (const name of lasting) expect(next[name], name).not.toEqual(fresh[name]);
    for (const name of stored) expect(next[name], name).toEqual(before[name]);
    expect(next).toMatchObject({ generation: 5, key_id: 'k1', created_at: before.created_at });
    const rest = (sandbox: Sandbox) => Object.entries(sandbox).filter(([name]) => !lasting.some((one) => one === name));
    expect(rest(next).toSorted()).toEqual(rest(fresh).toSorted());
  });

  it('keeps the start of the running time when the service itself restarts the sandbox', () => {
    const restarted = { ...before, restarts: 1, deadline_at: '2026-11-21T13:00:00.000Z', last_activity_at: noon };
    const wait = new Date(later.getTime() + 5000);

    const next = nextGeneration(restarted, later, wait);

    expect(next).toMatchObject({
      deadline_at: restarted.deadline_at,
      last_activity_at: noon,
      retry_at: wait.toISOString(),
      status_reason: { code: 'x' },
      restarts: 1,
    });
  });
});

describe('counted, watched and resting sandboxes', () => {
  const desires = ['RUNNING', 'PAUSED', 'DELETED'] as const;

  it.each(desires.flatMap((desired) => Phase.options.map((phase) => [desired, phase] as const)))(
    'follow from desired state %s and phase %s',
    (desired, phase) => {
      const sandbox = aSandbox({ desired, phase });
      const isDone = ['PAUSED', 'ERROR', 'EXPIRED', 'DELETED'].includes(phase);

      expect(isCounted(sandbox)).toBe(desired === 'RUNNING');
      expect(isResting(sandbox)).toBe(isDone);
      expect(isWatched(sandbox)).toBe(phase !== 'DELETED' && (desired !== 'PAUSED' || !isDone));
    },
  );

  it('is watched while its lost workspace can reappear', () => {
    const lost = { phase: 'ERROR', desired: 'PAUSED', status_reason: workspaceLost } as const;

    expect(isWatched(aSandbox({ ...lost, snapshot_id: 'snap-1' }))).toBe(true);
    expect(isWatched(aSandbox({ ...lost, snapshot_id: null }))).toBe(false);
  });

  it('is watched while it has something to discard', () => {
    const discards = [{ kind: 'volume', id: 'vol-1' } as const];

    for (const phase of ['PAUSED', 'ERROR', 'EXPIRED'] as const)
      expect(isWatched(aSandbox({ phase, desired: 'PAUSED', discards }))).toBe(true);
  });
});

describe('hasLostWorkspace', () => {
  it('is true for a sandbox in ERROR with workspace_lost only', () => {
    const lost = { code: 'workspace_lost', message: '', remedy: '', retryable: false };

    expect(hasLostWorkspace({ phase: 'ERROR', status_reason: lost })).toBe(true);
    expect(hasLostWorkspace({ phase: 'PAUSED', status_reason: lost })).toBe(false);
    expect(hasLostWorkspace({ phase: 'ERROR', status_reason: { ...lost, code: 'workspace_outdated' } })).toBe(false);
    expect(hasLostWorkspace({ phase: 'ERROR', status_reason: null })).toBe(false);
  });
});

describe('startedBy', () => {
  it('encodes owner, sandbox and generation within the characters and length of ECS', async () => {
    await fc.assert(
      fc.property(owner, fc.integer({ min: 1, max: 100_000 }), (ownerId, generation) => {
        const sandbox = aSandbox({ owner_id: ownerId, generation });

        const text = startedBy(sandbox);

        expect(text).toMatch(/^[A-Za-z0-9/_-]{1,128}$/);
        expect(parseStartedBy(text)).toEqual({ ownerId, sandboxId: sandbox.sandbox_id, generation });
      }),
    );
  });

  it('fits for the owner name that takes the most room', () => {
    const ownerId = `a${'.@+_'.repeat(5)}${'z'.repeat(19)}`;

    expect(OwnerId.safeParse(ownerId).success).toBe(true);
    expect(startedBy(aSandbox({ owner_id: ownerId, generation: 999_999 })).length).toBeLessThanOrEqual(128);
  });

  it.each([undefined, '', 'x', 'a/b', 'a/b/c', 'a/b/0', 'a/b/1/2', '/b/1', 'a//1', 'a/b/1e3', 'ecs-svc/123'])(
    'is not parsed from %s',
    (text) => {
      expect(parseStartedBy(text)).toBeUndefined();
    },
  );
});

describe('client token', () => {
  it('is unique for each attempt of each generation, and fits the limit of ECS', () => {
    const sandbox = aSandbox({ generation: 99_999, attempt: 9_999 });

    expect(clientToken(sandbox)).toMatch(/^[A-Za-z0-9-]{1,64}$/);
    const other = [{ ...sandbox, attempt: 1 }, { ...sandbox, generation: 1 }, aSandbox()].map(clientToken);
    expect(new Set([clientToken(sandbox), ...other]).size).toBe(4);
  });

  it.each([{ owner_id: 'mallory' }, { created_at: '2027-01-01T00:00:00.000Z' }])(
    'differs from that of a sandbox with the same id and %o',
    (difference) => {
      const sandbox = aSandbox();

      expect(clientToken({ ...sandbox, ...difference })).not.toBe(clientToken(sandbox));
    },
  );
});

it('creationOf leaves the row unchanged when its id is free', () => {
  const fresh = aSandbox();

  expect(creationOf(fresh, undefined)).toEqual({ previous: null, next: fresh });
});

it('creationOf continues generations and versions of a deleted sandbox of its id', () => {
  const before = aSandbox({ phase: 'DELETED', desired: 'DELETED', generation: 3, wanted_generation: 5, version: 40 });
  const fresh = aSandbox({ sandbox_id: before.sandbox_id });

  const creation = creationOf(fresh, before);

  expect(creation?.previous).toBe(before);
  expect(creation?.next).toEqual({
    ...fresh,
    generation: 4,
    wanted_generation: 4,
    version: 41,
    transitions: [{ phase: 'PENDING', at: fresh.created_at, generation: 4, reason: null }],
  });
});

it.each<[string, Partial<Sandbox>]>([
  ['runs', { phase: 'RUNNING' }],
  ['rests', { phase: 'PAUSED', desired: 'PAUSED' }],
  ['is being deleted', { phase: 'DELETING', desired: 'DELETED' }],
])('creationOf refuses the id of a sandbox that %s', (_, overrides) => {
  expect(creationOf(aSandbox(), aSandbox(overrides))).toBeUndefined();
});

const reason = { code: 'x', message: 'It is full.', remedy: 'Wait.', retryable: true };

/** The API status in each phase, with and without the intent to run. */
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

  it('explains that a start looks for its workspace, until ECS is called', () => {
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
