import { describe, expect, it } from 'vitest';
import { type Outcome, outcomeOf } from '../../../../../shared/domain/sandboxes/record/outcomes.ts';
import { changed, type Sandbox } from '../../../../../shared/domain/sandboxes/record/sandbox.ts';
import * as reasons from '../../../../../shared/presentation/sandbox-reasons.ts';
import { LifecycleScene } from '../../../../support/sandboxes/lifecycle-scene.ts';
import { aSandbox } from '../../../../support/sandboxes/sandbox-data.ts';

/** Every outcome of what happens to the scene's sandbox from here on, in its order. */
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

  it('is a failed boot when the service starts it again', () => {
    expect(to(booting(), 20, { phase: 'PAUSED', wanted_generation: 2 })).toMatchObject({ kind: 'boot', failed: true });
  });

  it.each<[string, Partial<Sandbox>]>([
    ['a pause', { phase: 'STOPPING', desired: 'PAUSED' }],
    ['a deletion', { phase: 'DELETING', desired: 'DELETED' }],
    ['the next phase of the start', { phase: 'PROVISIONING' }],
    ['a write within the phase', { boot_lease_until: later(60).toISOString() }],
  ])('is none for %s', (_, change) => {
    expect(to(booting(), 20, change)).toBeUndefined();
  });

  it('is none for a pause after which the sandbox was resumed again', () => {
    expect(to({ ...booting(), wanted_generation: 2 }, 20, { phase: 'STOPPING' })).toBeUndefined();
  });

  it('is none for a new sandbox', () => {
    expect(outcomeOf({ previous: null, next: aSandbox() })).toBeUndefined();
  });

  it('is none for an agent that started anew inside its task', () => {
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
