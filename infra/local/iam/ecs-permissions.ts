import type { Place } from '../aws/names.ts';
import { type Input, inputs } from './call-input.ts';
import type { PermissionRequest } from './policy.ts';

/** A task definition's ARN, and the roles that RunTask passes to ECS. */
export interface TaskRoles {
  readonly arn: string;
  readonly roleArns: readonly string[];
}

interface Definitions extends Place {
  /** By family, or by ARN with or without a revision. */
  readonly findTaskDefinition: (familyOrArn: string) => TaskRoles | undefined;
}

/** The permissions that AWS requires for an operation of ECS. */
export function ecsPermissions(operation: string, input: Input, scope: Definitions): readonly PermissionRequest[] {
  const cluster = String(input.cluster ?? 'default')
    .split('/')
    .at(-1);
  const prefix = `arn:aws:ecs:${scope.region}:${scope.accountId}`;
  const context = new Map([['ecs:cluster', [`${prefix}:cluster/${cluster}`]]]);
  const onTask = (task: unknown): PermissionRequest => ({
    action: `ecs:${operation}`,
    resource: `${prefix}:task/${cluster}/${String(task).split('/').at(-1)}`,
    context,
  });
  switch (operation) {
    case 'RunTask':
      return runTaskPermissions(input, context, prefix, `${prefix}:task/${cluster}/*`, scope);
    case 'StopTask':
      return [onTask(input.task)];
    case 'DescribeTasks':
      return (Array.isArray(input.tasks) ? input.tasks : []).map(onTask);
    case 'ListTasks':
      return [{ action: 'ecs:ListTasks', resource: `${prefix}:container-instance/${cluster}/*`, context }];
    case 'RegisterTaskDefinition':
      return registerPermissions(input, prefix);
    default:
      return [{ action: `ecs:${operation}`, resource: '*', context }];
  }
}

/** ECS resolves the revision, then checks the definition, each role and, if there are tags, tagging. */
function runTaskPermissions(
  input: Input,
  context: ReadonlyMap<string, readonly string[]>,
  prefix: string,
  tasks: string,
  scope: Definitions,
): readonly PermissionRequest[] {
  const named = String(input.taskDefinition);
  const definition = scope.findTaskDefinition(named);
  const arn = definition?.arn ?? (named.startsWith('arn:') ? named : `${prefix}:task-definition/${named}:1`);
  const tagging = Array.isArray(input.tags) && input.tags.length > 0;
  return [
    { action: 'ecs:RunTask', resource: arn, context },
    ...passedRoles(input, definition).map((role) => passing(role, 'ecs-tasks.amazonaws.com')),
    ...infrastructureRoles(input).map((role) => passing(role, 'ecs.amazonaws.com')),
    ...(tagging ? [{ action: 'ecs:TagResource', resource: tasks, context: new Map() }] : []),
  ];
}

/** The action takes no resource. ECS checks the tags, tagging, and each role that the definition names. */
function registerPermissions(input: Input, prefix: string): readonly PermissionRequest[] {
  const tags = inputs(input.tags);
  const requested = tags.map(({ key, value }) => {
    return [`aws:requesttag/${String(key).toLowerCase()}`, [String(value ?? '')]] as const;
  });
  const roles = [input.taskRoleArn, input.executionRoleArn].filter((role) => typeof role === 'string');
  const tagging = new Map([['ecs:createaction', ['RegisterTaskDefinition']]]);
  return [
    { action: 'ecs:RegisterTaskDefinition', resource: '*', context: new Map(requested) },
    ...roles.map((role) => passing(role, 'ecs-tasks.amazonaws.com')),
    ...(tags.length === 0
      ? []
      : [
          {
            action: 'ecs:TagResource',
            resource: `${prefix}:task-definition/${String(input.family)}:1`,
            context: tagging,
          },
        ]),
  ];
}

function passing(role: string, service: string): PermissionRequest {
  return { action: 'iam:PassRole', resource: role, context: new Map([['iam:passedtoservice', [service]]]) };
}

/** The roles with which ECS itself manages the volumes of the task. */
function infrastructureRoles({ volumeConfigurations }: Input): readonly string[] {
  const roles = inputs(volumeConfigurations).map(({ managedEBSVolume }) => Object(managedEBSVolume).roleArn);
  return [...new Set(roles.filter((role) => typeof role === 'string'))];
}

function passedRoles(input: Input, definition: TaskRoles | undefined): readonly string[] {
  const overrides = (input.overrides ?? {}) as { taskRoleArn?: unknown; executionRoleArn?: unknown };
  const overridden = [overrides.taskRoleArn, overrides.executionRoleArn].filter((arn) => typeof arn === 'string');
  return [...new Set([...(definition?.roleArns ?? []), ...overridden])];
}
