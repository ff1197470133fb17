import { describe, expect, it } from 'vitest';
import { isIdle } from '../../../../../shared/domain/sandboxes/lifecycle/phases/running.ts';
import { limits } from '../../../../../shared/domain/sandboxes/record/limits.ts';
import { Phase } from '../../../../../shared/domain/sandboxes/record/phases.ts';
import type { Sandbox } from '../../../../../shared/domain/sandboxes/record/sandbox.ts';
import type { AgentHealth, Observation } from '../../../../../shared/domain/sandboxes/record/step.ts';
import {
  ARN,
  aLaunch,
  aSnapshot,
  at,
  inPhase,
  past,
  ready,
  stepAt,
  VOLUME,
  wordsFor,
} from '../../../../support/sandboxes/lifecycle-data.ts';
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

/** The intents: this generation, a later one (a resume after the pause), a pause, or a deletion. */
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

/** The step ten seconds after the phase began, for each intent. */
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

/** A running task of a stopped sandbox is stopped first, unless a deletion is requested. */
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

const pending = inPhase('PENDING');
const fresh = { ...pending, launch: null };
const refused = { code: 'capacity_unavailable', message: 'Full.', remedy: 'Later.', retryable: true };

describe('start that waits for its next retry', () => {
  const waiting = { ...pending, retry_at: at(30) };

  it('is not retried before its time, and nextStep returns that time', () => {
    expect(stepAt(waiting, 29)).toEqual({ kind: 'none', again: new Date(at(30)) });
    expect(stepAt(waiting, 30)).toEqual({ kind: 'run-task' });
  });

  it('is not retried while another worker can be calling ECS', () => {
    const called = { ...pending, launch_lease_until: at(12) };

    expect(stepAt(called, 11)).toEqual({ kind: 'none' });
    expect(stepAt(called, 12)).toEqual({ kind: 'run-task' });
  });

  it('fails after the time limit, with the last answer of ECS', () => {
    const asked = { ...pending, launch_retries: 4, status_reason: refused };

    expect(stepAt(asked, limits.pending)).toEqual({ kind: 'run-task' });
    expect(stepAt(asked, limits.pending + 1)).toEqual({
      kind: 'rest',
      phase: 'ERROR',
      reason: refused,
      givesUp: true,
    });
  });

  it.each<[string, Partial<Sandbox>]>([
    ['ECS was never asked', {}],
    ['the answer of ECS is awaited', { launch_retries: 2, status_reason: { ...refused, code: 'launch_unclear' } }],
    [
      'only the run before had a reason to end',
      { restarts: 1, status_reason: { ...refused, code: 'spot_interrupted' } },
    ],
  ])('fails with its own reason when %s', (_, change) => {
    expect(stepAt({ ...pending, ...change }, limits.pending + 1)).toMatchObject({
      phase: 'ERROR',
      reason: { code: 'start_timeout', retryable: true },
    });
  });

  it('fails after the time limit even before its next retry', () => {
    expect(stepAt({ ...pending, retry_at: at(limits.pending + 60) }, limits.pending + 1)).toMatchObject({
      kind: 'rest',
      phase: 'ERROR',
    });
  });
});

describe('start from a saved workspace', () => {
  const saved = { ...fresh, snapshot_id: 'snap-1', saved_at: at(-3600) };
  const seeing = (state: 'pending' | 'completed' | 'error' | 'absent', sandbox = saved) => {
    const found = state === 'absent' ? state : aSnapshot({ id: 'snap-1', state });
    return stepAt(sandbox, 5, { snapshot: { id: 'snap-1', found } });
  };

  it('first observes whether the snapshot exists', () => {
    const look = { kind: 'look-at-snapshot', snapshotId: 'snap-1' };

    expect(stepAt(saved, 5)).toEqual(look);
    expect(stepAt(saved, 5, { snapshot: { id: 'snap-9', found: aSnapshot({ id: 'snap-9' }) } })).toEqual(look);
    expect(stepAt({ ...saved, launch: aLaunch() }, 5)).toEqual({ kind: 'run-task' });
  });

  it.each([
    ['completed', 'run-task'],
    ['absent', 'lose-workspace'],
    ['error', 'lose-workspace'],
    ['pending', 'none'],
  ] as const)('with the snapshot %s leads to %s', (state, expected) => {
    expect(seeing(state).kind).toBe(expected);
  });

  it('waits for the consistency time of EC2 when the snapshot is recent', () => {
    const justSaved = (seconds: number) => ({ ...saved, saved_at: at(5 - seconds) });

    expect(seeing('absent', justSaved(limits.consistency))).toEqual({ kind: 'none', again: new Date(at(10)) });
    expect(seeing('absent', justSaved(limits.consistency + 1))).toEqual({ kind: 'lose-workspace' });
    expect(seeing('error', justSaved(1))).toEqual({ kind: 'lose-workspace' });
  });

  it('observes the snapshot again only when its next retry is due', () => {
    expect(stepAt({ ...saved, retry_at: at(30) }, 5)).toEqual({ kind: 'none', again: new Date(at(30)) });
  });
});

describe('start of a sandbox that should no longer run', () => {
  const unwanted = { ...pending, desired: 'PAUSED' as const };

  it('stops immediately when ECS was never called', () => {
    expect(stepAt({ ...unwanted, launch: null }, 1)).toEqual({
      kind: 'rest',
      phase: 'PAUSED',
      reason: null,
      givesUp: false,
    });
  });

  it('observes the task until the consistency time of ECS has passed', () => {
    const seeing = (seconds: number) => stepAt(unwanted, seconds, { task: 'absent' });

    expect(stepAt(unwanted, 5)).toEqual({ kind: 'observe' });
    expect(seeing(limits.consistency)).toEqual({ kind: 'none' });
    expect(seeing(limits.consistency + 1)).toMatchObject({ kind: 'rest', phase: 'PAUSED' });
  });
});

describe('task that is starting', () => {
  const provisioning = inPhase('PROVISIONING');

  it('is observed when no event arrived for too long', () => {
    expect(stepAt(provisioning, limits.silence)).toEqual({ kind: 'none' });
    expect(stepAt(provisioning, limits.silence + 1)).toEqual({ kind: 'observe' });
  });

  it('can be unknown to ECS during the consistency time, and is lost after that', () => {
    expect(stepAt(provisioning, limits.consistency, { task: 'absent' })).toEqual({ kind: 'none' });
    expect(stepAt(provisioning, limits.consistency + 1, { task: 'absent' })).toMatchObject({
      kind: 'stop',
      endOutcome: 'restart',
      reason: { code: 'task_lost' },
      sent: false,
    });
  });

  it('is stopped with a reason when it takes too long', () => {
    const seen = { task: aTask({ ...ours, lastStatus: 'PENDING' }) };

    expect(stepAt(provisioning, limits.provisioning, seen)).toEqual({ kind: 'none' });
    expect(stepAt(provisioning, limits.provisioning + 1, seen)).toMatchObject({
      kind: 'stop',
      endOutcome: 'give-up',
      reason: { code: 'start_timeout' },
      sent: false,
    });
  });

  it('continues without a disk when its spec has none', () => {
    const diskless = { ...provisioning, launch: aLaunch({ volume: null }) };

    expect(stepAt(provisioning, 5, { task: aTask(ours) }).kind).toBe('none');
    expect(stepAt(diskless, 5, { task: aTask(ours) }).kind).toBe('enter-boot');
  });
});

describe('booting sandbox', () => {
  const booting = inPhase('BOOTING');

  it('has one boot worker at a time', () => {
    expect(stepAt({ ...booting, boot_lease_until: at(20) }, 19)).toEqual({ kind: 'none' });
    expect(stepAt({ ...booting, boot_lease_until: at(20) }, 20)).toEqual({ kind: 'boot' });
  });

  it('fails when its agent does not answer in time, even while a worker waits', () => {
    expect(stepAt({ ...booting, boot_lease_until: at(999) }, limits.boot + 1)).toMatchObject({
      kind: 'stop',
      endOutcome: 'give-up',
      reason: { code: 'agent_not_ready' },
    });
  });

  it('ignores an observation of its agent, as the boot worker calls it', () => {
    expect(stepAt({ ...booting, boot_lease_until: at(99) }, 5, { agent: ready(0) })).toEqual({ kind: 'none' });
  });

  it('gets a StopTask when ECS does not know its task', () => {
    expect(stepAt(booting, limits.consistency, { task: 'absent' })).toEqual({ kind: 'boot' });
    expect(stepAt(booting, limits.consistency + 1, { task: 'absent' })).toMatchObject({
      kind: 'stop',
      endOutcome: 'restart',
      reason: { code: 'task_lost' },
      sent: false,
    });
    expect(stepAt(booting, 99, { task: aTask({ ...ours, volumeId: VOLUME }) })).toEqual({ kind: 'boot' });
  });
});

const DAY = 86_400;
const task = aTask({ arn: ARN, generation: 2, volumeId: VOLUME });
const running = inPhase('RUNNING', { deadline_at: at(DAY) });
const idleLimit = running.idle_minutes * 60;

describe('idleness', () => {
  const idleFor = (seconds: number, agent: AgentHealth) => stepAt(running, seconds, { agent }).kind;

  it('begins when neither the agent worked nor a client called for the idle limit', () => {
    expect(idleFor(idleLimit, ready(idleLimit))).toBe('stop-if-idle');
    expect(idleFor(idleLimit - 1, ready(99_999))).toBe('none');
    expect(idleFor(idleLimit, ready(idleLimit - 1))).not.toBe('stop-if-idle');
  });

  it('ends with a call of a client, whatever the agent reports', () => {
    const used = { ...running, last_activity_at: at(1) };

    expect(stepAt(used, idleLimit, { agent: ready(99_999) })).toEqual({ kind: 'none' });
    expect(stepAt(used, idleLimit + 1, { agent: ready(99_999) })).toEqual({ kind: 'stop-if-idle' });
  });

  it('does not begin while the agent is busy, with or without clients', () => {
    expect(idleFor(idleLimit, ready(99_999, true))).toBe('note-activity');
  });

  it('is unknown while the agent does not answer', () => {
    for (const agent of [{ kind: 'dormant' }, { kind: 'unreachable' }] satisfies AgentHealth[])
      expect(isIdle(running, agent, past(99_999))).toBe(false);
  });

  it('begins after the stated time of a command, if that is later than the last use', () => {
    const busy = { ...running, busy_until: at(3_600) };
    const isPaused = (seconds: number) => stepAt(busy, seconds, { agent: ready(99_999) }).kind === 'stop-if-idle';

    expect(isPaused(idleLimit + 1)).toBe(false);
    expect(isPaused(3_600 + idleLimit - 1)).toBe(false);
    expect(isPaused(3_600 + idleLimit)).toBe(true);
    expect(isIdle({ ...running, busy_until: at(-9_999) }, ready(99_999), past(idleLimit))).toBe(true);
  });

  it('follows the limit of the sandbox', () => {
    expect(stepAt({ ...running, idle_minutes: 5 }, 300, { agent: ready(300) })).toEqual({ kind: 'stop-if-idle' });
  });
});

describe('a sandbox whose only start has failed', () => {
  const left = { ...running, last_activity_at: at(-60), start_failed_at: at(0), conversation_count: 1 };
  const soon = limits.failedStart;
  const isPaused = (sandbox: typeof running, seconds: number, agent = ready(99_999)) =>
    stepAt(sandbox, seconds, { agent }).kind === 'stop-if-idle';

  it('is paused soon, after the failure and not after the last work of its agent', () => {
    expect(isPaused(left, soon - 1)).toBe(false);
    expect(isPaused(left, soon)).toBe(true);
    expect(isPaused(left, soon, ready(soon - 1))).toBe(false);
    expect(isPaused(left, soon, ready(99_999, true))).toBe(false);
  });

  it('is paused at the usual time when its user returns or other conversations use it', () => {
    expect(isPaused({ ...left, last_activity_at: at(1) }, idleLimit)).toBe(false);
    expect(isPaused({ ...left, last_activity_at: at(1) }, idleLimit + 1)).toBe(true);
    expect(isPaused({ ...left, conversation_count: 2 }, idleLimit - 61)).toBe(false);
  });

  it('is paused no later than its spec says', () => {
    expect(isPaused({ ...left, idle_minutes: 1 }, 60)).toBe(true);
  });
});

describe('traffic at the addresses of a sandbox', () => {
  const polled = { agent: ready(0) };
  const left = { ...running, last_used_at: at(0), last_activity_at: at(limits.traffic - 60) };

  it('keeps it running for four hours after the last use, and then for its idle time', () => {
    expect(stepAt(left, limits.traffic + 60, polled)).toEqual({ kind: 'none' });
    expect(stepAt(left, limits.traffic + idleLimit - 1, polled)).toEqual({ kind: 'none' });
    expect(stepAt(left, limits.traffic + idleLimit, polled)).toEqual({ kind: 'stop-if-idle' });
  });

  it('is never recorded as a later use than that', () => {
    const noted = stepAt({ ...left, last_activity_at: at(0) }, limits.traffic + 100, polled);

    expect(noted).toEqual({ kind: 'note-activity', at: past(limits.traffic) });
  });

  it('counts again after a use, and a run of the agent is one', () => {
    const used = { ...left, last_used_at: at(idleLimit), last_activity_at: at(limits.traffic + idleLimit - 60) };

    expect(stepAt(used, limits.traffic + idleLimit, polled)).toEqual({ kind: 'none' });
    expect(stepAt(left, limits.traffic + idleLimit, { agent: ready(0, true) }).kind).toBe('note-activity');
  });
});

describe('a sandbox that a request at its address resumed', () => {
  const woken = {
    ...running,
    idle_minutes: 1,
    woken_at: at(-30),
    step_times: { ACCEPTED: at(-30) },
    running_since: at(0),
  };

  it('runs for at least five minutes', () => {
    expect(stepAt(woken, limits.woken - 1, { agent: ready(99_999) }).kind).not.toBe('stop-if-idle');
    expect(stepAt(woken, limits.woken, { agent: ready(99_999) })).toEqual({ kind: 'stop-if-idle' });
  });

  it('is idle as usual when another request resumed it later', () => {
    const resumed = { ...woken, step_times: { ACCEPTED: at(-10) } };

    expect(stepAt(resumed, 61, { agent: ready(99_999) })).toEqual({ kind: 'stop-if-idle' });
  });
});

describe('time of last use', () => {
  it('is written when it lags behind what the agent reports', () => {
    const seconds = limits.activityLag + 61;

    expect(stepAt(running, seconds - 1, { agent: ready(60) })).toEqual({ kind: 'none' });
    expect(stepAt(running, seconds, { agent: ready(60) })).toEqual({ kind: 'note-activity', at: past(seconds - 60) });
  });

  it('is the current time while the agent is busy', () => {
    expect(stepAt(running, 400, { agent: ready(399, true) })).toEqual({ kind: 'note-activity', at: past(400) });
  });
});

describe('lifetime limit', () => {
  it('pauses a sandbox, even when its agent is busy', () => {
    const busy = { agent: ready(0, true) };

    expect(stepAt(running, DAY - 1, busy).kind).toBe('note-activity');
    expect(stepAt(running, DAY, busy)).toMatchObject({
      kind: 'stop',
      endOutcome: 'as-wanted',
      pauseReason: 'timeout',
      reason: { code: 'lifetime_reached' },
    });
  });
});

describe('agent that does not answer', () => {
  const unreachable: Observation = { agent: { kind: 'unreachable' } };
  const silent = { ...running, unreachable_since: at(0) };

  it('is recorded, and the record is cleared when it answers again', () => {
    expect(stepAt(running, 9, unreachable)).toEqual({ kind: 'mark-unreachable', since: past(9) });
    expect(stepAt(silent, 9, { agent: ready(0) })).toEqual({ kind: 'mark-unreachable', since: null });
  });

  it('is not judged while the edge hides it', () => {
    const hidden: Observation = { agent: { kind: 'hidden' } };

    expect(stepAt(running, 9, hidden)).toEqual({ kind: 'none' });
    expect(stepAt(silent, limits.unreachable + 1, hidden)).toEqual({ kind: 'none' });
  });

  it('is restarted after the time limit', () => {
    expect(stepAt(silent, limits.unreachable - 1, unreachable)).toEqual({ kind: 'none' });
    expect(stepAt(silent, limits.unreachable, unreachable)).toMatchObject({
      kind: 'stop',
      endOutcome: 'restart',
      reason: { code: 'agent_unreachable' },
      sent: false,
    });
  });

  it('gets its keys again when its process is a new one', () => {
    expect(stepAt(running, 5, { agent: { kind: 'dormant' } })).toEqual({ kind: 'reboot' });
  });
});

describe('pause of a running sandbox', () => {
  it('keeps the reason that the pause request recorded', () => {
    const evicted = { ...running, desired: 'PAUSED' as const, pause_reason: 'limit' as const };

    expect(stepAt(evicted, 5)).toEqual({
      kind: 'stop',
      endOutcome: 'as-wanted',
      reason: null,
      pauseReason: 'limit',
      sent: false,
    });
  });
});

describe('running task that is stopped from outside', () => {
  const asked = { ...task, desiredStatus: 'STOPPED', stopCode: 'SpotInterruption' };

  it('gets no second StopTask, and is restarted', () => {
    expect(stepAt(running, 5, { task: asked })).toMatchObject({
      kind: 'stop',
      endOutcome: 'restart',
      reason: { code: 'spot_interrupted' },
      sent: true,
    });
  });
});

describe('running task that ECS does not know', () => {
  it('gets a StopTask before anything is saved, as ECS can be wrong', () => {
    expect(stepAt(running, limits.consistency, { task: 'absent' })).toEqual({ kind: 'none' });
    expect(stepAt(running, limits.consistency + 1, { task: 'absent' })).toMatchObject({
      kind: 'stop',
      endOutcome: 'restart',
      reason: { code: 'task_lost' },
      sent: false,
    });
  });

  it('is stopped for a pause when the sandbox should not run', () => {
    const unwanted = { ...running, desired: 'PAUSED' as const };

    expect(stepAt(unwanted, limits.consistency + 1, { task: 'absent' })).toMatchObject({
      kind: 'stop',
      endOutcome: 'as-wanted',
    });
  });
});

describe('discards of the previous generation', () => {
  const old = { kind: 'volume', id: 'vol-old' } as const;
  const older = { kind: 'snapshot', id: 'snap-old' } as const;
  const cluttered = { ...running, discards: [old, older] };

  it('are deleted while the sandbox runs, when no other step is due', () => {
    expect(stepAt(cluttered, 5)).toEqual({ kind: 'discard', discard: old });
    expect(stepAt(cluttered, 5, { busyDiscards: ['vol-old'] })).toEqual({ kind: 'discard', discard: older });
    expect(stepAt(cluttered, 5, { busyDiscards: ['vol-old', 'snap-old'] })).toEqual({ kind: 'none' });
    expect(stepAt(cluttered, 5, { agent: { kind: 'dormant' } })).toEqual({ kind: 'reboot' });
  });
});
