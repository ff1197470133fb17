import type { DynamoDBDocumentClient, QueryCommand } from '@aws-sdk/lib-dynamodb';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { queryPage } from '../../../../shared/platform/aws/pages.ts';
import type { Page } from '../../../../shared/platform/paging.ts';

interface Row {
  readonly place: string;
  readonly isHidden: boolean;
}

/** More than two pages can examine. */
const ROWS = 5_000;

/** A sorted partition in memory. */
function partitionOf(rows: readonly Row[]): DynamoDBDocumentClient {
  const send = async ({ input }: QueryCommand) => {
    const { ScanIndexForward, ExclusiveStartKey: start, Limit = 0, ExpressionAttributeValues: values } = input;
    const [, low, high] = Object.values(values ?? {});
    const ordered = ScanIndexForward ? rows : rows.toReversed();
    const isBehind = ({ place }: Row) =>
      start === undefined || (ScanIndexForward ? place > start.place : place < start.place);
    const found = ordered.filter((row) => row.place >= low && row.place <= high && isBehind(row));
    const Items = found.slice(0, Limit);
    return { Items, ScannedCount: Items.length, LastEvaluatedKey: Items.length === Limit ? Items.at(-1) : undefined };
  };
  return { send } as unknown as DynamoDBDocumentClient;
}

it('positions of pages name no row that is hidden, and lose and repeat no other', async () => {
  const scene = [fc.integer({ min: 1, max: 4 }), fc.integer({ min: 300, max: 3_000 }), fc.boolean()] as const;
  await fc.assert(
    fc.asyncProperty(...scene, async (ofOneTime, every, newestFirst) => {
      const rows = Array.from({ length: ROWS }, (_, index): Row => {
        const time = String(Math.floor(index / ofOneTime)).padStart(6, '0');
        return { place: `${time}#id-${String(index).padStart(6, '0')}`, isHidden: index % every !== 0 };
      });
      const pages: Page<Row>[] = [];
      for (let after: string | null = null; ; ) {
        const page: Page<Row> = await queryPage(partitionOf(rows), {
          table: 'things',
          key: { name: 'owner', value: 'ann' },
          sort: 'place',
          range: { newestFirst, after },
          limit: 3,
          parse: (item) => item as Row,
          matching: async (some) => new Set(some.filter(({ isHidden }) => !isHidden)),
          hidesRows: true,
        });
        pages.push(page);
        after = page.next;
        if (after === null) break;
      }

      const shown = rows.filter(({ isHidden }) => !isHidden);
      expect(pages.flatMap(({ items }) => items)).toEqual(newestFirst ? shown.toReversed() : shown);
      const positions = pages.flatMap(({ next }) => next ?? []);
      expect(positions.length).toBeGreaterThan(0);
      const known = new Set(shown.map(({ place }) => place));
      expect(positions.filter((place) => place.includes('#id-') && !known.has(place))).toEqual([]);
      expect(positions.every((place) => /^[\x21-\x7e]+$/.test(place))).toBe(true);
    }),
    { numRuns: 20 },
  );
});
