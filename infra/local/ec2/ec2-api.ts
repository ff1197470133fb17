import { AwsError } from '../aws/aws-error.ts';
import type { XmlParts } from '../aws/xml.ts';
import type { NetworkInterface } from '../ecs/task-view.ts';
import { type FilterFields, filtered, pageOfResources } from './pages.ts';
import type { SnapshotRecord, VolumeRecord } from './records.ts';
import type { Removals } from './removals.ts';
import {
  CreateSnapshotInput,
  CreateTagsInput,
  DeleteSnapshotInput,
  DeleteVolumeInput,
  DescribeNetworkInterfacesInput,
  DescribeSnapshotsInput,
  DescribeVolumesInput,
  invalidValue,
  parseInput,
} from './requests.ts';
import type { Surroundings } from './resource-store.ts';
import type { Snapshots } from './snapshots.ts';
import { networkInterfaceView, snapshotView, volumeView } from './views.ts';

interface Parts extends Surroundings {
  readonly snapshots: Snapshots;
  readonly removals: Removals;
  readonly networkInterfaces: () => readonly NetworkInterface[];
}

type Input = Readonly<Record<string, unknown>>;

/** EC2's limit for pending snapshots of one volume. */
const MAX_PENDING = 5;

const volumeFilters: FilterFields<VolumeRecord> = {
  status: ({ state }) => [state],
  'volume-id': ({ id }) => [id],
};

const snapshotFilters: FilterFields<SnapshotRecord> = {
  status: ({ state }) => [state],
  'snapshot-id': ({ id }) => [id],
  'volume-id': ({ volumeId }) => [volumeId],
  description: ({ description }) => [description],
  encrypted: ({ encrypted }) => [String(encrypted)],
};

/** The EC2 actions that workspaces need. */
export class Ec2Api {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** @throws AwsError as EC2 would return it */
  async handle(action: string, input: Input): Promise<XmlParts> {
    if (input.DryRun === 'true') {
      throw new AwsError('DryRunOperation', 'Request would have succeeded, but DryRun flag is set.', 412);
    }
    switch (action) {
      case 'DescribeVolumes':
        return this.#whenDurable(this.#describeVolumes(input));
      case 'DescribeSnapshots':
        return this.#whenDurable(this.#describeSnapshots(input));
      case 'DescribeNetworkInterfaces':
        return this.#describeNetworkInterfaces(input);
      case 'CreateSnapshot':
        return this.#createSnapshot(input);
      case 'DeleteSnapshot':
        return this.#deleteSnapshot(input);
      case 'DeleteVolume':
        return this.#deleteVolume(input);
      case 'CreateTags':
        return this.#createTags(input);
      default:
        throw new AwsError('InvalidAction', `The action ${action} is not valid for this web service.`);
    }
  }

  /** Holds a response back until its content is durable. */
  async #whenDurable(answer: XmlParts): Promise<XmlParts> {
    await this.#parts.store.settled();
    return answer;
  }

  #describeVolumes(raw: Input): XmlParts {
    const { VolumeIds, Filters, ...paging } = parseInput(DescribeVolumesInput, raw);
    const { store } = this.#parts;
    const volumes = VolumeIds?.map((id) => this.#volume(id)) ?? store.volumes;
    const placed = ({ id, createdAt }: VolumeRecord) => ({ id, since: createdAt });
    const { page, nextToken } = pageOfResources(filtered(volumes, Filters, volumeFilters), placed, paging, VolumeIds);
    return { volumeSet: page.map(volumeView), nextToken };
  }

  #describeSnapshots(raw: Input): XmlParts {
    const { SnapshotIds, OwnerIds, Filters, ...paging } = parseInput(DescribeSnapshotsInput, raw);
    const { store, accountId } = this.#parts;
    const named = SnapshotIds?.map((id) => this.#snapshot(id));
    const all = named ?? store.snapshots.filter(({ state }) => state !== 'deleting');
    const own = OwnerIds === undefined || OwnerIds.some((owner) => owner === 'self' || owner === accountId);
    const placed = ({ id, startedAt }: SnapshotRecord) => ({ id, since: startedAt });
    const found = filtered(own ? all : [], Filters, snapshotFilters);
    const { page, nextToken } = pageOfResources(found, placed, paging, SnapshotIds);
    return { snapshotSet: page.map((snapshot) => snapshotView(snapshot, accountId)), nextToken };
  }

  #describeNetworkInterfaces(raw: Input): XmlParts {
    const { NetworkInterfaceIds, Filters, ...paging } = parseInput(DescribeNetworkInterfacesInput, raw);
    const { networkInterfaces, accountId, region } = this.#parts;
    const all = networkInterfaces().map((each) => ({ ...each, tags: [] }));
    const missing = NetworkInterfaceIds?.find((id) => !all.some((each) => each.id === id));
    if (missing !== undefined) {
      throw new AwsError('InvalidNetworkInterfaceID.NotFound', `The networkInterface ID '${missing}' does not exist`);
    }
    const named = all.filter(({ id }) => NetworkInterfaceIds?.includes(id) ?? true);
    const placed = ({ id, createdAt }: NetworkInterface) => ({ id, since: createdAt });
    const { page, nextToken } = pageOfResources(filtered(named, Filters, {}), placed, paging, NetworkInterfaceIds);
    return { networkInterfaceSet: page.map((each) => networkInterfaceView(each, accountId, region)), nextToken };
  }

  async #createSnapshot(raw: Input): Promise<XmlParts> {
    const { VolumeId, Description, TagSpecifications } = parseInput(CreateSnapshotInput, raw);
    const { store, snapshots, accountId } = this.#parts;
    const volume = this.#volume(VolumeId);
    if (volume.state === 'deleting') throw noVolume(VolumeId);
    if (volume.state !== 'available' && volume.state !== 'in-use') {
      throw new AwsError('IncorrectState', `Volume '${VolumeId}' is in the '${volume.state}' state.`);
    }
    const pending = store.snapshots.filter(({ volumeId, state }) => volumeId === VolumeId && state === 'pending');
    if (pending.length >= MAX_PENDING) {
      throw new AwsError(
        'ConcurrentSnapshotLimitExceeded',
        'Maximum allowed in-progress snapshots for a single volume exceeded.',
      );
    }
    const tags = TagSpecifications.flatMap(({ Tags }) => Tags);
    const snapshot = await this.#saved(snapshots.begin(volume, Description, tags));
    return { ...snapshotView({ ...snapshot, state: 'pending' }, accountId), progress: '' };
  }

  async #deleteVolume(raw: Input): Promise<XmlParts> {
    const { VolumeId } = parseInput(DeleteVolumeInput, raw);
    const volume = this.#volume(VolumeId);
    const { state, task } = volume;
    if (state === 'deleting') throw noVolume(VolumeId);
    if (task) throw new AwsError('VolumeInUse', `Volume ${VolumeId} is currently attached to ${task.arn}`);
    return this.#deleted(volume);
  }

  async #deleteSnapshot(raw: Input): Promise<XmlParts> {
    const { SnapshotId } = parseInput(DeleteSnapshotInput, raw);
    const answer = await this.#deleted(this.#snapshot(SnapshotId));
    this.#parts.snapshots.abandon(SnapshotId);
    return answer;
  }

  async #deleted(resource: VolumeRecord | SnapshotRecord): Promise<XmlParts> {
    const { state } = resource;
    resource.state = 'deleting';
    try {
      await this.#saved(this.#parts.store.save());
    } catch (error) {
      resource.state = state;
      throw error;
    }
    this.#parts.removals.add(resource.id);
    return { return: true };
  }

  async #createTags(raw: Input): Promise<XmlParts> {
    const { Resources, Tags } = parseInput(CreateTagsInput, raw);
    const tagged = Resources.map((id) => (id.startsWith('vol-') ? this.#volume(id) : this.#snapshot(id)));
    for (const resource of tagged) {
      const others = resource.tags.filter(({ key }) => !Tags.some((tag) => tag.key === key));
      if (others.length + Tags.length > 50) throw new AwsError('TagLimitExceeded', 'A resource has at most 50 tags.');
      resource.tags = [...others, ...Tags];
    }
    await this.#saved(this.#parts.store.save());
    return { return: true };
  }

  /** @throws AwsError InternalError, which callers retry, when the write fails */
  async #saved<T>(write: Promise<T>): Promise<T> {
    try {
      return await write;
    } catch (error) {
      this.#parts.log(`The record of volumes and snapshots could not be written: ${String(error)}`);
      throw new AwsError('InternalError', 'The record of volumes and snapshots could not be written.', 500);
    }
  }

  #volume(id: string): VolumeRecord {
    if (!id.startsWith('vol-')) throw malformed(id, 'volumeId', 'vol-...');
    const volume = this.#parts.store.volume(id);
    if (!volume) throw noVolume(id);
    return volume;
  }

  #snapshot(id: string): SnapshotRecord {
    if (!id.startsWith('snap-')) throw malformed(id, 'snapshotId', 'snap-...');
    const snapshot = this.#parts.store.snapshot(id);
    if (!snapshot) throw new AwsError('InvalidSnapshot.NotFound', `The snapshot '${id}' does not exist.`);
    return snapshot;
  }
}

function noVolume(id: string): AwsError {
  return new AwsError('InvalidVolume.NotFound', `The volume '${id}' does not exist.`);
}

function malformed(id: string, parameter: string, expected: string): AwsError {
  return invalidValue(`Value (${id}) for parameter ${parameter} is invalid. Expected: '${expected}'.`);
}
