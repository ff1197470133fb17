import { join } from 'node:path';
import type { Faults } from '../aws/faults.ts';
import type { Inventory } from '../aws/inventory.ts';
import type { XmlParts } from '../aws/xml.ts';
import type { NetworkInterface } from '../ecs/task-view.ts';
import { Workspaces } from '../ecs/workspaces.ts';
import { DiskFolders } from './disk-folders.ts';
import { Ec2Api } from './ec2-api.ts';
import type { SnapshotRecord, Tag } from './records.ts';
import { Removals } from './removals.ts';
import { ResourceStore, type Surroundings } from './resource-store.ts';
import { type SnapshotListener, Snapshots } from './snapshots.ts';
import { Trees } from './trees.ts';
import { Volumes } from './volumes.ts';

interface LocalEc2Options {
  /** Holds `ec2/resources.json`, `volumes/`, `snapshots/` and `workspaces/`. */
  readonly stateDirectory: string;
  readonly region: string;
  readonly accountId: string;
  readonly log: (message: string) => void;
  readonly clock?: () => Date;
  readonly faults?: Faults;
  /** The network interfaces of the live tasks. */
  readonly networkInterfaces: () => readonly NetworkInterface[];
}

/** Amazon EC2 on one machine, limited to volumes and snapshots: each is a folder. */
export class LocalEc2 {
  /** The volumes that ECS manages here. */
  readonly volumes: Volumes;
  readonly #surroundings: Surroundings;
  readonly #api: Ec2Api;
  readonly #snapshots: Snapshots;
  readonly #removals: Removals;
  readonly #halting = new AbortController();
  #started = false;

  constructor(options: LocalEc2Options) {
    const { stateDirectory, region, accountId, log, clock = () => new Date(), faults, networkInterfaces } = options;
    const surroundings: Surroundings = {
      store: new ResourceStore(join(stateDirectory, 'ec2', 'resources.json')),
      folders: new DiskFolders(stateDirectory, new Workspaces(join(stateDirectory, 'workspaces'))),
      trees: new Trees(),
      log,
      clock,
      region,
      accountId,
      halted: this.#halting.signal,
    };
    this.#surroundings = surroundings;
    const snapshots = new Snapshots(surroundings, { faults, onIdle: () => removals.collect() });
    const removals = new Removals(surroundings, snapshots);
    this.#snapshots = snapshots;
    this.#removals = removals;
    this.volumes = new Volumes(surroundings, {
      readersOf: (volumeId) => snapshots.readersOf(volumeId),
      onFilled: () => removals.collect(),
      onDeleted: (volumeId) => removals.add(volumeId),
    });
    this.#api = new Ec2Api({ ...surroundings, snapshots, removals, networkInterfaces });
  }

  /** Performs an API action. The input has the names of the API reference. @throws AwsError */
  handle(action: string, input: Readonly<Record<string, unknown>>): Promise<XmlParts> {
    return this.#api.handle(action, input);
  }

  /** The tags of a volume or a snapshot; undefined when it does not exist. */
  tagsOf(resourceId: string): Readonly<Record<string, string>> | undefined {
    const tags = this.#surroundings.store.tagsOf(resourceId);
    return tags && byKey(tags);
  }

  /** A snapshot and its folder, to read its blocks; undefined when it does not exist. */
  snapshot(id: string): { readonly record: SnapshotRecord; readonly folder: string } | undefined {
    const { store, folders } = this.#surroundings;
    const record = store.snapshot(id);
    return record && { record, folder: folders.snapshot(id) };
  }

  /** Publishes how each snapshot ended, as EventBridge's "EBS Snapshot Notification", possibly twice. */
  onSnapshotEnd(listener: SnapshotListener): void {
    this.#snapshots.onEnd(listener);
  }

  async inventory(): Promise<Omit<Inventory, 'tasks'>> {
    const { store, folders } = this.#surroundings;
    const volumes = store.volumes.map(async (volume) => ({
      id: volume.id,
      state: volume.state,
      size_gib: volume.sizeGibibytes,
      snapshot_id: volume.snapshotId ?? null,
      task_id: volume.task?.id ?? null,
      created_at: new Date(volume.createdAt).toISOString(),
      path: (await folders.find(volume)) ?? folders.home(volume.id),
      tags: byKey(volume.tags),
    }));
    const snapshots = store.snapshots.map(({ id, state, volumeId, startedAt, tags }) => ({
      id,
      state,
      volume_id: volumeId,
      started_at: new Date(startedAt).toISOString(),
      tags: byKey(tags),
    }));
    return { volumes: await Promise.all(volumes), snapshots };
  }

  /** Continues what earlier runs left unfinished. Call it before the tasks start. */
  async start(): Promise<void> {
    await this.#surroundings.store.load();
    this.#started = true;
    await this.volumes.recover();
    this.#snapshots.resume();
    this.#removals.resume();
  }

  /** Ends all work at once; the next start continues it. Call it after the tasks have ended. */
  async stop(): Promise<void> {
    const { trees, store } = this.#surroundings;
    if (!this.#started || this.#halting.signal.aborted) return;
    this.#halting.abort();
    await trees.close();
    await Promise.all([this.volumes.settled(), this.#snapshots.settled(), this.#removals.settled()]);
    await store.save();
  }
}

function byKey(tags: readonly Tag[]): Readonly<Record<string, string>> {
  return Object.fromEntries(tags.map(({ key, value }) => [key, value]));
}
