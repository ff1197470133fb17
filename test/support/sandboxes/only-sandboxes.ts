import type { SweepDeps } from '../../../shared/domain/maintenance/sweep.ts';

/** What a sweep asks for besides sandboxes, for owners that have nothing else. */
export const onlySandboxes = {
  eraseOwner: async () => undefined,
  usage: { monthToDate: async () => ({ microUsd: 0, modelMicroUsd: 0, sandboxSeconds: 0, byLineage: new Map() }) },
  saveSummary: async () => undefined,
  deliveryBacklog: async () => ({ endpoints: 0, oldest: null }),
  stageLimits: { sandboxes: 1_000, vcpus: 1_000 },
  members: { find: async () => undefined },
} satisfies Partial<SweepDeps>;
