import { PutCommand, QueryCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { queueWebhooks } from '../../../../shared/domain/webhooks/queue-webhooks.ts';
import { ping, redeliver } from '../../../../shared/domain/webhooks/send-again.ts';
import { RefusedError } from '../../../../shared/platform/aws/signed-requests.ts';
import { useServiceTables } from '../../../support/service-tables.ts';
import { answering, WebhookReceiver } from '../../../support/webhooks/webhook-receiver.ts';
import { AlertScene, PERSON } from './alert-scene.ts';

const tables = await useServiceTables();
const [ANN, BOB, CARL] = ['ann@example.com', 'bob@example.com', 'carl@example.com'];
const busy = new RefusedError('TooManyRequestsException', 'slower', 429);

describe('receivers of alerts', () => {
  let alerts: AlertScene;
  let receiver: WebhookReceiver;
  beforeEach(async () => {
    alerts = new AlertScene(tables);
    receiver = await WebhookReceiver.start();
  });
  afterEach(() => receiver.stop());

  const later = (hours: number) => alerts.scene.time.pause(hours * 3_600_000);
  const failed = (title: string, by = PERSON) => ({ title, detail: 'No.', created_by_user_id: by });
  const notices = async () => {
    const { Items = [] } = await tables.documents.send(
      new QueryCommand({
        TableName: tables.integratorEvents,
        KeyConditionExpression: 'owner_id = :owner',
        ExpressionAttributeValues: { ':owner': alerts.scene.ownerId },
      }),
    );
    return Items.map(({ type, data }) => [type, data.description]);
  };

  it('of several owners are all woken by one batch, as their ids are the same', async () => {
    const other = new AlertScene(tables);
    for (const one of [alerts, other]) await one.choose({ mail: [ANN] });
    const woken: string[] = [];

    const records = [alerts, other].map((one) => one.record('owner.suspended', { reason: 'unpaid' }));
    await queueWebhooks(records, alerts.queueDeps({ deliver: async (ownerId) => void woken.push(ownerId) }));

    expect(woken.toSorted()).toEqual([alerts.scene.ownerId, other.scene.ownerId].toSorted());
  });

  it('of a person end with the membership, and come back with it', async () => {
    await alerts.chooseOwn({ mail: [ANN] });
    await alerts.choose({ mail: [BOB] });
    alerts.isMember = false;
    await alerts.happens('start.failed', failed('While removed'));
    alerts.isMember = true;
    await alerts.happens('start.failed', failed('Back again'));

    expect(alerts.subjectsTo(ANN)).toEqual(['A start failed: Back again']);
    expect(alerts.subjectsTo(BOB)).toHaveLength(2);
  });

  it('get nothing twice when another one is removed before its mail was sent', async () => {
    await alerts.choose({ mail: [ANN, BOB] });
    const send = { mail: { send: async () => Promise.reject(busy) } };
    const deliver = async (_: string, id: string) =>
      void (await alerts.scene.deliver(id, id.endsWith('-0') ? send : { mail: alerts.mail }));
    await queueWebhooks([alerts.record('owner.suspended', {})], alerts.queueDeps({ deliver }));
    expect(alerts.subjectsTo(BOB)).toHaveLength(1);

    await alerts.choose({ mail: [BOB] });
    await later(1);
    for (const id of ['alert-owner-mail-0', 'alert-owner-mail-1'])
      await alerts.scene.deliver(id, { mail: alerts.mail });

    expect(alerts.subjectsTo(BOB)).toHaveLength(1);
    expect(alerts.subjectsTo(ANN)).toEqual([]);
  });

  it('get nothing that waited for the address before them', async () => {
    await alerts.choose({ mail: [ANN], slack_url: `${receiver.url}/first` });
    alerts.refusal = busy;
    receiver.behaviour = answering(500);
    await alerts.happens('owner.suspended', {});
    await alerts.choose({ mail: [], slack_url: null });
    await later(1);
    alerts.refusal = undefined;
    receiver.behaviour = answering(200);
    await alerts.choose({ mail: [BOB], slack_url: `${receiver.url}/second` });
    const before = receiver.received.length;

    await alerts.happens('owner.resumed', {});
    for (const id of ['alert-owner-mail-0', 'alert-owner-slack']) await alerts.scene.deliver(id, { mail: alerts.mail });

    expect(alerts.subjectsTo(BOB)).toEqual(['The suspension is over']);
    expect(receiver.received).toHaveLength(before + 1);
  });

  it('get nothing that waited for the address before the one before them', async () => {
    await alerts.choose({ mail: [ANN] });
    alerts.refusal = busy;
    await alerts.happens('owner.suspended', {});
    await later(1);
    await alerts.choose({ mail: [BOB] });
    await later(1);
    // It gets the row that the first one had.
    await alerts.choose({ mail: [CARL] });
    alerts.refusal = undefined;

    await alerts.happens('owner.resumed', {});

    expect(alerts.mails.map(({ to, subject }) => [to, subject])).toEqual([[CARL, 'The suspension is over']]);
  });

  it('that are disabled stay so until their own address is sent again', async () => {
    await alerts.choose({ mail: [ANN], slack_url: receiver.url });
    receiver.behaviour = answering(410);
    await alerts.happens('owner.suspended', {});
    expect((await alerts.view()).slack).toMatchObject({ enabled: false, disabled_reason: 'gone' });

    await alerts.choose({ mail: [ANN, BOB], on: ['starts'] });
    expect((await alerts.view()).slack).toMatchObject({ enabled: false });
    await alerts.choose({ slack_url: receiver.url });
    expect(await alerts.view()).toMatchObject({ slack: { enabled: true }, on: ['starts'] });
  });

  it('of the owner are named when they fail, and those of a person are not', async () => {
    receiver.behaviour = answering(410);
    await alerts.chooseOwn({ slack_url: receiver.url });
    await alerts.happens('start.failed', failed('Mine'));
    expect(await notices()).toEqual([]);

    await alerts.choose({ slack_url: receiver.url });
    await alerts.happens('start.failed', failed('Ours'));
    expect(await notices()).toEqual([['webhook_endpoint.disabled', '(alerts by slack)']]);
  });

  it('get at most 60 mails in an hour, of which the last says so', async () => {
    await alerts.choose({ mail: [ANN] });
    for (const title of ['First', 'Second']) await alerts.happens('start.failed', failed(title));
    await tables.documents.send(
      new UpdateCommand({
        TableName: tables.webhookEndpoints,
        Key: { owner_id: alerts.scene.ownerId, endpoint_id: 'alert-owner-mail-0' },
        UpdateExpression: 'ADD mails.#count :more',
        ExpressionAttributeNames: { '#count': 'count' },
        ExpressionAttributeValues: { ':more': 57 },
      }),
    );
    for (const title of ['Last', 'One too many']) await alerts.happens('start.failed', failed(title));

    const titles = alerts.mails.map(({ subject }) => subject.slice('A start failed: '.length));
    expect(titles).toEqual(['First', 'Second', 'Last']);
    expect(alerts.mails.map(({ text }) => text.includes('not sent by mail'))).toEqual([false, false, true]);
    await later(1);
    await alerts.happens('start.failed', failed('An hour later'));
    expect(alerts.mails).toHaveLength(4);
  });

  it('are no endpoints to which messages are sent again, or tests', async () => {
    await alerts.choose({ slack_url: receiver.url });
    await alerts.happens('owner.suspended', {});
    const { ownerId, messages } = alerts.scene;
    const [message] = (await messages.list(ownerId, 'alert-owner-slack', {}, 1, null)).items;
    const deps = { ...alerts.queueDeps(), endpoints: alerts.scene.endpoints, messages };

    const sends = [
      () => redeliver(ownerId, 'alert-owner-slack', String(message?.message_id), deps),
      () => ping(ownerId, 'alert-owner-slack', deps),
    ];

    for (const send of sends) await expect(send()).rejects.toMatchObject({ code: 'not_found' });
  });

  it('are all found, also when those of many members take several pages', async () => {
    const { endpoints, ownerId } = alerts.scene;
    await alerts.chooseOwn({ slack_url: receiver.url });
    const [row] = await endpoints.list(ownerId);
    for (const n of [1, 2, 3, 4, 5]) {
      const Item = { ...row, endpoint_id: `alert-${n}-slack`, description: 'x'.repeat(300_000) };
      await tables.documents.send(new PutCommand({ TableName: tables.webhookEndpoints, Item }));
    }

    expect(await endpoints.list(ownerId)).toHaveLength(6);
  });
});
