import type { StageLimits } from '../domain/billing/budgets/start-rules.ts';
import { requireEnvInteger } from '../platform/env.ts';

/** The limits of owners without limits of their own. */
export const stageLimits = (): StageLimits => ({
  sandboxes: requireEnvInteger('SANDBOX_LIMIT'),
  vcpus: requireEnvInteger('VCPU_LIMIT'),
});
