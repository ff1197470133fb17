import type { Clock } from '../clock.ts';
import { timestamp } from '../clock.ts';
import { VersionConflictError } from '../errors.ts';
import { log } from '../log.ts';
import type { Agents } from './agents.ts';
import { nextGeneration } from './generation.ts';
import { clientToken, startedBy } from './identity.ts';
import type { SandboxKeys } from './keys.ts';
import type { LaunchSettings } from './launch-settings.ts';
import { nextStep, type Observation, type Step } from './next-step.ts';
import { launchRefused } from './reasons.ts';
import { changed, isWanted, type Sandbox } from './sandbox.ts';
import type { SandboxStore } from './sandbox-store.ts';
import type { Tasks } from './tasks.ts';

export interface ReconcileDeps {
  readonly sandboxes: SandboxStore;
  readonly tasks: Tasks;
  readonly agents: Pick<Agents, 'prepareForPause'>;
  readonly keys: SandboxKeys;
  readonly settings: LaunchSettings;
  /** Starts the worker that waits for the agent; it returns at once. */
  readonly boot: (ownerId: string, sandboxId: string, generation: number) => Promise<void>;
  readonly now: Clock;
}

/** More steps than this in one pass means that record and reality disagree without end; the next look goes on. */
const MAX_STEPS = 12;

/** For how long a boot worker owns the wait, in seconds: its Lambda timeout and some. */
const BOOT_LEASE = 75;

/** The longest pause between two tries to start a task, in seconds. */
const MAX_BACKOFF = 120;

/**
 * Brings one sandbox as far towards what is desired as it gets without waiting. Whoever saw something calls it: it reads the record anew, so that two callers at
 * once do no harm. The loser of a race reads again and decides again.
 */
export async function reconcile(
  ownerId: string,
  sandboxId: string,
  seen: Observation,
  deps: ReconcileDeps,
): Promise<void> {
  let observation = seen;
  for (let steps = 0; steps < MAX_STEPS; steps += 1) {
    const sandbox = await deps.sandboxes.find(ownerId, sandboxId);
    if (!sandbox) return stopOwnerless(observation, deps);
    const step = nextStep(sandbox, observation, deps.now());
    if (step.kind === 'none') return;
    try {
      observation = await perform(sandbox, step, observation, deps);
      // The end of a stopping task takes time: looking again in this pass would only stop it again.
      if (step.kind === 'stop-stray' && (sandbox.phase === 'STOPPING' || sandbox.phase === 'DELETING')) return;
    } catch (error) {
      if (!(error instanceof VersionConflictError)) throw error;
    }
  }
  log.warn('sandbox did not settle in one pass', { owner_id: ownerId, sandbox_id: sandboxId });
}

/** A task whose sandbox has no row is a leak. */
async function stopOwnerless({ task }: Observation, deps: ReconcileDeps): Promise<void> {
  if (!task || task === 'absent' || task.desiredStatus === 'STOPPED') return;
  log.warn('stopping a task that no sandbox owns', { task_arn: task.arn });
  await deps.tasks.stop(task.arn, 'no sandbox owns this task');
}

/** Does one step and returns what is known afterwards. */
async function perform(sandbox: Sandbox, step: Step, seen: Observation, deps: ReconcileDeps): Promise<Observation> {
  const save = async (change: Partial<Sandbox>) =>
    deps.sandboxes.save([{ previous: sandbox, next: changed(sandbox, deps.now(), change) }]);
  switch (step.kind) {
    case 'none':
      return seen;
    case 'observe':
      return { ...seen, task: await look(sandbox, deps) };
    case 'begin-generation':
      await deps.sandboxes.save([{ previous: sandbox, next: nextGeneration(sandbox, deps.now()) }]);
      return {};
    case 'run-task':
      return runTask(sandbox, deps);
    case 'adopt-task':
      await save({ phase: 'PROVISIONING', task_arn: step.task.arn, retry_at: null, status_reason: null });
      return seen;
    case 'enter-boot':
      await save({ phase: 'BOOTING', task_version: step.task.version });
      return seen;
    case 'boot':
      await save({ boot_lease_until: timestamp(new Date(deps.now().getTime() + BOOT_LEASE * 1000)) });
      await deps.boot(sandbox.owner_id, sandbox.sandbox_id, sandbox.generation);
      return seen;
    case 'reboot':
      await save({ phase: 'BOOTING', boot_lease_until: null, exposed_urls: null, unreachable_since: null });
      return { task: seen.task };
    case 'stop-task':
      return stopTask(sandbox, step, seen, deps);
    case 'stop-stray':
      await deps.tasks.stop(step.taskArn, 'this task should not run');
      return {};
    case 'rest':
      await save(atRest(sandbox, step));
      return {};
    case 'mark-unreachable':
      await save({ unreachable_since: step.since && timestamp(step.since) });
      return {};
    case 'remove':
      await deps.sandboxes.remove(sandbox);
      return {};
  }
}

function look(sandbox: Sandbox, deps: ReconcileDeps) {
  return sandbox.task_arn ? deps.tasks.describe(sandbox.task_arn) : deps.tasks.find(startedBy(sandbox));
}

function atRest(sandbox: Sandbox, step: Extract<Step, { kind: 'rest' }>): Partial<Sandbox> {
  return {
    phase: step.phase,
    desired: step.givesUp && sandbox.desired === 'RUNNING' ? 'PAUSED' : sandbox.desired,
    status_reason: step.reason ?? sandbox.status_reason,
    exposed_urls: null,
    boot_lease_until: null,
  };
}

/** The parameters are on record before the call, so that a call whose answer was lost can be made again, the same to the byte. */
async function runTask(sandbox: Sandbox, deps: ReconcileDeps): Promise<Observation> {
  const launch = sandbox.launch ?? deps.settings.launchOf(sandbox, deps.now());
  const keyId = sandbox.key_id ?? (await deps.keys.currentKeyId());
  const recorded = sandbox.launch ? sandbox : changed(sandbox, deps.now(), { launch, key_id: keyId });
  if (recorded !== sandbox) await deps.sandboxes.save([{ previous: sandbox, next: recorded }]);

  const initKey = await deps.keys.initKey(recorded);
  const outcome = await deps.tasks.run({
    launch,
    clientToken: clientToken(recorded),
    startedBy: startedBy(recorded),
    initKey,
  });
  if (outcome.kind === 'accepted') return { task: outcome.task };

  const { owner_id, sandbox_id, attempt } = recorded;
  if (outcome.kind === 'unclear') {
    log.warn('the answer of RunTask is not known', { owner_id, sandbox_id, error: outcome.error });
    await deps.sandboxes.save([
      { previous: recorded, next: changed(recorded, deps.now(), { retry_at: backoff(attempt, deps.now()) }) },
    ]);
    return {};
  }
  log.warn('ECS refused a task', {
    owner_id,
    sandbox_id,
    code: outcome.code,
    detail: outcome.message,
    retryable: outcome.retryable,
  });
  const reason = launchRefused(outcome.code, outcome.message, outcome.retryable);
  const change: Partial<Sandbox> = outcome.retryable
    ? { attempt: attempt + 1, launch: null, retry_at: backoff(attempt, deps.now()), status_reason: reason }
    : {
        phase: 'ERROR',
        desired: recorded.desired === 'RUNNING' ? 'PAUSED' : recorded.desired,
        launch: null,
        status_reason: reason,
      };
  await deps.sandboxes.save([{ previous: recorded, next: changed(recorded, deps.now(), change) }]);
  return {};
}

function backoff(attempt: number, now: Date): string {
  const seconds = Math.min(MAX_BACKOFF, 5 * 2 ** (attempt - 1));
  return timestamp(new Date(now.getTime() + seconds * 1000));
}

/** StopTask first, then the record: a crash between the two stops it once more, which does no harm. */
async function stopTask(
  sandbox: Sandbox,
  step: Extract<Step, { kind: 'stop-task' }>,
  seen: Observation,
  deps: ReconcileDeps,
): Promise<Observation> {
  // Somebody told the task to stop already, maybe we did and this is the news of it: its agent is busy with its end.
  const isStopping = seen.task !== undefined && seen.task !== 'absent' && seen.task.desiredStatus === 'STOPPED';
  if (sandbox.phase === 'RUNNING' && !isStopping) await deps.agents.prepareForPause(sandbox);
  if (sandbox.task_arn && !isStopping) await deps.tasks.stop(sandbox.task_arn, step.reason?.code ?? 'asked for');
  const next = changed(sandbox, deps.now(), {
    phase: sandbox.desired === 'DELETED' ? 'DELETING' : 'STOPPING',
    // The service itself ended it; a resume that waits for this stop stays wanted.
    desired: isWanted(sandbox) ? 'PAUSED' : sandbox.desired,
    stop_into: step.into,
    status_reason: step.reason ?? sandbox.status_reason,
    exposed_urls: null,
    boot_lease_until: null,
  });
  await deps.sandboxes.save([{ previous: sandbox, next }]);
  // What was seen before says nothing about a task that was told to stop.
  return {};
}
