import {
  ClaimLostError,
  type ClaimRecord,
  type ClaimStore,
  isExpired,
} from '../../../shared/http/idempotency/claim.ts';
import type { Part } from '../../../shared/platform/aws/transact.ts';
import { type Clock, systemClock } from '../../../shared/platform/clock.ts';
import { keyOf } from '../platform/memory-page.ts';
import { memoryPart } from '../platform/memory-parts.ts';

/** Claims in memory. Check and write are one step. */
export class MemoryClaimStore implements ClaimStore {
  readonly rows = new Map<string, ClaimRecord>();
  calls = 0;
  readonly #now: Clock;

  constructor(now: Clock = systemClock) {
    this.#now = now;
  }

  async find(ownerId: string, requestKey: string): Promise<ClaimRecord | undefined> {
    this.calls += 1;
    return this.rows.get(keyOf(ownerId, requestKey));
  }

  async part(record: ClaimRecord, written: () => void): Promise<Part> {
    const part = { item: {}, lost: () => lost(record), written };
    return memoryPart(part, { holds: () => this.#isFree(record), write: () => this.#put(record) });
  }

  async add(record: ClaimRecord): Promise<void> {
    this.calls += 1;
    if (!this.#isFree(record)) throw lost(record);
    this.#put(record);
  }

  async replace(before: ClaimRecord, next: ClaimRecord): Promise<void> {
    this.calls += 1;
    const found = this.rows.get(keyOf(before.owner_id, before.request_key));
    const isSame =
      found?.token === before.token &&
      found.lease_until === before.lease_until &&
      found.expires_at === before.expires_at;
    if (!isSame) throw lost(next);
    this.#put(next);
  }

  #isFree({ owner_id, request_key }: ClaimRecord): boolean {
    const found = this.rows.get(keyOf(owner_id, request_key));
    return !found || isExpired(found, this.#now());
  }

  #put(record: ClaimRecord): void {
    this.rows.set(keyOf(record.owner_id, record.request_key), record);
  }
}

function lost({ request_key: key }: ClaimRecord): ClaimLostError {
  return new ClaimLostError(`another request was faster with the key of ${key}`);
}
