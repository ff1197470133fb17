import type { Place } from '../aws/names.ts';
import type { RequestContext } from './condition.ts';
import type { PermissionRequest } from './policy.ts';

/** The tags of an existing volume or snapshot, by its id; undefined when there is none of this id. */
export type TagsOf = (resourceId: string) => Readonly<Record<string, string>> | undefined;

interface Scope extends Place {
  readonly tagsOf: TagsOf;
}

type Input = Readonly<Record<string, unknown>>;

/** What AWS asks IAM before an operation of EC2; nothing about a missing resource, which EC2 reports. */
export function ec2Permissions(operation: string, input: Input, scope: Scope): readonly PermissionRequest[] {
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
    // What only describes knows no resource.
    default:
      return [{ action, resource: '*', context: new Map() }];
  }
}

/** EC2 asks for the volume, for the snapshot that is to be, and for the tags that this is born with. */
function createSnapshotPermissions(input: Input, scope: Scope): readonly PermissionRequest[] {
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

/** EC2 asks for each resource, with the tags that it has and those that it is to get. */
function tagPermissions(input: Input, scope: Scope): readonly PermissionRequest[] {
  const tags = list(input.Tags);
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

function onExisting(action: string, resource: string, { tagsOf }: Scope): readonly PermissionRequest[] {
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

/** The ARN of a snapshot names no account. */
function snapshotArn(id: string, { region }: Place): string {
  return `arn:aws:ec2:${region}::snapshot/${id}`;
}

function requestTags(input: Input): RequestContext {
  const tags = list(input.TagSpecifications).flatMap(({ Tags }) => list(Tags));
  return new Map(tags.map(({ Key, Value }) => [`aws:requesttag/${String(Key).toLowerCase()}`, [String(Value ?? '')]]));
}

function list(value: unknown): readonly Input[] {
  return Array.isArray(value) ? value : [];
}
