import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { AwsError } from '../aws/aws-error.ts';
import type { Faults } from '../aws/faults.ts';
import type { TaskEntry } from '../aws/inventory.ts';
import type { Namespaces } from '../namespaces/namespaces.ts';
import { EcsApi } from './ecs-api.ts';
import type { EdgePorts } from './edge-ports.ts';
import { HostPorts } from './host-ports.ts';
import { PortOwners } from './port-owner.ts';
import { RegisteredDefinitions } from './registered-definitions.ts';
import { invalidParameter } from './requests.ts';
import { TaskDefinitionCatalogue, type TaskDefinitionResource } from './task-definition.ts';
import { notices, outOfMemory, type TaskEnd } from './task-end.ts';
import { TaskJournal, type TaskStateListener } from './task-journal.ts';
import { boundLog } from './task-process.ts';
import type { TaskRecord } from './task-record.ts';
import { TaskStore } from './task-store.ts';
import { type Surroundings, TaskSupervisor } from './task-supervisor.ts';
import { edgePortsOf, hostPortsOf, loopback, type NetworkInterface, taskEntry } from './task-view.ts';
import type { TaskVolumes } from './task-volumes.ts';
import { isOwnWorkspace, Workspaces } from './workspaces.ts';

export interface LocalEcsOptions extends Pick<Surroundings, 'agentServer'> {
  /** Holds `ecs/`, with the records of tasks and their logs, and `workspaces/`. `images.json` can name images. */
  readonly stateDirectory: string;
  readonly taskDefinitions: readonly TaskDefinitionResource[];
  readonly clusterName: string;
  /** Associated with the cluster; none by default. */
  readonly capacityProviders?: readonly string[];
  readonly region: string;
  readonly accountId: string;
  readonly projectRoot: string;
  /** Creates and mounts the volumes of tasks. */
  readonly volumes: TaskVolumes;
  /** Isolates each task from the user's processes and files; without it, tasks run as the user. */
  readonly namespaces?: Namespaces | undefined;
  /** The ports of the edge for single tasks; undefined without an edge. */
  readonly edgePorts?: EdgePorts | undefined;
  readonly log: (message: string) => void;
  /** The part of a task family before the name of a sandbox spec. */
  readonly familyPrefix?: string;
  /** Where programs are looked up. Also the PATH of every task. */
  readonly searchPath?: string;
  /** How long a task stays PENDING, in place of an image pull. */
  readonly startDelayMilliseconds?: number;
  readonly clock?: () => Date;
  readonly faults?: Faults;
}

const upkeepMilliseconds = 10_000;

/** Amazon ECS on one machine: each task is a real process with its own workspace directory. */
export class LocalEcs {
  readonly #options: LocalEcsOptions;
  readonly #api: EcsApi;
  readonly #store: TaskStore;
  readonly #journal: TaskJournal;
  readonly #registered: RegisteredDefinitions;
  readonly #ports: HostPorts;
  readonly #owners = new PortOwners();
  readonly #workspaces: Workspaces;
  /** Has the log of each task, which stays after the task. */
  readonly logFolder: string;
  readonly #supervisors = new Map<string, TaskSupervisor>();
  #phase: 'new' | 'started' | 'stopped' = 'new';
  #upkeep: NodeJS.Timeout | undefined;

  constructor(options: LocalEcsOptions) {
    const { stateDirectory, region, accountId, clusterName, clock = () => new Date(), faults, log } = options;
    this.#options = options;
    this.#ports = new HostPorts(options.edgePorts);
    this.#store = new TaskStore(join(stateDirectory, 'ecs', 'tasks.json'));
    this.#journal = new TaskJournal(this.#store, clock, log);
    this.#workspaces = new Workspaces(join(stateDirectory, 'workspaces'));
    this.logFolder = join(stateDirectory, 'ecs', 'logs');
    const clusterArn = `arn:aws:ecs:${region}:${accountId}:cluster/${clusterName}`;
    const catalogue = new TaskDefinitionCatalogue(options.taskDefinitions, region, accountId);
    this.#registered = new RegisteredDefinitions(stateDirectory, catalogue);
    this.#api = new EcsApi({
      placement: { region, accountId, clusterName, clusterArn, capacityProviders: options.capacityProviders ?? [] },
      catalogue,
      registered: this.#registered,
      store: this.#store,
      journal: this.#journal,
      faults,
      log,
      supervise: (task) => this.#supervise(task),
      supervisorOf: (task) => this.#supervisors.get(task.id),
    });
  }

  /** Publishes each change as the `detail` of EventBridge's "ECS Task State Change", possibly twice. */
  onTaskStateChange(listener: TaskStateListener): void {
    this.#journal.onChange(listener);
  }

  /** Reads the record of earlier runs, and adopts or restarts the tasks that should run. */
  async start(): Promise<void> {
    await mkdir(this.logFolder, { recursive: true, mode: 0o700 });
    await Promise.all([this.#store.load(), this.#registered.load()]);
    this.#phase = 'started';
    this.#prune();
    const live = this.#store.all.filter(({ lastStatus }) => lastStatus !== 'STOPPED');
    for (const task of live) this.#ports.hold(task);
    await this.#options.volumes.releaseAllExcept(new Set(live.map(({ id }) => id)));
    this.#journal.announceMissed();
    for (const { networkInterface } of live) networkInterface.publicAddress ??= this.#store.freePublicAddress;
    for (const task of live) this.#supervise(task);
    // From here on, the end of a process stops its task, which is not started again.
    await Promise.all([...this.#supervisors.values()].map(({ processChecked }) => processChecked));
    this.#upkeep = setInterval(() => this.#maintain(), upkeepMilliseconds).unref();
  }

  /** Ends every process and waits for that. The tasks stay recorded as running, for the next start. */
  async stop(): Promise<void> {
    if (this.#phase === 'started') await this.#halt();
  }

  /** Like `stop` without a grace period, also while a stop is under way. */
  async kill(): Promise<void> {
    if (this.#phase !== 'new') await this.#halt(0);
  }

  async #halt(graceMilliseconds?: number): Promise<void> {
    this.#phase = 'stopped';
    clearInterval(this.#upkeep);
    await Promise.all([...this.#supervisors.values()].map((supervisor) => supervisor.halt(graceMilliseconds)));
    await this.#store.save();
  }

  /** Begins to end a task as AWS or its program would. @throws AwsError when no such task runs */
  async endTask(taskId: string, how: TaskEnd): Promise<void> {
    const task = this.#store.find(taskId);
    const supervisor = this.#supervisors.get(taskId);
    if (!task || !supervisor || task.desiredStatus === 'STOPPED') throw invalidParameter('No such task runs.');
    const notice = notices[how];
    if (!notice) {
      if (supervisor.crash(how === 'out-of-memory' ? outOfMemory : undefined)) return;
      throw invalidParameter('The program of the task does not run yet.');
    }
    const { stopCode, stoppedReason, atOnce } = notice;
    const change = { desiredStatus: 'STOPPED', stopCode, stoppedReason, stoppingAt: this.#journal.now } as const;
    const recorded = this.#journal.change(task, { ...change, tags: [] });
    if (atOnce) supervisor.crash();
    supervisor.interrupt();
    await recorded;
  }

  get registeredDefinitions(): readonly Record<string, unknown>[] {
    return this.#registered.properties;
  }

  /** Every task that can still be described. */
  inventory(): readonly TaskEntry[] {
    return this.#store.all.map(taskEntry);
  }

  /** The network interfaces of the live tasks. */
  networkInterfaces(): readonly NetworkInterface[] {
    const live = this.#store.all.filter(({ networkInterface }) => networkInterface.status !== 'DELETED');
    return live.map(({ networkInterface, availabilityZone, createdAt }) => {
      const { id, subnetId, macAddress, publicAddress } = networkInterface;
      return { id, subnetId, macAddress, availabilityZone, address: loopback, publicAddress, createdAt };
    });
  }

  /** The ports of this machine that each running task has. */
  hostPorts(): readonly (readonly number[])[] {
    return this.#store.all.filter(({ desiredStatus }) => desiredStatus === 'RUNNING').map(hostPortsOf);
  }

  /**
   * The port of this machine for a port of the task with this public address; undefined when there is none, and while
   * another program listens there, which must not receive the keys of this task. Apps in a task share the network of
   * this machine, so that a port which its definition does not map is the same one here.
   */
  hostPort(publicAddress: string, containerPort: number): number | undefined {
    const task = this.#store.runningAt(publicAddress);
    if (!task) return undefined;
    const { process } = task;
    const mapped = task.container.ports.find((each) => each.containerPort === containerPort)?.hostPort;
    if (mapped !== undefined)
      return !process?.namespaced || this.#owners.isIn(mapped, process.pid) ? mapped : undefined;
    // What the definition maps is reached by the port of the definition alone.
    if (!process || hostPortsOf(task).includes(containerPort)) return undefined;
    return this.#owners.isKnownIn(containerPort, process.pid) ? containerPort : undefined;
  }

  /** The public address and container port to which a port of the edge leads; undefined after the end of its task. */
  atEdgePort(port: number): { readonly address: string; readonly port: number } | undefined {
    // The newest: an earlier task of the same sandbox can still be stopping.
    const task = this.#store.all.findLast((each) => each.lastStatus !== 'STOPPED' && edgePortsOf(each).includes(port));
    const address = task?.networkInterface.publicAddress;
    const bound = task?.container.ports.find(({ edgePort }) => edgePort === port);
    return address === undefined || !bound ? undefined : { address, port: bound.containerPort };
  }

  /** Performs an API action and resolves to the output that its SDK expects. @throws AwsError */
  async handle(action: string, input: Record<string, unknown>): Promise<unknown> {
    if (this.#phase !== 'started') throw new AwsError('ServerException', 'The local ECS is not running.', 500);
    this.#prune();
    return this.#api.handle(action, input);
  }

  #supervise(task: TaskRecord): void {
    // A request that was under way when this service stopped: the task is recorded and starts with the next run.
    if (this.#phase === 'stopped') return;
    const supervisor = new TaskSupervisor(task, this.#surroundings);
    this.#supervisors.set(task.id, supervisor);
    void supervisor.done.then(() => this.#supervisors.delete(task.id));
  }

  get #surroundings(): Surroundings {
    const { searchPath, familyPrefix = '', startDelayMilliseconds = 0 } = this.#options;
    return {
      ...this.#options,
      namespaces: this.#options.namespaces,
      journal: this.#journal,
      ports: this.#ports,
      workspaces: this.#workspaces,
      logFolder: this.logFolder,
      familyPrefix,
      startDelayMilliseconds,
      searchPath: searchPath ?? process.env.PATH ?? '/usr/local/bin:/usr/bin:/bin',
      sharesWorkspace: (task) =>
        this.#store.all.some(
          (other) => other !== task && other.workspace === task.workspace && other.lastStatus !== 'STOPPED',
        ),
    };
  }

  #maintain(): void {
    this.#prune();
    for (const id of this.#supervisors.keys()) this.#attempt(boundLog(join(this.logFolder, `${id}.log`)));
  }

  /** Forgets tasks that stopped long ago, and deletes the workspaces of those that ran no sandbox. */
  #prune(): void {
    for (const { workspace } of this.#store.prune(this.#journal.now))
      if (isOwnWorkspace(workspace)) this.#attempt(this.#workspaces.delete(workspace));
  }

  /** Logs a failure of housekeeping, which comes round again. It must not fail its caller. */
  #attempt(work: Promise<void>): void {
    work.catch((error: Error) => this.#options.log(`Housekeeping of tasks failed: ${error.message}`));
  }
}
