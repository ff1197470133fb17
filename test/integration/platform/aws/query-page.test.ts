import { beforeAll, describe, expect, it } from 'vitest';
import { is } from '../../../../shared/platform/aws/expressions.ts';
import { countAll, type PageQuery, queryFirst, queryPage } from '../../../../shared/platform/aws/pages.ts';
import { ReadMeter } from '../../../bench/rows/read-meter.ts';
import { writeRows } from '../../../bench/rows/write-rows.ts';
import { useServiceTables } from '../../../support/service-tables.ts';

interface Row {
  readonly entry_key: string;
  readonly action: string;
}

/** More rows than one page can read. */
const ROWS = 2_300;

const tables = await useServiceTables();
const meter = new ReadMeter(tables.documents);

function pages(overrides: Partial<PageQuery<Row>> = {}): PageQuery<Row> {
  return {
    table: tables.audit,
    key: { name: 'owner_id', value: 'ann' },
    sort: 'entry_key',
    range: { newestFirst: true },
    limit: 20,
    parse: (item) => item as Row,
    ...overrides,
  };
}

const keyOf = (number: number) => `2026#${String(number).padStart(6, '0')}`;
/** Every hundredth row, and the oldest. */
const rare = is('action', '=', 'rare');

describe('a page of a large partition', () => {
  beforeAll(async () => {
    const rows = Array.from({ length: ROWS }, (_, number) => {
      return { owner_id: 'ann', entry_key: keyOf(number), action: number % 100 === 0 ? 'rare' : 'usual' };
    });
    await writeRows(tables.documents, tables.audit, rows);
  });

  it('reads one row more than the page has, in one query', async () => {
    meter.take();

    const page = await queryPage(tables.documents, pages());

    expect(page.items).toHaveLength(20);
    expect(page.next).toBe(keyOf(ROWS - 20));
    expect(meter.take()).toMatchObject({ calls: 1, rows: 21 });
  });

  it('continues behind its end without a gap and without a repetition', async () => {
    const seen: string[] = [];
    let after: string | null = null;
    do {
      const page: { items: readonly Row[]; next: string | null } = await queryPage(
        tables.documents,
        pages({ limit: 900, range: { newestFirst: true, after } }),
      );
      seen.push(...page.items.map(({ entry_key: key }) => key));
      after = page.next;
    } while (after !== null);

    expect(seen).toEqual(Array.from({ length: ROWS }, (_, number) => keyOf(ROWS - 1 - number)));
  });

  it('reads at most its limit of rows if few match the filter, and states that more can follow', async () => {
    meter.take();

    const first = await queryPage(tables.documents, pages({ limit: 100, filter: rare }));
    const reads = meter.take();
    const second = await queryPage(
      tables.documents,
      pages({ limit: 100, filter: rare, range: { newestFirst: true, after: first.next } }),
    );

    expect(first.items).toHaveLength(20);
    expect(first.next).not.toBeNull();
    expect(reads.rows).toBe(2_000);
    expect(reads.calls).toBeLessThanOrEqual(4);
    expect(second.items.map(({ entry_key: key }) => key)).toEqual([keyOf(200), keyOf(100), keyOf(0)]);
    expect(second.next).toBeNull();
  });

  it('first reads as many rows as requested, and no more without a filter', async () => {
    meter.take();

    const page = await queryPage(tables.documents, pages({ limit: 1, filter: rare, firstLook: 200 }));
    expect(page).toEqual({ items: [expect.objectContaining({ entry_key: keyOf(2_200) })], next: keyOf(2_200) });
    expect(meter.take()).toMatchObject({ calls: 1, rows: 200 });

    await queryPage(tables.documents, pages({ limit: 1, firstLook: 200 }));
    expect(meter.take()).toMatchObject({ calls: 1, rows: 2 });
  });

  it('has a first item, after which nothing is read', async () => {
    const within = { firstLook: 100, filter: rare };
    meter.take();

    expect(await queryFirst(tables.documents, pages(within))).toMatchObject({ entry_key: keyOf(2_200) });
    expect(meter.take()).toMatchObject({ calls: 1, rows: 100 });
    const none = { ...within, filter: is('action', '=', 'other') };
    expect(await queryFirst(tables.documents, pages(none))).toBeUndefined();
    expect(meter.take()).toMatchObject({ calls: 3, rows: 2_000 });
  });

  it('counts as many rows as a count can read, and is refused beyond', async () => {
    const range = { newestFirst: true, from: keyOf(ROWS - 50) };

    expect(await countAll(tables.documents, pages({ filter: rare }))).toBe(23);
    expect(await countAll(tables.documents, pages({ range }), 50)).toBe(50);
    await expect(countAll(tables.documents, pages({ range }), 49)).rejects.toMatchObject({ code: 'too_many_rows' });
  });
});
