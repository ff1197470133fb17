import { type DynamoDBDocumentClient, GetCommand } from '@aws-sdk/lib-dynamodb';
import { limitAttributes, limitsOfOwnerRow, OwnerRowLimits } from '../../contract/shapes/limits.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Table } from '../../rights/statement.ts';

/** Milliseconds to cache a limit: a change takes effect within this time. */
const REMEMBERED = 60_000;

/** The most keys and owners to remember. */
const MOST = 10_000;

/** Reads an owner's limit of requests per key and minute; null without one. */
export type ReadOwnerRate = (ownerId: string) => Promise<number | null>;

export function dynamoOwnerRate(documents: DynamoDBDocumentClient, table: Table<'owners'>): ReadOwnerRate {
  return async (ownerId) => {
    const { Item } = await documents.send(
      new GetCommand({
        TableName: table,
        Key: { owner_id: ownerId },
        ProjectionExpression: limitAttributes.requests_per_minute,
      }),
    );
    return limitsOfOwnerRow(OwnerRowLimits.parse(Item ?? {})).requests_per_minute;
  };
}

/** Owners' limits. Each instance reads them once a minute, for known keys in parallel with the look-up of the key. */
export class OwnerRates {
  readonly #read: ReadOwnerRate;
  readonly #now: Clock;
  readonly #owners = new Map<string, string>();
  readonly #rates = new Map<string, { readonly rate: Promise<number | null>; readonly readAt: number }>();

  constructor(read: ReadOwnerRate, now: Clock) {
    this.#read = read;
    this.#now = now;
  }

  /** Starts to read the owner's limit for a known key. */
  prefetch(keyId: string): void {
    const ownerId = this.#owners.get(keyId);
    // `of` reports the failure.
    if (ownerId !== undefined) this.#rateOf(ownerId).catch(() => undefined);
  }

  async of(ownerId: string, keyId: string): Promise<number | null> {
    if (this.#owners.size >= MOST) this.#owners.clear();
    this.#owners.set(keyId, ownerId);
    return this.#rateOf(ownerId);
  }

  #rateOf(ownerId: string): Promise<number | null> {
    const now = this.#now().getTime();
    const known = this.#rates.get(ownerId);
    if (known && now - known.readAt < REMEMBERED) return known.rate;
    if (this.#rates.size >= MOST) this.#rates.clear();
    const rate = this.#read(ownerId);
    this.#rates.set(ownerId, { rate, readAt: now });
    rate.catch(() => this.#rates.delete(ownerId));
    return rate;
  }
}
