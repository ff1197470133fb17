import type { DynamoDBRecord } from 'aws-lambda';
import { expect, it } from 'vitest';
import { type QueueWebhooksDeps, queueWebhooks } from '../../../../shared/domain/webhooks/queue-webhooks.ts';
import { useServiceTables } from '../../../support/service-tables.ts';
import { Scene } from './scene.ts';

const tables = await useServiceTables();

it('failed starts are counted once each, also when the stream repeats records after an error', async () => {
  const scene = new Scene(tables);
  await scene.endpoint('http://127.0.0.1:9999/');
  let counted = 0;
  const deps: QueueWebhooksDeps = {
    ...{ endpoints: scene.endpoints, messages: scene.messages, now: scene.time.now },
    deliver: async () => undefined,
    isMember: async () => true,
    noteFailures: async (byReason) => {
      for (const count of byReason.values()) counted += count;
    },
  };
  const failed = (number: number): DynamoDBRecord => {
    const conversation_id = { S: `c${number}` };
    const common = { conversation_id, sandbox_id: { S: 's' }, title: { S: 'T' }, created_at: { S: '2026-03-01' } };
    return {
      eventName: 'MODIFY',
      dynamodb: {
        Keys: { owner_id: { S: scene.ownerId }, conversation_id },
        OldImage: common,
        NewImage: { ...common, start_error: { S: 'The repository was not found.' }, start_task_id: { S: 't' } },
        SequenceNumber: String(number),
        ApproximateCreationDateTime: 1_772_366_400 + number,
      },
    };
  };
  const records = [failed(1), failed(2), failed(3)];
  const add: QueueWebhooksDeps['messages']['add'] = (message, now) =>
    message.object_id === 'c2' ? Promise.reject(new Error('the table is busy')) : scene.messages.add(message, now);
  const deliver = () => Promise.reject(new Error('no worker'));

  expect(await queueWebhooks(records, { ...deps, messages: { add } })).toBe('2');
  expect(await queueWebhooks(records.slice(1), { ...deps, deliver })).toBe('2');
  expect(await queueWebhooks(records.slice(1), deps)).toBeUndefined();

  expect(counted).toBe(3);
});
