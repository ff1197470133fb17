import type { EventPage } from '../../../shared/domain/conversations/agent/event-page.ts';
import type {
  AgentAccess,
  AgentConversations,
  AgentForks,
  AgentWorkspace,
  ShellOutcome,
} from '../../../shared/domain/conversations/start/agent/start-context.ts';
import { StartFailedError } from '../../../shared/domain/conversations/start/task/start-failed.ts';
import type { AgentSetup, Agents } from '../../../shared/domain/sandboxes/agent/agents.ts';
import {
  type Addresses,
  type Ingress,
  type RenewedAddresses,
  recordedAddresses,
  sharedUrls,
} from '../../../shared/domain/sandboxes/ingress/ingress.ts';
import type { Sandbox } from '../../../shared/domain/sandboxes/record/sandbox.ts';
import type { AgentHealth } from '../../../shared/domain/sandboxes/record/step.ts';
import type { AddressedTask } from '../../../shared/domain/sandboxes/record/task.ts';
import type { FakeEcs } from './fake-ecs.ts';

/** An agent server process. It lives as long as its task. */
interface Agent {
  sessionKey: string | null;
  idleSeconds: number;
  busy: boolean;
}

/** Agent servers in a fake ECS behind an ingress, by task. Their data is only on the task's volume. */
export class FakeAgents implements Agents, AgentConversations, AgentForks, AgentWorkspace {
  readonly #ecs: FakeEcs;
  readonly #ingress: FakeIngress;
  readonly #agents = new Map<string, Agent>();
  /** How often each conversation was created. Twice means that a workspace was lost. */
  readonly created = new Map<string, number>();
  /** Tasks whose agents do not answer. */
  readonly silent = new Set<string>();
  allSilent = false;
  /** Whether agents permanently refuse conversations. */
  refusesConversations = false;
  readonly prepared: string[] = [];

  constructor(ecs: FakeEcs, ingress: FakeIngress) {
    this.#ecs = ecs;
    this.#ingress = ingress;
  }

  async health(url: string): Promise<AgentHealth> {
    const agent = this.#answering(url);
    if (!agent) return { kind: 'unreachable' };
    return agent.sessionKey === null
      ? { kind: 'dormant' }
      : { kind: 'ready', idleSeconds: agent.idleSeconds, busy: agent.busy };
  }

  async init(url: string, setup: AgentSetup): Promise<void> {
    const agent = this.#answering(url);
    if (!agent) throw new Error('fetch failed');
    if (setup.initKey !== this.#ecs.initKeyOf(taskAt(url)))
      throw new Error('the agent server refused its initialisation: 401');
    agent.sessionKey ??= setup.sessionKey;
  }

  async prepareForPause(sandbox: Sandbox): Promise<void> {
    this.prepared.push(sandbox.sandbox_id);
  }

  async create(access: AgentAccess, payload: Readonly<Record<string, unknown>>): Promise<'created' | 'existing'> {
    this.#assertOpen(access);
    if (this.refusesConversations) throw new StartFailedError('The agent server answered 422');
    const id = String(payload.conversation_id).replaceAll('-', '');
    const { volumeId } = this.#ecs.taskOf(taskAt(access.url)) ?? {};
    if (!volumeId || this.#ecs.disks.contentOf(volumeId)?.includes(id)) return 'existing';
    this.#ecs.disks.write(volumeId, id);
    this.created.set(id, (this.created.get(id) ?? 0) + 1);
    return 'created';
  }

  async switchModel(access: AgentAccess): Promise<void> {
    this.#assertOpen(access);
  }

  async hooksOf(access: AgentAccess): Promise<null> {
    this.#assertOpen(access);
    return null;
  }

  async has(access: AgentAccess): Promise<boolean> {
    this.#assertOpen(access);
    return false;
  }

  async testServer(access: AgentAccess): Promise<undefined> {
    this.#assertOpen(access);
    return undefined;
  }

  async skillsOf(access: AgentAccess): Promise<readonly string[]> {
    this.#assertOpen(access);
    return [];
  }

  /** Only the id of a conversation is on its disk, and no history. */
  async conversations(access: AgentAccess): Promise<readonly []> {
    this.#assertOpen(access);
    return [];
  }

  async page(access: AgentAccess): Promise<EventPage> {
    this.#assertOpen(access);
    return { events: [], next: null };
  }

  async delete(access: AgentAccess): Promise<void> {
    this.#assertOpen(access);
  }

  async writeFile(access: AgentAccess): Promise<void> {
    this.#assertOpen(access);
  }

  /** Every command succeeds without output. */
  async run(access: AgentAccess): Promise<ShellOutcome> {
    this.#assertOpen(access);
    return { exitCode: 0, stdout: '', stderr: '' };
  }

  /** Restarts the process in a task, which loses its keys. */
  restart(taskArn: string): void {
    this.#agents.delete(taskArn);
  }

  idle(taskArn: string, seconds: number, busy = false): void {
    const agent = this.#agents.get(taskArn);
    if (!agent) return;
    agent.idleSeconds = seconds;
    agent.busy = busy;
  }

  isReady(taskArn: string): boolean {
    return typeof this.#inTask(taskArn)?.sessionKey === 'string';
  }

  sessionKeyOf(taskArn: string): string | null {
    return this.#agents.get(taskArn)?.sessionKey ?? null;
  }

  #assertOpen({ url, sessionKey }: AgentAccess): void {
    const agent = this.#answering(url);
    if (!agent) throw new Error('fetch failed');
    if (agent.sessionKey === null) throw new Error('The agent server answered 503');
    if (agent.sessionKey !== sessionKey) throw new StartFailedError('The agent server answered 401');
  }

  #answering(url: string): Agent | undefined {
    return this.#ingress.isAccepted(url) ? this.#inTask(taskAt(url)) : undefined;
  }

  #inTask(arn: string): Agent | undefined {
    if (this.allSilent || this.silent.has(arn) || this.#ecs.taskOf(arn)?.lastStatus !== 'RUNNING') return undefined;
    const agent = this.#agents.get(arn) ?? { sessionKey: null, idleSeconds: 0, busy: false };
    this.#agents.set(arn, agent);
    return agent;
  }
}

/** URLs consist of the task ARN and, after the first key, the number of the ingress key. */
export class FakeIngress implements Ingress {
  #key = 1;
  readonly #publicAddressOf: (taskArn: string) => string | null | undefined;

  /**
   * @param publicAddressOf the address of a task that the edge's entry must name; undefined while the task has none,
   * and null where URLs need no entry
   */
  constructor(publicAddressOf: (taskArn: string) => string | null | undefined = () => null) {
    this.#publicAddressOf = publicAddressOf;
  }

  /** Rotates the key without an overlap, so that earlier URLs are refused. */
  rotate(): void {
    this.#key += 1;
  }

  isAccepted(url: string): boolean {
    return url === this.#address(taskAt(url));
  }

  async addresses(_: Sandbox, task: AddressedTask): Promise<Addresses | undefined> {
    const publicAddress = this.#publicAddressOf(task.arn);
    if (task.lastStatus !== 'RUNNING' || publicAddress === undefined) return undefined;
    return { ...this.#addresses(task.arn), publicAddress };
  }

  async renewal(): Promise<RenewedAddresses> {
    return (sandbox) => {
      const { agentUrl, publicAddress } = recordedAddresses(sandbox);
      return agentUrl === null ? sharedUrls([]) : { ...this.#addresses(taskAt(agentUrl)), publicAddress };
    };
  }

  #addresses(arn: string): Addresses {
    return sharedUrls([{ name: 'AGENT_SERVER', port: 8000, url: this.#address(arn) }]);
  }

  #address(arn: string): string {
    return this.#key === 1 ? arn : `${arn}#${this.#key}`;
  }
}

function taskAt(url: string): string {
  return url.split('#')[0] ?? '';
}
