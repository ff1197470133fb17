import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { startSandbox } from '../../../functions/sandboxes/start-sandbox.ts';
import type { Limits } from '../../../shared/contract/shapes/limits.ts';
import type { Descent } from '../../../shared/contract/shapes/lineages.ts';
import type { ResourcesRequest } from '../../../shared/contract/shapes/resources.ts';
import { lineageIdsOf } from '../../../shared/domain/billing/budgets/account.ts';
import { Budgets } from '../../../shared/domain/billing/budgets/budgets.ts';
import { DynamoOwnerAccounts } from '../../../shared/domain/billing/budgets/dynamo-owner-accounts.ts';
import { DynamoMeteredSandboxes } from '../../../shared/domain/sandboxes/store/dynamo-sandbox-store.ts';
import { DynamoSnapshotReader } from '../../../shared/domain/sandboxes/store/dynamo-snapshot-reader.ts';
import { AppError } from '../../../shared/platform/errors.ts';
import { MemoryUsage } from '../billing/memory-usage.ts';
import { aCaller, aRequest } from '../http/a-caller.ts';
import { anOwner } from '../http/walk.ts';
import { SettableClock } from '../platform/settable-clock.ts';
import type { ServiceTables } from '../service-tables.ts';
import { noWarmTasks } from './memory-stores.ts';
import { noOwnSpecs } from './no-own-specs.ts';
import { aSpec, someSpecs, stageOf } from './sandbox-data.ts';

/** An owner's keys over DynamoDB, each used by a process that shares no state with the others. */
export class Tenant {
  readonly ownerId = anOwner();
  readonly usage = new MemoryUsage();
  readonly clock = new SettableClock('2026-11-21T13:00:00.000Z');
  readonly sandboxes: DynamoMeteredSandboxes;
  readonly accounts: DynamoOwnerAccounts;
  readonly #tables: ServiceTables;
  readonly #limit: number;

  constructor(tables: ServiceTables, limit: number) {
    this.sandboxes = new DynamoMeteredSandboxes(tables.documents, tables);
    this.accounts = new DynamoOwnerAccounts(tables.documents, tables);
    this.#tables = tables;
    this.#limit = limit;
  }

  deps() {
    const { accounts, sandboxes, usage, clock } = this;
    const budgets = new Budgets({ accounts, sandboxes, usage, now: clock.now });
    return {
      sandboxes,
      snapshots: new DynamoSnapshotReader(this.#tables.documents, this.#tables),
      budgets,
      specs: someSpecs(aSpec()),
      ownSpecs: noOwnSpecs,
      warmTasks: noWarmTasks,
      stageLimits: stageOf(this.#limit),
      now: clock.now,
    };
  }

  input(keyId: string, limits: Partial<Limits> = {}, descent: Descent = {}) {
    const { ownerId } = this;
    const caller = { ...aCaller, ownerId, keyId, limits: { ...aCaller.limits, ...limits }, ...descent };
    return { caller, request: aRequest, body: undefined, query: { on_limit: 'reject' as const } };
  }

  async set(attributes: Readonly<Record<string, number>>): Promise<void> {
    for (const [name, value] of Object.entries(attributes)) {
      await this.#tables.documents.send(
        new UpdateCommand({
          TableName: this.#tables.owners,
          Key: { owner_id: this.ownerId },
          UpdateExpression: 'SET #name = :value',
          ExpressionAttributeNames: { '#name': name },
          ExpressionAttributeValues: { ':value': value },
        }),
      );
    }
  }

  async counts() {
    const account = await this.accounts.account(this.ownerId);
    const rows = await this.sandboxes.listCounted(this.ownerId);
    const inLineage = (id: string) => rows.filter((row) => lineageIdsOf(row).includes(id));
    const keys = [...account.activeByLineage].filter(([, count]) => count !== 0);
    const cpuKeys = [...account.cpuUnitsByLineage].filter(([, units]) => units !== 0);
    const unitsOf = (counted: typeof rows) => counted.reduce((sum, { size }) => sum + size.cpu_units, 0);
    return {
      recorded: {
        owner: account.active,
        keys: Object.fromEntries(keys),
        cpuUnits: account.cpuUnits,
        cpuUnitsByKey: Object.fromEntries(cpuKeys),
      },
      true: {
        owner: rows.length,
        keys: Object.fromEntries(keys.map(([id]) => [id, inLineage(id).length])),
        cpuUnits: unitsOf(rows),
        cpuUnitsByKey: Object.fromEntries(cpuKeys.map(([id]) => [id, unitsOf(inLineage(id))])),
      },
    };
  }
}

export type Outcome = { readonly id: string } | { readonly code: string };

/** Repeats a call that fails with a conflict, as clients do. */
export async function insist<T>(call: () => Promise<T>): Promise<T | { readonly code: string }> {
  for (let tries = 0; tries < 60; tries += 1) {
    try {
      return await call();
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      if (error.code !== 'conflict') return { code: error.code };
    }
  }
  throw new Error('others were always faster');
}

export function started(outcomes: readonly Outcome[]): string[] {
  return outcomes.flatMap((outcome) => ('id' in outcome ? [outcome.id] : []));
}

export function refused(outcomes: readonly Outcome[]): Record<string, number> {
  const codes = outcomes.flatMap((outcome) => ('code' in outcome ? [outcome.code] : []));
  return Object.fromEntries([...Map.groupBy(codes, (code) => code)].map(([code, all]) => [code, all.length]));
}

/** Sends many calls at once, taking turns. */
export function together(calls: readonly (() => Promise<Outcome>)[], times: number): Promise<Outcome[]> {
  return Promise.all(
    Array.from({ length: times }, (_, n) => calls[n % calls.length]?.() ?? Promise.reject(new Error('no call'))),
  );
}

export function start(
  tenant: Tenant,
  keyId: string,
  limits: Partial<Limits> = {},
  descent: Descent = {},
  resources?: ResourcesRequest,
): () => Promise<Outcome> {
  const deps = tenant.deps();
  const input = { ...tenant.input(keyId, limits, descent), params: undefined, body: { resources } };
  return () => insist(() => startSandbox.run(input, deps));
}
