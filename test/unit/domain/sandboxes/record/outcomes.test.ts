import { describe, expect, it } from 'vitest';
import { type Outcome, outcomeOf, publishOutcomes } from '../../../../../shared/domain/sandboxes/record/outcomes.ts';
import { changed, type Sandbox } from '../../../../../shared/domain/sandboxes/record/sandbox.ts';
import {
  endStepsOf,
  reached,
  startStepsOf,
  stepsOf,
} from '../../../../../shared/domain/sandboxes/record/step-times.ts';
import * as reasons from '../../../../../shared/presentation/sandbox-reasons.ts';
import { LifecycleScene } from '../../../../support/sandboxes/lifecycle-scene.ts';
import { aRunningSandbox, aSandbox } from '../../../../support/sandboxes/sandbox-data.ts';

/** The outcomes of all following changes of the sandbox, in order. */
function recorded({ world: { sandboxes } }: LifecycleScene): Outcome[] {
  const outcomes: Outcome[] = [];
  const save = sandboxes.save.bind(sandboxes);
  sandboxes.save = async (changes, ...rest) => {
    await save(changes, ...rest);
    outcomes.push(...changes.map(outcomeOf).filter((outcome) => outcome !== undefined));
  };
  return outcomes;
}

const start = new Date('2026-11-21T12:00:00.000Z');
const later = (seconds: number) => new Date(start.getTime() + seconds * 1000);
const booting = () => {
  const pending = aSandbox({
    transitions: [{ phase: 'PENDING', at: start.toISOString(), generation: 1, reason: null }],
  });
  return changed(changed(pending, later(2), { phase: 'PROVISIONING' }), later(12), { phase: 'BOOTING' });
};
const to = (previous: Sandbox, seconds: number, change: Partial<Sandbox>) =>
  outcomeOf({ previous, next: changed(previous, later(seconds), change) });

describe('outcome of a write', () => {
  it('is a boot with its seconds by phase when the agent runs', () => {
    expect(to(booting(), 15, { phase: 'RUNNING' })).toEqual({
      kind: 'boot',
      start: 'cold',
      failed: false,
      reason: null,
      seconds: 15,
      phases: { PENDING: 2, PROVISIONING: 10, BOOTING: 3 },
    });
  });

  it('is a failed boot with its reason when the service gives up', () => {
    const status_reason = reasons.agentNotReady(5);

    expect(to(booting(), 312, { phase: 'STOPPING', stop_into: 'ERROR', status_reason })).toMatchObject({
      kind: 'boot',
      failed: true,
      reason: 'agent_not_ready',
      phases: { BOOTING: 300 },
    });
  });

  it('is a failed boot when the service restarts it', () => {
    expect(to(booting(), 20, { phase: 'PAUSED', wanted_generation: 2 })).toMatchObject({ kind: 'boot', failed: true });
  });

  it.each<[string, Partial<Sandbox>]>([
    ['a pause', { phase: 'STOPPING', desired: 'PAUSED' }],
    ['a deletion', { phase: 'DELETING', desired: 'DELETED' }],
    ['the next phase of the start', { phase: 'PROVISIONING' }],
    ['a write within the phase', { boot_lease_until: later(60).toISOString() }],
  ])('does not exist for %s', (_, change) => {
    expect(to(booting(), 20, change)).toBeUndefined();
  });

  it('does not exist for a pause that was followed by a resume', () => {
    expect(to({ ...booting(), wanted_generation: 2 }, 20, { phase: 'STOPPING' })).toBeUndefined();
  });

  it('does not exist for a new sandbox', () => {
    expect(outcomeOf({ previous: null, next: aSandbox() })).toBeUndefined();
  });

  it('does not exist for an agent that restarted inside its task', () => {
    const rebooted = { ...booting(), running_since: later(10).toISOString() };

    expect(to(rebooted, 15, { phase: 'RUNNING' })).toBeUndefined();
  });
});

describe('outcomes of a life', () => {
  it('are one boot and one save for each generation', async () => {
    const scene = await LifecycleScene.with();
    const outcomes = recorded(scene);
    await scene.settle();
    await scene.want('pause');
    await scene.settle();
    await scene.want('resume');
    await scene.settle();

    expect(outcomes.map(({ kind, failed }) => [kind, failed])).toEqual([
      ['boot', false],
      ['save', false],
      ['boot', false],
    ]);
  });

  it('are a failed save when EC2 refuses the snapshot for good', async () => {
    const scene = await LifecycleScene.running();
    const outcomes = recorded(scene);
    const { disks } = scene.world;
    disks.save = async () => ({ kind: 'refused', code: 'access_denied', message: 'no', retryable: false });
    await scene.want('pause');
    await scene.settle();

    expect(outcomes).toMatchObject([{ kind: 'save', failed: true, reason: 'snapshot_failed' }]);
  });
});

const now = new Date('2026-11-21T12:00:30.000Z');

describe('published outcomes of writes', () => {
  it.each([
    ['BootFailed', 0, aSandbox({ phase: 'BOOTING' }), { phase: 'RUNNING' }],
    ['BootFailed', 1, aSandbox({ phase: 'PENDING' }), { phase: 'ERROR' }],
    ['SaveFailed', 0, aRunningSandbox({ phase: 'SAVING' }), { phase: 'PAUSED', snapshot_id: 'snap-1' }],
    ['SaveFailed', 1, aRunningSandbox({ phase: 'SAVING' }), { phase: 'ERROR' }],
  ] as const)('are %s of %i, with the sandbox beside it', (name, value, previous, change) => {
    const figures: unknown[][] = [];

    publishOutcomes((...figure) => void figures.push(figure))({ previous, next: changed(previous, now, change) });

    const { owner_id, sandbox_id, spec_id } = previous;
    expect(figures).toEqual([
      [name, value, 'Count', expect.objectContaining({ owner_id, sandbox_id, spec_id, phases: expect.anything() })],
    ]);
  });

  it('of a success include the time of each step', () => {
    const figures: unknown[][] = [];
    const publish = publishOutcomes((...figure) => void figures.push(figure));
    const at = (seconds: number) => new Date(now.getTime() + seconds * 1000).toISOString();
    const started = { ACCEPTED: at(0), TASK_RUNNING: at(20), SANDBOX_RUNNING: at(25) };
    const ended = { STOP_REQUESTED: at(60), STOP_SENT: at(62), WORKSPACE_SAVED: at(92) };

    for (const [previous, change] of [
      [aSandbox({ phase: 'BOOTING' }), { phase: 'RUNNING', step_times: started }],
      [
        aRunningSandbox({ phase: 'SAVING' }),
        { phase: 'PAUSED', snapshot_id: 's', step_times: { ...started, ...ended } },
      ],
      [aSandbox({ phase: 'BOOTING' }), { phase: 'ERROR', step_times: started }],
    ] as const)
      publish({ previous, next: changed(previous, now, change) });

    const steps = figures.filter(([name]) => name === 'StepSeconds');
    expect(steps.map(([, seconds, , , by]) => [seconds, by])).toEqual([
      [20, { Spec: 'reference', Step: 'TASK_RUNNING' }],
      [5, { Spec: 'reference', Step: 'SANDBOX_RUNNING' }],
      [2, { Spec: 'reference', Step: 'STOP_SENT' }],
      [30, { Spec: 'reference', Step: 'WORKSPACE_SAVED' }],
    ]);
    expect(steps[0]?.[3]).toMatchObject({ start: 'cold' });
  });

  it('are none for a write that decides nothing', () => {
    const previous = aRunningSandbox();
    const figures: unknown[] = [];

    publishOutcomes((...figure) => void figures.push(figure))({ previous, next: changed(previous, now, {}) });

    expect(figures).toEqual([]);
  });
});

const at = (second: string) => `2026-11-21T12:00:${second}Z`;
const names = (steps: readonly { readonly step: string }[]) => steps.map(({ step }) => step);

describe('times of steps', () => {
  it('are in their order, each with the seconds since the one before', () => {
    expect(stepsOf(['A', 'B', 'C'], { C: at('04.500'), A: at('01.000') })).toEqual([
      { step: 'A', at: at('01.000'), seconds: 0 },
      { step: 'C', at: at('04.500'), seconds: 3.5 },
    ]);
  });

  it('never go backward, even if the clock of AWS is behind', () => {
    expect(stepsOf(['A', 'B', 'C'], { A: at('02.000'), B: at('01.900'), C: at('03.000') })).toEqual([
      { step: 'A', at: at('02.000'), seconds: 0 },
      { step: 'B', at: at('02.000'), seconds: 0 },
      { step: 'C', at: at('03.000'), seconds: 1 },
    ]);
  });

  it('omit data that AWS does not provide', () => {
    expect(reached({ step_times: { ACCEPTED: at('01.000') } }, { IMAGE_PULLED: null })).toEqual({
      step_times: { ACCEPTED: at('01.000') },
    });
  });

  it('of a start omit earlier steps of its task, as in a warm pool', () => {
    const step_times = { TASK_RUNNING: at('01.000'), ACCEPTED: at('30.000'), TASK_CLAIMED: at('30.100') };

    expect(names(startStepsOf({ step_times }))).toEqual(['ACCEPTED', 'TASK_CLAIMED']);
  });

  it('are none for a row of an earlier release', () => {
    expect([...startStepsOf({}), ...endStepsOf({})]).toEqual([]);
  });
});

describe('recorded steps', () => {
  it('are those of a start, and of a pause', async () => {
    const scene = await LifecycleScene.running();
    expect(names(startStepsOf(await scene.read()))).toEqual([
      'ACCEPTED',
      'TASK_REQUESTED',
      'TASK_ACCEPTED',
      'IMAGE_PULL_STARTED',
      'IMAGE_PULLED',
      'TASK_RUNNING',
      'AGENT_ANSWERED',
      'AGENT_INITIALISED',
      'SANDBOX_RUNNING',
    ]);

    await scene.want('pause');
    await scene.minutes(5);

    expect(await scene.read()).toMatchObject({ phase: 'PAUSED' });
    expect(names(endStepsOf(await scene.read()))).toEqual([
      'STOP_REQUESTED',
      'STOP_DECIDED',
      'STOP_SENT',
      'TASK_STOPPED',
      'SNAPSHOT_STARTED',
      'WORKSPACE_SAVED',
    ]);
  });

  it('of a resume that overtakes a pause begin with its request, without steps of the previous run', async () => {
    const scene = await LifecycleScene.running();
    await scene.want('pause');
    await scene.want('resume');
    const asked = (await scene.read()).resume_requested_at;
    await scene.minutes(5);

    const row = await scene.read();

    expect(row).toMatchObject({ phase: 'RUNNING', resume_requested_at: null });
    expect(startStepsOf(row)[0]).toEqual({ step: 'ACCEPTED', at: asked, seconds: 0 });
    expect(endStepsOf(row)).toEqual([]);
  });
});
