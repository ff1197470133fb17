import type { Api } from '../../support/service/api.ts';
import { eventually } from '../../support/service/eventually.ts';
import { answering, WebhookReceiver } from '../../support/webhooks/webhook-receiver.ts';
import { fine } from './fine.ts';

/** Something happens while an integrator listens, who then looks at what they were sent. */
export async function receivesSignedEvents(api: Api, happens: () => Promise<void>): Promise<void> {
  const receiver = await WebhookReceiver.start();
  receiver.behaviour = answering(200, { 'Content-Type': 'application/json' }, '{"received":true}');
  try {
    const all = '/api/v1/webhook-endpoints';
    const made = await fine(api.post(all, { url: receiver.url, events: ['*'] }));
    const one = `${all}/${made.body.id}`;
    await happens();
    const { body: key } = await fine(api.post('/api/keys', { name: 'of a day', scopes: ['keys:read'] }));
    await fine(api.delete(`/api/keys/${key.id}`));
    await eventually('the receiver hears of the key', () =>
      receiver.received.some(({ type }) => type.startsWith('key.')) ? true : undefined,
    );
    const { body: ping } = await fine(api.post(`${one}/ping`));
    await eventually('the receiver has the message', () =>
      receiver.received.some((message) => message.id === ping.id) ? true : undefined,
    );
    await eventually('the message is delivered', async () => {
      const { body } = await fine(api.get(`${one}/messages/${ping.id}`));
      return body.status === 'delivered' ? true : undefined;
    });
    await fine(api.get(all));
    await fine(api.get(`${one}/messages`, { limit: 3 }));
    await fine(api.post(`${one}/messages/${ping.id}/redeliver`));
    await fine(api.delete(one));
  } finally {
    await receiver.stop();
  }
}
