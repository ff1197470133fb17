import {
  CreateSnapshotCommand,
  CreateTagsCommand,
  DeleteSnapshotCommand,
  DeleteVolumeCommand,
  DescribeSnapshotsCommand,
  type EC2Client,
  EC2ServiceException,
  type Filter,
  paginateDescribeSnapshots,
  paginateDescribeVolumes,
} from '@aws-sdk/client-ec2';
import { listing } from '../../../platform/aws/call-limits.ts';
import { timestamp } from '../../../platform/clock.ts';
import {
  DEPLOYMENT_TAG,
  type DiskOwner,
  type Disks,
  diskTags,
  MARK_TAG,
  ORPHAN_TAG,
  SANDBOX_TAG,
  SAVED_TAG,
  type SaveOutcome,
  SNAPSHOT_TAG,
  type Snapshot,
  type Tag,
  type Volume,
} from '../record/disks.ts';
import { isAccessError } from '../record/failures.ts';
import { toSnapshot, toVolume } from './ec2-disk-shape.ts';

/** The largest pages of EC2. */
const VOLUMES_PER_PAGE = 500;
const SNAPSHOTS_PER_PAGE = 1000;

/** EC2's error codes for a resource that is still in use or cannot be deleted yet. */
const BUSY = new Set(['VolumeInUse', 'IncorrectState', 'IncorrectVolumeState', 'InvalidSnapshot.InUse']);

/** The account's snapshot quota, which only an operator can raise. */
const QUOTA = 'SnapshotLimitExceeded';

/** Temporary refusals: rate limits, and limits of concurrent operations. */
const PASSING =
  /^(RequestLimitExceeded|Throttling|TooManyRequests|RequestThrottled|IncorrectState|IncorrectVolumeState|.*RateExceeded|.*LimitExceeded)/;

/** Overrides of the client's timeouts. */
type CallLimits = { readonly requestTimeout?: number };

export interface Ec2Clients {
  /** Retries calls. */
  readonly repeatable: EC2Client;
  /** Never retries: without a client token, a retry after a lost response would create a second snapshot. */
  readonly once: EC2Client;
}

export class Ec2Disks implements Disks {
  readonly #ec2: EC2Client;
  readonly #once: EC2Client;
  readonly #deployment: string;

  constructor(clients: Ec2Clients, deployment: string) {
    this.#ec2 = clients.repeatable;
    this.#once = clients.once;
    this.#deployment = deployment;
  }

  async volumesOf(owner: DiskOwner): Promise<readonly Volume[]> {
    return everyPage(this.#volumePages(this.#filtersOf(owner)));
  }

  async snapshot(snapshotId: string): Promise<Snapshot | 'absent'> {
    const command = new DescribeSnapshotsCommand({ SnapshotIds: [snapshotId] });
    try {
      const { Snapshots: [snapshot] = [] } = await this.#ec2.send(command);
      return snapshot ? toSnapshot(snapshot) : 'absent';
    } catch (error) {
      if (isUnknown(error)) return 'absent';
      throw error;
    }
  }

  async save(volumeId: string, owner: DiskOwner): Promise<SaveOutcome> {
    try {
      const tags = diskTags(owner, this.#deployment);
      const snapshot = (await this.#savedBefore(volumeId, owner)) ?? (await this.#createSnapshot(volumeId, tags));
      return { kind: 'accepted', snapshot };
    } catch (error) {
      return saveFailure(error);
    }
  }

  takenFor(name: string): Promise<readonly Snapshot[]> {
    return everyPage(this.#snapshotPages([this.#ofDeployment(), { Name: `tag:${SNAPSHOT_TAG}`, Values: [name] }]));
  }

  async take(volumeId: string, name: string): Promise<SaveOutcome> {
    try {
      const earlier = (await this.takenFor(name)).filter((one) => one.volumeId === volumeId && one.state !== 'error');
      const tags = [
        { key: DEPLOYMENT_TAG, value: this.#deployment },
        { key: SNAPSHOT_TAG, value: name },
      ];
      return { kind: 'accepted', snapshot: oldestOf(earlier) ?? (await this.#createSnapshot(volumeId, tags)) };
    } catch (error) {
      return saveFailure(error);
    }
  }

  deleteVolume(volumeId: string): Promise<'deleted' | 'absent' | 'busy'> {
    return deletion(() => this.#ec2.send(new DeleteVolumeCommand({ VolumeId: volumeId })));
  }

  deleteSnapshot(snapshotId: string): Promise<'deleted' | 'absent' | 'busy'> {
    return deletion(() => this.#ec2.send(new DeleteSnapshotCommand({ SnapshotId: snapshotId })));
  }

  async nameSnapshot(snapshotId: string, name: string): Promise<void> {
    const Tags = [{ Key: SNAPSHOT_TAG, Value: name }];
    await this.#ec2.send(new CreateTagsCommand({ Resources: [snapshotId], Tags }));
  }

  async noteOrphans(ids: readonly string[], since: Date | null): Promise<void> {
    if (ids.length === 0) return;
    const tag = { Key: ORPHAN_TAG, Value: since === null ? '' : timestamp(since) };
    await this.#ec2.send(new CreateTagsCommand({ Resources: [...ids], Tags: [tag] }));
  }

  volumes(): AsyncIterable<readonly Volume[]> {
    return this.#volumePages([this.#ofDeployment()], listing);
  }

  snapshots(): AsyncIterable<readonly Snapshot[]> {
    return this.#snapshotPages([this.#ofDeployment(), { Name: 'tag-key', Values: [SAVED_TAG] }], listing);
  }

  /** The oldest of several, so that later calls find the same one: EC2 lists new snapshots with a delay. */
  async #savedBefore(volumeId: string, owner: DiskOwner): Promise<Snapshot | undefined> {
    const filters = [
      { Name: `tag:${SAVED_TAG}`, Values: [volumeId] },
      { Name: 'status', Values: ['pending', 'completed'] },
      ...this.#filtersOf(owner),
    ];
    return oldestOf(await everyPage(this.#snapshotPages(filters)));
  }

  async #createSnapshot(volumeId: string, tags: readonly Tag[]): Promise<Snapshot> {
    const all = [...tags, { key: SAVED_TAG, value: volumeId }];
    const Tags = all.map(({ key, value }) => ({ Key: key, Value: value }));
    const TagSpecifications = [{ ResourceType: 'snapshot' as const, Tags }];
    const created = await this.#once.send(new CreateSnapshotCommand({ VolumeId: volumeId, TagSpecifications }));
    return toSnapshot(created);
  }

  async *#volumePages(filters: Filter[], limits: CallLimits = {}): AsyncIterable<readonly Volume[]> {
    const input = { Filters: filters, MaxResults: VOLUMES_PER_PAGE };
    for await (const { Volumes = [] } of paginateDescribeVolumes({ client: this.#ec2 }, input, limits))
      yield Volumes.map(toVolume).filter(({ state }) => state !== 'deleted');
  }

  async *#snapshotPages(filters: Filter[], limits: CallLimits = {}): AsyncIterable<readonly Snapshot[]> {
    const input = { OwnerIds: ['self'], Filters: filters, MaxResults: SNAPSHOTS_PER_PAGE };
    for await (const { Snapshots = [] } of paginateDescribeSnapshots({ client: this.#ec2 }, input, limits))
      yield Snapshots.map(toSnapshot);
  }

  #filtersOf({ startedBy, mark }: DiskOwner): Filter[] {
    return [
      this.#ofDeployment(),
      { Name: `tag:${SANDBOX_TAG}`, Values: [startedBy] },
      { Name: `tag:${MARK_TAG}`, Values: [mark] },
    ];
  }

  #ofDeployment(): Filter {
    return { Name: `tag:${DEPLOYMENT_TAG}`, Values: [this.#deployment] };
  }
}

function oldestOf(snapshots: readonly Snapshot[]): Snapshot | undefined {
  return snapshots.toSorted((a, b) => (a.startedAt < b.startedAt ? -1 : 1))[0];
}

async function everyPage<T>(pages: AsyncIterable<readonly T[]>): Promise<readonly T[]> {
  const all: T[] = [];
  for await (const page of pages) all.push(...page);
  return all;
}

async function deletion(send: () => Promise<unknown>): Promise<'deleted' | 'absent' | 'busy'> {
  try {
    await send();
    return 'deleted';
  } catch (error) {
    if (isUnknown(error)) return 'absent';
    if (error instanceof EC2ServiceException && BUSY.has(error.name)) return 'busy';
    throw error;
  }
}

function isUnknown(error: unknown): boolean {
  return error instanceof EC2ServiceException && /^Invalid(Volume|Snapshot)\.NotFound$/.test(error.name);
}

function saveFailure(error: unknown): SaveOutcome {
  if (!(error instanceof EC2ServiceException)) return { kind: 'unclear', error };
  const { name, message } = error;
  const refused = (code: string, retryable: boolean): SaveOutcome => ({ kind: 'refused', code, message, retryable });
  if (isAccessError(error)) return refused('access_denied', false);
  if (isUnknown(error)) return refused('volume_lost', false);
  if (name === QUOTA) return refused('quota_reached', true);
  if (PASSING.test(name)) return refused('throttled', true);
  if ((error.$metadata.httpStatusCode ?? 500) >= 500) return { kind: 'unclear', error };
  return refused('snapshot_refused', false);
}
