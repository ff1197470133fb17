import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { changeEndpoint } from '../../../../shared/domain/webhooks/change-endpoints.ts';
import { endpointView } from '../../../../shared/domain/webhooks/webhook-views.ts';
import { resolveBySystem } from '../../../../shared/platform/outbound/target.ts';
import { useServiceTables } from '../../../support/service-tables.ts';
import { WebhookReceiver } from '../../../support/webhooks/webhook-receiver.ts';
import { Scene } from './scene.ts';

const tables = await useServiceTables();

let scene: Scene;
let receiver: WebhookReceiver;
beforeEach(async () => {
  scene = new Scene(tables);
  receiver = await WebhookReceiver.start();
});
afterEach(() => receiver.stop());

const paths = () => receiver.received.map(({ path }) => path);

async function seen(id: string) {
  const row = await scene.find(id);
  const { url } = await endpointView(row, { vault: scene.vault, now: scene.time.now });
  return { row: JSON.stringify(row), url };
}

it('the URL of an endpoint is sealed in its row, shown to its owner, and receives the messages', async () => {
  const url = `${receiver.url}/s3cret?token=s3cret`;
  const { id } = await scene.endpoint(url);

  expect(await seen(id)).toEqual({ row: expect.not.stringContaining('s3cret'), url });
  await scene.queue(id, 'a', 1);
  await scene.deliver(id);
  expect(paths()).toEqual(['/hooks/s3cret?token=s3cret']);
});

it('the URL of an older row receives the messages, and is sealed with the next change', async () => {
  const { id } = await scene.endpoint(receiver.url);
  const { owner_id, endpoint_id } = await scene.find(id);
  const url = `${receiver.url}/s3cret`;
  await tables.documents.send(
    new UpdateCommand({
      TableName: tables.webhookEndpoints,
      Key: { owner_id, endpoint_id },
      UpdateExpression: 'SET #url = :url REMOVE sealed_url',
      ExpressionAttributeNames: { '#url': 'url' },
      ExpressionAttributeValues: { ':url': url },
    }),
  );
  await scene.queue(id, 'a', 1);
  await scene.deliver(id);
  expect(paths()).toEqual(['/hooks/s3cret']);

  const rules = { resolve: resolveBySystem, loopback: true };
  const deps = {
    ...scene.deps(),
    endpoints: scene.endpoints,
    vault: scene.vault,
    rules,
    deliver: async () => undefined,
  };
  await changeEndpoint(scene.ownerId, id, { description: 'mine' }, deps);

  expect(await seen(id)).toEqual({ row: expect.not.stringContaining('s3cret'), url });
  const moved = `${receiver.url}/another`;
  await changeEndpoint(scene.ownerId, id, { url: moved }, deps);
  expect(await seen(id)).toMatchObject({ url: moved });
});
