import { ClaimedEntries } from '../../../shared/domain/sandboxes/edge/claimed-entries.ts';
import type { EdgeSandbox } from '../../../shared/domain/sandboxes/edge/edge-entries.ts';
import type { EdgeRows, EdgeWork, LiveRows } from '../../../shared/domain/sandboxes/edge/edge-rows.ts';
import { EntryWriter } from '../../../shared/domain/sandboxes/edge/write-entries.ts';
import { newAddressId } from '../../../shared/domain/sandboxes/ingress/name.ts';
import type { Clock } from '../../../shared/platform/clock.ts';
import { SettableClock } from '../platform/settable-clock.ts';
import { MemoryEdgeStore } from './memory-edge.ts';
import { aSandbox } from './sandbox-data.ts';

/** All rows of entries. */
export type AllEdgeRows = EdgeRows & EdgeWork & LiveRows;

/** @returns rows whose time is this clock's */
export type OpenRows = (now: Clock) => Promise<AllEdgeRows>;

/** The tests of a suite can share a table, so each has addresses of its own. */
let given = 0;

export function anAddress(): string {
  given += 1;
  return `198.51.${Math.floor(given / 200)}.${given % 200}`;
}

export function edgeSandbox(overrides: Partial<EdgeSandbox> = {}): EdgeSandbox {
  return { ...aSandbox({ address_id: newAddressId() }), ...overrides };
}

/** The entries of sandboxes on these rows, their writer, and its store in memory. */
export async function edgeScene(open: OpenRows) {
  const clock = new SettableClock();
  const rows = await open(clock.now);
  const store = new MemoryEdgeStore();
  const entries = new ClaimedEntries(rows, clock.now);
  const writer = () =>
    new EntryWriter({
      store,
      work: rows,
      now: clock.now,
      random: () => 0,
      pause: async (time) => clock.advance(time / 1000),
    });
  const write = (...sandboxes: readonly EdgeSandbox[]) =>
    writer().write(
      sandboxes.map(({ address_id: id }) => id),
      new Date(clock.now().getTime() + 60_000),
    );
  const shown = () =>
    Object.fromEntries([...store.values].map(([key, value]) => [key, (JSON.parse(value) as { a: string }).a]));
  return { clock, rows, store, entries, write, shown, A: anAddress(), B: anAddress() };
}
