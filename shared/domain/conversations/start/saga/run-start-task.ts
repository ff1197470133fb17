import { timestamp } from '../../../../platform/clock.ts';
import { NotFoundError, VersionConflictError } from '../../../../platform/errors.ts';
import { log } from '../../../../platform/log.ts';
import type { Metric } from '../../../../platform/metrics.ts';
import { BrokenSealError, type Vault } from '../../../../platform/vault.ts';
import { exposedAgentUrl } from '../../../sandboxes/agent/agents.ts';
import type { SandboxKeys } from '../../../sandboxes/agent/keys.ts';
import type { Sandbox } from '../../../sandboxes/record/sandbox.ts';
import { apiStatus } from '../../../sandboxes/record/status.ts';
import type { SandboxStore } from '../../../sandboxes/store/sandbox-store.ts';
import { OperatorSecretError } from '../../../settings/operator-secret.ts';
import type { SettingsReader } from '../../../settings/start-settings.ts';
import type { AgentModels } from '../../agent/agent-models.ts';
import type { Conversation } from '../../record/conversation.ts';
import type { StepDeps } from '../agent/start-context.ts';
import { AgentFailedError, errorText, HandOverError, StartFailedError } from '../task/start-failed.ts';
import { advanced, beginSteps, resumedTask, type StartTask, withStep } from '../task/start-task.ts';
import type { StartTaskStore } from '../task/start-task-store.ts';
import { type ConfidentialDeps, confidential, secretsIn } from './confidential.ts';
import { type LeaseDeps, StartTaskLease } from './lease.ts';
import { nextStartStep, type Step } from './next-start-step.ts';
import { logStep, publishEnd, type StartEnd } from './start-outcome.ts';
import { takeSteps } from './take-steps.ts';

export interface StartTaskDeps extends LeaseDeps, StepDeps, ConfidentialDeps {
  readonly startTasks: Pick<StartTaskStore, 'find' | 'save'>;
  readonly sandboxes: Pick<SandboxStore, 'find'>;
  readonly keys: SandboxKeys;
  readonly settings: SettingsReader;
  readonly agentModels: AgentModels;
  readonly vault: Vault;
  /** The pending messages of a conversation. */
  readonly messages: { list(ownerId: string, conversationId: string): Promise<readonly unknown[]> };
  /** Orders the delivery of a conversation's pending messages. Does not wait for it. */
  readonly deliverMessages: (ownerId: string, sandboxId: string, conversationId: string) => Promise<void>;
  readonly metric: Metric;
}

export interface Run {
  /** The name of the worker. A retried invocation keeps it. */
  readonly worker: string;
  /** Time until this run must end, in milliseconds. */
  readonly timeLeft: () => number;
  /** Called before an agent is. The run ends if it returns false: another worker serves the sandbox. */
  readonly mayStart: (sandboxId: string) => Promise<boolean>;
}

/** Rounds of one run. After more rounds, other writers keep changing the task, and each starts another run. */
const MAX_ROUNDS = 10;

/** Consecutive failures of an agent server at a step before the start fails. */
const MAX_FAILURES = 3;

/** Pause before the next attempt, in milliseconds per consecutive failure. */
const ASK_AGAIN = 2_000;

/**
 * Advances a start task as far as possible. Safe to call repeatedly and concurrently: a lease allows one worker at a
 * time, and each step can be repeated after a crash. For a READY task, delivers the messages that are still waiting.
 */
export async function runStartTask(ownerId: string, startTaskId: string, run: Run, deps: StartTaskDeps): Promise<void> {
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const task = await deps.startTasks.find(ownerId, startTaskId);
    if (!task) return;
    if (task.status === 'READY') return deliver(task, deps);
    const [sandbox, conversation] = await Promise.all([
      deps.sandboxes.find(ownerId, task.sandbox_id),
      deps.conversations.find(ownerId, task.conversation_id),
    ]);
    const next = nextStartStep(task, sandbox, deps.now(), run.worker);
    if (next.kind === 'none') return;
    try {
      if (next.kind === 'resume') await resume(task, conversation, deps);
      else if (next.kind === 'fail') await fail(task, next, sandbox, deps);
      else if (next.kind === 'wait-for-sandbox')
        await save(task, { status: 'WAITING_FOR_SANDBOX', detail: null, lease_holder: null, lease_until: null }, deps);
      else if (!conversation) await fail(task, conversationDeleted, sandbox, deps);
      else if (!(await run.mayStart(task.sandbox_id))) return;
      else if ((await startOnAgent(task, conversation, next, run, deps)) === 'handed-over') return;
    } catch (error) {
      if (!(error instanceof VersionConflictError)) throw error;
    }
  }
}

interface Failure {
  readonly end: StartEnd;
  readonly detail: string;
}

const conversationDeleted: Failure = {
  end: 'conversation_deleted',
  detail: 'The conversation was deleted before it started.',
};

/** Ends a task in ERROR, with the steps of its sandbox so far. */
async function fail(
  task: StartTask,
  { end, detail }: Failure,
  sandbox: Sandbox | undefined,
  deps: StartTaskDeps,
): Promise<void> {
  const step_times = { ...sandbox?.step_times, ...task.step_times };
  await deps.endedStarts.write(
    task,
    advanced(task, deps.now(), { status: 'ERROR', detail, step_times, is_paused: end === 'sandbox_paused' }),
  );
  publishEnd(task, end, sandbox?.spec_id, deps.now(), deps.metric);
}

/** Goes on with a task, unless its conversation was deleted, or has a later start, which has its message. */
async function resume(task: StartTask, conversation: Conversation | undefined, deps: StartTaskDeps): Promise<void> {
  if (conversation?.start_task_id !== task.start_task_id) return save(task, { is_paused: false }, deps);
  await deps.endedStarts.resume(task, advanced(task, deps.now(), resumedTask(deps.now())));
}

async function save(task: StartTask, change: Partial<StartTask>, deps: StartTaskDeps): Promise<void> {
  await deps.startTasks.save(task, advanced(task, deps.now(), change));
}

/** Delivers waiting messages. One that is queued later is delivered by its sender. */
async function deliver(task: StartTask, deps: StartTaskDeps): Promise<void> {
  const { owner_id: ownerId, sandbox_id: sandboxId, conversation_id: id } = task;
  const waiting = await deps.messages.list(ownerId, id);
  if (waiting.length > 0) await deps.deliverMessages(ownerId, sandboxId, id);
}

async function startOnAgent(
  task: StartTask,
  conversation: Conversation,
  { sandbox, step }: { readonly sandbox: Sandbox; readonly step: Step },
  run: Run,
  deps: StartTaskDeps,
): Promise<'looked' | 'handed-over'> {
  const { agent_url: url } = sandbox;
  if (!url) throw new Error(`sandbox ${sandbox.sandbox_id} runs without an agent URL`);
  // Read while the lease is taken. Without the lease, the result and its errors are ignored.
  const opened = confidential(task, conversation, sandbox, url, deps);
  opened.catch(() => undefined);
  const waited = afterWaiting(task, deps.now());
  const lease = await StartTaskLease.take(waited, run.worker, begun(waited, step, sandbox, deps.now()), deps);
  if (task.step_since === null) logStep(task, 'WAITING_FOR_SANDBOX', task.created_at, deps.now());
  const worthwhile = () => isWorthwhile(task, sandbox, deps);
  const known: string[] = [];
  let result: Partial<StartTask>;
  try {
    result = await lease.hold(async (signal) => {
      const context = { conversation, sandbox, ...(await opened), signal };
      known.push(...secretsIn(context));
      return takeSteps(step, context, known, lease, run.timeLeft, deps);
    }, worthwhile);
  } catch (error) {
    const outcome = await endFailed(error, lease, known, worthwhile, sandbox, deps);
    const { failures } = lease.task;
    if (outcome === 'asks-again') await deps.pause(ASK_AGAIN * failures, new AbortController().signal);
    return outcome === 'handed-over' ? outcome : 'looked';
  }
  const { task: last } = lease;
  const created = withStep(last, 'CONVERSATION_CREATED', timestamp(deps.now()));
  const ended = { ...result, detail: null, agent_server_url: exposedAgentUrl(sandbox) ?? url, ...created };
  await lease.succeed(ended, conversation.start_warnings ?? []);
  logStep(last, last.status, last.step_since ?? last.updated_at, deps.now());
  publishEnd({ ...last, ...created }, 'ready', sandbox.spec_id, deps.now(), deps.metric);
  return 'looked';
}

/** Adds WAITING_FOR_SANDBOX even if the sandbox is already running: clients rely on that state. */
function afterWaiting(task: StartTask, now: Date): StartTask {
  if (task.status !== 'WORKING') return task;
  return { ...advanced(task, now, { status: 'WAITING_FOR_SANDBOX' }), version: task.version };
}

/** The change with which a step begins; empty if another worker has begun it in this generation of the sandbox. */
function begun(task: StartTask, { status }: Step, sandbox: Sandbox, now: Date): Partial<StartTask> {
  const { generation } = sandbox;
  const isTakenOver = task.status === status && task.generation === generation && task.step_since !== null;
  if (isTakenOver) return {};
  const at = timestamp(now);
  // In another generation, all steps are taken again and give their warnings again.
  const warnings = task.generation === generation ? task.warnings : [];
  return { status, generation, step_since: at, detail: null, failures: 0, warnings, ...beginSteps(task, sandbox, at) };
}

/** Ends a run that did not reach READY. @throws temporary errors, so that Lambda invokes the worker again later */
async function endFailed(
  error: unknown,
  lease: StartTaskLease,
  known: readonly string[],
  worthwhile: () => Promise<boolean>,
  { spec_id: spec }: Sandbox,
  { now, metric }: StartTaskDeps,
): Promise<'looked' | 'handed-over' | 'asks-again'> {
  if (error instanceof VersionConflictError) throw error;
  if (error instanceof HandOverError) {
    await lease.end({});
    return 'handed-over';
  }
  const { task } = lease;
  const { owner_id, start_task_id, status, failures } = task;
  const message = errorText(error, known);
  log.warn('start task step failed', { owner_id, start_task_id, status, message });
  if (!(await worthwhile())) {
    // The next round finds the cause of the failure.
    await lease.end({ detail: null });
    return 'looked';
  }
  const failure = finalFailure(error, message, failures);
  if (failure !== undefined) {
    await lease.fail(failure.detail);
    publishEnd(task, failure.end, spec, now(), metric);
    return 'looked';
  }
  await lease.end({
    detail: 'The agent server did not respond. Trying again.',
    failures: error instanceof AgentFailedError ? failures + 1 : failures,
  });
  if (error instanceof AgentFailedError && error.asksAgainSoon) return 'asks-again';
  throw new Error(message);
}

/** @returns undefined for a temporary error. */
function finalFailure(error: unknown, message: string, failures: number): Failure | undefined {
  if (error instanceof StartFailedError) return { end: 'refused', detail: message };
  // An agent profile or its model was deleted since the request.
  if (error instanceof NotFoundError) return { end: 'refused', detail: `${message}.` };
  if (error instanceof OperatorSecretError) return { end: 'secrets_unreadable', detail: message };
  if (error instanceof BrokenSealError) return { end: 'secrets_unreadable', detail: BROKEN_SEAL };
  const hasFailedOften = error instanceof AgentFailedError && failures + 1 >= MAX_FAILURES;
  if (!hasFailedOften) return undefined;
  return { end: 'agent_failed', detail: `${message} Several attempts failed. Start again in a new sandbox.` };
}

const BROKEN_SEAL = 'The secrets of this start can no longer be read. Save your secrets again, then start again.';

/** False if the sandbox has ended or the conversation was deleted in the meantime. */
async function isWorthwhile(task: StartTask, { generation }: Sandbox, deps: StartTaskDeps): Promise<boolean> {
  const [sandbox, conversation] = await Promise.all([
    deps.sandboxes.find(task.owner_id, task.sandbox_id),
    deps.conversations.find(task.owner_id, task.conversation_id),
  ]);
  const isThere = sandbox?.generation === generation && apiStatus(sandbox) === 'RUNNING';
  return isThere && conversation !== undefined;
}
