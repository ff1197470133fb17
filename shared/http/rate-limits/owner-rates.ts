import { type DynamoDBDocumentClient, GetCommand } from '@aws-sdk/lib-dynamodb';
import { limitAttributes, limitsOfOwnerRow, OwnerRowLimits } from '../../contract/shapes/limits.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Table } from '../../rights/statement.ts';

/** How long a limit is remembered, in milliseconds: a change counts at the latest after that. */
const REMEMBERED = 60_000;

/** How many keys and owners are remembered at once. */
const MOST = 10_000;

/** The limit that an operator set for an owner, in calls of each key and minute; null where there is none. */
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

/** Owners' limits, read once a minute per instance, and in parallel with the look-up of a known key. */
export class OwnerRates {
  readonly #read: ReadOwnerRate;
  readonly #now: Clock;
  readonly #owners = new Map<string, string>();
  readonly #rates = new Map<string, { readonly rate: Promise<number | null>; readonly readAt: number }>();

  constructor(read: ReadOwnerRate, now: Clock) {
    this.#read = read;
    this.#now = now;
  }

  /** Begins to read the owner's limit, if this key called before. */
  prefetch(keyId: string): void {
    const ownerId = this.#owners.get(keyId);
    // The call that needs it reports a failure.
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
