import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ownerAlertEvents } from '../../../../shared/domain/webhooks/alert-kinds.ts';
import { changeAlerts } from '../../../../shared/domain/webhooks/alert-settings.ts';
import { useServiceTables } from '../../../support/service-tables.ts';
import { WebhookReceiver } from '../../../support/webhooks/webhook-receiver.ts';
import { AlertScene, PERSON } from './alert-scene.ts';

const tables = await useServiceTables();
const ANN = 'ann@example.com';
const failed = { title: 'T', detail: 'No.', created_by_user_id: PERSON };

describe('what alerts are about', () => {
  let alerts: AlertScene;
  let receiver: WebhookReceiver;
  beforeEach(async () => {
    alerts = new AlertScene(tables);
    receiver = await WebhookReceiver.start();
  });
  afterEach(() => receiver.stop());

  it('is everything until it is chosen', async () => {
    expect(await alerts.view()).toMatchObject({ mail: [], slack: null, on: Object.keys(ownerAlertEvents) });
  });

  it('is kept while nothing receives alerts, and holds for the first receiver', async () => {
    await alerts.choose({ on: ['starts'] });
    expect(await alerts.view()).toMatchObject({ mail: [], slack: null, on: ['starts'] });

    await alerts.choose({ mail: [ANN] });
    await alerts.happens('owner.suspended', {});
    await alerts.happens('start.failed', failed);

    expect((await alerts.view()).on).toEqual(['starts']);
    expect(alerts.subjectsTo(ANN)).toEqual(['A start failed: T']);
  });

  it('outlives the last receiver', async () => {
    await alerts.choose({ slack_url: receiver.url, on: ['starts'] });
    await alerts.choose({ slack_url: null });
    expect((await alerts.view()).on).toEqual(['starts']);

    await alerts.choose({ slack_url: receiver.url });
    await alerts.happens('owner.suspended', {});
    expect(receiver.received).toHaveLength(0);
  });

  it('is chosen by a person apart from the owner', async () => {
    await alerts.chooseOwn({ on: ['finished'] });
    await alerts.chooseOwn({ mail: [ANN] });
    await alerts.happens('start.failed', failed);

    expect(alerts.mails).toEqual([]);
    expect((await alerts.view()).on).toEqual(Object.keys(ownerAlertEvents));
  });

  it('is what another request chose while a receiver was added', async () => {
    const deps = alerts.deps();
    let isFirst = true;
    const list = async (ownerId: string) => {
      const found = await deps.endpoints.list(ownerId);
      if (isFirst) await alerts.choose({ on: ['starts'] });
      isFirst = false;
      return found;
    };
    const racing = { ...deps, endpoints: { list } };

    await changeAlerts(alerts.scene.ownerId, null, { mail: [ANN] }, ownerAlertEvents, racing);
    await alerts.happens('owner.suspended', {});

    expect(await alerts.view()).toMatchObject({ mail: [{ to: ANN }], on: ['starts'] });
    expect(alerts.mails).toEqual([]);
  });
});
