import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type AgentHealth, nextStep, type Step } from '../../../shared/sandboxes/next-step.ts';
import { Sandbox } from '../../../shared/sandboxes/sandbox.ts';
import type { Task } from '../../../shared/sandboxes/task.ts';
import { aSandbox, aTask, noon } from '../../support/sandbox-data.ts';

const time = fc.integer({ min: -100, max: 3_000 }).map((seconds) => new Date(Date.parse(noon) + seconds * 1000));
const timeOrNull = fc.option(time.map((at) => at.toISOString()));
const ARN = 'arn:task/1';
const launch = { task_definition: 'a', container: 'agent', subnets: [], security_groups: [], requested_at: noon };

/** Any row that could be there, sensible or not. */
const sandbox: fc.Arbitrary<Sandbox> = fc
  .record({
    phase: fc.constantFrom(...Sandbox.shape.phase.options),
    desired: fc.constantFrom('RUNNING' as const, 'PAUSED' as const, 'DELETED' as const),
    generation: fc.integer({ min: 2, max: 4 }),
    task_version: fc.nat({ max: 6 }),
    task_arn: fc.constantFrom(ARN, null),
    launch: fc.constantFrom(launch, null),
    phase_since: time.map((at) => at.toISOString()),
    retry_at: timeOrNull,
    boot_lease_until: timeOrNull,
    unreachable_since: timeOrNull,
    stop_into: fc.constantFrom('PAUSED' as const, 'ERROR' as const),
    deadline_at: time.map((at) => at.toISOString()),
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
    })
    .map(aTask);

const agent: fc.Arbitrary<AgentHealth | undefined> = fc.constantFrom(
  undefined,
  { kind: 'ready', idleSeconds: 99_999 },
  { kind: 'ready', idleSeconds: 0 },
  { kind: 'dormant' },
  { kind: 'unreachable' },
);
const anyTask = fc.oneof(fc.constant(undefined), fc.constant('absent' as const), task(fc.integer({ min: 1, max: 5 })));

/** Steps that change the record. */
const writes = (step: Step) => !['none', 'observe', 'stop-stray'].includes(step.kind);

describe('the next step, of any row and whatever was seen', () => {
  it('changes nothing for news of another generation', async () => {
    await fc.assert(
      fc.property(sandbox, task(fc.constantFrom(1, 5)), agent, time, (row, seen, health, now) => {
        const step = nextStep(row, { task: seen, ...(health ? { agent: health } : {}) }, now);

        expect(writes(step)).toBe(false);
      }),
      { numRuns: 500 },
    );
  });

  it('starts a task only for a sandbox that should run, without a task on record', async () => {
    await fc.assert(
      fc.property(sandbox, anyTask, agent, time, (row, seen, health, now) => {
        const step = nextStep(row, { ...(seen ? { task: seen } : {}), ...(health ? { agent: health } : {}) }, now);
        if (step.kind !== 'run-task' && step.kind !== 'begin-generation') return;

        expect(row.desired).toBe('RUNNING');
        expect(['PENDING', 'PAUSED', 'ERROR']).toContain(row.phase);
      }),
      { numRuns: 500 },
    );
  });

  it('removes a row, or lets it rest, only when no task of it can run', async () => {
    await fc.assert(
      fc.property(sandbox, anyTask, agent, time, (row, seen, health, now) => {
        const step = nextStep(row, { ...(seen ? { task: seen } : {}), ...(health ? { agent: health } : {}) }, now);
        if (step.kind !== 'remove' && step.kind !== 'rest') return;

        const isOurs = typeof seen === 'object' && seen.generation === row.generation && seen.arn === row.task_arn;
        if (isOurs && seen.version >= row.task_version)
          expect(['STOPPED', 'DELETED'].includes(seen.lastStatus) || seen.desiredStatus === 'STOPPED').toBe(true);
      }),
      { numRuns: 500 },
    );
  });

  it('never asks to be told what it was just told', async () => {
    await fc.assert(
      fc.property(sandbox, task(fc.integer({ min: 2, max: 4 })), time, (row, seen, now) => {
        const current = { ...seen, generation: row.generation, version: 6, arn: row.task_arn ?? seen.arn };

        expect(nextStep(row, { task: current }, now).kind).not.toBe('observe');
        expect(nextStep(row, { task: 'absent' }, now).kind).not.toBe('observe');
      }),
      { numRuns: 500 },
    );
  });
});
