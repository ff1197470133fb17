import {
  ConflictException,
  DescribeTasksCommand,
  type ECSClient,
  ECSServiceException,
  InvalidParameterException,
  ListTasksCommand,
  paginateListTasks,
  RunTaskCommand,
  type RunTaskCommandInput,
  StopTaskCommand,
} from '@aws-sdk/client-ecs';
import * as z from 'zod';
import { classifyLaunchError, classifyLaunchFailure, type Failure, failure } from '../record/failures.ts';
import type { Launch, LaunchVolume } from '../record/launch.ts';
import type { Task } from '../record/task.ts';
import { SPOT, toTask } from './ecs-task-shape.ts';
import type { LaunchOutcome, LaunchRequest, ListedTask, Tasks } from './tasks.ts';

/** Error names of internal ECS faults, whatever the HTTP status: a task may have started. */
const UNCLEAR = new Set(['ServerException', 'TimeoutError', 'InternalFailure', 'ServiceUnavailable', 'RequestTimeout']);

/** The most tasks that ECS lists or describes in one response. */
const AT_ONCE = 100;

/** The file systems that ECS can create on a Linux disk. */
const FileSystem = z.enum(['ext3', 'ext4', 'xfs']);

export class EcsTasks implements Tasks {
  readonly #ecs: ECSClient;
  readonly #cluster: string;

  constructor(ecs: ECSClient, cluster: string) {
    this.#ecs = ecs;
    this.#cluster = cluster;
  }

  async run(request: LaunchRequest): Promise<LaunchOutcome> {
    const { volume } = request.launch;
    if (volume && !FileSystem.safeParse(volume.filesystem_type).success)
      return refused(
        failure('spec_invalid', 'spec'),
        false,
        `ECS cannot create the file system '${volume.filesystem_type}'`,
      );
    try {
      const { tasks = [], failures = [] } = await this.#ecs.send(this.#runCommand(request));
      const [task] = tasks;
      if (task) return { kind: 'accepted', task: toTask(task) };
      const { reason, detail } = failures[0] ?? {};
      // ECS repeats a response with HTTP 200 for every call with this token.
      return refused(classifyLaunchFailure({ reason, detail }), true, [reason, detail].join(' ').trim());
    } catch (error) {
      return error instanceof ConflictException ? this.#adopt(error, request.startedBy) : outcomeOf(error);
    }
  }

  async stop(taskArn: string, reason: string): Promise<void> {
    try {
      await this.#ecs.send(new StopTaskCommand({ cluster: this.#cluster, task: taskArn, reason }));
    } catch (error) {
      // ECS forgets stopped tasks after a while. An unknown task does not run.
      if (error instanceof InvalidParameterException && /not found/i.test(error.message)) return;
      throw error;
    }
  }

  async describe(taskArn: string): Promise<Task | 'absent'> {
    const [task] = await this.#describeAll([taskArn]);
    return task?.task ?? 'absent';
  }

  /** `startedBy` must be ListTasks' only filter, and then only tasks that should run are listed. */
  async find(startedBy: string): Promise<Task | 'absent'> {
    const { taskArns = [] } = await this.#ecs.send(new ListTasksCommand({ cluster: this.#cluster, startedBy }));
    const [arn] = taskArns;
    return arn ? this.describe(arn) : 'absent';
  }

  async describeMany(taskArns: readonly string[]): Promise<readonly ListedTask[]> {
    const batches = Array.from({ length: Math.ceil(taskArns.length / AT_ONCE) }, (_, index) =>
      this.#describeAll(taskArns.slice(index * AT_ONCE, (index + 1) * AT_ONCE)),
    );
    return (await Promise.all(batches)).flat();
  }

  arns(): AsyncIterable<readonly string[]> {
    return this.#arnPages('RUNNING');
  }

  list(): ReturnType<Tasks['list']> {
    return this.#pages('RUNNING');
  }

  stopped(): ReturnType<Tasks['stopped']> {
    return this.#pages('STOPPED');
  }

  async *#pages(desiredStatus: 'RUNNING' | 'STOPPED'): ReturnType<Tasks['list']> {
    for await (const arns of this.#arnPages(desiredStatus)) yield await this.#describeAll(arns);
  }

  async *#arnPages(desiredStatus: 'RUNNING' | 'STOPPED'): AsyncIterable<readonly string[]> {
    const query = { cluster: this.#cluster, desiredStatus, maxResults: AT_ONCE };
    for await (const { taskArns = [] } of paginateListTasks({ client: this.#ecs }, query))
      if (taskArns.length > 0) yield taskArns;
  }

  async #describeAll(arns: readonly string[]): Promise<readonly ListedTask[]> {
    const query = new DescribeTasksCommand({ cluster: this.#cluster, tasks: [...arns] });
    const { tasks = [] } = await this.#ecs.send(query);
    return tasks.map((task) => ({ task: toTask(task), startedBy: task.startedBy }));
  }

  /** Depends only on the request, so that a repeated call is identical. */
  #runCommand({ launch, clientToken, startedBy, initKey }: LaunchRequest): RunTaskCommand {
    return new RunTaskCommand({
      cluster: this.#cluster,
      taskDefinition: launch.task_definition,
      ...placementOf(launch),
      count: 1,
      clientToken,
      startedBy,
      networkConfiguration: {
        awsvpcConfiguration: {
          subnets: launch.subnets,
          securityGroups: launch.security_groups,
          assignPublicIp: 'ENABLED',
        },
      },
      ...(launch.volume ? { volumeConfigurations: [volumeConfiguration(launch.volume)] } : {}),
      overrides: {
        ...launch.size_override,
        containerOverrides: [
          {
            name: launch.container,
            // Readable with permission to describe tasks. Its only secret allows one initialisation.
            environment: [
              { name: 'OH_DEFERRED_INIT', value: 'true' },
              { name: 'OH_SECRET_KEY', value: initKey },
            ],
          },
        ],
      },
    });
  }

  /** Adopts the task of an earlier call with this token, if it was started for the same sandbox. */
  async #adopt(conflict: ConflictException, startedBy: string): Promise<LaunchOutcome> {
    const [arn] = conflict.resourceIds ?? [];
    try {
      const [found] = arn ? await this.#describeAll([arn]) : [];
      if (!found) return { kind: 'unclear', error: conflict };
      if (found.startedBy === startedBy) return { kind: 'accepted', task: found.task };
    } catch (error) {
      return { kind: 'unclear', error };
    }
    return refused(failure('launch_refused', 'transient'), true, 'another start has used the client token of this one');
  }
}

/** A launch type and a capacity provider exclude each other. */
function placementOf({ capacity }: Launch): Pick<RunTaskCommandInput, 'launchType' | 'capacityProviderStrategy'> {
  if (capacity === 'on_demand') return { launchType: 'FARGATE' };
  return { capacityProviderStrategy: [{ capacityProvider: SPOT, weight: 1 }] };
}

/** The disk outlives its task. This service deletes it once it is saved; ECS never does. */
function volumeConfiguration(volume: LaunchVolume): NonNullable<RunTaskCommandInput['volumeConfigurations']>[number] {
  return {
    name: volume.name,
    managedEBSVolume: {
      roleArn: volume.role_arn,
      sizeInGiB: volume.size_gib,
      ...(volume.snapshot_id === null ? {} : { snapshotId: volume.snapshot_id }),
      ...(volume.initialization_rate === null ? {} : { volumeInitializationRate: volume.initialization_rate }),
      volumeType: 'gp3',
      encrypted: true,
      filesystemType: FileSystem.parse(volume.filesystem_type),
      tagSpecifications: [{ resourceType: 'volume', tags: volume.tags.map(({ key, value }) => ({ key, value })) }],
      terminationPolicy: { deleteOnTermination: false },
    },
  };
}

function refused(why: Failure, tokenSpent: boolean, detail: string): LaunchOutcome {
  return { kind: 'refused', ...why, tokenSpent, detail };
}

function outcomeOf(error: unknown): LaunchOutcome {
  if (
    !(error instanceof ECSServiceException) ||
    UNCLEAR.has(error.name) ||
    (error.$metadata.httpStatusCode ?? 500) >= 500
  ) {
    return { kind: 'unclear', error };
  }
  return refused(classifyLaunchError(error), false, `${error.name}: ${error.message}`);
}
