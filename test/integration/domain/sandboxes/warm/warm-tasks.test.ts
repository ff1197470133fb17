import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { SandboxSpecs } from '../../../../../shared/domain/sandboxes/specs/sandbox-specs.ts';
import { DynamoMeteredSandboxes } from '../../../../../shared/domain/sandboxes/store/dynamo-sandbox-store.ts';
import { claimOf } from '../../../../../shared/domain/sandboxes/warm/claim-warm-task.ts';
import { DynamoWarmPool, DynamoWarmTasks } from '../../../../../shared/domain/sandboxes/warm/dynamo-warm-pool.ts';
import { keepPools } from '../../../../../shared/domain/sandboxes/warm/keep-pools.ts';
import { SettableClock } from '../../../../support/platform/settable-clock.ts';
import { aLaunch, aSandbox, aSpec, within } from '../../../../support/sandboxes/sandbox-data.ts';
import { warmTasksSuite } from '../../../../support/sandboxes/stores.suite.ts';
import { type ServiceTables, startServiceTables } from '../../../../support/service-tables.ts';

const started: ServiceTables[] = [];
afterEach(() => Promise.all(started.splice(0).map((tables) => tables.stop())));

// All rows of the pool have one owner, so each test needs separate tables.
async function poolAt(now: () => Date) {
  const tables = await startServiceTables();
  started.push(tables);
  return {
    tables,
    warmTasks: new DynamoWarmTasks(tables.documents, tables, now),
    warmPool: new DynamoWarmPool(tables.documents, tables, now),
    sandboxes: new DynamoMeteredSandboxes(tables.documents, tables, now),
  };
}

warmTasksSuite(poolAt);

describe('an index that lags behind', () => {
  it('lets keepers add nothing twice, and replaces claimed tasks immediately', async () => {
    const { now } = new SettableClock();
    const { tables, warmPool, sandboxes } = await poolAt(now);
    const { documents } = tables;
    const send = documents.send.bind(documents);
    vi.spyOn(documents, 'send').mockImplementation(((command: never) =>
      (command as unknown) instanceof QueryCommand ? Promise.resolve({ Items: [] }) : send(command)) as never);
    const spec = aSpec({ id: 'pooled', revision: 'r7', warm_pool: { size: 2, hours: null } });
    const keep = () =>
      keepPools({ warmPool, sandboxes, specs: new SandboxSpecs({ default: spec.id, specs: [spec] }), now });

    for (let times = 0; times < 3; times += 1) await keep();
    const { rows } = await warmPool.look();
    expect(rows).toHaveLength(2);
    const [row] = rows;
    if (!row) throw new Error('the pool is empty');
    const launched = { ...row, launch: aLaunch({ startedBy: 'x', mark: 'x' }) };
    const creation = { previous: null, next: aSandbox({ owner_id: 'ann', spec_id: spec.id }) };
    await sandboxes.save([claimOf(creation, launched, now())], within(1_000));
    await keep();

    const after = (await warmPool.look()).rows.map(({ sandbox_id: id }) => id);
    expect(after).toHaveLength(2);
    expect(after).not.toContain(row.sandbox_id);
  });
});
