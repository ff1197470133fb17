import { randomUUID } from 'node:crypto';
import type { AgentEvent } from '../../../../shared/domain/conversations/events/event.ts';
import type { AgentAccess, ShellOutcome } from '../../../../shared/domain/conversations/start/agent/start-context.ts';
import { runStartTask, type StartTaskDeps } from '../../../../shared/domain/conversations/start/saga/run-start-task.ts';
import type { StartTask } from '../../../../shared/domain/conversations/start/task/start-task.ts';
import type { Sandbox } from '../../../../shared/domain/sandboxes/record/sandbox.ts';
import type { StartSettings } from '../../../../shared/domain/settings/start-settings.ts';
import type { Metric } from '../../../../shared/platform/metrics.ts';
import { aSandboxId } from '../../sandboxes/sandbox-data.ts';
import { type ServiceDeps, serviceDeps } from '../../service-deps.ts';
import { aConversation, aStartTask } from '../record/conversation-data.ts';
import { MemoryFollowedConversations } from '../record/memory-conversation-store.ts';
import { plainSettings, startServices } from './start-services.ts';

/** An agent that answers when the test allows it, or fails when its call is aborted. */
export interface SlowAgent {
  readonly asked: Promise<void>;
  readonly wasAborted: () => boolean;
  readonly answer: () => void;
}

export interface Asked {
  readonly url: string;
  readonly key: string;
  /** The request that creates a conversation. */
  readonly payload: Readonly<Record<string, unknown>>;
}

export class StartTaskScene {
  readonly deps: ServiceDeps = serviceDeps();
  readonly asked: Asked[] = [];
  /** For each request, whether an earlier one may be on its way. */
  readonly repeated: boolean[] = [];
  /** The starts whose first message became a pending one. */
  readonly kept: string[] = [];
  readonly commands: string[] = [];
  readonly files = new Map<string, string>();
  readonly delivered: string[] = [];
  /** Published metrics: name, value and details. */
  readonly figures: Parameters<Metric>[] = [];
  readonly services = startServices(this.deps.now);
  ownSettings: StartSettings = plainSettings;
  /** MCP servers that do not work, each with the reason. */
  readonly brokenServers = new Map<string, string>();
  /** The conversations that the agent has. */
  readonly existing = new Set<string>();
  /** The histories of the agent's conversations by id, oldest first. */
  readonly histories = new Map<string, readonly AgentEvent[]>();
  /** Events in a page of the agent. */
  pageSize = 2;
  /** What is called before each page. */
  onPage: () => void = () => undefined;
  /** MCP servers that the agent was asked to test. */
  readonly tested = new Map<string, unknown>();
  agent: (signal: AbortSignal) => Promise<void> = async () => undefined;
  /** The output of commands. They succeed by default. */
  shell: (command: string, signal: AbortSignal) => Promise<ShellOutcome> = async () => success;
  timeLeft = 900_000;
  #endPause: () => void = () => undefined;

  async aStart(
    sandbox: Sandbox,
    overrides: Partial<StartTask> = {},
    conversation: Parameters<typeof aConversation>[0] = {},
  ): Promise<StartTask> {
    const { sandbox_id } = sandbox;
    const id = conversation.conversation_id ?? aSandboxId();
    const task = aStartTask({ sandbox_id, conversation_id: id, ...overrides });
    const { start_task_id } = task;
    const row = aConversation({
      sandbox_id,
      llm_model: 'provider/m',
      start_task_id,
      ...conversation,
      conversation_id: id,
    });
    await this.deps.sandboxes.save([{ previous: null, next: sandbox }]);
    this.deps.conversations.put(row);
    this.deps.startTasks.put(task);
    return task;
  }

  run({ owner_id, start_task_id }: StartTask, worker: string = randomUUID()): Promise<void> {
    const run = { worker, timeLeft: () => this.timeLeft, mayStart: async () => true };
    return runStartTask(owner_id, start_task_id, run, this.startDeps());
  }

  startDeps(): StartTaskDeps {
    return {
      ...this.deps,
      ...this.services,
      vault: this.deps.vault,
      settings: { forStart: async () => this.ownSettings },
      metric: (...figure) => void this.figures.push(figure),
      deliverMessages: async (_, _sandboxId, id) => {
        this.delivered.push(id);
      },
      keepFirstMessage: async ({ start_task_id: id }) => void this.kept.push(id),
      agents: {
        create: async ({ url, sessionKey: key }: AgentAccess, payload, isRepeated, signal) => {
          this.asked.push({ url, key, payload });
          this.repeated.push(isRepeated);
          await this.agent(signal);
          return isRepeated ? 'unconfirmed' : 'created';
        },
        has: async (_, id) => this.existing.has(id),
        switchModel: async () => undefined,
        hooksOf: async () => null,
        testServer: async (_, name, server) => {
          this.tested.set(name, server);
          return this.brokenServers.get(name);
        },
        skillsOf: async () => ['review'],
      },
      forks: {
        conversations: async () => [...this.histories.keys()].map((id) => ({ id, createdAt: '2020-01-01T00:00:00Z' })),
        page: async (_, id, after) => {
          this.onPage();
          const newestFirst = (this.histories.get(id) ?? []).toReversed();
          const begin = after === null ? 0 : newestFirst.findIndex((event) => event.id === after);
          const end = begin + this.pageSize;
          return { events: newestFirst.slice(begin, end), next: newestFirst[end]?.id ?? null };
        },
        delete: async (_, id) => void this.histories.delete(id),
      },
      reports: new MemoryFollowedConversations({ ...this.deps, events: this.services.events }),
      workspace: {
        writeFile: async (_, path, content) => {
          this.files.set(path, String(content));
        },
        run: async (_, { command }, signal) => {
          this.commands.push(command);
          return this.shell(command, signal);
        },
      },
      pause: () =>
        new Promise((resolve) => {
          this.#endPause = resolve;
        }),
    };
  }

  read({ owner_id, start_task_id }: StartTask): Promise<StartTask | undefined> {
    return this.deps.startTasks.find(owner_id, start_task_id);
  }

  /** Lets the worker that paused last renew its lease. */
  heartbeat(): Promise<void> {
    return this.heartbeatOfNow()();
  }

  /** Like `heartbeat`, but for the worker that paused last at the time of this call. */
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

export const success: ShellOutcome = { exitCode: 0, stdout: '', stderr: '' };
