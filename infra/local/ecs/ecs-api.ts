import { AwsError } from '../aws/aws-error.ts';
import type { Faults } from '../aws/faults.ts';
import { pageOf } from '../aws/pages.ts';
import { checkRunTask, isOnSpot, newTask, type Placement } from './new-task.ts';
import type { RegisteredDefinitions } from './registered-definitions.ts';
import {
  DescribeTasksInput,
  invalidParameter,
  ListTasksInput,
  parseInput,
  RunTaskInput,
  StopTaskInput,
} from './requests.ts';
import type { TaskDefinition, TaskDefinitionCatalogue } from './task-definition.ts';
import type { TaskJournal } from './task-journal.ts';
import type { TaskRecord } from './task-record.ts';
import type { TaskStore } from './task-store.ts';
import type { TaskSupervisor } from './task-supervisor.ts';
import { stoppedTaskView, taskView } from './task-view.ts';
import { type Failure, fingerprintOf, type TokenEntry } from './token-ledger.ts';
import { workspaceBeside } from './workspaces.ts';

interface Parts {
  readonly placement: Placement;
  readonly catalogue: TaskDefinitionCatalogue;
  readonly registered: RegisteredDefinitions;
  readonly store: TaskStore;
  readonly journal: TaskJournal;
  readonly faults: Faults | undefined;
  readonly log: (message: string) => void;
  supervise(task: TaskRecord): void;
  supervisorOf(task: TaskRecord): TaskSupervisor | undefined;
}

const filterNames = ['containerInstance', 'family', 'serviceName', 'desiredStatus', 'launchType'] as const;

/** The ECS actions that a control plane of tasks uses. */
export class EcsApi {
  readonly #parts: Parts;
  readonly #store: TaskStore;
  readonly #journal: TaskJournal;
  readonly #clusterArn: string;

  constructor(parts: Parts) {
    this.#parts = parts;
    this.#store = parts.store;
    this.#journal = parts.journal;
    this.#clusterArn = parts.placement.clusterArn;
  }

  async handle(action: string, input: Record<string, unknown>): Promise<unknown> {
    switch (action) {
      case 'RunTask':
        return this.#runTask(input);
      case 'StopTask':
        return this.#stopTask(input);
      case 'DescribeTasks':
        return this.#whenDurable(this.#describeTasks(input));
      case 'ListTasks':
        return this.#whenDurable(this.#listTasks(input));
      case 'RegisterTaskDefinition':
        return this.#parts.registered.register(input);
      case 'DeregisterTaskDefinition':
        return this.#parts.registered.deregister(input);
      case 'ListTaskDefinitions':
        return this.#parts.registered.list(input);
      default:
        throw new AwsError('UnknownOperationException', `The local ECS does not offer ${action}.`);
    }
  }

  /** Holds a response back until its content is durable: a version must not come again for another state. */
  async #whenDurable(answer: unknown): Promise<unknown> {
    await this.#store.settled();
    return answer;
  }

  async #runTask(raw: Record<string, unknown>): Promise<unknown> {
    const input = parseInput(RunTaskInput, raw);
    await this.#parts.registered.readImages();
    this.#checkCluster(input.cluster);
    const definition = this.#definition(input);
    checkRunTask(input, definition, this.#parts.placement);
    const fingerprint = fingerprintOf({ ...raw, cluster: this.#clusterArn });
    const token = input.clientToken ?? '';
    // Nothing is awaited from here to the save, so the second of two requests with one token always finds the first.
    const earlier = this.#store.tokens.find(token, fingerprint, (id) => this.#store.find(id)?.arn ?? id);
    if (earlier) return this.#repeat(earlier);
    const failures = this.#placementFailures(input);
    const count = failures.length > 0 ? 0 : input.count;
    const tasks = Array.from({ length: count }, () => this.#newTask(input, definition));
    if (token) {
      const taskIds = tasks.map(({ id }) => id);
      this.#store.tokens.add({ token, fingerprint, taskIds, failures, createdAt: this.#journal.now });
    }
    await this.#keep(tasks, token);
    const answer = { tasks: tasks.map((task) => taskView(task, { tags: true })), failures };
    for (const task of tasks) this.#parts.supervise(task);
    return answer;
  }

  /** While another task uses the workspace of the sandbox, a new task gets a separate one. */
  #newTask(input: RunTaskInput, definition: TaskDefinition): TaskRecord {
    const task = newTask(input, definition, this.#parts.placement, {
      publicAddress: this.#store.freePublicAddress,
      now: this.#journal.now,
    });
    const isTaken = this.#store.all.some(
      ({ workspace, lastStatus, volume }) =>
        workspace === task.workspace && lastStatus !== 'STOPPED' && (volume ?? task.volume) !== undefined,
    );
    if (isTaken) task.workspace = workspaceBeside(task.workspace, task.id);
    this.#store.add(task);
    return task;
  }

  /** Makes new tasks durable and announces them, or removes them when that fails. */
  async #keep(tasks: readonly TaskRecord[], token: string): Promise<void> {
    try {
      await this.#saved(Promise.all([this.#store.save(), ...tasks.map((task) => this.#journal.record(task))]));
    } catch (error) {
      for (const { id } of tasks) this.#store.remove(id);
      this.#store.tokens.remove(token);
      throw error;
    }
  }

  async #repeat({ taskIds, failures }: TokenEntry): Promise<unknown> {
    // The first request may still be making its tasks durable.
    await this.#saved(this.#store.save());
    const tasks = taskIds.flatMap((id) => this.#store.find(id) ?? []);
    return {
      tasks: tasks.map((task) =>
        task.lastStatus === 'STOPPED' ? stoppedTaskView(task) : taskView(task, { tags: true }),
      ),
      failures,
    };
  }

  /** @throws AwsError ServerException, which callers retry, when the write fails */
  async #saved(write: Promise<unknown>): Promise<void> {
    try {
      await write;
    } catch (error) {
      this.#parts.log(
        `The record of tasks could not be written: ${error instanceof Error ? error.message : String(error)}`,
      );
      throw new AwsError('ServerException', 'The record of tasks could not be written.', 500);
    }
  }

  #placementFailures(input: RunTaskInput): Failure[] {
    const kinds = isOnSpot(input) ? (['capacity', 'spot-capacity'] as const) : (['capacity'] as const);
    const fault = this.#parts.faults?.take('ecs', 'RunTask', kinds);
    if (!fault) return [];
    const advice = 'Please try again later or in a different availability zone';
    const reason =
      (fault.kind === 'capacity' ? fault.reason : undefined) ?? `Capacity is unavailable at this time. ${advice}`;
    return [{ arn: this.#clusterArn, reason }];
  }

  async #stopTask(raw: Record<string, unknown>): Promise<unknown> {
    const input = parseInput(StopTaskInput, raw);
    this.#checkCluster(input.cluster);
    const task = this.#find(input.task);
    if (!task) throw invalidParameter('The referenced task was not found.');
    if (task.desiredStatus === 'STOPPED') return this.#whenDurable({ task: taskView(task, { tags: true }) });
    const recorded = this.#journal.change(task, {
      desiredStatus: 'STOPPED',
      stopCode: 'UserInitiated',
      stoppedReason: input.reason ?? 'Task stopped by user',
      stoppingAt: this.#journal.now,
      // ECS deletes the tags of a stopped task.
      tags: [],
    });
    const answer = { task: taskView(task, { tags: true }) };
    // A task without a supervisor yet finds the desired status in its record.
    this.#parts.supervisorOf(task)?.interrupt();
    await this.#saved(recorded);
    return answer;
  }

  #describeTasks(raw: Record<string, unknown>): unknown {
    const input = parseInput(DescribeTasksInput, raw);
    this.#checkCluster(input.cluster);
    const arnPrefix = this.#clusterArn.replace(':cluster/', ':task/');
    const found = input.tasks.map((reference) => ({ reference, task: this.#find(reference) }));
    return {
      tasks: found.flatMap(({ task }) => (task ? [taskView(task, { tags: input.include !== undefined })] : [])),
      failures: found
        .filter(({ task }) => !task)
        .map(({ reference }) => ({
          arn: reference.startsWith('arn:') ? reference : `${arnPrefix}/${reference}`,
          reason: 'MISSING',
        })),
    };
  }

  #listTasks(raw: Record<string, unknown>): unknown {
    const input = parseInput(ListTasksInput, raw);
    this.#checkCluster(input.cluster);
    if (input.serviceName !== undefined) throw new AwsError('ServiceNotFoundException', 'Service not found.');
    if (input.startedBy !== undefined && filterNames.some((name) => input[name] !== undefined)) {
      throw invalidParameter('startedBy can not be combined with another filter.');
    }
    const { page, nextToken } = pageOf(
      this.#store.all.filter((task) => matches(task, input)),
      ({ id, createdAt }) => ({ id, since: createdAt }),
      { limit: input.maxResults, token: input.nextToken, invalidToken: () => invalidParameter('Invalid token.') },
    );
    return { taskArns: page.map(({ arn }) => arn), nextToken };
  }

  #definition({ taskDefinition }: { readonly taskDefinition: string }): TaskDefinition {
    const { catalogue, registered } = this.#parts;
    const definition = catalogue.find(taskDefinition) ?? registered.find(taskDefinition);
    if (!definition) throw new AwsError('ClientException', 'TaskDefinition not found.');
    return definition;
  }

  #checkCluster(reference = 'default'): void {
    if (!this.#isCluster(reference)) throw new AwsError('ClusterNotFoundException', 'Cluster not found.');
  }

  #isCluster(reference: string): boolean {
    return reference === this.#parts.placement.clusterName || reference === this.#clusterArn;
  }

  #find(reference: string): TaskRecord | undefined {
    const task = this.#store.find(reference.slice(reference.lastIndexOf('/') + 1));
    return task && (reference === task.id || reference === task.arn) ? task : undefined;
  }
}

function matches(task: TaskRecord, input: ListTasksInput): boolean {
  // No local task belongs to a container instance, and the desired status is never PENDING.
  if (input.containerInstance !== undefined || input.desiredStatus === 'PENDING') return false;
  if (task.desiredStatus !== (input.desiredStatus ?? 'RUNNING')) return false;
  return (
    (input.startedBy === undefined || task.startedBy === input.startedBy) &&
    (input.family === undefined || task.family === input.family) &&
    (input.launchType === undefined || task.launchType === input.launchType)
  );
}
