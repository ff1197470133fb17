import { type DynamoDBDocumentClient, GetCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';
import type { Clock } from '../clock.ts';

/** How long a limit is remembered, in milliseconds: so late does a change count at the latest. */
const REMEMBERED = 60_000;

/** How many keys and owners are remembered at once. */
const MOST = 10_000;

const Owner = z.object({ requests_per_minute: z.int().min(1).nullish() });

/** The limit that an operator set for an owner, in calls of each key and minute; null where there is none. */
export type ReadOwnerRate = (ownerId: string) => Promise<number | null>;

export function dynamoOwnerRate(documents: DynamoDBDocumentClient, table: string): ReadOwnerRate {
  return async (ownerId) => {
    const { Item } = await documents.send(
      new GetCommand({ TableName: table, Key: { owner_id: ownerId }, ProjectionExpression: 'requests_per_minute' }),
    );
    return Owner.parse(Item ?? {}).requests_per_minute ?? null;
  };
}

/**
 * The limits of owners, read at most once a minute in each instance of a function. Whose a key is, is only known when it has been looked up; as that never changes,
 * the limit of a key that called before is read beside the look-up and nobody waits for it.
 */
export class OwnerRates {
  readonly #read: ReadOwnerRate;
  readonly #now: Clock;
  readonly #owners = new Map<string, string>();
  readonly #rates = new Map<string, { readonly rate: Promise<number | null>; readonly readAt: number }>();

  constructor(read: ReadOwnerRate, now: Clock) {
    this.#read = read;
    this.#now = now;
  }

  /** Begins to read what will be asked for, if this key called before. */
  foresee(keyId: string): void {
    const ownerId = this.#owners.get(keyId);
    // Whoever needs it hears of a failure.
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
