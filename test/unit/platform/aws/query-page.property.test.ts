import type { DynamoDBDocumentClient, QueryCommand } from '@aws-sdk/lib-dynamodb';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { queryPage } from '../../../../shared/platform/aws/pages.ts';
import type { Matching, Page } from '../../../../shared/platform/paging.ts';
import { MAX_PAGE, rowSize, sizeInResponse } from '../../../../shared/platform/response-size.ts';

interface Row {
  readonly place: string;
  readonly bytes: number;
}

/** A partition in memory. Like DynamoDB, it may return fewer rows than asked for. */
function partitionOf(rows: readonly Row[], most: number): DynamoDBDocumentClient {
  const send = async ({ input }: QueryCommand) => {
    const { ScanIndexForward, ExclusiveStartKey: start, Limit = most, ExpressionAttributeValues: values } = input;
    const [, low, high] = Object.values(values ?? {});
    const isBehind = ({ place }: Row) =>
      start === undefined || (ScanIndexForward ? place > start.place : place < start.place);
    const found = rows
      .filter((row) => row.place >= low && row.place <= high && isBehind(row))
      .toSorted((a, b) => (a.place < b.place ? -1 : 1) * (ScanIndexForward ? 1 : -1));
    const Items = found.slice(0, Math.min(Limit, most));
    const hasMore = Items.length < found.length || Items.length === Limit;
    return { Items, ScannedCount: Items.length, LastEvaluatedKey: hasMore ? Items.at(-1) : undefined };
  };
  return { send } as unknown as DynamoDBDocumentClient;
}

async function pagesOf(
  documents: DynamoDBDocumentClient,
  limit: number,
  newestFirst: boolean,
  matching?: Matching<Row>,
) {
  const pages: Page<Row>[] = [];
  for (let after: string | null = null; ; ) {
    const page: Page<Row> = await queryPage(documents, {
      table: 'things',
      key: { name: 'owner', value: 'ann' },
      sort: 'place',
      range: { newestFirst, after },
      limit,
      parse: (item) => item as Row,
      sizeOf: ({ bytes }) => bytes,
      matching,
    });
    pages.push(page);
    after = page.next;
    if (after === null) return pages;
  }
}

const someRows = fc
  .array(fc.integer({ min: 1, max: 1.2 * MAX_PAGE }), { maxLength: 30 })
  .map((sizes) => sizes.map((bytes, index): Row => ({ place: String(index).padStart(3, '0'), bytes })));

it('pages that are cut by size lose no row, repeat none, keep the order and stay within the limit', async () => {
  const scene = [someRows, fc.integer({ min: 1, max: 12 }), fc.integer({ min: 1, max: 9 }), fc.boolean()] as const;
  await fc.assert(
    fc.asyncProperty(...scene, async (rows, limit, most, newestFirst) => {
      const pages = await pagesOf(partitionOf(rows, most), limit, newestFirst);

      expect(pages.flatMap(({ items }) => items)).toEqual(newestFirst ? rows.toReversed() : rows);
      for (const { items, next } of pages) {
        const bytes = items.reduce((sum, row) => sum + row.bytes, 0);
        expect(items.length <= limit && (bytes <= MAX_PAGE || items.length === 1)).toBe(true);
        expect(items.length > 0 || next === null).toBe(true);
      }
    }),
  );
});

it('pages with a further condition have each matching row once, in order', async () => {
  const scene = [someRows, fc.integer({ min: 1, max: 4 }), fc.integer({ min: 1, max: 9 }), fc.boolean()] as const;
  await fc.assert(
    fc.asyncProperty(...scene, fc.func(fc.boolean()), async (rows, limit, most, newestFirst, isMatch) => {
      const wanted = rows.filter(({ place }) => isMatch(place));
      const matching: Matching<Row> = async (found) => new Set(found.filter(({ place }) => isMatch(place)));

      const pages = await pagesOf(partitionOf(rows, most), limit, newestFirst, matching);

      expect(pages.flatMap(({ items }) => items)).toEqual(newestFirst ? wanted.toReversed() : wanted);
    }),
  );
});

it('measures a row as a response holds it, as a text within JSON, without sealed bytes', () => {
  const row = { text: '"é\\', list: ['a'] };

  expect(rowSize({ ...row, sealed: new Uint8Array(1_000) })).toBe(rowSize(row));
  expect(rowSize(row)).toBe(Buffer.byteLength(JSON.stringify({ body: JSON.stringify(row) })) - '{"body":}'.length);
  fc.assert(
    fc.property(
      fc.jsonValue(),
      (value) => sizeInResponse(JSON.stringify(value)) <= 3 * JSON.stringify(value).length + 2,
    ),
  );
});
