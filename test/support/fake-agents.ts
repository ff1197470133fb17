import type { AgentSetup, Agents } from '../../shared/sandboxes/agents.ts';
import type { Ingress } from '../../shared/sandboxes/exposed-urls.ts';
import { parseStartedBy } from '../../shared/sandboxes/identity.ts';
import type { AgentHealth } from '../../shared/sandboxes/next-step.ts';
import type { ExposedUrl, Sandbox } from '../../shared/sandboxes/sandbox.ts';
import type { Task } from '../../shared/sandboxes/task.ts';
import {
  type AgentConversation,
  type AgentConversations,
  AgentRefusedError,
} from '../../shared/start-tasks/agent-conversations.ts';
import type { FakeEcs } from './fake-ecs.ts';

/** An agent server process: it lives as long as its task. */
interface Agent {
  sessionKey: string | null;
  idleSeconds: number;
}

/**
 * The agent servers in all tasks of a fake ECS. A workspace belongs to a sandbox and outlives its tasks; what an agent created is in there.
 * The URL of an agent is the ARN of its task.
 */
export class FakeAgents implements Agents, AgentConversations {
  readonly #ecs: FakeEcs;
  readonly #agents = new Map<string, Agent>();
  /** By sandbox, how often each conversation was really created, not just asked for. */
  readonly workspaces = new Map<string, Map<string, number>>();
  /** Tasks whose agent does not answer now. */
  readonly silent = new Set<string>();
  /** Whether no agent answers at all. */
  allSilent = false;
  /** Whether agents refuse conversations for good. */
  refusesConversations = false;
  readonly prepared: string[] = [];

  constructor(ecs: FakeEcs) {
    this.#ecs = ecs;
  }

  async health(url: string): Promise<AgentHealth> {
    const agent = this.#answering(url);
    if (!agent) return { kind: 'unreachable' };
    return agent.sessionKey === null ? { kind: 'dormant' } : { kind: 'ready', idleSeconds: agent.idleSeconds };
  }

  async init(url: string, setup: AgentSetup): Promise<void> {
    const agent = this.#answering(url);
    if (!agent) throw new Error('fetch failed');
    if (setup.initKey !== this.#ecs.initKeyOf(url)) throw new Error('the agent server refused its initialisation: 401');
    agent.sessionKey ??= setup.sessionKey;
  }

  async prepareForPause(sandbox: Sandbox): Promise<void> {
    this.prepared.push(sandbox.sandbox_id);
  }

  async create(agentUrl: string, sessionKey: string, { id }: AgentConversation): Promise<void> {
    const agent = this.#answering(agentUrl);
    if (!agent) throw new Error('fetch failed');
    if (agent.sessionKey === null) throw new Error('The agent server answered 503');
    if (agent.sessionKey !== sessionKey) throw new AgentRefusedError('The agent server answered 401');
    if (this.refusesConversations) throw new AgentRefusedError('The agent server answered 422');
    const workspace = this.#workspaceOf(agentUrl);
    if (!workspace.has(id)) workspace.set(id, 1);
  }

  /** The process in a task is started anew, as a container's restart policy does, and has lost its keys. */
  restart(taskArn: string): void {
    this.#agents.delete(taskArn);
  }

  idle(taskArn: string, seconds: number): void {
    const agent = this.#agents.get(taskArn);
    if (agent) agent.idleSeconds = seconds;
  }

  isReady(taskArn: string): boolean {
    return typeof this.#answering(taskArn)?.sessionKey === 'string';
  }

  sessionKeyOf(taskArn: string): string | null {
    return this.#agents.get(taskArn)?.sessionKey ?? null;
  }

  #answering(url: string): Agent | undefined {
    if (this.allSilent || this.silent.has(url) || this.#ecs.taskOf(url)?.lastStatus !== 'RUNNING') return undefined;
    const agent = this.#agents.get(url) ?? { sessionKey: null, idleSeconds: 0 };
    this.#agents.set(url, agent);
    return agent;
  }

  #workspaceOf(url: string): Map<string, number> {
    const sandboxId = parseStartedBy(this.#ecs.startedByOf(url))?.sandboxId ?? '';
    const workspace = this.workspaces.get(sandboxId) ?? new Map<string, number>();
    this.workspaces.set(sandboxId, workspace);
    return workspace;
  }
}

/** A running task is reached by its ARN. */
export class FakeIngress implements Ingress {
  async exposedUrls(_: Sandbox, task: Task): Promise<readonly ExposedUrl[] | undefined> {
    if (task.lastStatus !== 'RUNNING') return undefined;
    return [{ name: 'AGENT_SERVER', port: 8000, url: task.arn }];
  }
}
