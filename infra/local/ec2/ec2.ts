import { join } from 'node:path';
import type { SnapshotEntry, VolumeEntry } from '../aws/inventory.ts';
import type { XmlParts } from '../aws/xml.ts';
import type { TaskVolumes } from '../ecs/task-volumes.ts';
import { Workspaces } from '../ecs/workspaces.ts';
import { DiskFolders } from './disk-folders.ts';
import { Ec2Api } from './ec2-api.ts';
import type { Tag } from './records.ts';
import { Removals } from './removals.ts';
import { ResourceStore, type Surroundings } from './resource-store.ts';
import { type SnapshotFaults, type SnapshotListener, Snapshots } from './snapshots.ts';
import { Trees } from './trees.ts';
import type { NetworkInterface } from './views.ts';
import { Volumes } from './volumes.ts';

/** Amazon EC2 on one machine, as far as volumes and snapshots go: each is a folder. */
export interface LocalEc2 {
  /** Answers one API action, in the names of the API reference and of the wire. @throws AwsError */
  handle(action: string, input: Readonly<Record<string, unknown>>): Promise<XmlParts>;
  /** The volumes that ECS manages here. */
  readonly volumes: TaskVolumes;
  /** The tags of a volume or a snapshot; undefined when there is none of this id. */
  tagsOf(resourceId: string): Readonly<Record<string, string>> | undefined;
  /** Publishes how each snapshot ended, as EventBridge's "EBS Snapshot Notification". It may publish an end twice. */
  onSnapshotEnd(listener: SnapshotListener): void;
  /** Everything there is. */
  inventory(): Promise<{ readonly volumes: readonly VolumeEntry[]; readonly snapshots: readonly SnapshotEntry[] }>;
  /** Continues what earlier runs left half done. To be called before the tasks start. */
  start(): Promise<void>;
  /** Ends all work where it stands; the next start goes on with it. To be called after the tasks have ended. */
  stop(): Promise<void>;
}

export interface LocalEc2Options {
  /** Holds `ec2/resources.json`, `volumes/`, `snapshots/` and `workspaces/`. */
  readonly stateDirectory: string;
  readonly region: string;
  readonly accountId: string;
  readonly log: (message: string) => void;
  readonly clock?: () => Date;
  readonly faults?: SnapshotFaults;
  /** The network interfaces of the live tasks. */
  readonly networkInterfaces: () => readonly NetworkInterface[];
}

export function createLocalEc2(options: LocalEc2Options): LocalEc2 {
  return new FolderEc2(options);
}

class FolderEc2 implements LocalEc2 {
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
    this.#snapshots = new Snapshots(surroundings, { faults, onIdle: () => this.#removals.collect() });
    this.#removals = new Removals(surroundings, this.#snapshots);
    this.volumes = new Volumes(surroundings, {
      readersOf: (volumeId) => this.#snapshots.readersOf(volumeId),
      onFilled: () => this.#removals.collect(),
      onDeleted: (volumeId) => this.#removals.add(volumeId),
    });
    const { snapshots, removals } = { snapshots: this.#snapshots, removals: this.#removals };
    this.#api = new Ec2Api({ ...surroundings, snapshots, removals, networkInterfaces });
  }

  handle(action: string, input: Readonly<Record<string, unknown>>): Promise<XmlParts> {
    return this.#api.handle(action, input);
  }

  tagsOf(resourceId: string): Readonly<Record<string, string>> | undefined {
    const tags = this.#surroundings.store.tagsOf(resourceId);
    return tags && byKey(tags);
  }

  onSnapshotEnd(listener: SnapshotListener): void {
    this.#snapshots.onEnd(listener);
  }

  async inventory(): ReturnType<LocalEc2['inventory']> {
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

  async start(): Promise<void> {
    await this.#surroundings.store.load();
    this.#started = true;
    await this.volumes.recover();
    this.#snapshots.resume();
    this.#removals.resume();
  }

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
