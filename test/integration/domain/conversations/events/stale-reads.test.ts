import { BatchGetCommand, type DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { expect, it } from 'vitest';
import { DynamoEventReader } from '../../../../../shared/domain/conversations/events/dynamo-event-reader.ts';
import { DynamoEventWriter } from '../../../../../shared/domain/conversations/events/dynamo-event-writer.ts';
import { systemClock } from '../../../../../shared/platform/clock.ts';
import { aLog, someEvents } from '../../../../support/conversations/events/event-data.ts';
import { useServiceTables } from '../../../../support/service-tables.ts';

const tables = await useServiceTables();
const { documents } = tables;

/** The client as it may answer for a moment: a read that is not consistent has none of the new rows yet. */
const late = new Proxy(documents, {
  get(target, name) {
    if (name !== 'send') return Reflect.get(target, name);
    return async (command: Parameters<DynamoDBDocumentClient['send']>[0]) => {
      const isStale =
        command instanceof BatchGetCommand && command.input.RequestItems?.[tables.events]?.ConsistentRead === false;
      return isStale ? { Responses: { [tables.events]: [] } } : target.send(command);
    };
  },
});

it('a page has the events that were kept a moment ago', async () => {
  const [log, events] = [aLog(), someEvents(3)];
  await new DynamoEventWriter(documents, tables, systemClock).append(log, events);

  const page = await new DynamoEventReader(late, tables).search(log, { newestFirst: false, limit: 10, after: null });

  expect(page.items).toEqual(events);
});
