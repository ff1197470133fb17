import type { Span } from '../../../shared/domain/billing/usage/slices.ts';
import type { UsageEntries, UsageLedger } from '../../../shared/domain/billing/usage/usage-ledger.ts';
import { endedSort, type UsageRow } from '../../../shared/domain/billing/usage/usage-row.ts';
import { openOf } from '../../../shared/domain/sandboxes/record/ledger-of.ts';
import { keyOf } from '../platform/memory-page.ts';
import type { MemorySandboxStore } from '../sandboxes/memory-sandbox-store.ts';

/** The ledger that the sandboxes in memory write, and what goes on in their rows. */
export class MemoryUsageLedger implements UsageLedger, UsageEntries {
  readonly #sandboxes: MemorySandboxStore;

  constructor(sandboxes: MemorySandboxStore) {
    this.#sandboxes = sandboxes;
  }

  async intervals(ownerId: string, { from, to }: Span, now: Date): Promise<readonly UsageRow[]> {
    const all = [...this.#of(ownerId), ...(await this.open(ownerId, now))];
    return all.filter((row) => row.ended_at > from && row.started_at < to);
  }

  async open(ownerId: string, now: Date): Promise<readonly UsageRow[]> {
    const rows = [...this.#sandboxes.rows.values()].filter(({ owner_id: owner }) => owner === ownerId);
    return rows.flatMap((row) => openOf(row, now));
  }

  async *ended(ownerId: string, after: string, startedBefore: string): AsyncIterable<readonly UsageRow[]> {
    const rows = this.#of(ownerId).filter((row) => endedSort(row) > after && row.started_at < startedBefore);
    yield rows.toSorted((one, other) => (endedSort(one) < endedSort(other) ? -1 : 1));
  }

  async ofSandbox(ownerId: string, sandboxId: string, open: readonly UsageRow[]): Promise<readonly UsageRow[]> {
    const ended = this.#of(ownerId).filter(({ sandbox_id: id }) => id === sandboxId);
    return [...ended, ...open];
  }

  async find(ownerId: string, usageKey: string): Promise<UsageRow | undefined> {
    return this.#sandboxes.usage.get(keyOf(ownerId, usageKey));
  }

  async put(row: UsageRow): Promise<void> {
    this.#sandboxes.usage.set(keyOf(row.owner_id, row.usage_key), row);
  }

  #of(ownerId: string): UsageRow[] {
    return [...this.#sandboxes.usage.values()].filter(({ owner_id: owner }) => owner === ownerId);
  }
}
