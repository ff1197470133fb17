import type { Place } from '../aws/names.ts';
import type { RequestContext } from './condition.ts';
import type { PermissionRequest } from './policy.ts';

/** The tags of an existing volume or snapshot, by its id; undefined when there is none of this id. */
export type TagsOf = (resourceId: string) => Readonly<Record<string, string>> | undefined;

interface Scope extends Place {
  readonly tagsOf: TagsOf;
}

type Input = Readonly<Record<string, unknown>>;

/** What AWS asks IAM before it does `operation` of EC2. */
export function ec2Permissions(operation: string, input: Input, scope: Scope): readonly PermissionRequest[] {
  const action = `ec2:${operation}`;
  switch (operation) {
    case 'CreateSnapshot':
      return createSnapshotPermissions(input, scope);
    case 'DeleteVolume':
      return [onVolume(action, input.VolumeId, scope)];
    case 'DeleteSnapshot': {
      const id = String(input.SnapshotId);
      return [{ action, resource: snapshotArn(id, scope), context: resourceTags(id, scope) }];
    }
    // What only describes knows no resource.
    default:
      return [{ action, resource: '*', context: new Map() }];
  }
}

/** EC2 asks for the volume, for the snapshot that is to be, and for each tag that this is born with. */
function createSnapshotPermissions(input: Input, scope: Scope): readonly PermissionRequest[] {
  const action = 'ec2:CreateSnapshot';
  const tags = requestTags(input);
  const snapshot = snapshotArn('*', scope);
  const tagging = new Map([...tags, ['ec2:createaction', ['CreateSnapshot']]]);
  return [
    onVolume(action, input.VolumeId, scope),
    { action, resource: snapshot, context: tags },
    ...(tags.size > 0 ? [{ action: 'ec2:CreateTags', resource: snapshot, context: tagging }] : []),
  ];
}

function onVolume(action: string, volumeId: unknown, scope: Scope): PermissionRequest {
  const id = String(volumeId);
  const resource = `arn:aws:ec2:${scope.region}:${scope.accountId}:volume/${id}`;
  return { action, resource, context: resourceTags(id, scope) };
}

/** The ARN of a snapshot names no account. */
function snapshotArn(id: string, { region }: Place): string {
  return `arn:aws:ec2:${region}::snapshot/${id}`;
}

function resourceTags(id: string, { tagsOf }: Scope): RequestContext {
  const tags = Object.entries(tagsOf(id) ?? {});
  return new Map(tags.map(([key, value]) => [`aws:resourcetag/${key.toLowerCase()}`, [value]]));
}

function requestTags(input: Input): RequestContext {
  const tags = list(input.TagSpecifications).flatMap(({ Tags }) => list(Tags));
  if (tags.length === 0) return new Map();
  const context = new Map([['aws:tagkeys', tags.map(({ Key }) => String(Key))]]);
  for (const { Key, Value } of tags) context.set(`aws:requesttag/${String(Key).toLowerCase()}`, [String(Value ?? '')]);
  return context;
}

function list(value: unknown): readonly Input[] {
  return Array.isArray(value) ? value : [];
}
