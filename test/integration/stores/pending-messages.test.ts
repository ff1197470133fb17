import { afterAll, beforeAll, describe } from 'vitest';
import { DynamoPendingMessages } from '../../../shared/messages/dynamo-pending-messages.ts';
import { pendingMessagesSuite } from '../../support/pending-messages.suite.ts';
import { type ServiceTables, startServiceTables } from './service-tables.ts';

let tables: ServiceTables;
beforeAll(async () => {
  tables = await startServiceTables();
}, 120_000);
afterAll(() => tables?.stop());

describe('pending messages in DynamoDB', () => {
  pendingMessagesSuite((now) => new DynamoPendingMessages(tables.documents, tables.pendingMessages, now));
});
