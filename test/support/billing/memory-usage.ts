import type { MonthToDate, UsageReader, UsedSoFar } from '../../../shared/domain/billing/usage/usage-ledger.ts';

export class MemoryUsage implements UsageReader {
  readonly #used = new Map<string, UsedSoFar>();
  readonly #keys = new Map<string, Set<string>>();

  set(ownerId: string, used: Partial<UsedSoFar>, keyId?: string): void {
    const place = keyId === undefined ? ownerId : `${ownerId}#${keyId}`;
    this.#used.set(place, { microUsd: 0, sandboxSeconds: 0, ...used });
    if (keyId !== undefined) this.#keys.set(ownerId, new Set([...(this.#keys.get(ownerId) ?? []), keyId]));
  }

  async monthToDate(ownerId: string): Promise<MonthToDate> {
    const none = { microUsd: 0, sandboxSeconds: 0 };
    const keys = [...(this.#keys.get(ownerId) ?? [])];
    const byLineage = new Map(keys.map((id) => [id, this.#used.get(`${ownerId}#${id}`) ?? none]));
    return { ...(this.#used.get(ownerId) ?? none), byLineage };
  }
}
