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
import * as z from 'zod';
import { listing } from '../../../platform/aws/call-limits.ts';
import { timestamp } from '../../../platform/clock.ts';
import {
  DEPLOYMENT_TAG,
  type DiskOwner,
  type Disks,
  diskTags,
  MARK_TAG,
  notesOfTags,
  ORPHAN_TAG,
  ownerOfTags,
  SANDBOX_TAG,
  SAVED_TAG,
  type SaveOutcome,
  type Snapshot,
  type Volume,
} from '../record/disks.ts';
import { isAccessError } from '../record/failures.ts';

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
      const snapshot = (await this.#savedBefore(volumeId, owner)) ?? (await this.#createSnapshot(volumeId, owner));
      return { kind: 'accepted', snapshot };
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
    const found = await everyPage(this.#snapshotPages(filters));
    return found.toSorted((a, b) => (a.startedAt < b.startedAt ? -1 : 1))[0];
  }

  async #createSnapshot(volumeId: string, owner: DiskOwner): Promise<Snapshot> {
    const tags = [...diskTags(owner, this.#deployment), { key: SAVED_TAG, value: volumeId }];
    const Tags = tags.map(({ key, value }) => ({ Key: key, Value: value }));
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

const Tags = z
  .array(z.object({ Key: z.string().optional(), Value: z.string().optional() }))
  .nullish()
  .transform((tags) => {
    const own = (tags ?? []).map(({ Key, Value }) => ({ key: Key, value: Value }));
    return { owner: ownerOfTags(own), ...notesOfTags(own) };
  });

const EbsVolume = z.object({
  VolumeId: z.string(),
  State: z.enum(['creating', 'available', 'in-use', 'deleting', 'deleted', 'error']),
  CreateTime: z.date(),
  Tags,
});

/** `recoverable` and `recovering` are states of the recycle bin, which only operators use. */
const EbsSnapshot = z.object({
  SnapshotId: z.string(),
  VolumeId: z.string().default(''),
  State: z.enum(['pending', 'completed', 'error', 'recoverable', 'recovering']),
  StateMessage: z.string().nullish(),
  StartTime: z.date(),
  Tags,
});

const snapshotStates = {
  pending: 'pending',
  recovering: 'pending',
  completed: 'completed',
  error: 'error',
  recoverable: 'error',
} as const;

/** @throws ZodError for a value that is not an EC2 volume */
function toVolume(value: unknown): Volume {
  const { VolumeId: id, State: state, CreateTime, Tags } = EbsVolume.parse(value);
  return { id, state, ...Tags, createdAt: timestamp(CreateTime) };
}

/** @throws ZodError for a value that is not an EC2 snapshot */
export function toSnapshot(value: unknown): Snapshot {
  const { SnapshotId: id, VolumeId: volumeId, State, StateMessage, StartTime, Tags } = EbsSnapshot.parse(value);
  const message = StateMessage || null;
  return { id, volumeId, state: snapshotStates[State], message, ...Tags, startedAt: timestamp(StartTime) };
}

/** The detail of EC2's "EBS Snapshot Notification", which is also sent for shared and copied snapshots. */
const SnapshotEvent = z.object({ event: z.string(), snapshot_id: z.string() });

/** @returns the id of the snapshot that was completed or failed; undefined for any other event */
export function snapshotOfEvent(detail: unknown): string | undefined {
  const event = SnapshotEvent.safeParse(detail);
  if (!event.success || event.data.event !== 'createSnapshot') return undefined;
  return /snapshot\/(snap-[0-9a-f]+)$/.exec(event.data.snapshot_id)?.[1];
}
