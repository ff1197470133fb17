import { lineageIdsOf, type OwnerAccount, type Payer } from '../../billing/budgets/account.ts';
import { RESERVED_SECONDS } from '../../billing/budgets/reservation.ts';
import type { Demand } from '../../billing/budgets/start-rules.ts';
import { isCounted } from '../record/conditions.ts';
import type { Sandbox, SandboxWrite } from '../record/sandbox.ts';

/** The number of an owner's sandboxes that count, in total and by lineage, and their vCPUs in 1024ths. */
export type CountedRows = Pick<Demand, 'owner' | 'lineages' | 'cpuUnits'>;

/** The corrections of an owner's counts; nothing when they agree with the rows. */
export type CountRepair = CountedRows;

/** The fields that the counts are made of. */
type Counting = Payer & Pick<Sandbox, 'size'>;

/** @param rows the sandboxes that count */
export function countedIn(rows: readonly Counting[]): CountedRows {
  const sum = new CountSum();
  for (const row of rows) sum.add(row, 1);
  return sum.counted();
}

/** The corrections that make an account's counts agree with its rows. */
export function repairOf(account: OwnerAccount, counted: CountedRows): CountRepair {
  return {
    owner: counted.owner - account.active,
    lineages: differencesOf(counted.lineages, account.activeByLineage),
    cpuUnits: {
      owner: counted.cpuUnits.owner - account.cpuUnits,
      lineages: differencesOf(counted.cpuUnits.lineages, account.cpuUnitsByLineage),
    },
  };
}

export function isNothing({ owner, lineages, cpuUnits }: CountRepair): boolean {
  return owner === 0 && lineages.size === 0 && cpuUnits.owner === 0 && cpuUnits.lineages.size === 0;
}

type Counts = ReadonlyMap<string, number>;

function differencesOf(actual: Counts, stored: Counts): Counts {
  const ids = [...new Set([...actual.keys(), ...stored.keys()])];
  const all = ids.map((id) => [id, (actual.get(id) ?? 0) - (stored.get(id) ?? 0)] as const);
  return new Map(all.filter(([, difference]) => difference !== 0));
}

/** Sums of sandboxes and of their vCPUs. */
class CountSum {
  #owner = 0;
  #cpuUnits = 0;
  readonly #lineages = new Map<string, number>();
  readonly #cpuUnitsByLineage = new Map<string, number>();

  /** @param difference 1 for a sandbox that counts now, -1 for one that no longer does */
  add(sandbox: Counting, difference: 1 | -1): void {
    const cpuUnits = sandbox.size.cpu_units * difference;
    this.#owner += difference;
    this.#cpuUnits += cpuUnits;
    for (const id of lineageIdsOf(sandbox)) {
      this.#lineages.set(id, (this.#lineages.get(id) ?? 0) + difference);
      this.#cpuUnitsByLineage.set(id, (this.#cpuUnitsByLineage.get(id) ?? 0) + cpuUnits);
    }
  }

  counted(): CountedRows {
    const cpuUnits = { owner: this.#cpuUnits, lineages: this.#cpuUnitsByLineage };
    return { owner: this.#owner, lineages: this.#lineages, cpuUnits };
  }
}

/** Whether the change affects any count, even if the changes of several sandboxes cancel out. */
export function changesCount({ previous, next }: SandboxWrite): boolean {
  if (isCounted(next) !== wasCounted(previous)) return true;
  if (!isCounted(next) || previous === null) return false;
  return previous.api_key_id !== next.api_key_id || previous.size.cpu_units !== next.size.cpu_units;
}

function wasCounted(previous: Sandbox | null): boolean {
  return previous !== null && isCounted(previous);
}

/** What these changes add to their owner's account. */
export function demandOf(changes: readonly SandboxWrite[]): Demand {
  const sum = new CountSum();
  let starts = 0;
  let microUsd = 0;
  for (const { previous, next } of changes) {
    const before = previous !== null && isCounted(previous) ? previous : null;
    if (before) sum.add(before, -1);
    if (isCounted(next)) sum.add(next, 1);
    if (!isCounted(next) || before) continue;
    starts += 1;
    microUsd += next.reserved_micro_usd;
  }
  return { ...sum.counted(), starts, reserves: { microUsd, seconds: starts * RESERVED_SECONDS } };
}
