import type { DynamoDBRecord } from 'aws-lambda';
import { expect, it } from 'vitest';
import { getWebhookMessage } from '../../../../functions/webhooks/get-webhook-message.ts';
import { listWebhookMessages } from '../../../../functions/webhooks/list-webhook-messages.ts';
import type { Role } from '../../../../shared/contract/shapes/roles.ts';
import { queueWebhooks } from '../../../../shared/domain/webhooks/queue-webhooks.ts';
import { invoke } from '../../../support/http/invoke.ts';
import { useServiceTables } from '../../../support/service-tables.ts';
import { Scene } from './scene.ts';

const tables = await useServiceTables();

/** The creation of a conversation. */
function record(ownerId: string, id: string, privateTo?: string): DynamoDBRecord {
  const row = {
    ...{ conversation_id: { S: id }, sandbox_id: { S: `sandbox-of-${id}` }, title: { S: `Title of ${id}` } },
    ...{ created_at: { S: '2026-03-01T12:00:00.000Z' }, created_by: { S: 'ann-person' } },
    ...(privateTo === undefined ? {} : { private_to: { S: privateTo } }),
  };
  return {
    eventName: 'INSERT',
    dynamodb: {
      Keys: { owner_id: { S: ownerId }, conversation_id: { S: id } },
      NewImage: row,
      SequenceNumber: id.replaceAll(/\D/g, ''),
      ApproximateCreationDateTime: 1_772_366_400,
    },
  };
}

it('members read webhook messages about private conversations of theirs only; admins and service keys read all', async () => {
  const scene = new Scene(tables);
  const { ownerId } = scene;
  const { id: endpointId } = await scene.endpoint('http://127.0.0.1:9999/');
  await queueWebhooks([record(ownerId, 'c1'), record(ownerId, 'c2', 'ann-person')], {
    endpoints: scene.endpoints,
    messages: scene.messages,
    deliver: async () => undefined,
    noteFailures: async () => undefined,
    isMember: async () => true,
    now: scene.time.now,
  });
  const deps = { endpoints: scene.endpoints, messages: scene.messages };
  const asked = async (personId?: string, role: Role = 'viewer') => {
    const person = personId === undefined ? {} : { person: { id: personId, role, name: null, email: null } };
    const caller = { ownerId, ...person };
    const params = { endpoint_id: endpointId };
    const { body } = await invoke(listWebhookMessages, deps, { params, caller });
    const all = await scene.messages.list(ownerId, endpointId, {}, 10, null);
    const single = await Promise.all(
      all.items.map(({ message_id }) => invoke(getWebhookMessage, deps, { params: { ...params, message_id }, caller })),
    );
    return {
      listed: body.items.map(({ object_id: id }: { object_id: string }) => id),
      read: single.map(({ status, text }) => [status, text.includes('Title of c2')]),
    };
  };

  const whole = {
    listed: ['c2', 'c1'],
    read: [
      [200, true],
      [200, false],
    ],
  };
  expect(await asked('bob-person')).toEqual({
    listed: ['c1'],
    read: [
      [404, false],
      [200, false],
    ],
  });
  expect(await asked('ann-person')).toEqual(whole);
  expect(await asked('eve-person', 'admin')).toEqual(whole);
  expect(await asked()).toEqual(whole);
});
