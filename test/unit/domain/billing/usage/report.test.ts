import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type Amounts,
  amountsView,
  microUsdOf,
  nothingUsed,
  sumOf,
  usdText,
} from '../../../../../shared/domain/billing/usage/amounts.ts';
import { type PriceTable, pricesOf, priceTables } from '../../../../../shared/domain/billing/usage/prices.ts';
import {
  type CallsOfKey,
  type Grouping,
  type Report,
  reportOf,
} from '../../../../../shared/domain/billing/usage/report.ts';
import { slicesOf } from '../../../../../shared/domain/billing/usage/slices.ts';
import { TooMuchUsageError } from '../../../../../shared/domain/billing/usage/usage-ledger.ts';
import type { UsageRow } from '../../../../../shared/domain/billing/usage/usage-row.ts';
import { anyCalls, anyUsageRow, aPause, aUsageRow } from '../../../../support/billing/usage-data.ts';

const tables = pricesOf('us-east-1').tables;
const november = { from: '2026-11-01T00:00:00.000Z', to: '2026-12-01T00:00:00.000Z' };
const groupings: readonly Grouping[] = ['day', 'sandbox', 'conversation', 'key', 'spec'];

function report(rows: readonly UsageRow[], groupBy: Grouping = 'day', span = november, prices = tables) {
  const { groups, totals } = reportOf(rows, [], { span, groupBy, tables: prices });
  return {
    groups: groups.map(({ group, amounts, microUsd }) => ({ group, ...amountsView(amounts, microUsd) })),
    totals: amountsView(totals, microUsdOf(totals)),
  };
}

describe('price of an interval', () => {
  it('is the sum of its vCPUs, its memory, its public address and its disk', () => {
    // 0.04048 + 2 × 0.004445 + 0.005 + 10 × 0.08 / 720 = 0.0554811… dollars for this hour.
    expect(report([aUsageRow()]).totals).toEqual({
      compute_seconds: 3600,
      ...{ model_calls: 0, model_input_tokens: 0, model_cache_read_tokens: 0, model_cache_write_tokens: 0 },
      ...{ model_output_tokens: 0, model_cost_micro_usd: 0, compute_cost_micro_usd: 55_481 },
      vcpu_seconds: 3600,
      memory_gb_seconds: 7200,
      public_ipv4_seconds: 3600,
      workspace_running_gb_seconds: 36_000,
      workspace_paused_gb_seconds: 0,
      api_calls: 0,
      legacy_api_calls: 0,
      cost_micro_usd: 55_481,
      cost_usd: '0.055481',
    });
  });

  it('is lower on Arm', () => {
    // 0.03238 + 2 × 0.00356 + 0.005 + 10 × 0.08 / 720.
    expect(report([aUsageRow({ architecture: 'ARM64' })]).totals.cost_micro_usd).toBe(45_611);
  });

  it('is that of a snapshot while no task runs', () => {
    // 10 × 0.05 dollars for 30 days.
    const month = { started_at: '2026-11-01T00:00:00.000Z', ended_at: '2026-12-01T00:00:00.000Z' };
    expect(report([aPause(month)]).totals).toMatchObject({
      compute_seconds: 0,
      workspace_paused_gb_seconds: 25_920_000,
      cost_usd: '0.500000',
    });
  });

  it.each([
    // A minute: 0.0554811 / 60 dollars.
    [0, 60, 925],
    [1, 60, 925],
    [59.999, 60, 925],
    [60, 60, 925],
    [90, 90, 1387],
  ])('of a task of %d seconds is that of %d seconds', (lasted, charged, cost_micro_usd) => {
    const ended_at = new Date(Date.parse('2026-11-21T12:00:00.000Z') + lasted * 1000).toISOString();

    expect(report([aUsageRow({ ended_at })]).totals).toMatchObject({
      compute_seconds: lasted,
      vcpu_seconds: charged,
      memory_gb_seconds: 2 * charged,
      public_ipv4_seconds: charged,
      workspace_running_gb_seconds: 10 * charged,
      cost_micro_usd,
    });
  });

  it('of a snapshot has no least time', () => {
    const second = { started_at: '2026-11-21T12:00:00.000Z', ended_at: '2026-11-21T12:00:01.000Z' };

    expect(report([aPause(second)]).totals.workspace_paused_gb_seconds).toBe(10);
  });

  it('of a short task counts where the task ended', () => {
    const row = aUsageRow({ started_at: '2026-11-21T23:59:50.000Z', ended_at: '2026-11-22T00:00:10.000Z' });

    expect(report([row]).groups.map(({ group, vcpu_seconds }) => [group, vcpu_seconds])).toEqual([
      ['2026-11-21', 10],
      ['2026-11-22', 50],
    ]);
  });

  it('changes when another price table takes effect, and not for earlier seconds', () => {
    const [first] = tables;
    if (!first) throw new Error('there is no table');
    const nothing = { on_demand: { X86_64: 0, ARM64: 0 }, spot: { X86_64: 0, ARM64: 0 } };
    const free = { vcpuHour: nothing, memoryGigabyteHour: nothing };
    const others = {
      publicIpv4Hour: 0,
      runningGigabyteMonth: 0,
      pausedGigabyteMonth: 0,
      initializedGigabyte: 0,
      apiCall: 0,
    };
    const next: PriceTable = {
      effectiveFrom: '2026-11-21T12:30:00.000Z',
      readOn: '2026-11-21',
      source: 'a test',
      prices: { ...free, ...others },
    };

    expect(report([aUsageRow()], 'day', november, [first, next]).totals.cost_micro_usd).toBe(27_741);
  });

  it('charges once for a disk that was filled at a rate, whatever the time', () => {
    const end = '2026-11-21T13:00:00.000Z';
    const charge = {
      kind: 'initialization',
      gigabytes: 20,
      started_at: '2026-11-21T12:59:59.999Z',
      ended_at: end,
    } as const;
    const { totals } = report([aUsageRow({ ...charge, usage_key: 'box#1#initialization#t' })]);

    expect([totals.cost_micro_usd, totals.compute_seconds]).toEqual([72_000, 0]);
  });

  it('uses the default Region when the Region has no table', () => {
    const tablesOfDefault = priceTables['us-east-1'];
    expect(pricesOf('eu-west-9')).toEqual({ region: 'us-east-1', serviceRegion: 'eu-west-9', tables: tablesOfDefault });
    expect(pricesOf('toString')).toMatchObject({ region: 'us-east-1' });
    expect(pricesOf(undefined)).toEqual({ region: 'us-east-1', serviceRegion: null, tables: tablesOfDefault });
    expect(pricesOf('us-west-2')).toMatchObject({ region: 'us-west-2', serviceRegion: 'us-west-2' });
  });
});

describe('price tables', () => {
  it.each(Object.entries(priceTables))('of %s are ordered by time and name their source', (_, all) => {
    const times = all.map(({ effectiveFrom }) => effectiveFrom);

    expect(times).toEqual(times.toSorted());
    expect(new Set(times).size).toBe(times.length);
    expect(all).not.toHaveLength(0);
    for (const { effectiveFrom, readOn, source } of all) {
      expect(new Date(effectiveFrom).toISOString()).toBe(effectiveFrom);
      expect(new Date(readOn).toISOString().slice(0, 10)).toBe(readOn);
      expect(source).not.toBe('');
    }
  });
});

describe('usage report', () => {
  it('splits an interval at each midnight', () => {
    const row = aUsageRow({ started_at: '2026-11-21T23:30:00.000Z', ended_at: '2026-11-23T00:00:10.500Z' });

    expect(report([row]).groups.map(({ group, compute_seconds }) => [group, compute_seconds])).toEqual([
      ['2026-11-21', 1800],
      ['2026-11-22', 86_400],
      ['2026-11-23', 10.5],
    ]);
  });

  it('counts the part of an interval inside the time span', () => {
    const span = { from: '2026-11-21T12:15:00.000Z', to: '2026-11-21T12:20:00.000Z' };

    expect(report([aUsageRow()], 'day', span).totals.compute_seconds).toBe(300);
  });

  it('divides an interval among the conversations that share it', () => {
    const rows = [aUsageRow({ conversation_ids: ['a', 'b', 'c'] }), aUsageRow({ usage_key: '2' })];
    const { groups } = report(rows, 'conversation');

    expect(groups.map(({ group, compute_seconds }) => [group, compute_seconds])).toEqual([
      ['a', 1200],
      ['b', 1200],
      ['c', 1200],
      [null, 3600],
    ]);
  });

  it('counts calls by day and by key, and in other groupings without a group', () => {
    const calls = [
      { keyId: 'key-1', hour: '2026-11-21T23', calls: 5, legacyCalls: 1 },
      { keyId: 'key-2', hour: '2026-11-22T00', calls: 7, legacyCalls: 0 },
      { keyId: 'key-2', hour: '2026-12-01T00', calls: 9, legacyCalls: 0 },
    ];
    const by = (groupBy: Grouping) =>
      reportOf([], calls, { span: november, groupBy, tables }).groups.map(({ group, amounts, microUsd }) => {
        const { api_calls, legacy_api_calls } = amountsView(amounts, microUsd);
        return [group, api_calls, legacy_api_calls];
      });

    expect(by('day')).toEqual([
      ['2026-11-21', 5, 1],
      ['2026-11-22', 7, 0],
    ]);
    expect(by('key')).toEqual([
      ['key-1', 5, 1],
      ['key-2', 7, 0],
    ]);
    expect(by('sandbox')).toEqual([[null, 12, 1]]);
  });

  it('has groups that add up to its totals, for each grouping and across price changes', () => {
    const [first] = tables;
    if (!first) throw new Error('there is no table');
    const changes = [first, { ...first, effectiveFrom: '2026-11-15T07:31:12.345Z' }];

    const usage = fc.array(anyUsageRow(november), { maxLength: 12 });
    const together = fc.property(usage, fc.constantFrom(...groupings), (rows, groupBy) => {
      const { groups, totals } = reportOf(rows, [], { span: november, groupBy, tables: changes });
      const milliseconds = rows
        .filter(({ kind }) => kind === 'running')
        .reduce((sum, { started_at, ended_at }) => sum + Date.parse(ended_at) - Date.parse(started_at), 0);

      expect(groups.reduce((sum, { amounts }) => sum + amounts.cost, 0n)).toBe(totals.cost);
      expect(groups.reduce((sum, { microUsd }) => sum + microUsd, 0)).toBe(microUsdOf(totals));
      expect(totals.runningMs).toBe(BigInt(milliseconds));
    });
    void fc.assert(together, { numRuns: 500 });
  });

  it('is the sum of the reports of adjoining spans, and charges at least a minute for each task', () => {
    const begin = Date.parse('2026-11-14T23:58:00.000Z');
    const minutes = fc.integer({ min: 0, max: 240_000 });
    const task = fc.tuple(minutes, fc.integer({ min: 0, max: 90_000 })).map(([start, lasted]) => {
      const started_at = new Date(begin + start).toISOString();
      return aUsageRow({ started_at, ended_at: new Date(begin + start + lasted).toISOString() });
    });
    const whole = { from: november.from, to: november.to };
    const adjoining = fc.property(fc.array(task, { maxLength: 8 }), minutes, (rows, at) => {
      const cut = new Date(begin + at).toISOString();
      const totals = (span: typeof whole) => reportOf(rows, [], { span, groupBy: 'day', tables }).totals;

      expect(sumOf(totals({ ...whole, to: cut }), totals({ ...whole, from: cut }))).toEqual(totals(whole));
      const charged = rows.map((row) => Math.max(60_000, Date.parse(row.ended_at) - Date.parse(row.started_at)));
      expect(totals(whole).publicIpv4Ms).toBe(BigInt(charged.reduce((sum, one) => sum + one, 0)));
    });
    void fc.assert(adjoining, { numRuns: 300 });
  });

  it('splits intervals so that each slice lies on one day', () => {
    const row = aUsageRow({ started_at: '2026-11-21T00:00:00.000Z', ended_at: '2026-11-22T00:00:00.000Z' });

    expect(slicesOf(row, november, tables).map(({ day }) => day)).toEqual(['2026-11-21']);
  });
});

it.each([
  [0, '0.000000'],
  [1, '0.000001'],
  [1_234_567, '1.234567'],
  [1e12 + 5, '1000000.000005'],
])('%i micro-dollars are %s dollars', (micro, text) => {
  expect(usdText(micro)).toBe(text);
});

type Line = Report['groups'][number];

const splitReport = (rows: readonly UsageRow[], calls: readonly CallsOfKey[], groupBy: Grouping, splitBy?: Grouping) =>
  reportOf(rows, calls, { span: november, groupBy, splitBy, tables });

/** The public amounts of a line in thousandths. Integers add up exactly. */
function shown({ amounts, microUsd }: Line): Record<string, number> {
  const { cost_usd, ...numbers } = amountsView(amounts, microUsd);
  expect(Number(cost_usd)).toBe(microUsd / 1e6);
  return Object.fromEntries(Object.entries(numbers).map(([name, value]) => [name, Math.round(value * 1000)]));
}

function added(one: Record<string, number>, other: Record<string, number>): Record<string, number> {
  return Object.fromEntries(Object.entries(other).map(([name, value]) => [name, value + (one[name] ?? 0)]));
}

function sums<T>(lines: readonly Line[], by: 'group' | 'split', value: (line: Line) => T, add: (a: T, b: T) => T) {
  const found = new Map<string | null, T>();
  for (const line of lines) {
    const sum = found.get(line[by]);
    found.set(line[by], sum === undefined ? value(line) : add(sum, value(line)));
  }
  return found;
}

/** Exact, except that splits show whole milliseconds. */
const kept = ({ amounts }: Line): Amounts => ({ ...amounts, cpuUnitMs: 0n, memoryMegabyteMs: 0n });

const anyUsage = {
  rows: fc.array(anyUsageRow(november), { maxLength: 12 }),
  calls: fc.array(anyCalls(november), { maxLength: 6 }),
  groupBy: fc.constantFrom(...groupings),
  splitBy: fc.constantFrom(...groupings),
};
const anyRequest = fc.record(anyUsage).filter(({ groupBy, splitBy }) => groupBy !== splitBy);

describe('usage report with splits', () => {
  it('splits each day', () => {
    const rows = [
      aUsageRow({ usage_key: '1', started_at: '2026-11-21T23:00:00.000Z', ended_at: '2026-11-22T01:00:00.000Z' }),
      aUsageRow({ usage_key: '2', api_key_id: null }),
      aPause({ usage_key: '3', api_key_id: 'key-0' }),
    ];
    const calls = [{ keyId: 'key-2', hour: '2026-11-22T00', calls: 7, legacyCalls: 0 }];

    const lines = splitReport(rows, calls, 'day', 'key').groups;

    expect(
      lines.map(({ group, split, amounts: { runningMs, apiCalls } }) => [group, split, runningMs, apiCalls]),
    ).toEqual([
      ['2026-11-21', 'key-0', 0n, 0n],
      ['2026-11-21', 'key-1', 3_600_000n, 0n],
      ['2026-11-21', null, 3_600_000n, 0n],
      ['2026-11-22', 'key-1', 3_600_000n, 0n],
      ['2026-11-22', 'key-2', 0n, 7n],
    ]);
  });

  it('has splits that add up to their group, for each pair of groupings', () => {
    const exact = fc.property(anyRequest, ({ rows, calls, groupBy, splitBy }) => {
      const split = splitReport(rows, calls, groupBy, splitBy);
      const plain = splitReport(rows, calls, groupBy);

      expect(split.totals).toEqual(plain.totals);
      expect(sums(split.groups, 'group', shown, added)).toEqual(sums(plain.groups, 'group', shown, added));
    });
    void fc.assert(exact, { numRuns: 500 });
  });

  it('has splits that add up over all groups to the report by the split dimension', () => {
    const transposed = fc.property(anyRequest, ({ rows, calls, groupBy, splitBy }) => {
      const split = splitReport(rows, calls, groupBy, splitBy).groups;
      const other = splitReport(rows, calls, splitBy).groups;

      expect(sums(split, 'split', kept, sumOf)).toEqual(sums(other, 'group', kept, sumOf));
    });
    void fc.assert(transposed, { numRuns: 300 });
  });

  it('rounds seconds of splits together', () => {
    // A quarter of a vCPU for three minutes and one millisecond: 45 000.25 ms each.
    const short = { cpu_units: 256, ended_at: '2026-11-21T12:03:00.001Z' };
    const rows = ['a', 'b', 'c'].map((id) => aUsageRow({ ...short, usage_key: id, sandbox_id: id }));

    const lines = splitReport(rows, [], 'day', 'sandbox').groups;

    const seconds = lines.map(({ amounts, microUsd }) => amountsView(amounts, microUsd).vcpu_seconds);
    expect(seconds).toEqual([45.001, 45, 45]);
  });

  it('refuses too many splits before it adds up the rest', () => {
    const month = { started_at: november.from, ended_at: november.to };
    const rows = Array.from({ length: 334 }, (_, n) => aPause({ ...month, usage_key: `${n}`, sandbox_id: `s${n}` }));

    expect(() => splitReport(rows, [], 'day', 'sandbox')).toThrow(TooMuchUsageError);
    expect(splitReport(rows.slice(1), [], 'day', 'sandbox').groups).toHaveLength(9_990);
    expect(splitReport([], [], 'day', 'sandbox')).toEqual({ groups: [], totals: nothingUsed });
  });
});
