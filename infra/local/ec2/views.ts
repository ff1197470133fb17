import type { XmlParts } from '../aws/xml.ts';
import { publicDnsName } from '../ecs/public-address.ts';
import type { NetworkInterface } from '../ecs/task-view.ts';
import type { SnapshotRecord, Tag, VolumeRecord } from './records.ts';

/** A volume under its wire names. That of a Fargate task has no instance and no device. */
export function volumeView(volume: VolumeRecord): XmlParts {
  const { id, task, attachedAt, state } = volume;
  const attachment = task &&
    state === 'in-use' && {
      volumeId: id,
      status: 'attached',
      attachTime: attachedAt === undefined ? undefined : new Date(attachedAt),
      associatedResource: task.arn,
      instanceOwningService: 'ecs-fargate.amazonaws.com',
      deleteOnTermination: task.deleteOnTermination,
    };
  return {
    volumeId: id,
    size: volume.sizeGibibytes,
    snapshotId: volume.snapshotId ?? '',
    availabilityZone: volume.availabilityZone,
    status: state,
    createTime: new Date(volume.createdAt),
    attachmentSet: attachment ? [attachment] : [],
    tagSet: tagSet(volume.tags),
    volumeType: volume.volumeType,
    iops: volume.iops,
    throughput: volume.throughput,
    encrypted: volume.encrypted,
    multiAttachEnabled: false,
  };
}

/** A snapshot under its wire names. */
export function snapshotView(snapshot: SnapshotRecord, ownerId: string): XmlParts {
  const { id, state, stateMessage, startedAt, endedAt } = snapshot;
  return {
    snapshotId: id,
    volumeId: snapshot.volumeId,
    status: state,
    statusMessage: stateMessage,
    startTime: new Date(startedAt),
    completionTime: state === 'completed' && endedAt !== undefined ? new Date(endedAt) : undefined,
    progress: state === 'completed' ? '100%' : '0%',
    ownerId,
    volumeSize: snapshot.volumeSizeGibibytes,
    description: snapshot.description,
    encrypted: snapshot.encrypted,
    storageTier: 'standard',
    tagSet: tagSet(snapshot.tags),
  };
}

export function networkInterfaceView(networkInterface: NetworkInterface, ownerId: string, region: string): XmlParts {
  const { id, subnetId, macAddress, availabilityZone, address, publicAddress } = networkInterface;
  return {
    networkInterfaceId: id,
    subnetId,
    availabilityZone,
    macAddress,
    ownerId,
    status: 'in-use',
    interfaceType: 'interface',
    privateIpAddress: address,
    association: publicAddress && {
      publicIp: publicAddress,
      publicDnsName: publicDnsName(publicAddress, region),
      ipOwnerId: 'amazon',
    },
    tagSet: [],
  };
}

function tagSet(tags: readonly Tag[]): readonly XmlParts[] {
  return tags.map(({ key, value }) => ({ key, value }));
}
