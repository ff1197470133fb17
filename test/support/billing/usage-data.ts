import { DynamoDBDocumentClient, PutCommand } from '@aws-sdk/lib-dynamodb';
import * as fc from 'fast-check';
import type { CallsOfKey } from '../../../shared/domain/billing/usage/report.ts';
import type { Span } from '../../../shared/domain/billing/usage/slices.ts';
import { runningKey, type UsageRow, usageItem } from '../../../shared/domain/billing/usage/usage-row.ts';
import { timestamp } from '../../../shared/platform/clock.ts';
import { LocalTables } from '../service/tables.ts';

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
    capacity: 'on_demand',
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

/** Requests of the keys of these intervals, by hour. */
export function anyCalls(span: Span): fc.Arbitrary<CallsOfKey> {
  return fc
    .record({ keyId: name, at: timeIn(span), calls: fc.nat(50), legacyCalls: fc.nat(9) })
    .map(({ at, ...calls }) => ({ ...calls, hour: new Date(at).toISOString().slice(0, 13) }));
}

const HOUR = 3_600_000;
const DAYS = 18;

/** Hours that the sandboxes of the first key ran, by day. */
const HOURS = [7, 9, 6, 11, 8, 2, 1, 8, 12, 10, 13, 9, 1, 3, 11, 14, 12, 15];

/** Intervals of the ledger for the days before today, as the service writes them when a sandbox has stopped. */
export async function writePastUsage(stateDirectory: string, ownerId: string, keyIds: readonly string[]) {
  const tables = await LocalTables.of(stateDirectory);
  const documents = DynamoDBDocumentClient.from(tables.client);
  const today = new Date().setUTCHours(0, 0, 0, 0);
  for (let day = 0; day < DAYS; day += 1) {
    for (const [index, keyId] of keyIds.entries()) {
      const startedAt = new Date(today - (DAYS - day) * 24 * HOUR + (6 + index) * HOUR);
      const hours = ((HOURS[day] ?? 1) * (keyIds.length - index)) / keyIds.length;
      const row = intervalOf(ownerId, keyId, startedAt, hours);
      await documents.send(new PutCommand({ TableName: tables.name('Usage'), Item: usageItem(row) }));
    }
  }
  tables.close();
}

function intervalOf(ownerId: string, keyId: string, startedAt: Date, hours: number): UsageRow {
  const sandboxId = `${keyId}${startedAt.getTime().toString(16)}`.padEnd(32, '0').slice(0, 32);
  return aUsageRow({
    owner_id: ownerId,
    sandbox_id: sandboxId,
    usage_key: runningKey(sandboxId, 1, 'task'),
    started_at: timestamp(startedAt),
    ended_at: timestamp(new Date(startedAt.getTime() + hours * HOUR)),
    api_key_id: keyId,
  });
}
