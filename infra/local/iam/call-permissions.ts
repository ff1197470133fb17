import { type Place, tableNameIn } from '../aws/names.ts';
import type { PermissionRequest, RequestContext } from './policy.ts';

/** A task definition's ARN, and the roles that RunTask passes to ECS. */
export interface TaskRoles {
  readonly arn: string;
  readonly roleArns: readonly string[];
}

interface Definitions extends Place {
  /** By family, or by ARN with or without a revision. */
  readonly findTaskDefinition: (familyOrArn: string) => TaskRoles | undefined;
}

type Input = Readonly<Record<string, unknown>>;

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

/** The permissions that AWS requires for an operation of DynamoDB: one for each table, index or kind of write. */
export function dynamodbPermissions(operation: string, input: Input, place: Place): readonly PermissionRequest[] {
  switch (operation) {
    case 'BatchGetItem':
    case 'BatchWriteItem':
      return Object.keys(Object(input.RequestItems)).map((table) => onTable(operation, table, place));
    case 'TransactGetItems':
      return inputs(input.TransactItems).map(({ Get }) => onTable('GetItem', String(Object(Get).TableName), place));
    case 'TransactWriteItems':
      return inputs(input.TransactItems).flatMap((item) => transactWritePermissions(item, place));
    case 'ListTables':
      return [{ action: 'dynamodb:ListTables', resource: '*', context: new Map() }];
    default:
      return [single(operation, input, place)];
  }
}

function single(operation: string, input: Input, place: Place): PermissionRequest {
  const table = String(input.TableName ?? input.ResourceArn ?? input.StreamArn ?? '*');
  const request = onTable(operation, table, place);
  return typeof input.IndexName === 'string'
    ? { ...request, resource: `${request.resource}/index/${input.IndexName}` }
    : request;
}

const transactActions: Readonly<Record<string, string>> = {
  Put: 'PutItem',
  Update: 'UpdateItem',
  Delete: 'DeleteItem',
  ConditionCheck: 'ConditionCheckItem',
};

function transactWritePermissions(item: Input, place: Place): readonly PermissionRequest[] {
  return Object.entries(item).map(([kind, value]) =>
    onTable(transactActions[kind] ?? kind, String(Object(value).TableName), place),
  );
}

function onTable(operation: string, table: string, { region, accountId }: Place): PermissionRequest {
  const resource = `arn:aws:dynamodb:${region}:${accountId}:table/${tableNameIn(table)}`;
  return { action: `dynamodb:${operation}`, resource, context: new Map() };
}

/** The tags of a volume or snapshot by its id; undefined when it does not exist. */
export type TagsOf = (resourceId: string) => Readonly<Record<string, string>> | undefined;

interface Tagged extends Place {
  readonly tagsOf: TagsOf;
}

/** The permissions that AWS requires for an operation of EC2; none for a missing resource, which EC2 reports. */
export function ec2Permissions(operation: string, input: Input, scope: Tagged): readonly PermissionRequest[] {
  const action = `ec2:${operation}`;
  switch (operation) {
    case 'CreateSnapshot':
      return createSnapshotPermissions(input, scope);
    case 'DeleteVolume':
      return onExisting(action, volumeArn(String(input.VolumeId), scope), scope);
    case 'DeleteSnapshot':
      return onExisting(action, snapshotArn(String(input.SnapshotId), scope), scope);
    case 'CreateTags':
      return tagPermissions(input, scope);
    // Operations that only describe have no resource.
    default:
      return [{ action, resource: '*', context: new Map() }];
  }
}

/** EC2 checks the volume, the new snapshot, and the tags with which it is created. */
function createSnapshotPermissions(input: Input, scope: Tagged): readonly PermissionRequest[] {
  const action = 'ec2:CreateSnapshot';
  const onVolume = onExisting(action, volumeArn(String(input.VolumeId), scope), scope);
  if (onVolume.length === 0) return [];
  const tags = requestTags(input);
  const snapshot = snapshotArn('*', scope);
  const tagging = new Map([...tags, ['ec2:createaction', ['CreateSnapshot']]]);
  return [
    ...onVolume,
    { action, resource: snapshot, context: tags },
    ...(tags.size > 0 ? [{ action: 'ec2:CreateTags', resource: snapshot, context: tagging }] : []),
  ];
}

/** EC2 checks each resource, with its present tags and the new ones. */
function tagPermissions(input: Input, scope: Tagged): readonly PermissionRequest[] {
  const tags = inputs(input.Tags);
  const requested = new Map([
    ...requestTags({ TagSpecifications: [{ Tags: tags }] }),
    ['aws:tagkeys', tags.map(({ Key }) => String(Key))] as const,
  ]);
  const ids = Array.isArray(input.Resources) ? input.Resources.map(String) : [];
  return ids.flatMap((id) =>
    onExisting('ec2:CreateTags', id.startsWith('vol-') ? volumeArn(id, scope) : snapshotArn(id, scope), scope).map(
      (request) => ({ ...request, context: new Map([...request.context, ...requested]) }),
    ),
  );
}

/** The permissions that AWS requires for an operation of EBS. It decrypts blocks with the rights of the caller. */
export function ebsPermissions(operation: string, input: Input, scope: Tagged): readonly PermissionRequest[] {
  const ids = operation === 'ListChangedBlocks' ? [input.FirstSnapshotId, input.SecondSnapshotId] : [input.SnapshotId];
  const onSnapshot = ids.flatMap((id) => onExisting(`ebs:${operation}`, snapshotArn(String(id), scope), scope));
  if (operation !== 'GetSnapshotBlock') return onSnapshot;
  const resource = `arn:aws:kms:${scope.region}:${scope.accountId}:key/${EBS_KEY}`;
  const context = new Map([['kms:resourcealiases', ['alias/aws/ebs']]]);
  return [...onSnapshot, { action: 'kms:Decrypt', resource, context }];
}

/** AWS's own key for EBS, with which all disks are encrypted here. */
const EBS_KEY = '00000000-0000-4000-8000-0000000000eb';

function onExisting(action: string, resource: string, { tagsOf }: Tagged): readonly PermissionRequest[] {
  const tags = tagsOf(resource.split('/').at(-1) ?? '');
  if (!tags) return [];
  const context = Object.entries(tags).map(
    ([key, value]) => [`aws:resourcetag/${key.toLowerCase()}`, [value]] as const,
  );
  return [{ action, resource, context: new Map(context) }];
}

function volumeArn(id: string, { region, accountId }: Place): string {
  return `arn:aws:ec2:${region}:${accountId}:volume/${id}`;
}

/** The ARN of a snapshot has no account. */
function snapshotArn(id: string, { region }: Place): string {
  return `arn:aws:ec2:${region}::snapshot/${id}`;
}

function requestTags(input: Input): RequestContext {
  const tags = inputs(input.TagSpecifications).flatMap(({ Tags }) => inputs(Tags));
  return new Map(tags.map(({ Key, Value }) => [`aws:requesttag/${String(Key).toLowerCase()}`, [String(Value ?? '')]]));
}

function inputs(value: unknown): readonly Input[] {
  return Array.isArray(value) ? value : [];
}

/** The permission that AWS requires for an operation of KMS, with the whole encryption context. */
export function kmsPermissions(operation: string, input: Input, keyArn: string): readonly PermissionRequest[] {
  const given = Object.entries(Object(input.EncryptionContext) as Record<string, unknown>);
  const context = new Map(
    given.map(([name, value]) => [`kms:encryptioncontext:${name.toLowerCase()}`, [String(value)]] as const),
  );
  return [{ action: `kms:${operation}`, resource: keyArn, context }];
}
