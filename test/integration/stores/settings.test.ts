import { afterAll, beforeAll, describe } from 'vitest';
import { DynamoSecretStore } from '../../../shared/settings/dynamo-secret-store.ts';
import { DynamoSettingsStore } from '../../../shared/settings/dynamo-settings-store.ts';
import { secretStoreSuite } from '../../support/secret-store.suite.ts';
import { settingsStoreSuite } from '../../support/settings-store.suite.ts';
import { type ServiceTables, startServiceTables } from './service-tables.ts';

let tables: ServiceTables;
beforeAll(async () => {
  tables = await startServiceTables();
}, 120_000);
afterAll(() => tables?.stop());

describe('secrets in DynamoDB', () => {
  secretStoreSuite(() => new DynamoSecretStore(tables.documents, tables.secrets));
});

describe('settings in DynamoDB', () => {
  settingsStoreSuite(() => new DynamoSettingsStore(tables.documents, tables.settings));
});
