import {
  ConflictException,
  DescribeTasksCommand,
  type ECSClient,
  ECSServiceException,
  type Failure,
  InvalidParameterException,
  ListTasksCommand,
  RunTaskCommand,
  StopTaskCommand,
} from '@aws-sdk/client-ecs';
import { toTask } from './ecs-task-shape.ts';
import type { Task } from './task.ts';
import type { LaunchOutcome, LaunchRequest, Tasks } from './tasks.ts';

/** Errors that mean: try again with the same token. Throttling has no class in the SDK, so names are compared. */
const UNCLEAR = new Set([
  'ThrottlingException',
  'ServerException',
  'TimeoutError',
  'InternalFailure',
  'ServiceUnavailable',
  'RequestTimeout',
]);

/** Fargate tasks by the ECS API. */
export class EcsTasks implements Tasks {
  private readonly ecs: ECSClient;
  private readonly cluster: string;

  constructor(ecs: ECSClient, cluster: string) {
    this.ecs = ecs;
    this.cluster = cluster;
  }

  async run(request: LaunchRequest): Promise<LaunchOutcome> {
    try {
      const { tasks = [], failures = [] } = await this.ecs.send(this.runCommand(request));
      const [task] = tasks;
      if (task) return { kind: 'accepted', task: toTask(task) };
      return refusal(failures);
    } catch (error) {
      if (error instanceof ConflictException) return this.adopt(error, request.startedBy);
      return outcomeOf(error);
    }
  }

  async stop(taskArn: string, reason: string): Promise<void> {
    try {
      await this.ecs.send(new StopTaskCommand({ cluster: this.cluster, task: taskArn, reason }));
    } catch (error) {
      // ECS forgets stopped tasks after a while; one that it does not know does not run.
      if (error instanceof InvalidParameterException && /not found/i.test(error.message)) return;
      throw error;
    }
  }

  async describe(taskArn: string): Promise<Task | 'absent'> {
    const [task] = await this.describeAll([taskArn]);
    return task?.task ?? 'absent';
  }

  async find(startedBy: string): Promise<Task | 'absent'> {
    const { taskArns = [] } = await this.ecs.send(new ListTasksCommand({ cluster: this.cluster, startedBy }));
    const [arn] = taskArns;
    return arn ? this.describe(arn) : 'absent';
  }

  async *list(): AsyncIterable<readonly { readonly task: Task; readonly startedBy: string | undefined }[]> {
    let nextToken: string | undefined;
    do {
      const page = await this.ecs.send(new ListTasksCommand({ cluster: this.cluster, maxResults: 100, nextToken }));
      if (page.taskArns?.length) yield await this.describeAll(page.taskArns);
      nextToken = page.nextToken;
    } while (nextToken);
  }

  private async describeAll(arns: string[]) {
    const { tasks = [] } = await this.ecs.send(new DescribeTasksCommand({ cluster: this.cluster, tasks: arns }));
    return tasks.map((task) => ({ task: toTask(task), startedBy: task.startedBy }));
  }

  private runCommand({ launch, clientToken, startedBy, initKey }: LaunchRequest): RunTaskCommand {
    return new RunTaskCommand({
      cluster: this.cluster,
      taskDefinition: launch.task_definition,
      launchType: 'FARGATE',
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
      overrides: {
        containerOverrides: [
          {
            name: launch.container,
            // Readable by whoever may describe tasks, so it holds nothing but what opens the initialisation once.
            environment: [
              { name: 'OH_DEFERRED_INIT', value: 'true' },
              { name: 'OH_SECRET_KEY', value: initKey },
            ],
          },
        ],
      },
    });
  }

  /** The token was used before with other parameters: the task it gave then is the task of this start, if it was started for the same sandbox. */
  private async adopt(conflict: ConflictException, startedBy: string): Promise<LaunchOutcome> {
    const [arn] = conflict.resourceIds ?? [];
    const [found] = arn ? await this.describeAll([arn]) : [];
    if (!found) return { kind: 'unclear', error: conflict };
    if (found.startedBy === startedBy) return { kind: 'accepted', task: found.task };
    return {
      kind: 'refused',
      code: 'token_taken',
      message: 'ECS knows the client token of this start from another',
      retryable: true,
    };
  }
}

/** A refusal with HTTP 200. Capacity comes back; the same token would repeat the refusal, so the next try needs another. */
function refusal(failures: readonly Failure[]): LaunchOutcome {
  const { reason = 'no task and no reason was given', detail } = failures[0] ?? {};
  return {
    kind: 'refused',
    code: 'capacity_unavailable',
    message: detail ? `${reason} (${detail})` : reason,
    retryable: true,
  };
}

function outcomeOf(error: unknown): LaunchOutcome {
  if (
    !(error instanceof ECSServiceException) ||
    UNCLEAR.has(error.name) ||
    (error.$metadata.httpStatusCode ?? 500) >= 500
  ) {
    return { kind: 'unclear', error };
  }
  // The vCPU quota shows up as a failure or as an exception, with a typographic apostrophe: its middle is what can be relied on.
  if (error.message.includes('limit on the number of vCPUs')) {
    return { kind: 'refused', code: 'capacity_unavailable', message: error.message, retryable: true };
  }
  return {
    kind: 'refused',
    code: 'launch_refused',
    message: `ECS refused to start the task: ${error.message}`,
    retryable: false,
  };
}
