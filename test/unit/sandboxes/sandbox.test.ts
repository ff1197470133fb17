import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { OwnerId } from '../../../shared/contract/owner-id.ts';
import { newSandbox, nextGeneration } from '../../../shared/sandboxes/generation.ts';
import { clientToken, parseStartedBy, startedBy } from '../../../shared/sandboxes/identity.ts';
import { workspaceLost } from '../../../shared/sandboxes/reasons.ts';
import {
  changed,
  hasLostWorkspace,
  isCounted,
  isResting,
  isWatched,
  Phase,
  Sandbox,
} from '../../../shared/sandboxes/sandbox.ts';
import { aRunningSandbox, aSandbox, aSpec, noon } from '../../support/sandbox-data.ts';

const later = new Date(Date.parse(noon) + 60_000);
const ownerCharacters = [...'abcXYZ019._@+-'];
const owner = fc
  .tuple(fc.constantFrom('a', 'Z', '9'), fc.string({ unit: fc.constantFrom(...ownerCharacters), maxLength: 39 }))
  .map(([first, rest]) => first + rest)
  .filter((name) => OwnerId.safeParse(name).success);

describe('a new sandbox', () => {
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

describe('a change', () => {
  it('raises the version, and remembers a new phase with its reason', () => {
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

describe('the next generation', () => {
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
    saved_at: noon,
    discards: [{ kind: 'volume', id: 'vol-1' }],
    status_reason: { code: 'x', message: '', remedy: '', retryable: true },
  });

  it('begins with nothing of the one before but what lasts', () => {
    const next = nextGeneration(before, later, null);
    const fresh = newSandbox('ann', before.sandbox_id, aSpec(), later);

    const stored = ['snapshot_id', 'previous_snapshot_id', 'saved_at', 'discards'] as const;
    const lasting = [
      ...(['created_at', 'key_id', 'generation', 'wanted_generation', 'version', 'transitions'] as const),
      ...stored,
    ];
    for (const name of lasting) expect(next[name], name).not.toEqual(fresh[name]);
    for (const name of stored) expect(next[name], name).toEqual(before[name]);
    expect(next).toMatchObject({ generation: 5, key_id: 'k1', created_at: before.created_at });
    const rest = (sandbox: Sandbox) => Object.entries(sandbox).filter(([name]) => !lasting.some((one) => one === name));
    expect(rest(next).toSorted()).toEqual(rest(fresh).toSorted());
  });

  it('goes on with the stretch of the one before when the service itself starts it', () => {
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

describe('what is counted, watched and at rest', () => {
  const desires = ['RUNNING', 'PAUSED', 'DELETED'] as const;

  it.each(desires.flatMap((desired) => Phase.options.map((phase) => [desired, phase] as const)))(
    'follows from %s and %s',
    (desired, phase) => {
      const sandbox = aSandbox({ desired, phase });
      const isDone = ['PAUSED', 'ERROR', 'EXPIRED', 'DELETED'].includes(phase);

      expect(isCounted(sandbox)).toBe(desired === 'RUNNING');
      expect(isResting(sandbox)).toBe(isDone);
      expect(isWatched(sandbox)).toBe(phase !== 'DELETED' && (desired !== 'PAUSED' || !isDone));
    },
  );

  it('is watched as long as its workspace is lost and may come back', () => {
    const lost = { phase: 'ERROR', desired: 'PAUSED', status_reason: workspaceLost } as const;

    expect(isWatched(aSandbox({ ...lost, snapshot_id: 'snap-1' }))).toBe(true);
    expect(isWatched(aSandbox({ ...lost, snapshot_id: null }))).toBe(false);
  });

  it('is watched as long as it has something to discard', () => {
    const discards = [{ kind: 'volume', id: 'vol-1' } as const];

    for (const phase of ['PAUSED', 'ERROR', 'EXPIRED'] as const)
      expect(isWatched(aSandbox({ phase, desired: 'PAUSED', discards }))).toBe(true);
  });
});

describe('a lost workspace', () => {
  it('is one that its sandbox says so of, at rest', () => {
    const lost = { code: 'workspace_lost', message: '', remedy: '', retryable: false };

    expect(hasLostWorkspace({ phase: 'ERROR', status_reason: lost })).toBe(true);
    expect(hasLostWorkspace({ phase: 'PAUSED', status_reason: lost })).toBe(false);
    expect(hasLostWorkspace({ phase: 'ERROR', status_reason: { ...lost, code: 'workspace_outdated' } })).toBe(false);
    expect(hasLostWorkspace({ phase: 'ERROR', status_reason: null })).toBe(false);
  });
});

describe('startedBy', () => {
  it('brings owner, sandbox and generation back, in characters and length that ECS takes', async () => {
    await fc.assert(
      fc.property(owner, fc.integer({ min: 1, max: 100_000 }), (ownerId, generation) => {
        const sandbox = aSandbox({ owner_id: ownerId, generation });

        const text = startedBy(sandbox);

        expect(text).toMatch(/^[A-Za-z0-9/_-]{1,128}$/);
        expect(parseStartedBy(text)).toEqual({ ownerId, sandboxId: sandbox.sandbox_id, generation });
      }),
    );
  });

  it('fits for the owner whose name takes the most room', () => {
    const ownerId = `a${'.@+_'.repeat(5)}${'z'.repeat(19)}`;

    expect(OwnerId.safeParse(ownerId).success).toBe(true);
    expect(startedBy(aSandbox({ owner_id: ownerId, generation: 999_999 })).length).toBeLessThanOrEqual(128);
  });

  it.each([undefined, '', 'x', 'a/b', 'a/b/c', 'a/b/0', 'a/b/1/2', '/b/1', 'a//1', 'a/b/1e3', 'ecs-svc/123'])(
    '%s is none of ours',
    (text) => {
      expect(parseStartedBy(text)).toBeUndefined();
    },
  );
});

describe('a client token', () => {
  it('is one for each try of each generation, and fits', () => {
    const sandbox = aSandbox({ generation: 99_999, attempt: 9_999 });

    expect(clientToken(sandbox)).toMatch(/^[A-Za-z0-9-]{1,64}$/);
    const other = [{ ...sandbox, attempt: 1 }, { ...sandbox, generation: 1 }, aSandbox()].map(clientToken);
    expect(new Set([clientToken(sandbox), ...other]).size).toBe(4);
  });

  it.each([{ owner_id: 'mallory' }, { created_at: '2027-01-01T00:00:00.000Z' }])(
    'is not that of a sandbox with the same id and %o',
    (difference) => {
      const sandbox = aSandbox();

      expect(clientToken({ ...sandbox, ...difference })).not.toBe(clientToken(sandbox));
    },
  );
});
