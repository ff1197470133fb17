import type { Place } from '../aws/names.ts';
import { type Input, inputs } from './call-input.ts';
import type { PermissionRequest, RequestContext } from './policy.ts';

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
