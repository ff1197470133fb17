import * as fc from 'fast-check';
import type { CallsOfKey } from '../../../shared/domain/billing/usage/report.ts';
import type { Span } from '../../../shared/domain/billing/usage/slices.ts';
import type { UsageRow } from '../../../shared/domain/billing/usage/usage-row.ts';

export function aUsageRow(overrides: Partial<UsageRow> = {}): UsageRow {
  return {
    owner_id: 'ann',
    usage_key: `sandbox-1#1#running#${overrides.started_at ?? 'task'}`,
    kind: 'running',
    sandbox_id: 'sandbox-1',
    generation: 1,
    started_at: '2026-11-21T12:00:00.000Z',
    ended_at: '2026-11-21T13:00:00.000Z',
    is_estimate: false,
    spec_id: 'reference',
    cpu_units: 1024,
    memory_megabytes: 2048,
    architecture: 'X86_64',
    gigabytes: 10,
    api_key_id: 'key-1',
    lineages: overrides.api_key_id === null ? [] : [overrides.api_key_id ?? 'key-1'],
    conversation_ids: [],
    ...overrides,
  };
}

export function aPause(overrides: Partial<UsageRow> = {}): UsageRow {
  return aUsageRow({ kind: 'paused', cpu_units: 0, memory_megabytes: 0, ...overrides });
}

const name = fc.constantFrom('a', 'b', 'c');

function timeIn({ from, to }: Span): fc.Arbitrary<number> {
  return fc.integer({ min: Date.parse(from), max: Date.parse(to) });
}

/** Intervals in a span, of few sandboxes, conversations, keys and specs. */
export function anyUsageRow(span: Span): fc.Arbitrary<UsageRow> {
  const some = { times: fc.tuple(timeIn(span), timeIn(span)), id: name, key: fc.option(name), spec: name };
  return fc
    .record({ ...some, conversations: fc.uniqueArray(name, { maxLength: 3 }), runs: fc.boolean() })
    .map(({ times, id, key, spec, conversations, runs }) => {
      const [started_at = '', ended_at = ''] = times.toSorted().map((at) => new Date(at).toISOString());
      const whose = { sandbox_id: id, api_key_id: key, spec_id: spec, conversation_ids: conversations };
      const row = { started_at, ended_at, ...whose };
      return runs ? aUsageRow({ ...row, cpu_units: 256, memory_megabytes: 513 }) : aPause(row);
    });
}

/** Calls of the keys of these intervals, in hours that begin in the span. */
export function anyCalls(span: Span): fc.Arbitrary<CallsOfKey> {
  return fc
    .record({ keyId: name, at: timeIn(span), calls: fc.nat(50), legacyCalls: fc.nat(9) })
    .map(({ at, ...calls }) => ({ ...calls, hour: new Date(at).toISOString().slice(0, 13) }));
}
