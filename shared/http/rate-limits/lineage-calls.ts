import { QueryCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';
import { isOfMember, type Lineages } from '../../contract/shapes/lineages.ts';
import { updateOf } from '../../platform/aws/expressions.ts';
import { TableStore } from '../../platform/aws/table-store.ts';
import { epochSeconds, timestamp } from '../../platform/clock.ts';
import type { Tables } from '../../rights/statement.ts';

/** The limit of requests per minute of all keys in a lineage. */
export interface CallBound {
  readonly lineage: string;
  readonly limit: number;
  /** Names the row of all that the lineage contains. A person is a member of several owners. */
  readonly row: string;
}

/** The requests of a lineage in a minute. */
export interface LineageCount {
  /** Those that count towards the rate limit. */
  readonly calls: number;
  /** All requests with a condition, whether they count towards the rate limit or not. */
  readonly conditional: number;
}

/** Retention of the row of a minute, in seconds. */
const KEPT = 3600;

const Count = z.int().default(0);

/** The lineage limits of a key, the nearest first, without those that another limit implies. */
export function callBoundsOf(ownerId: string, lineages: Lineages): readonly CallBound[] {
  const bounds = lineages.flatMap(({ id, limits: { requests_per_minute: limit } }) =>
    limit === null ? [] : [{ lineage: id, limit, row: isOfMember({ id }) ? `${ownerId}/${id}` : id }],
  );
  return bounds.filter(({ limit }, index) => bounds.slice(index + 1).every((outer) => outer.limit > limit));
}

/**
 * The requests of lineages per minute. A lineage and all lineages within it share one row, so that each request is one
 * write. Usage reports count the rows of keys in the same table, not these.
 */
export class DynamoLineageCalls extends TableStore<Tables<'apiCalls'>> {
  /** Counts one request for each lineage. @returns the new counts of this minute, in the same order */
  async count(bounds: readonly CallBound[], now: Date, isConditional = false): Promise<readonly LineageCount[]> {
    const counted = await this.#add(bounds, now, 1, isConditional);
    return bounds.map(({ lineage }) => ({
      calls: z.int().parse(counted[attributeOf(lineage)]),
      conditional: Count.parse(counted[conditionalOf(lineage)]),
    }));
  }

  /** Undoes the count for a key that is not valid. */
  async takeBack(bounds: readonly CallBound[], countedAt: Date, isConditional = false): Promise<void> {
    await this.#add(bounds, countedAt, -1, isConditional);
  }

  /** The counts of this minute, in the same order. */
  async used(bounds: readonly CallBound[], now: Date): Promise<readonly number[]> {
    if (bounds.length === 0) return [];
    const { key_hash: row, hour: minute } = keyOf(bounds, now);
    const query = new QueryCommand({
      TableName: this.tables.apiCalls,
      KeyConditionExpression: 'key_hash = :row AND #hour = :minute',
      ExpressionAttributeNames: { '#hour': 'hour' },
      ExpressionAttributeValues: { ':row': row, ':minute': minute },
      ConsistentRead: true,
    });
    const [found = {}] = (await this.documents.send(query)).Items ?? [];
    return bounds.map(({ lineage }) => Count.parse(found[attributeOf(lineage)]));
  }

  async #add(
    bounds: readonly CallBound[],
    at: Date,
    calls: 1 | -1,
    isConditional: boolean,
  ): Promise<Readonly<Record<string, unknown>>> {
    const added = bounds.flatMap(({ lineage }): readonly (readonly [string, number])[] =>
      // Adding 0 makes the update return the count.
      isConditional
        ? [
            [attributeOf(lineage), 0],
            [conditionalOf(lineage), calls],
          ]
        : [[attributeOf(lineage), calls]],
    );
    const command = new UpdateCommand({
      TableName: this.tables.apiCalls,
      Key: keyOf(bounds, at),
      ...updateOf({
        setOnce: { expires_at: epochSeconds(at) + KEPT },
        add: Object.fromEntries(added),
      }),
      ReturnValues: 'UPDATED_NEW',
    });
    return (await this.documents.send(command)).Attributes ?? {};
  }
}

/** The row of the outermost lineage, which all these lineages share. Its key differs from all key hashes. */
function keyOf(bounds: readonly CallBound[], time: Date) {
  return { key_hash: `lineage/${bounds.at(-1)?.row}`, hour: timestamp(time).slice(0, 16) };
}

function attributeOf(lineage: string): string {
  return `calls_${lineage}`;
}

function conditionalOf(lineage: string): string {
  return `conditional_${lineage}`;
}
