import { describe } from 'vitest';
import { DynamoSettingsStore } from '../../../../shared/domain/settings/dynamo-settings-store.ts';
import { DynamoSecretStore } from '../../../../shared/domain/settings/secrets/dynamo-secret-store.ts';
import { useServiceTables } from '../../../support/service-tables.ts';
import { secretStoreSuite } from '../../../support/settings/secret-store.suite.ts';
import { settingsStoreSuite } from '../../../support/settings/settings-store.suite.ts';

const tables = await useServiceTables();

describe('secrets in DynamoDB', () => {
  secretStoreSuite(() => new DynamoSecretStore(tables.documents, tables));
});

describe('settings in DynamoDB', () => {
  settingsStoreSuite(() => new DynamoSettingsStore(tables.documents, tables));
});
