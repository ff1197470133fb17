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
