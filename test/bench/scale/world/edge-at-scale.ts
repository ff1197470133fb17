import type { EntriesAtEdge } from '../../../../shared/domain/maintenance/sweep-entries.ts';
import { ClaimedEntries } from '../../../../shared/domain/sandboxes/edge/claimed-entries.ts';
import { compareEntries } from '../../../../shared/domain/sandboxes/edge/compare-entries.ts';
import type { EdgeEntries } from '../../../../shared/domain/sandboxes/edge/edge-entries.ts';
import { type AddressRow, addressIdOf, type EdgeRow } from '../../../../shared/domain/sandboxes/edge/edge-row.ts';
import type { Claims } from '../../../../shared/domain/sandboxes/edge/edge-rows.ts';
import type { EdgeStates } from '../../../../shared/domain/sandboxes/edge/edge-state.ts';
import type { EdgeChanges, EdgeOutcome } from '../../../../shared/domain/sandboxes/edge/edge-store.ts';
import { EntryWriter } from '../../../../shared/domain/sandboxes/edge/write-entries.ts';
import {
  type Addresses,
  type RenewedAddresses,
  recordedAddresses,
} from '../../../../shared/domain/sandboxes/ingress/ingress.ts';
import type { Sandbox } from '../../../../shared/domain/sandboxes/record/sandbox.ts';
import type { AddressedTask } from '../../../../shared/domain/sandboxes/record/task.ts';
import { FakeIngress } from '../../../support/sandboxes/fake-agents.ts';
import { MemoryEdgeRows, MemoryEdgeStore } from '../../../support/sandboxes/memory-edge.ts';
import type { Invocation, Lambdas } from './lambdas.ts';
import type { SimulatedAws } from './simulated-aws.ts';
import { Stream } from './stream.ts';
import type { VirtualTime } from './virtual-time.ts';

/** How long an entry travels to the edge, in milliseconds. An assumption: AWS says "within seconds". */
const TRAVEL = 2_000;

/** How long a run of the writer begins new tries, in milliseconds: its timeout without the time of its last try. */
const RUN = 48_000;

/** The store, which notes when it got the entry of each public address. */
class TimedStore extends MemoryEdgeStore {
  readonly #now: () => number;
  readonly #writtenAt = new Map<string, number>();
  lostRaces = 0;
  /** Called with the keys that it has got and lost. */
  onChange: (keys: readonly string[]) => void = () => undefined;

  constructor(now: () => number) {
    super();
    this.#now = now;
  }

  override async update(version: string, changes: EdgeChanges): Promise<EdgeOutcome> {
    const before = changes.deletes.map((key) => this.values.get(key) ?? '');
    const outcome = await super.update(version, changes);
    this.calls.length = 0;
    if (outcome.kind === 'changed') this.lostRaces += 1;
    if (outcome.kind !== 'done') return outcome;
    for (const value of before) this.#writtenAt.delete(addressIn(value));
    for (const { value } of changes.puts) this.#writtenAt.set(addressIn(value), this.#now());
    this.onChange([...changes.puts.map(({ key }) => key), ...changes.deletes]);
    return outcome;
  }

  writtenAt(publicAddress: string): number | undefined {
    return this.#writtenAt.get(publicAddress);
  }
}

/** The table, whose changes that ask for the writer go to its stream. */
class StreamedRows extends MemoryEdgeRows {
  /** When the entry of each address id was first asked for, in milliseconds. */
  readonly askedAt = new Map<string, number>();
  onAsked: (addressId: string) => void = () => undefined;

  override async claim(own: EdgeRow, address: AddressRow, read: Claims): Promise<boolean> {
    return this.#tell(own.entry_id, await super.claim(own, address, read));
  }

  override async change(read: EdgeRow, change: Partial<EdgeRow>): Promise<boolean> {
    return this.#tell(read.entry_id, await super.change(read, change));
  }

  override async add(row: EdgeRow): Promise<boolean> {
    return this.#tell(row.entry_id, await super.add(row));
  }

  #tell(id: string, isChanged: boolean): boolean {
    const row = this.names.get(id);
    const addressId = addressIdOf(id) ?? '';
    if (isChanged && row?.write !== undefined) {
      this.askedAt.set(addressId, row.asked_at);
      this.onAsked(addressId);
    }
    return isChanged;
  }
}

/** Each task has its own public address. The lasting URL of its agent responds once the edge has the entry. */
class EdgeIngress extends FakeIngress {
  readonly #isAtEdge: (publicAddress: string) => boolean;

  constructor(isAtEdge: (publicAddress: string) => boolean) {
    super();
    this.#isAtEdge = isAtEdge;
  }

  override isAccepted(url: string): boolean {
    const [arn = '', lasting] = url.split('#');
    return lasting === undefined || this.#isAtEdge(publicAddressOf(arn));
  }

  override async addresses(_: Sandbox, { lastStatus, arn }: AddressedTask): Promise<Addresses | undefined> {
    if (lastStatus !== 'RUNNING') return undefined;
    const exposedUrls = [{ name: 'AGENT_SERVER' as const, port: 8000, url: `${arn}#lasting` }];
    return { agentUrl: arn, exposedUrls, publicAddress: publicAddressOf(arn) };
  }

  override async renewal(): Promise<RenewedAddresses> {
    return recordedAddresses;
  }
}

/** An instance of the writer's function, which is warm between its runs. */
class WriterInstance {
  readonly #writer: EntryWriter;
  #run: Invocation;

  constructor(run: Invocation, { store, rows, time, aws }: EdgeAtScale, random: () => number) {
    this.#run = run;
    const current = () => this.#run;
    this.#writer = new EntryWriter({
      get store() {
        return aws.metered('edgeStore', store, current());
      },
      get work() {
        return aws.metered('edgeRows', rows, current());
      },
      now: time.clock.now,
      random,
      pause: time.pause,
    });
  }

  write(ids: readonly string[], until: Date, run: Invocation): Promise<ReadonlySet<string>> {
    this.#run = run;
    return this.#writer.write(ids, until);
  }
}

/** The entries at the edge with their real writer, on a simulated table, stream and store. */
export class EdgeAtScale {
  readonly time: VirtualTime;
  readonly aws: SimulatedAws;
  readonly #lambdas: Lambdas;
  readonly #random: () => number;
  readonly #idle: WriterInstance[] = [];
  readonly store: TimedStore;
  readonly rows: StreamedRows;
  readonly ingress: FakeIngress;
  /** When the last change of the store was at the edge, in milliseconds. */
  lastChange: number | undefined;
  /** The longest time from an order to its change at the edge, in milliseconds. */
  slowest: number | undefined;

  constructor(time: VirtualTime, aws: SimulatedAws, lambdas: Lambdas, random: () => number) {
    this.time = time;
    this.aws = aws;
    this.#lambdas = lambdas;
    this.#random = random;
    this.store = new TimedStore(() => time.milliseconds);
    this.rows = new StreamedRows(time.clock.now);
    this.ingress = new EdgeIngress((publicAddress) => (this.atEdgeAt(publicAddress) ?? Infinity) <= time.milliseconds);
    const take = (ids: readonly string[]) => this.#write(ids);
    const stream = new Stream<string>(time, { parallel: 1, batchSize: 100, keyOf: (id) => id, take });
    this.rows.onAsked = (id) => stream.add(id);
    this.store.onChange = (keys) => this.#note(keys);
  }

  forget(): void {
    this.lastChange = undefined;
    this.slowest = undefined;
    this.store.lostRaces = 0;
  }

  #note(keys: readonly string[]): void {
    this.lastChange = this.time.milliseconds + TRAVEL;
    const waits = keys.map((key) => this.time.milliseconds + TRAVEL - (this.rows.askedAt.get(key) ?? Number.NaN));
    this.slowest = Math.max(this.slowest ?? 0, ...waits);
  }

  /** @returns when the entry of the address is or was at the edge, in milliseconds; undefined without an entry */
  atEdgeAt(publicAddress: string): number | undefined {
    const at = this.store.writtenAt(publicAddress);
    return at === undefined ? undefined : at + (this.aws.isFree ? 0 : TRAVEL);
  }

  /** The share of the room that the entries take. */
  get storeUsed(): number {
    const { values, room } = this.store;
    return [...values].reduce((sum, [key, value]) => sum + key.length + value.length, 0) / room;
  }

  entries(invocation: Invocation): EdgeEntries {
    return new ClaimedEntries(this.aws.metered('edgeRows', this.rows, invocation), this.time.clock.now);
  }

  states(invocation: Invocation): EdgeStates {
    const rows = this.aws.metered('edgeRows', this.rows, invocation);
    return { of: async (id) => ((await rows.find(id))?.written === undefined ? 'expected' : 'written') };
  }

  /** For the sweep. */
  swept(invocation: Invocation): EntriesAtEdge {
    return {
      entries: this.entries(invocation),
      rows: this.aws.metered('edgeRows', this.rows, invocation),
      compare: async () => {
        await this.aws.call('lambda.invoke', invocation);
        void this.#compare();
      },
    };
  }

  #compare(): Promise<void> {
    return this.#lambdas.run('write-edge-entries', (own) =>
      compareEntries({
        store: this.aws.metered('edgeStore', this.store, own),
        work: this.aws.metered('edgeRows', this.rows, own),
        now: this.time.clock.now,
      }),
    );
  }

  /** Handles one batch of the stream like write-edge-entries. @returns the ids of the batch that were not written */
  async #write(ids: readonly string[]): Promise<readonly string[]> {
    let failed: ReadonlySet<string> = new Set(ids);
    await this.#lambdas.run('write-edge-entries', async (own) => {
      const instance = this.#idle.pop() ?? new WriterInstance(own, this, this.#random);
      const until = new Date(this.time.milliseconds + RUN);
      failed = await instance.write([...new Set(ids)], until, own);
      this.#idle.push(instance);
    });
    return ids.filter((id) => failed.has(id));
  }
}

function addressIn(value: string): string {
  return value === '' ? '' : (JSON.parse(value) as { a: string }).a;
}

/** The number of the task as an address. */
function publicAddressOf(taskArn: string): string {
  const number = Number(taskArn.split('/').at(-1));
  return [198, 18 + (number >> 16), (number >> 8) & 255, number & 255].join('.');
}
