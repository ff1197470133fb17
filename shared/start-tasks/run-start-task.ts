import { agentConversationId } from '../conversations/conversation.ts';
import type { ConversationStore } from '../conversations/conversation-store.ts';
import { VersionConflictError } from '../errors.ts';
import { log } from '../log.ts';
import { agentUrl } from '../sandboxes/http-agents.ts';
import type { SandboxKeys } from '../sandboxes/keys.ts';
import type { Sandbox } from '../sandboxes/sandbox.ts';
import type { SandboxStore } from '../sandboxes/sandbox-store.ts';
import { wireStatus } from '../sandboxes/status.ts';
import { type AgentConversations, AgentRefusedError } from './agent-conversations.ts';
import { type LeaseDeps, StartTaskLease } from './lease.ts';
import { nextStartStep } from './next-start-step.ts';
import { advanced, type StartTask } from './start-task.ts';
import type { StartTaskStore } from './start-task-store.ts';

export interface StartTaskDeps extends LeaseDeps {
  readonly startTasks: Pick<StartTaskStore, 'find' | 'save'>;
  readonly conversations: Pick<ConversationStore, 'find'>;
  readonly sandboxes: Pick<SandboxStore, 'find'>;
  readonly agents: AgentConversations;
  readonly keys: SandboxKeys;
}

/** How often a task looks anew within one run; more means that others change it all the time, and they will call again. */
const MAX_ROUNDS = 10;

/**
 * Brings a start task as far as it gets. Whoever sees its sandbox change calls it, as often as they like: a lease keeps two workers apart, and every step can be
 * repeated after a crash. `worker` names this run; a run that is repeated because it died keeps its name.
 */
export async function runStartTask(
  ownerId: string,
  startTaskId: string,
  worker: string,
  deps: StartTaskDeps,
): Promise<void> {
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const task = await deps.startTasks.find(ownerId, startTaskId);
    if (!task) return;
    const step = nextStartStep(task, await deps.sandboxes.find(ownerId, task.sandbox_id), deps.now(), worker);
    if (step.kind === 'none') return;
    try {
      if (step.kind === 'fail') await save(task, { status: 'ERROR', detail: step.detail }, deps);
      else if (step.kind === 'wait-for-sandbox')
        await save(task, { status: 'WAITING_FOR_SANDBOX', detail: null, lease_by: null, lease_until: null }, deps);
      else await startOnAgent(task, step.sandbox, worker, deps);
    } catch (error) {
      if (!(error instanceof VersionConflictError)) throw error;
    }
  }
}

async function save(task: StartTask, change: Partial<StartTask>, deps: StartTaskDeps): Promise<void> {
  await deps.startTasks.save(task, advanced(task, deps.now(), change));
}

async function startOnAgent(task: StartTask, sandbox: Sandbox, worker: string, deps: StartTaskDeps): Promise<void> {
  const url = agentUrl(sandbox);
  if (!url) throw new Error(`sandbox ${sandbox.sandbox_id} runs without an agent URL`);
  const conversation = await deps.conversations.find(task.owner_id, task.conversation_id);
  if (!conversation)
    return save(task, { status: 'ERROR', detail: 'The conversation was deleted before it started.' }, deps);
  const sessionKey = await deps.keys.sessionKey(sandbox);
  const { llm_model: model } = conversation;
  const wanted = { id: agentConversationId(conversation), task, workingDir: sandbox.working_dir, model };

  const lease = await StartTaskLease.take(task, worker, deps);
  try {
    await lease.hold(
      (signal) => deps.agents.create(url, sessionKey, wanted, signal),
      () => isWorthwhile(task, sandbox, deps),
    );
  } catch (error) {
    const { owner_id, start_task_id } = task;
    log.warn('the agent server did not start the conversation', { owner_id, start_task_id, error });
    const lookAnew = !(await isWorthwhile(task, sandbox, deps));
    if (!lookAnew && error instanceof AgentRefusedError) return lease.end({ status: 'ERROR', detail: error.message });
    // It may pass. The next look tries again until the deadline; failing makes Lambda take it, a while later.
    await lease.end({ detail: 'The agent server did not answer; trying again.' });
    if (lookAnew) return;
    throw error;
  }
  await lease.end({ status: 'READY', detail: null, agent_server_url: url });
}

/** An agent may take long, or be gone without a word: its sandbox may have ended meanwhile, or nobody may want the conversation any more. */
async function isWorthwhile(task: StartTask, { generation }: Sandbox, deps: StartTaskDeps): Promise<boolean> {
  const [sandbox, conversation] = await Promise.all([
    deps.sandboxes.find(task.owner_id, task.sandbox_id),
    deps.conversations.find(task.owner_id, task.conversation_id),
  ]);
  const isThere = sandbox?.generation === generation && wireStatus(sandbox) === 'RUNNING';
  return isThere && conversation !== undefined;
}
