import { afterEach } from 'vitest';
import { DynamoSandboxStore } from '../../../../../shared/domain/sandboxes/store/dynamo-sandbox-store.ts';
import { DynamoWarmTasks } from '../../../../../shared/domain/sandboxes/warm/dynamo-warm-tasks.ts';
import { warmTasksSuite } from '../../../../support/sandboxes/warm-tasks.suite.ts';
import { type ServiceTables, startServiceTables } from '../../../../support/service-tables.ts';

const started: ServiceTables[] = [];
afterEach(() => Promise.all(started.splice(0).map((tables) => tables.stop())));

// All rows of the pool have one owner: each test gets tables of its own.
warmTasksSuite(async (now) => {
  const tables = await startServiceTables();
  started.push(tables);
  return {
    warmTasks: new DynamoWarmTasks(tables.documents, tables, now),
    sandboxes: new DynamoSandboxStore(tables.documents, tables, now),
  };
});
