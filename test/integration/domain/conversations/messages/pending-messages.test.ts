import { describe } from 'vitest';
import { DynamoPendingMessages } from '../../../../../shared/domain/conversations/messages/dynamo-pending-messages.ts';
import { pendingMessagesSuite } from '../../../../support/conversations/messages/pending-messages.suite.ts';
import { useServiceTables } from '../../../../support/service-tables.ts';

const tables = await useServiceTables();

describe('pending messages in DynamoDB', () => {
  pendingMessagesSuite((now) => new DynamoPendingMessages(tables.documents, tables, now));
});
