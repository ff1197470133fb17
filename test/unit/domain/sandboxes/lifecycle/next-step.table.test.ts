import { describe, expect, it } from 'vitest';
import { Phase } from '../../../../../shared/domain/sandboxes/record/phases.ts';
import type { Sandbox } from '../../../../../shared/domain/sandboxes/record/sandbox.ts';
import type { Observation } from '../../../../../shared/domain/sandboxes/record/step.ts';
import { ARN, inPhase, stepAt, VOLUME, wordsFor } from '../../../../support/sandboxes/lifecycle-data.ts';
import { aStoppedTask, aTask } from '../../../../support/sandboxes/sandbox-data.ts';

const ours = { arn: ARN, generation: 2 };

const observations = {
  nothing: {},
  absent: { task: 'absent' },
  starting: { task: aTask({ ...ours, lastStatus: 'PROVISIONING' }) },
  diskless: { task: aTask(ours) },
  running: { task: aTask({ ...ours, volumeId: VOLUME }) },
  ending: { task: aTask({ ...ours, desiredStatus: 'STOPPED' }) },
  stopped: { task: aStoppedTask(ours) },
  twin: { task: aTask({ ...ours, arn: 'arn:task/twin' }) },
} satisfies Record<string, Observation>;

type Seen = keyof typeof observations;

/** What is wanted: this generation, a later one (a resume overtook the pause), nothing, or its end. */
const wants = {
  running: { desired: 'RUNNING' },
  'running anew': { desired: 'RUNNING', wanted_generation: 3 },
  paused: { desired: 'PAUSED' },
  deleted: { desired: 'DELETED' },
} satisfies Record<string, Partial<Sandbox>>;

const DELETE = 'begin-deletion';
type Row = readonly [running: string, anew: string, paused: string, deleted: string];

const same = (step: string): Row => [step, step, step, step];
const live = (step: string, unwanted: string): Row => [step, unwanted, unwanted, DELETE];
const rest = (step = 'none'): Row => ['begin-generation', 'begin-generation', step, DELETE];

/** The step, ten seconds after the sandbox came to its phase, for each thing that is wanted. */
const table: Record<Phase, Record<Seen, Row>> = {
  PENDING: {
    nothing: live('run-task', 'observe'),
    absent: live('run-task', 'none'),
    starting: live('adopt-task', 'adopt-task'),
    diskless: live('adopt-task', 'adopt-task'),
    running: live('adopt-task', 'adopt-task'),
    ending: live('adopt-task', 'adopt-task'),
    stopped: live('adopt-task', 'adopt-task'),
    twin: live('adopt-task', 'adopt-task'),
  },
  PROVISIONING: {
    nothing: live('none', 'stop as-wanted'),
    absent: live('none', 'stop as-wanted'),
    starting: live('none', 'stop as-wanted'),
    diskless: live('none', 'stop as-wanted'),
    running: live('enter-boot', 'stop as-wanted'),
    ending: live('none', 'stop as-wanted'),
    stopped: live('task-ended restart', 'task-ended as-wanted'),
    twin: same('stop-stray'),
  },
  BOOTING: {
    nothing: live('boot', 'stop as-wanted'),
    absent: live('boot', 'stop as-wanted'),
    starting: live('boot', 'stop as-wanted'),
    diskless: live('boot', 'stop as-wanted'),
    running: live('boot', 'stop as-wanted'),
    ending: live('boot', 'stop as-wanted'),
    stopped: live('task-ended restart', 'task-ended as-wanted'),
    twin: same('stop-stray'),
  },
  RUNNING: {
    nothing: live('none', 'stop as-wanted'),
    absent: live('none', 'stop as-wanted'),
    starting: live('none', 'stop as-wanted'),
    diskless: live('none', 'stop as-wanted'),
    running: live('none', 'stop as-wanted'),
    ending: live('stop restart', 'stop as-wanted'),
    stopped: live('task-ended restart', 'task-ended as-wanted'),
    twin: same('stop-stray'),
  },
  STOPPING: {
    nothing: live('prepare-stop', 'prepare-stop'),
    absent: live('prepare-stop', 'prepare-stop'),
    starting: live('prepare-stop', 'prepare-stop'),
    diskless: live('prepare-stop', 'prepare-stop'),
    running: live('prepare-stop', 'prepare-stop'),
    ending: live('none', 'none'),
    stopped: live('task-ended as-wanted', 'task-ended as-wanted'),
    twin: same('stop-stray'),
  },
  SAVING: {
    nothing: live('save-volume', 'save-volume'),
    absent: live('save-volume', 'save-volume'),
    starting: live('stop-stray', 'stop-stray'),
    diskless: live('stop-stray', 'stop-stray'),
    running: live('stop-stray', 'stop-stray'),
    ending: live('save-volume', 'save-volume'),
    stopped: live('save-volume', 'save-volume'),
    twin: same('stop-stray'),
  },
  PAUSED: resting(rest()),
  ERROR: resting(rest()),
  EXPIRED: resting(['none', 'none', 'none', DELETE]),
  DELETING: {
    nothing: same('send-stop'),
    absent: same('send-stop'),
    starting: same('send-stop'),
    diskless: same('send-stop'),
    running: same('send-stop'),
    ending: same('none'),
    stopped: same('task-ended as-wanted'),
    twin: same('stop-stray'),
  },
  DELETED: {
    nothing: same('none'),
    absent: same('none'),
    starting: same('stop-stray'),
    diskless: same('stop-stray'),
    running: same('stop-stray'),
    ending: same('none'),
    stopped: same('none'),
    twin: same('stop-stray'),
  },
};

/** A running task of a resting sandbox is stopped before anything else, except by a deletion. */
function resting(row: Row): Record<Seen, Row> {
  const stray: Row = ['stop-stray', 'stop-stray', 'stop-stray', DELETE];
  return {
    nothing: row,
    absent: row,
    starting: stray,
    diskless: stray,
    running: stray,
    ending: row,
    stopped: row,
    twin: same('stop-stray'),
  };
}

const words = Object.keys(wants) as (keyof typeof wants)[];
const seen = Object.keys(observations) as Seen[];
const cases = Phase.options.flatMap((phase) =>
  seen.flatMap((what) => words.map((want, index) => [phase, want, what, table[phase][what][index] ?? ''] as const)),
);

describe('nextStep', () => {
  it.each(cases)('of a sandbox in %s that should be %s, with observation %s, is %s', (phase, want, what, expected) => {
    expect(wordsFor(stepAt(inPhase(phase, wants[want]), 10, observations[what]))).toBe(expected);
  });

  const everywhere = Phase.options.flatMap((phase) => words.map((want) => [phase, want] as const));

  it.each(everywhere)('in %s, desired %s, only stops a running task of an older generation', (phase, want) => {
    const sandbox = inPhase(phase, wants[want]);
    const older = { ...ours, generation: 1, arn: 'arn:task/0' };
    const step = (task: Observation['task']) => wordsFor(stepAt(sandbox, 10, { task }));

    expect(step(aTask(older))).toBe('stop-stray');
    expect(step(aTask({ ...older, desiredStatus: 'STOPPED' }))).toBe('none');
    expect(step(aStoppedTask(older))).toBe('none');
    expect(step(aTask({ ...ours, generation: 3 }))).toBe('none');
    expect(step(aStoppedTask({ ...ours, generation: 3 }))).toBe('none');
  });

  it.each(everywhere)('in %s, desired %s, ignores an observation that is older than the record', (phase, want) => {
    const sandbox = { ...inPhase(phase, wants[want]), task_version: 9 };

    for (const task of [aStoppedTask({ ...ours, version: 8 }), aTask({ ...ours, version: 8 })])
      expect(stepAt(sandbox, 10, { task })).toEqual(stepAt(sandbox, 10));
  });
});
