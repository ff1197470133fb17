import { PutCommand } from '@aws-sdk/lib-dynamodb';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { BudgetUnit } from '../../../../shared/contract/shapes/enums.ts';
import { limitsOf, noLimits, ownerRowLimits } from '../../../../shared/contract/shapes/limits.ts';
import {
  ACTIVE_KEY,
  CPU_UNITS_KEY,
  type Settled,
  SPENT_MICRO_USD,
  SPENT_SECONDS,
  type Spent,
} from '../../../../shared/domain/billing/budgets/account.ts';
import { checkAdmission } from '../../../../shared/domain/billing/budgets/check-admission.ts';
import { DynamoOwnerAccounts } from '../../../../shared/domain/billing/budgets/dynamo-owner-accounts.ts';
import { budgetOf, spentOf } from '../../../../shared/domain/billing/budgets/monthly-budget.ts';
import { type Demand, reliedOn, type StartBounds } from '../../../../shared/domain/billing/budgets/start-rules.ts';
import { demandOf } from '../../../../shared/domain/sandboxes/store/counts.ts';
import { DynamoOwnerCounts } from '../../../../shared/domain/sandboxes/store/dynamo-owner-counts.ts';
import type { SandboxChange } from '../../../../shared/domain/sandboxes/store/sandbox-store.ts';
import { lostParts } from '../../../../shared/platform/aws/transact.ts';
import { aSandbox, noon, stageOf } from '../../../support/sandboxes/sandbox-data.ts';
import { useServiceTables } from '../../../support/service-tables.ts';

const tables = await useServiceTables();

/**
 * The key of the starts. Sandboxes that end or move to another key belong to a sibling; both have the same parent.
 */
const KEY = 'mine';
const OTHER = 'other';
const OUTER = 'outer';

const sandbox = (desired: 'RUNNING' | 'PAUSED', api_key_id: string) => {
  const lineages = [api_key_id, OUTER].map((id) => ({ id, limits: noLimits }));
  return aSandbox({ desired, api_key_id, lineages, reserved_micro_usd: 100 });
};

const changes = {
  creation: (): SandboxChange => ({ previous: null, next: sandbox('RUNNING', KEY) }),
  resume: (): SandboxChange => ({ previous: sandbox('PAUSED', OTHER), next: sandbox('RUNNING', KEY) }),
  handOver: (): SandboxChange => ({ previous: sandbox('RUNNING', OTHER), next: sandbox('RUNNING', KEY) }),
  end: (): SandboxChange => ({ previous: sandbox('RUNNING', OTHER), next: sandbox('PAUSED', OTHER) }),
};

/** Most cases lie at the limit, where rules that differ by one give different results. */
const distance = fc.constantFrom(-50, -1, 0, 0, 0, 0, 0, 1);

const scope = fc.record({
  sandboxes: fc.option(fc.integer({ min: 1, max: 4 }), { freq: 2 }),
  vcpus: fc.option(fc.constantFrom(0.5, 2, 4, 4, 8), { freq: 4 }),
  monthly_budget_usd: fc.option(fc.constantFrom(0, 0.0005, 0.0005, 12.34, 12.34), { freq: 2 }),
  monthly_sandbox_hours: fc.option(fc.constantFrom(0, 0.5, 0.5, 100, 100), { freq: 2 }),
  /** Null if the row has no count. */
  active: fc.option(distance, { freq: 3 }),
  cpuUnits: fc.option(distance, { freq: 3 }),
  microUsd: distance,
  seconds: distance,
});
type Scope = typeof scope extends fc.Arbitrary<infer T> ? T : never;

const start = fc.record({
  changes: fc.array(fc.constantFrom('creation', 'creation', 'resume', 'handOver', 'end'), {
    minLength: 1,
    maxLength: 4,
  }),
  defaultSandboxes: fc.integer({ min: 1, max: 5 }),
  defaultVcpus: fc.constantFrom<number>(1, 4, 100),
  owner: scope,
  key: scope,
  outer: scope,
  /** Age of the ledger read in milliseconds, or null for never. */
  settledAgo: fc.option(fc.constantFrom(0, 29_999, 30_001, 599_999, 600_000, 600_001, 32 * 86_400_000), { freq: 8 }),
  settlesKey: fc.constantFrom(true, true, true, false),
  settlesOuter: fc.constantFrom(true, true, true, true, true, false),
  hasRow: fc.constantFrom(...Array.from({ length: 9 }, () => true), false),
  /** A limit that an administrator changed after the start read it. */
  outdated: fc.constantFrom(...Array.from({ length: 21 }, () => null), ...reliedOn),
});
type Start = typeof start extends fc.Arbitrary<infer T> ? T : never;

const now = new Date(noon);

function limitsIn({ sandboxes, vcpus, monthly_budget_usd, monthly_sandbox_hours }: Scope) {
  return limitsOf({ sandboxes, vcpus, monthly_budget_usd, monthly_sandbox_hours });
}

function spentIn(given: Scope, { reserves }: Demand): Spent {
  const used = (unit: BudgetUnit, distance: number) =>
    Math.max(0, (budgetOf(limitsIn(given), unit) ?? 1_000) - spentOf(reserves, unit) + distance);
  return { microUsd: used('usd', given.microUsd), seconds: used('sandbox_hours', given.seconds) };
}

function settledIn({ settledAgo, settlesKey, settlesOuter, owner, key, outer }: Start, demand: Demand): Settled | null {
  if (settledAgo === null) return null;
  const at = new Date(now.getTime() - settledAgo).toISOString();
  const lineages = new Map([
    ...(settlesKey ? [[KEY, spentIn(key, demand)] as const] : []),
    ...(settlesOuter ? [[OUTER, spentIn(outer, demand)] as const] : []),
  ]);
  return { month: at.slice(0, 7), at, owner: spentIn(owner, demand), lineages };
}

function rowOf(ownerId: string, given: Start, demand: Demand): Record<string, unknown> {
  const { owner, defaultSandboxes, defaultVcpus } = given;
  const settled = settledIn(given, demand);
  const counted = (limit: number, added: number, distance: number) => Math.max(0, limit - added + distance);
  return {
    owner_id: ownerId,
    ...ownerRowLimits(limitsIn(owner)),
    ...(owner.active !== null && {
      active_sandboxes: counted(owner.sandboxes ?? defaultSandboxes, demand.owner, owner.active),
    }),
    ...(owner.cpuUnits !== null && {
      cpu_units: counted((owner.vcpus ?? defaultVcpus) * 1024, demand.cpuUnits.owner, owner.cpuUnits),
    }),
    ...Object.fromEntries(
      [[KEY, given.key] as const, [OUTER, given.outer] as const].flatMap(([id, { cpuUnits, vcpus }]) => {
        const added = demand.cpuUnits.lineages.get(id) ?? 0;
        if (cpuUnits === null) return [];
        return [[`${CPU_UNITS_KEY}${id}`, counted((vcpus ?? 2) * 1024, added, cpuUnits)] as const];
      }),
    ),
    ...Object.fromEntries(
      [[KEY, given.key] as const, [OUTER, given.outer] as const].flatMap(([id, { active, sandboxes }]) =>
        active === null
          ? []
          : [[`${ACTIVE_KEY}${id}`, counted(sandboxes ?? 2, demand.lineages.get(id) ?? 0, active)] as const],
      ),
    ),
    ...(settled && {
      budget_month: settled.month,
      budget_settled_at: settled.at,
      spent_micro_usd: settled.owner.microUsd,
      spent_seconds: settled.owner.seconds,
      ...Object.fromEntries(
        [...settled.lineages].flatMap(([id, spent]) => [
          [`${SPENT_MICRO_USD}${id}`, spent.microUsd],
          [`${SPENT_SECONDS}${id}`, spent.seconds],
        ]),
      ),
    }),
  };
}

let made = 0;

async function tryStart(given: Start): Promise<{ decision: string; wasWritten: boolean }> {
  made += 1;
  const ownerId = `owner-${made}`;
  const all = given.changes.map((kind) => changes[kind]());
  const demand = demandOf(all);
  const { documents, owners } = tables;
  if (given.hasRow) await documents.send(new PutCommand({ TableName: owners, Item: rowOf(ownerId, given, demand) }));
  const account = await new DynamoOwnerAccounts(documents, tables).account(ownerId);
  const known = given.outdated ? { ...account.limits, [given.outdated]: 3 } : account.limits;
  const lineages = [
    { id: KEY, limits: limitsIn(given.key) },
    { id: OUTER, limits: limitsIn(given.outer) },
  ];
  const key = { id: KEY, lineages };
  const bounds: StartBounds = {
    stage: stageOf(given.defaultSandboxes, given.defaultVcpus),
    known,
    key,
    now: () => now,
  };
  const isOutdated = demand.starts > 0 && reliedOn.some((name) => known[name] !== account.limits[name]);
  const item = new DynamoOwnerCounts(documents, tables).change(ownerId, all, bounds);
  const lost = await lostParts(documents, [{ item, lost: () => new Error('refused') }]);
  const { kind } = checkAdmission(account, demand, bounds);
  return { decision: isOutdated ? 'outdated' : kind, wasWritten: lost.length === 0 };
}

describe('checkAdmission', () => {
  it('admits exactly the starts that DynamoDB writes', { timeout: 60_000 }, async () => {
    const seen = new Map<string, number>();
    const batch = fc.array(start, { minLength: 10, maxLength: 10 });
    await fc.assert(
      fc.asyncProperty(batch, async (starts) => {
        for (const { decision, wasWritten } of await Promise.all(starts.map(tryStart))) {
          seen.set(decision, (seen.get(decision) ?? 0) + 1);
          expect([decision, wasWritten]).toEqual([decision, decision === 'fits']);
        }
      }),
      { numRuns: 15 },
    );
    for (const decision of ['fits', 'unsettled', 'exceeded', 'outdated'])
      expect([decision, seen.get(decision) ?? 0]).toEqual([decision, expect.toSatisfy((count: number) => count > 2)]);
  });

  it('admits a start of an owner without a row under the deployment’s limit, and none over it', async () => {
    const free: Scope = {
      ...{ sandboxes: null, vcpus: null, monthly_budget_usd: null, monthly_sandbox_hours: null },
      ...{ active: null, cpuUnits: null, microUsd: 0, seconds: 0 },
    };
    const given: Start = {
      ...{ changes: ['creation'], defaultSandboxes: 1, defaultVcpus: 1, owner: free, key: free, outer: free },
      ...{ settledAgo: null, settlesKey: false, settlesOuter: false, hasRow: false, outdated: null },
    };

    expect(await tryStart(given)).toEqual({ decision: 'fits', wasWritten: true });
    expect(await tryStart({ ...given, defaultVcpus: 0 })).toEqual({ decision: 'exceeded', wasWritten: false });
    expect(await tryStart({ ...given, defaultSandboxes: 0 })).toEqual({ decision: 'exceeded', wasWritten: false });
  });
});
