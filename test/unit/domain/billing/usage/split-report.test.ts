import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Amounts, amountsView, nothingUsed, sumOf } from '../../../../../shared/domain/billing/usage/amounts.ts';
import { pricesOf } from '../../../../../shared/domain/billing/usage/prices.ts';
import {
  type CallsOfKey,
  type Grouping,
  type Report,
  reportOf,
} from '../../../../../shared/domain/billing/usage/report.ts';
import { TooMuchUsageError } from '../../../../../shared/domain/billing/usage/usage-ledger.ts';
import type { UsageRow } from '../../../../../shared/domain/billing/usage/usage-row.ts';
import { anyCalls, anyUsageRow, aPause, aUsageRow } from '../../../../support/billing/usage-data.ts';

const { tables } = pricesOf('us-east-1');
const november = { from: '2026-11-01T00:00:00.000Z', to: '2026-12-01T00:00:00.000Z' };
const groupings: readonly Grouping[] = ['day', 'sandbox', 'conversation', 'key', 'spec'];

type Line = Report['groups'][number];

const report = (rows: readonly UsageRow[], calls: readonly CallsOfKey[], groupBy: Grouping, splitBy?: Grouping) =>
  reportOf(rows, calls, { span: november, groupBy, splitBy, tables });

/** What callers read of a line, in thousandths: whole numbers, which add up without an error. */
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

/** Exact, but for what splits show in whole milliseconds. */
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

    const lines = report(rows, calls, 'day', 'key').groups;

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

  it('has splits of which all that is shown adds up to the group, for each two groupings', () => {
    const exact = fc.property(anyRequest, ({ rows, calls, groupBy, splitBy }) => {
      const split = report(rows, calls, groupBy, splitBy);
      const plain = report(rows, calls, groupBy);

      expect(split.totals).toEqual(plain.totals);
      expect(sums(split.groups, 'group', shown, added)).toEqual(sums(plain.groups, 'group', shown, added));
    });
    void fc.assert(exact, { numRuns: 500 });
  });

  it('has splits that add up over all groups to the report by what groups are split by', () => {
    const transposed = fc.property(anyRequest, ({ rows, calls, groupBy, splitBy }) => {
      const split = report(rows, calls, groupBy, splitBy).groups;
      const other = report(rows, calls, splitBy).groups;

      expect(sums(split, 'split', kept, sumOf)).toEqual(sums(other, 'group', kept, sumOf));
    });
    void fc.assert(transposed, { numRuns: 300 });
  });

  it('rounds seconds of splits together', () => {
    // A quarter of a vCPU for three minutes and one millisecond: 45 000.25 ms each.
    const short = { cpu_units: 256, ended_at: '2026-11-21T12:03:00.001Z' };
    const rows = ['a', 'b', 'c'].map((id) => aUsageRow({ ...short, usage_key: id, sandbox_id: id }));

    const lines = report(rows, [], 'day', 'sandbox').groups;

    const seconds = lines.map(({ amounts, microUsd }) => amountsView(amounts, microUsd).vcpu_seconds);
    expect(seconds).toEqual([45.001, 45, 45]);
  });

  it('refuses more splits than one report may have, before it adds up the rest', () => {
    const month = { started_at: november.from, ended_at: november.to };
    const rows = Array.from({ length: 334 }, (_, n) => aPause({ ...month, usage_key: `${n}`, sandbox_id: `s${n}` }));

    expect(() => report(rows, [], 'day', 'sandbox')).toThrow(TooMuchUsageError);
    expect(report(rows.slice(1), [], 'day', 'sandbox').groups).toHaveLength(9_990);
    expect(report([], [], 'day', 'sandbox')).toEqual({ groups: [], totals: nothingUsed });
  });
});
