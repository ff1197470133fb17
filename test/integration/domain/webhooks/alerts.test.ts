import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ownerAlertEvents } from '../../../../shared/domain/webhooks/alert-kinds.ts';
import { changeAlerts } from '../../../../shared/domain/webhooks/alert-settings.ts';
import { RefusedError } from '../../../../shared/platform/aws/signed-requests.ts';
import { resolveBySystem } from '../../../../shared/platform/outbound/target.ts';
import { useServiceTables } from '../../../support/service-tables.ts';
import { answering, WebhookReceiver } from '../../../support/webhooks/webhook-receiver.ts';
import { AlertScene, PERSON } from './alert-scene.ts';

const tables = await useServiceTables();

describe('alerts', () => {
  let alerts: AlertScene;
  let receiver: WebhookReceiver;
  beforeEach(async () => {
    alerts = new AlertScene(tables);
    receiver = await WebhookReceiver.start();
  });
  afterEach(() => receiver.stop());

  it('reach mail and a Slack-compatible URL as text, once for each cause', async () => {
    await alerts.choose({ mail: ['ann@example.com'], slack_url: receiver.url });

    const used = { scope: 'owner', unit: 'usd', month: '2035-03', limit: 10, used: 8, resets_at: '2035-04-01' };
    await alerts.happens('budget.warning', used, 'budget-owner-usd/2035-03/10/budget.warning');
    await alerts.happens('budget.warning', used, 'budget-owner-usd/2035-03/10/budget.warning');

    expect(alerts.mails).toEqual([
      {
        to: 'ann@example.com',
        subject: '80 % of a budget is used (2035-03)',
        text: expect.stringMatching(/8 of 10 USD[\s\S]*\n\nOwner: \S+$/),
      },
    ]);
    expect(receiver.received).toHaveLength(1);
    const [{ body, headers } = { body: '', headers: {} }] = receiver.received;
    expect(Object.keys(JSON.parse(body))).toEqual(['text']);
    expect(headers).not.toHaveProperty('webhook-signature');
  });

  it('show no path of a URL, and are no webhook endpoints', async () => {
    await alerts.choose({ mail: ['ann@example.com'], slack_url: `${receiver.url}/T0/secret` });

    expect(await alerts.view()).toEqual({
      mail: [{ to: 'ann@example.com', enabled: true, disabled_reason: null }],
      slack: { to: new URL(receiver.url).origin, enabled: true, disabled_reason: null },
      mail_available: true,
      on: ['budgets', 'webhooks', 'starts', 'suspension'],
    });
    await expect(alerts.scene.find('alert-owner-mail-0')).rejects.toMatchObject({ code: 'not_found' });
    await expect(alerts.scene.endpoints.remove(alerts.scene.ownerId, 'alert-owner-slack')).rejects.toMatchObject({
      code: 'not_found',
    });
    const { Items = [] } = await tables.documents.send(
      new QueryCommand({
        TableName: tables.webhookEndpoints,
        KeyConditionExpression: 'owner_id = :owner',
        ExpressionAttributeValues: { ':owner': alerts.scene.ownerId },
      }),
    );
    expect(JSON.stringify(Items)).not.toContain('T0/secret');
  });

  it('keep what a change does not name, and end with the removal of their receiver', async () => {
    await alerts.choose({ mail: ['ann@example.com', 'bob@example.com'], slack_url: receiver.url, on: ['starts'] });
    await alerts.choose({ mail: ['bob@example.com'] });
    const seen = { mail: [{ to: 'bob@example.com' }], slack: { enabled: true }, on: ['starts'] };
    expect(await alerts.view()).toMatchObject(seen);

    await alerts.choose({ slack_url: null });
    await alerts.happens('budget.warning', { scope: 'owner' });
    const detail = 'The repository could not be cloned.';
    await alerts.happens('start.failed', { title: 'Fix <!channel> & more', detail });
    expect(receiver.received).toHaveLength(0);
    expect(alerts.mails.map(({ to, subject }) => [to, subject])).toEqual([
      ['bob@example.com', 'A start failed: Fix <!channel> & more'],
    ]);
  });

  it('of an owner do not say what a private conversation is about, and those of its maker do', async () => {
    await alerts.choose({ mail: ['owner@example.com'] });
    await alerts.chooseOwn({ mail: ['ann@example.com'] });

    const failed = { title: 'A secret plan', detail: 'acme/secret could not be cloned.', conversation_id: '4f2c' };
    await alerts.happens('start.failed', { ...failed, created_by_user_id: PERSON, visibility: 'private' });

    const textsTo = (receiver: string) => alerts.mails.filter(({ to }) => to === receiver).map(({ text }) => text);
    const owner = `\n\nOwner: ${alerts.scene.ownerId}`;
    expect(textsTo('owner@example.com')).toEqual([`The conversation "4f2c" did not start.${owner}`]);
    expect(textsTo('ann@example.com')).toEqual([
      `The conversation "A secret plan" did not start.\nacme/secret could not be cloned.${owner}`,
    ]);
    expect(alerts.mails.find(({ to }) => to === 'owner@example.com')?.subject).toBe('A start failed: 4f2c');
  });

  it('cannot mention a channel of Slack', async () => {
    await alerts.choose({ slack_url: receiver.url });
    await alerts.happens('start.failed', { title: '<!channel> & <@U1>', detail: '' });
    expect(receiver.received[0]?.body).not.toContain('<');
  });

  it.each(['http://10.0.0.1/x', 'https://169.254.169.254/latest'])('do not go to %s', async (url) => {
    const rules = { resolve: resolveBySystem, loopback: false };
    const deps = { ...alerts.deps(), rules };
    const change = changeAlerts(alerts.scene.ownerId, null, { slack_url: url }, ownerAlertEvents, deps);
    await expect(change).rejects.toMatchObject({ code: 'validation_failed' });
  });

  it('need an address of the deployment for mail', async () => {
    const [deps, mail] = [alerts.deps(false), ['a@example.com']];
    const change = changeAlerts(alerts.scene.ownerId, null, { mail }, ownerAlertEvents, deps);
    await expect(change).rejects.toMatchObject({ code: 'validation_failed' });
  });

  it('of a person concern what the person made, and the statuses that they chose', async () => {
    await alerts.chooseOwn({ mail: ['ann@example.com'], on: ['finished', 'waiting'] });
    const of = (execution_status: string, created_by_user_id = PERSON) => ({
      title: 'T',
      execution_status,
      created_by_user_id,
    });

    await alerts.happens('conversation.status_changed', of('running'));
    await alerts.happens('conversation.status_changed', of('finished', 'another'));
    await alerts.happens('conversation.status_changed', of('error'));
    await alerts.happens('conversation.status_changed', of('waiting_for_confirmation'));
    await alerts.happens('conversation.status_changed', of('finished'));

    expect(alerts.mails.map(({ subject }) => subject)).toEqual([
      'Your agent is waiting for your answer: T',
      'Your agent has finished: T',
    ]);
  });

  it('whose receiver fails delay no other one, and are tried again', async () => {
    await alerts.choose({ mail: ['ann@example.com'], slack_url: receiver.url });
    receiver.behaviour = answering(500);
    alerts.refusal = new RefusedError('TooManyRequestsException', 'slower', 429);

    await alerts.happens('owner.suspended', { reason: 'unpaid' });
    expect(receiver.received.length).toBeGreaterThan(0);
    expect(alerts.mails).toHaveLength(0);
    alerts.refusal = undefined;
    receiver.behaviour = answering(200);
    alerts.scene.time.set(new Date(alerts.scene.time.now().getTime() + 3_600_000));
    await alerts.scene.deliver('alert-owner-mail-0', { mail: alerts.mail });
    await alerts.scene.deliver('alert-owner-slack', { mail: alerts.mail });

    expect(alerts.mails).toHaveLength(1);
    expect(receiver.received.at(-1)?.body).toContain('unpaid');
  });

  it('are not sent twice when it is unknown whether the first mail was sent', async () => {
    await alerts.choose({ mail: ['ann@example.com'] });
    alerts.refusal = new Error('socket hang up');
    await alerts.happens('owner.resumed', {});
    alerts.refusal = undefined;
    alerts.scene.time.set(new Date(alerts.scene.time.now().getTime() + 86_400_000));
    await alerts.scene.deliver('alert-owner-mail-0', { mail: alerts.mail });
    expect(alerts.mails).toEqual([]);
  });
});
