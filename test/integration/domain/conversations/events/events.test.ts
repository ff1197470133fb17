import { TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import { describe } from 'vitest';
import { DynamoEventLeases } from '../../../../../shared/domain/conversations/events/dynamo-event-leases.ts';
import { DynamoEventPurge } from '../../../../../shared/domain/conversations/events/dynamo-event-purge.ts';
import { DynamoEventReader } from '../../../../../shared/domain/conversations/events/dynamo-event-reader.ts';
import { DynamoEventWriter } from '../../../../../shared/domain/conversations/events/dynamo-event-writer.ts';
import { deletionMarker } from '../../../../../shared/domain/conversations/events/event-rows.ts';
import { eventStoreSuite } from '../../../../support/conversations/events/event-store.suite.ts';
import { useServiceTables } from '../../../../support/service-tables.ts';

const tables = await useServiceTables();

const now = () => new Date();

describe('events in DynamoDB', () => {
  eventStoreSuite(() => ({
    writer: new DynamoEventWriter(tables.documents, tables, now),
    reader: new DynamoEventReader(tables.documents, tables),
    purge: new DynamoEventPurge(tables.documents, tables),
    leases: new DynamoEventLeases(tables.documents, tables, now),
    markDeleted: async (log, deletedAt) => {
      const TransactItems = [deletionMarker(tables.events, log, new Date(deletedAt)).item];
      await tables.documents.send(new TransactWriteCommand({ TransactItems }));
    },
  }));
});
