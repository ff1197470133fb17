import { randomUUID } from 'node:crypto';
import {
  type EdgeKeys,
  EdgeKeysChangedError,
  type EdgeValues,
} from '../../../shared/domain/sandboxes/ingress/install-ingress-keys.ts';
import type { LaunchPace } from '../../../shared/domain/sandboxes/launch/tasks.ts';
import { limits } from '../../../shared/domain/sandboxes/record/limits.ts';
import type { Sandbox } from '../../../shared/domain/sandboxes/record/sandbox.ts';
import type { SandboxSpec } from '../../../shared/domain/sandboxes/specs/sandbox-specs.ts';
import {
  noWork,
  type WorkPlace,
  type WorkRow,
  type WorkRows,
} from '../../../shared/domain/sandboxes/waits/sandbox-work.ts';
import type {
  WaitBounds,
  Waiter,
  WaitPlace,
  WaitPlaces,
  WaitRefusal,
} from '../../../shared/domain/sandboxes/waits/wait-for-status.ts';
import {
  isClaimable,
  PoolChangedError,
  type PoolLook,
  type WarmPool,
  type WarmTasks,
} from '../../../shared/domain/sandboxes/warm/warm-tasks.ts';
import type { Part } from '../../../shared/platform/aws/transact.ts';
import { type Clock, systemClock } from '../../../shared/platform/clock.ts';
import { VersionConflictError } from '../../../shared/platform/errors.ts';
import { memoryPart } from '../platform/memory-parts.ts';
import type { MemorySandboxStore } from './memory-sandbox-store.ts';

/** The warm pool over the rows of sandboxes in memory. */
export class MemoryWarmTasks implements WarmTasks, WarmPool {
  readonly #sandboxes: MemorySandboxStore;
  readonly #now: Clock;
  #turn = 0;

  constructor(sandboxes: MemorySandboxStore, now: Clock = systemClock) {
    this.#sandboxes = sandboxes;
    this.#now = now;
  }

  async ready(spec: SandboxSpec): Promise<readonly Sandbox[]> {
    return this.#rows().filter((row) => isClaimable(row, spec, this.#now()));
  }

  async look(): Promise<PoolLook> {
    return { rows: this.#rows(), turn: this.#turn };
  }

  async add(rows: readonly Sandbox[], turn: number): Promise<void> {
    if (turn !== this.#turn) throw new PoolChangedError('another keeper added to the warm pool');
    this.#turn += 1;
    this.#sandboxes.apply(rows.map((next) => ({ previous: null, next })));
  }

  #rows(): Sandbox[] {
    return [...this.#sandboxes.rows.values()].filter(({ warm, phase }) => warm !== null && phase !== 'DELETED');
  }
}

/** The pool of a deployment without one. */
export const noWarmTasks: WarmTasks = { ready: async () => [] };

const HORIZON = limits.turnsAhead * 1000;
const NEAR = limits.turnsAtOnce * 1000;
const CLAIM = (limits.offering + limits.gather) * 1000;

/** The launch pace of one process. */
export class MemoryLaunchPace implements LaunchPace {
  readonly ahead: number;
  readonly #interval: number;
  #next = 0;
  #queueUntil = 0;
  #offerUntil = 0;

  constructor(perSecond: number) {
    this.#interval = Math.ceil(1_000_000 / perSecond) / 1000;
    this.ahead = Math.ceil(HORIZON / this.#interval);
  }

  async reserve(now: Date, isQueued = false): Promise<Date | undefined> {
    const slot = Math.max(now.getTime(), this.#next);
    if (slot > now.getTime() + (isQueued ? HORIZON : NEAR)) return undefined;
    if (!isQueued && this.#queueUntil > now.getTime()) return undefined;
    this.#next = slot + this.#interval;
    return new Date(Math.ceil(slot));
  }

  async keepForQueue(until: Date): Promise<void> {
    this.#queueUntil = until.getTime();
  }

  async claimOffer(now: Date): Promise<boolean> {
    if (this.#offerUntil > now.getTime()) return false;
    this.#offerUntil = now.getTime() + CLAIM;
    this.#queueUntil = now.getTime() + HORIZON;
    return true;
  }

  async endOffer(): Promise<void> {
    this.#offerUntil = 0;
  }

  async reserveIdle(now: Date): Promise<boolean> {
    if (this.#next > now.getTime()) return false;
    await this.reserve(now);
    return true;
  }
}

/** The wait places of one process. */
export class MemoryWaitPlaces implements WaitPlaces {
  readonly #bounds: WaitBounds;
  readonly #now: Clock;
  readonly #held = new Map<string, { readonly key: string; readonly until: Date }>();

  constructor(bounds: WaitBounds, now: Clock) {
    this.#bounds = bounds;
    this.#now = now;
  }

  get taken(): number {
    return this.#live().length;
  }

  async take({ ownerId, keyId }: Waiter, until: Date): Promise<WaitPlace | WaitRefusal> {
    const key = `${ownerId}/${keyId}`;
    const live = this.#live();
    if (this.#bounds.overall === 0) return 'service_full';
    if (live.filter((place) => place.key === key).length >= this.#bounds.perKey) return 'key_full';
    if (live.length >= (this.#bounds.overall ?? Number.POSITIVE_INFINITY)) return 'service_full';
    const holder = randomUUID();
    this.#held.set(holder, { key, until });
    return { holder, slots: [] };
  }

  async release({ holder }: WaitPlace): Promise<void> {
    this.#held.delete(holder);
  }

  #live() {
    return [...this.#held.values()].filter(({ until }) => until > this.#now());
  }
}

export class MemoryWorkRows implements WorkRows {
  readonly #rows = new Map<string, WorkRow>();

  async read(place: WorkPlace): Promise<WorkRow> {
    return this.#rowOf(place);
  }

  async withOrders(places: readonly WorkPlace[]): Promise<readonly WorkPlace[]> {
    return places.filter((place) => this.#rowOf(place).orders.length > 0);
  }

  async write(place: WorkPlace, previous: WorkRow, next: WorkRow): Promise<void> {
    if (this.#rowOf(place).version !== previous.version)
      throw new VersionConflictError('work of sandbox', place.sandboxId);
    this.#rows.set(`${place.ownerId}/${place.sandboxId}`, next);
  }

  part(place: WorkPlace, previous: WorkRow, next: WorkRow): Part {
    const part = { item: {}, lost: () => new VersionConflictError('work of sandbox', place.sandboxId) };
    return memoryPart(part, {
      holds: () => this.#rowOf(place).version === previous.version,
      write: () => this.#rows.set(`${place.ownerId}/${place.sandboxId}`, next),
    });
  }

  #rowOf({ ownerId, sandboxId }: WorkPlace): WorkRow {
    return this.#rows.get(`${ownerId}/${sandboxId}`) ?? noWork;
  }
}

/** A sweep of sandboxes whose agents have nothing to do. */
export const noAgentWork = { agentWork: {} };

export class MemoryEdgeKeys implements EdgeKeys {
  /** The entries by name. */
  stored: Partial<EdgeValues> = {};
  #version = 1;

  /** The keys of labels. */
  get entry(): string | undefined {
    return this.stored.keys;
  }

  async version(): Promise<string> {
    return String(this.#version);
  }

  async values(): Promise<Partial<EdgeValues>> {
    return this.stored;
  }

  async replace(values: EdgeValues, version: string): Promise<void> {
    if (version !== String(this.#version)) throw new EdgeKeysChangedError();
    this.stored = values;
    this.#version += 1;
  }
}
