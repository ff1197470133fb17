import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { nextStep } from '../../../../../shared/domain/sandboxes/lifecycle/next-step.ts';
import { isWaitingForBase } from '../../../../../shared/domain/sandboxes/record/conditions.ts';
import type { Snapshot } from '../../../../../shared/domain/sandboxes/record/disks.ts';
import { type Discard, Sandbox } from '../../../../../shared/domain/sandboxes/record/sandbox.ts';
import type { AgentHealth, Observation, Step } from '../../../../../shared/domain/sandboxes/record/step.ts';
import type { Task } from '../../../../../shared/domain/sandboxes/record/task.ts';
import { aLaunch } from '../../../../support/sandboxes/lifecycle-data.ts';
import { aSandbox, aTask, noon } from '../../../../support/sandboxes/sandbox-data.ts';
import { searchSize } from '../../../../support/search-size.ts';

const time = fc.integer({ min: -100, max: 3_000 }).map((seconds) => new Date(Date.parse(noon) + seconds * 1000));
const at = time.map((date) => date.toISOString());
const timeOrNull = fc.option(at);
const ARN = 'arn:task/1';

const based = (ebs_snapshot_id: string | null) => ({ snapshot_id: 'a', ebs_snapshot_id });

const sandbox: fc.Arbitrary<Sandbox> = fc
  .record({
    phase: fc.constantFrom(...Sandbox.shape.phase.options),
    desired: fc.constantFrom('RUNNING' as const, 'PAUSED' as const, 'DELETED' as const),
    generation: fc.integer({ min: 2, max: 4 }),
    task_version: fc.nat({ max: 6 }),
    task_arn: fc.constantFrom(ARN, null),
    launch: fc.constantFrom(aLaunch(), null),
    phase_since: at,
    retry_at: timeOrNull,
    launch_lease_until: timeOrNull,
    boot_lease_until: timeOrNull,
    stop_lease_until: timeOrNull,
    stop_sent_at: timeOrNull,
    task_ended_at: timeOrNull,
    running_since: timeOrNull,
    unreachable_since: timeOrNull,
    volume_id: fc.constantFrom('vol-1', null),
    snapshot_id: fc.constantFrom('snap-1', null),
    saving_snapshot_id: fc.constantFrom('snap-2', null),
    base_snapshot: fc.constantFrom(null, null, based(null), based('snap-1')),
    discards: fc.constantFrom<Discard[]>([], [{ kind: 'volume', id: 'vol-0' }]),
    stop_into: fc.constantFrom('PAUSED' as const, 'ERROR' as const),
    expires_at: timeOrNull,
    deadline_at: at,
  })
  .map(aSandbox);

const task = (generation: fc.Arbitrary<number>): fc.Arbitrary<Task> =>
  fc
    .record({
      arn: fc.constantFrom(ARN, 'arn:task/2'),
      generation,
      version: fc.nat({ max: 6 }),
      lastStatus: fc.constantFrom('PROVISIONING', 'PENDING', 'ACTIVATING', 'RUNNING', 'DEPROVISIONING', 'STOPPED'),
      desiredStatus: fc.constantFrom('RUNNING', 'STOPPED'),
      volumeId: fc.constantFrom('vol-1', null),
    })
    .map(aTask);

const agent: fc.Arbitrary<AgentHealth | undefined> = fc.constantFrom(
  undefined,
  { kind: 'ready', idleSeconds: 99_999, busy: false },
  { kind: 'ready', idleSeconds: 99_999, busy: true },
  { kind: 'ready', idleSeconds: 0, busy: false },
  { kind: 'dormant' },
  { kind: 'unreachable' },
  { kind: 'hidden' },
);

const snapshot: fc.Arbitrary<Observation['snapshot']> = fc.option(
  fc.record({
    id: fc.constantFrom('snap-1', 'snap-2'),
    found: fc.oneof(
      fc.constant('absent' as const),
      fc.constantFrom('pending' as const, 'completed' as const, 'error' as const).map(
        (state): Snapshot => ({
          id: 'snap-2',
          volumeId: 'vol-1',
          state,
          message: null,
          owner: undefined,
          orphanSince: null,
          isKept: false,
          startedAt: noon,
        }),
      ),
    ),
  }),
  { nil: undefined },
);

const base: fc.Arbitrary<Observation['base']> = fc.option(
  fc.record({
    id: fc.constantFrom('a', 'b'),
    found: fc.oneof(
      fc.constant('absent' as const),
      fc.record({
        state: fc.constantFrom('CREATING' as const, 'READY' as const, 'ERROR' as const, 'DELETING' as const),
        ebs_snapshot_id: fc.constantFrom('snap-1', null),
        status_reason: fc.constant(null),
        ready_at: fc.constant(noon),
      }),
    ),
  }),
  { nil: undefined },
);

const anyTask = fc.oneof(fc.constant(undefined), fc.constant('absent' as const), task(fc.integer({ min: 1, max: 5 })));

function observed(seen: fc.Arbitrary<Observation['task']>): fc.Arbitrary<Observation> {
  return fc.record({ task: seen, agent, snapshot, base }).map((parts) => ({
    ...(parts.task ? { task: parts.task } : {}),
    ...(parts.agent ? { agent: parts.agent } : {}),
    ...(parts.snapshot ? { snapshot: parts.snapshot } : {}),
    ...(parts.base ? { base: parts.base } : {}),
  }));
}

async function ofAnyRow(
  seen: fc.Arbitrary<Observation>,
  check: (row: Sandbox, step: Step, seen: Observation) => void,
): Promise<void> {
  await fc.assert(
    fc.property(sandbox, seen, time, (row, observation, now) =>
      check(row, nextStep(row, observation, now), observation),
    ),
    { numRuns: searchSize.rows },
  );
}

/** The observed task of the row, unless the observation is older than the row. */
function currentTask(row: Sandbox, { task: seen }: Observation): Task | undefined {
  if (typeof seen !== 'object' || seen.generation !== row.generation || seen.version < row.task_version)
    return undefined;
  return row.task_arn === null || seen.arn === row.task_arn ? seen : undefined;
}

describe('nextStep for any row and observation', () => {
  it('changes nothing for an event of another generation', async () => {
    await ofAnyRow(observed(task(fc.constantFrom(1, 5))), (_, step) => {
      expect(['none', 'observe', 'stop-stray']).toContain(step.kind);
    });
  });

  it('starts a task only for a sandbox that should run and whose last task is gone', async () => {
    await ofAnyRow(observed(anyTask), (row, step) => {
      if (step.kind !== 'run-task' && step.kind !== 'begin-generation') return;

      expect(row.desired).toBe('RUNNING');
      expect(['PENDING', 'PAUSED', 'ERROR']).toContain(row.phase);
    });
  });

  it('starts no task while the snapshot that it begins from is not READY', async () => {
    await ofAnyRow(observed(anyTask), (row, step) => {
      if (step.kind === 'run-task') expect(isWaitingForBase(row)).toBe(false);
    });
  });

  it('treats a task as ended only when it is not known to run', async () => {
    await ofAnyRow(observed(anyTask), (row, step, seen) => {
      const current = currentTask(row, seen);
      if (step.kind !== 'task-ended' || !current) return;

      const neverStarted = row.phase === 'DELETING' && row.launch === null && row.task_arn === null;
      expect(neverStarted || current.lastStatus === 'STOPPED').toBe(true);
    });
  });

  it('begins no new generation while a volume is unsaved', async () => {
    await ofAnyRow(observed(anyTask), (row, step) => {
      if (step.kind === 'begin-generation') expect(row.volume_id).toBeNull();
    });
  });

  it('treats a workspace as saved only when its own snapshot is complete', async () => {
    await ofAnyRow(observed(anyTask), (row, step, { snapshot: looked }) => {
      if (step.kind !== 'saved') return;

      expect(looked?.id).toBe(row.saving_snapshot_id);
      expect(step.snapshot.state).toBe('completed');
    });
  });

  it('discards no disk that the row still needs', async () => {
    await ofAnyRow(observed(anyTask), (row, step) => {
      if (step.kind === 'discard') expect(row.discards).toContain(step.discard);
    });
  });

  it('never asks for an observation that it already has', async () => {
    const current = task(fc.constant(2));
    await fc.assert(
      fc.property(sandbox, current, time, (row, seen, now) => {
        const known = { ...seen, generation: row.generation, version: 6, arn: row.task_arn ?? seen.arn };

        expect(nextStep(row, { task: known }, now).kind).not.toBe('observe');
        expect(nextStep(row, { task: 'absent' }, now).kind).not.toBe('observe');
      }),
      { numRuns: searchSize.rows },
    );
  });
});
