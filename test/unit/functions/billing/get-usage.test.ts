import { describe, expect, it } from 'vitest';
import { getUsage } from '../../../../functions/billing/get-usage.ts';
import { pricesOf } from '../../../../shared/domain/billing/usage/prices.ts';
import type { CallsOfKey } from '../../../../shared/domain/billing/usage/report.ts';
import { TooMuchUsageError } from '../../../../shared/domain/billing/usage/usage-ledger.ts';
import type { UsageRow } from '../../../../shared/domain/billing/usage/usage-row.ts';
import { aPause, aUsageRow } from '../../../support/billing/usage-data.ts';
import { invoke } from '../../../support/http/invoke.ts';

const now = new Date('2026-11-21T15:00:00.000Z');

const depsWith = (rows: readonly UsageRow[], calls: readonly CallsOfKey[] = []) => ({
  ledger: {
    intervals: async (ownerId: string) => rows.filter(({ owner_id: owner }) => owner === ownerId),
  },
  calls: { of: async (ownerId: string) => (ownerId === 'ann' ? calls : []) },
  prices: pricesOf('eu-west-9'),
  now: () => now,
});

const some = depsWith(
  [
    aUsageRow({ usage_key: 'a', sandbox_id: 'a', conversation_ids: ['c1'] }),
    aUsageRow({
      usage_key: 'b',
      sandbox_id: 'b',
      started_at: '2026-11-20T23:59:00.000Z',
      ended_at: '2026-11-21T00:01:00.000Z',
    }),
    aPause({ usage_key: 'c', sandbox_id: '-c' }),
  ],
  [{ keyId: 'key-1', hour: '2026-11-21T12', calls: 3, legacyCalls: 1 }],
);

const ann = { ownerId: 'ann' };
const ask = (query: Record<string, string | number> = {}, headers = {}, deps = some) =>
  invoke(getUsage, deps, { query, headers, caller: ann });

type Item = Readonly<Record<'group' | 'compute_seconds' | 'cost_micro_usd', number>>;

interface SplitItem {
  readonly group: string | null;
  readonly split: string | null;
  readonly compute_seconds: number;
  readonly cost_usd: string;
}

/** A name in CSV. */
const cell = (name: string | null) => name?.replace(/^-/, "'-") ?? '';

function table(csv: string): Record<string, string>[] {
  const [head = '', ...lines] = csv.trimEnd().split('\r\n');
  const names = head.split(',');
  return lines.map((line) => Object.fromEntries(line.split(',').map((cell, index) => [names[index] ?? '', cell])));
}

describe('GET usage', () => {
  it('returns the month so far by day', async () => {
    const { status, body } = await ask();

    expect(status).toBe(200);
    expect(body).toMatchObject({
      from: '2026-11-01T00:00:00.000Z',
      to: now.toISOString(),
      as_of: now.toISOString(),
      group_by: 'day',
      currency: 'USD',
      price_list: { region: 'us-east-1', service_region: 'eu-west-9', read_on: '2026-11-22' },
      totals: { compute_seconds: 3720, workspace_paused_gb_seconds: 36_000, api_calls: 3, legacy_api_calls: 1 },
      next_page_id: null,
    });
    expect(body.items.map(({ group, compute_seconds }: Item) => [group, compute_seconds])).toEqual([
      ['2026-11-20', 60],
      ['2026-11-21', 3660],
    ]);
  });

  it.each(['day', 'sandbox', 'conversation', 'key', 'spec'])(
    'returns the same in JSON and in CSV, by %s',
    async (group_by) => {
      const json = await ask({ group_by });
      const csv = await ask({ group_by, format: 'csv' });

      expect(csv.status).toBe(200);
      expect(csv.headers['Content-Type']).toBe('text/csv; charset=utf-8');
      const lines = table(csv.text);
      expect(new Set(lines.map(({ price_region }) => price_region))).toEqual(new Set(['us-east-1']));
      const rows = lines.map(({ [group_by]: group, price_region: _, ...amounts }) => ({
        group: group === '' ? null : group?.replace(/^'/, ''),
        ...Object.fromEntries(
          Object.entries(amounts).map(([name, text]) => [name, name === 'cost_usd' ? text : Number(text)]),
        ),
      }));
      expect(rows).toEqual(json.body.items);
      const micro = json.body.items.reduce((sum: number, item: Item) => sum + item.cost_micro_usd, 0);
      expect(micro).toBe(json.body.totals.cost_micro_usd);
    },
  );

  it('returns CSV when the header asks for it, without spreadsheet formulas', async () => {
    const { text } = await ask({ group_by: 'sandbox' }, { Accept: 'text/csv' });

    expect(text).toMatch(/^sandbox,compute_seconds,/);
    expect(text).toContain("\r\n'-c,0,");
  });

  it('omits splits that the request does not ask for', async () => {
    const { body } = await ask();
    const { text } = await ask({ format: 'csv' });

    expect(JSON.stringify(body)).not.toContain('split');
    expect(text).toMatch(/^day,compute_seconds,/);
  });

  it.each([
    ['day', 'spec'],
    ['day', 'key'],
    ['spec', 'day'],
    ['conversation', 'sandbox'],
  ])('returns the same splits in JSON and in CSV, of each %s by %s', async (group_by, split_by) => {
    const { body } = await ask({ group_by, split_by });
    const { text } = await ask({ group_by, split_by, format: 'csv' });

    expect(body).toMatchObject({ group_by, split_by, totals: (await ask()).body.totals });
    expect(text).toMatch(new RegExp(`^${group_by},${split_by},compute_seconds,`));
    const lines = table(text).map((line) => [line[group_by], line[split_by], line.compute_seconds, line.cost_usd]);
    expect(lines).toEqual(
      body.items.map((item: SplitItem) => [
        cell(item.group),
        cell(item.split),
        String(item.compute_seconds),
        item.cost_usd,
      ]),
    );
  });

  it('returns usage without a split last in each group', async () => {
    const { body } = await ask({ split_by: 'conversation' });

    expect(body.items.map(({ group, split }: SplitItem) => [group, split])).toEqual([
      ['2026-11-20', null],
      ['2026-11-21', 'c1'],
      ['2026-11-21', null],
    ]);
  });

  it.each([1, 2, 3])(
    'returns consecutive pages of %d splits, even if one name is the prefix of another',
    async (limit) => {
      const rows = [['c1'], ['c1-2'], ['c1.2', 'c1'], []].flatMap((conversation_ids) =>
        [null, 'k', 'k-2'].map((api_key_id) => aUsageRow({ conversation_ids, api_key_id })),
      );
      const askPage = (query: Record<string, string | number>) =>
        ask({ group_by: 'conversation', split_by: 'key', ...query }, {}, depsWith(rows));
      const whole = await askPage({});
      const items: SplitItem[] = [];
      let page = await askPage({ limit });
      items.push(...page.body.items);
      while (page.body.next_page_id !== null && items.length < 12) {
        page = await askPage({ limit, page_id: page.body.next_page_id });
        items.push(...page.body.items);
      }

      expect(items).toEqual(whole.body.items);
      expect(page.body.next_page_id).toBeNull();
      expect(whole.body.items).toHaveLength(12);
      expect(page.body.totals).toEqual(whole.body.totals);
    },
  );

  it('refuses a page id of other splits', async () => {
    const { body } = await ask({ split_by: 'sandbox', limit: 1 });

    const others: Record<string, string>[] = [{}, { split_by: 'spec' }, { split_by: 'sandbox', group_by: 'key' }];
    for (const other of others) expect((await ask({ ...other, page_id: body.next_page_id })).status).toBe(422);
  });

  it('returns consecutive pages with the totals of the whole report', async () => {
    const first = await ask({ group_by: 'sandbox', limit: 2 });
    const second = await ask({ group_by: 'sandbox', limit: 2, page_id: first.body.next_page_id });
    const whole = await ask({ group_by: 'sandbox' });

    expect([...first.body.items, ...second.body.items]).toEqual(whole.body.items);
    expect(second.body.next_page_id).toBeNull();
    expect(second.body.totals).toEqual(whole.body.totals);
    expect((await ask({ group_by: 'day', page_id: first.body.next_page_id })).status).toBe(422);
  });

  it('returns no usage of another owner', async () => {
    const { body } = await invoke(getUsage, some, { caller: { ownerId: 'bob' } });

    expect(body).toMatchObject({ items: [], totals: { compute_seconds: 0, cost_usd: '0.000000' } });
  });

  it('returns 422 too_much_usage with a remedy when a request would read too much', async () => {
    const ledger = {
      intervals: async () => {
        throw new TooMuchUsageError('this takes more than 50000 intervals: ask for a shorter span');
      },
    };

    const { status, body } = await ask({}, {}, { ...some, ledger });

    expect(status).toBe(422);
    expect(body).toMatchObject({ code: 'too_much_usage', detail: expect.stringContaining('ask for a shorter span') });
  });

  it('returns 422 too_much_usage for too many groups', async () => {
    const rows = Array.from({ length: 10_001 }, (_, n) => aUsageRow({ usage_key: `${n}`, sandbox_id: `s${n}` }));

    const { status, body } = await ask({ group_by: 'sandbox' }, {}, depsWith(rows));

    expect([status, body.code]).toEqual([422, 'too_much_usage']);
    const split = await ask({ split_by: 'sandbox' }, {}, depsWith(rows));
    expect(split.body).toMatchObject({ code: 'too_much_usage', detail: expect.stringContaining('omit split_by') });
  });

  it.each([
    [{ from: '2026-11-20', to: '2026-11-20' }, 'to'],
    [{ from: '2026-11-21', to: '2026-11-20' }, 'to'],
    [{ from: '2026-12-24' }, 'from'],
    [{ from: '2026-01-01' }, 'from'],
    [{ from: 'yesterday' }, 'from'],
    [{ to: '2026-13-01' }, 'to'],
    [{ group_by: 'owner' }, 'group_by'],
    [{ split_by: 'owner' }, 'split_by'],
    [{ split_by: 'day' }, 'split_by'],
    [{ group_by: 'key', split_by: 'key' }, 'split_by'],
    [{ format: 'xml' }, 'format'],
    [{ limit: 0 }, 'limit'],
    [{ limit: 1001 }, 'limit'],
  ])('refuses %j, and names %s', async (query, field) => {
    const { status, body } = await ask(query);

    expect(status).toBe(422);
    expect(body.errors.map(({ loc }: { loc: unknown }) => loc)).toContainEqual(['query', field]);
  });

  it('accepts dates, times and time zones', async () => {
    const { body } = await ask({ from: '2026-11-20', to: '2026-11-21T02:00:30+02:00' });

    expect(body).toMatchObject({ from: '2026-11-20T00:00:00.000Z', to: '2026-11-21T00:00:30.000Z' });
    expect(body.totals.compute_seconds).toBe(90);
  });
});
