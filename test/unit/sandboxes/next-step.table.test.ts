import { describe, expect, it } from 'vitest';
import { nextStep, type Observation } from '../../../shared/sandboxes/next-step.ts';
import type { Phase, Sandbox } from '../../../shared/sandboxes/sandbox.ts';
import { aSandbox, aStoppedTask, aTask, noon } from '../../support/sandbox-data.ts';

const now = new Date(Date.parse(noon) + 10_000);
const ARN = 'arn:task/1';

const observations = {
  nothing: {},
  absent: { task: 'absent' },
  starting: { task: aTask({ lastStatus: 'PROVISIONING' }) },
  running: { task: aTask() },
  ending: { task: aTask({ desiredStatus: 'STOPPED' }) },
  stopped: { task: aStoppedTask() },
  older: { task: aTask({ generation: 1, arn: 'arn:task/0' }) },
  olderStopped: { task: aStoppedTask({ generation: 1, arn: 'arn:task/0' }) },
  newer: { task: aTask({ generation: 3, arn: 'arn:task/9' }) },
  twin: { task: aTask({ generation: 2, arn: 'arn:task/twin' }) },
} satisfies Record<string, Observation>;

/** A sandbox in its second generation, ten seconds after it came to its phase. */
function inPhase(phase: Phase, desired: Sandbox['desired']): Sandbox {
  const launched = { task_definition: 'a', container: 'agent', subnets: [], security_groups: [], requested_at: noon };
  const hasTask = phase !== 'PENDING';
  return aSandbox({
    phase,
    desired,
    generation: 2,
    launch: launched,
    task_arn: hasTask ? ARN : null,
    deadline_at: '2026-11-22T12:00:00.000Z',
  });
}

type Seen = keyof typeof observations;

/** What is seen of the current generation, and the step for each of the three desires: RUNNING, PAUSED, DELETED. */
const table: Record<Phase, Partial<Record<Seen, readonly [running: string, paused: string, deleted: string]>>> = {
  PENDING: {
    nothing: ['run-task', 'observe', 'observe'],
    absent: ['run-task', 'none', 'none'],
    starting: ['adopt-task', 'adopt-task', 'adopt-task'],
    running: ['adopt-task', 'adopt-task', 'adopt-task'],
    ending: ['adopt-task', 'adopt-task', 'adopt-task'],
    stopped: ['adopt-task', 'rest PAUSED', 'remove'],
    twin: ['adopt-task', 'adopt-task', 'adopt-task'],
  },
  PROVISIONING: {
    nothing: ['none', 'stop-task PAUSED', 'stop-task PAUSED'],
    absent: ['none', 'stop-task PAUSED', 'stop-task PAUSED'],
    starting: ['none', 'stop-task PAUSED', 'stop-task PAUSED'],
    running: ['enter-boot', 'stop-task PAUSED', 'stop-task PAUSED'],
    stopped: ['rest ERROR', 'rest PAUSED', 'remove'],
    twin: ['stop-stray', 'stop-stray', 'stop-stray'],
  },
  BOOTING: {
    nothing: ['boot', 'stop-task PAUSED', 'stop-task PAUSED'],
    absent: ['boot', 'stop-task PAUSED', 'stop-task PAUSED'],
    running: ['boot', 'stop-task PAUSED', 'stop-task PAUSED'],
    stopped: ['rest ERROR', 'rest PAUSED', 'remove'],
    twin: ['stop-stray', 'stop-stray', 'stop-stray'],
  },
  RUNNING: {
    nothing: ['none', 'stop-task PAUSED', 'stop-task PAUSED'],
    absent: ['none', 'stop-task PAUSED', 'stop-task PAUSED'],
    running: ['none', 'stop-task PAUSED', 'stop-task PAUSED'],
    stopped: ['rest PAUSED', 'rest PAUSED', 'remove'],
    twin: ['stop-stray', 'stop-stray', 'stop-stray'],
  },
  STOPPING: {
    nothing: ['none', 'none', 'stop-task PAUSED'],
    absent: ['none', 'none', 'stop-task PAUSED'],
    running: ['stop-stray', 'stop-stray', 'stop-task PAUSED'],
    ending: ['none', 'none', 'stop-task PAUSED'],
    stopped: ['rest PAUSED', 'rest PAUSED', 'remove'],
    twin: ['stop-stray', 'stop-stray', 'stop-stray'],
  },
  DELETING: {
    nothing: ['none', 'none', 'none'],
    absent: ['none', 'none', 'none'],
    running: ['stop-stray', 'stop-stray', 'stop-stray'],
    ending: ['none', 'none', 'none'],
    stopped: ['rest PAUSED', 'rest PAUSED', 'remove'],
  },
  PAUSED: {
    nothing: ['begin-generation', 'none', 'remove'],
    absent: ['begin-generation', 'none', 'remove'],
    running: ['stop-stray', 'stop-stray', 'stop-stray'],
    ending: ['begin-generation', 'none', 'remove'],
    stopped: ['begin-generation', 'none', 'remove'],
    twin: ['stop-stray', 'stop-stray', 'stop-stray'],
  },
  ERROR: {
    nothing: ['begin-generation', 'none', 'remove'],
    absent: ['begin-generation', 'none', 'remove'],
    running: ['stop-stray', 'stop-stray', 'stop-stray'],
    stopped: ['begin-generation', 'none', 'remove'],
  },
};

const desires = ['RUNNING', 'PAUSED', 'DELETED'] as const;
const cases = Object.entries(table).flatMap(([phase, seen]) =>
  Object.entries(seen).flatMap(([name, steps]) =>
    desires.map((desired, index) => [phase as Phase, desired, name as Seen, steps[index] ?? ''] as const),
  ),
);

function stepFor(phase: Phase, desired: Sandbox['desired'], seen: Observation): string {
  const step = nextStep(inPhase(phase, desired), seen, now);
  if (step.kind === 'rest') return `rest ${step.phase}`;
  return step.kind === 'stop-task' ? `stop-task ${step.into}` : step.kind;
}

describe('the next step', () => {
  it.each(cases)('of a sandbox in %s that should be %s, seeing %s, is to %s', (phase, desired, name, expected) => {
    const seen: Observation = observations[name];
    const ofThisGeneration =
      seen.task && seen.task !== 'absent' && !name.startsWith('older') && name !== 'newer'
        ? { task: { ...seen.task, generation: 2 } }
        : seen;

    expect(stepFor(phase, desired, ofThisGeneration)).toBe(expected);
  });

  const everywhere = Object.keys(table).flatMap((phase) =>
    desires.map((desired) => [phase as Phase, desired] as const),
  );

  it.each(everywhere)(
    'in %s, desired %s, does nothing about another generation but stop what still runs of an older one',
    (phase, desired) => {
      expect(stepFor(phase, desired, observations.older)).toBe('stop-stray');
      expect(stepFor(phase, desired, observations.olderStopped)).toBe('none');
      expect(stepFor(phase, desired, observations.newer)).toBe('none');
    },
  );
});
