import type { Clock } from '../clock.ts';
import { timestamp } from '../clock.ts';
import { agentConversationId } from '../conversations/conversation.ts';
import type { ConversationStore } from '../conversations/conversation-store.ts';
import { VersionConflictError } from '../errors.ts';
import { log } from '../log.ts';
import { agentUrl } from '../sandboxes/http-agents.ts';
import type { SandboxKeys } from '../sandboxes/keys.ts';
import type { Sandbox } from '../sandboxes/sandbox.ts';
import type { SandboxStore } from '../sandboxes/sandbox-store.ts';
import { type AgentConversations, AgentRefusedError } from './agent-conversations.ts';
import { nextStartStep } from './next-start-step.ts';
import { advanced, type StartTask } from './start-task.ts';
import type { StartTaskStore } from './start-task-store.ts';

export interface StartTaskDeps {
  readonly startTasks: StartTaskStore;
  readonly conversations: Pick<ConversationStore, 'find'>;
  readonly sandboxes: Pick<SandboxStore, 'find'>;
  readonly agents: AgentConversations;
  readonly keys: SandboxKeys;
  readonly now: Clock;
}

/** For how long one worker owns a task, in seconds: as long as the agent server may take, and some. */
const LEASE = 150;

/** How often a task looks anew within one run; more means that others change it all the time, and they will call again. */
const MAX_ROUNDS = 10;

/**
 * Brings a start task as far as it gets. Whoever sees its sandbox change calls it, as often as they like: a lease keeps two workers apart, and every step can be
 * repeated after a crash.
 */
export async function runStartTask(ownerId: string, startTaskId: string, deps: StartTaskDeps): Promise<void> {
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const task = await deps.startTasks.find(ownerId, startTaskId);
    if (!task) return;
    const step = nextStartStep(task, await deps.sandboxes.find(ownerId, task.sandbox_id), deps.now());
    if (step.kind === 'none') return;
    try {
      if (step.kind === 'fail')
        await deps.startTasks.save(task, advanced(task, deps.now(), { status: 'ERROR', detail: step.detail }));
      else if (step.kind === 'wait-for-sandbox')
        await deps.startTasks.save(task, advanced(task, deps.now(), { status: 'WAITING_FOR_SANDBOX' }));
      else await startOnAgent(task, step.sandbox, deps);
    } catch (error) {
      if (!(error instanceof VersionConflictError)) throw error;
    }
  }
}

async function startOnAgent(task: StartTask, sandbox: Sandbox, deps: StartTaskDeps): Promise<void> {
  const url = agentUrl(sandbox);
  if (!url) throw new Error(`sandbox ${sandbox.sandbox_id} runs without an agent URL`);
  const lease = timestamp(new Date(deps.now().getTime() + LEASE * 1000));
  const leased = advanced(task, deps.now(), { status: 'STARTING_CONVERSATION', lease_until: lease });
  await deps.startTasks.save(task, leased);

  const conversation = await deps.conversations.find(task.owner_id, task.conversation_id);
  if (!conversation) throw new Error(`start task ${task.start_task_id} has no conversation`);
  try {
    await deps.agents.create(url, await deps.keys.sessionKey(sandbox), {
      id: agentConversationId(conversation),
      task,
      workingDir: sandbox.working_dir,
      model: conversation.llm_model,
    });
  } catch (error) {
    return giveBack(leased, error, deps);
  }
  await deps.startTasks.save(
    leased,
    advanced(leased, deps.now(), { status: 'READY', detail: null, agent_server_url: url }),
  );
}

/** A refusal ends the task. Anything else may pass: the lease goes, and the next look tries again until the deadline. */
async function giveBack(leased: StartTask, error: unknown, deps: StartTaskDeps): Promise<void> {
  const { owner_id, start_task_id } = leased;
  log.warn('the agent server did not start the conversation', { owner_id, start_task_id, error });
  if (error instanceof AgentRefusedError) {
    await deps.startTasks.save(leased, advanced(leased, deps.now(), { status: 'ERROR', detail: error.message }));
    return;
  }
  await deps.startTasks.save(
    leased,
    advanced(leased, deps.now(), { lease_until: null, detail: 'The agent server did not answer; trying again.' }),
  );
  throw error;
}
