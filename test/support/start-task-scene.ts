import { randomUUID } from 'node:crypto';
import type { Sandbox } from '../../shared/sandboxes/sandbox.ts';
import type { AgentConversation } from '../../shared/start-tasks/agent-conversations.ts';
import { runStartTask } from '../../shared/start-tasks/run-start-task.ts';
import type { StartTask } from '../../shared/start-tasks/start-task.ts';
import { aConversation, aStartTask } from './conversation-data.ts';
import { type ServiceDeps, serviceDeps } from './service-deps.ts';

/** An agent that answers when it is told to, or fails when nobody waits any more. */
export interface SlowAgent {
  readonly asked: Promise<void>;
  /** Whether it was told that nobody waits. */
  readonly wasAborted: () => boolean;
  readonly answer: () => void;
}

/** Start tasks in memory, their workers, and an agent that does what a test wants. */
export class StartTaskScene {
  readonly deps: ServiceDeps = serviceDeps();
  readonly asked: { readonly url: string; readonly key: string; readonly conversation: AgentConversation }[] = [];
  agent: (signal: AbortSignal) => Promise<void> = async () => undefined;
  #endPause: () => void = () => undefined;

  async aStart(sandbox: Sandbox, overrides: Partial<StartTask> = {}): Promise<StartTask> {
    const { sandbox_id } = sandbox;
    const conversation = aConversation({ sandbox_id, llm_model: 'm' });
    const task = aStartTask({ sandbox_id, conversation_id: conversation.conversation_id, ...overrides });
    await this.deps.sandboxes.save([{ previous: null, next: sandbox }]);
    this.deps.conversations.put(conversation);
    this.deps.startTasks.put(task);
    return task;
  }

  run({ owner_id, start_task_id }: StartTask, worker: string = randomUUID()): Promise<void> {
    return runStartTask(owner_id, start_task_id, worker, {
      ...this.deps,
      agents: {
        create: async (url, key, conversation, signal) => {
          this.asked.push({ url, key, conversation });
          await this.agent(signal);
        },
      },
      pause: () =>
        new Promise((resolve) => {
          this.#endPause = resolve;
        }),
    });
  }

  read({ owner_id, start_task_id }: StartTask): Promise<StartTask | undefined> {
    return this.deps.startTasks.find(owner_id, start_task_id);
  }

  /** The worker that paused last renews its lease. Resolves when it has. */
  heartbeat(): Promise<void> {
    return this.heartbeatOfNow()();
  }

  /** The same for the worker that paused last by now, at a later time. */
  heartbeatOfNow(): () => Promise<void> {
    const endPause = this.#endPause;
    return async () => {
      endPause();
      await new Promise((resolve) => setImmediate(resolve));
    };
  }

  slowAgent(): SlowAgent {
    const [called, answered] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    let wasAborted = false;
    this.agent = (signal) => {
      signal.addEventListener('abort', () => {
        wasAborted = true;
        answered.reject(new Error('aborted'));
      });
      called.resolve();
      return answered.promise;
    };
    return { asked: called.promise, wasAborted: () => wasAborted, answer: answered.resolve };
  }
}
