import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startConversation } from '../../support/service/conversations.ts';
import { eventually } from '../../support/service/eventually.ts';
import { newOwner, type Owner, service } from '../../support/service/owners.ts';
import { badFields, expectProblem } from '../../support/service/problems.ts';
import { canary, rememberSecret } from '../../support/service/secrets-of-run.ts';
import { withSweeps } from '../../support/service/sweeps.ts';
import { answering, type Received, WebhookReceiver } from '../../support/webhooks/webhook-receiver.ts';

const path = '/api/v1/webhook-endpoints';
const { stateDirectory } = service();

let owner: Owner;
let receiver: WebhookReceiver;
let id: string;
let secret: string;
beforeAll(async () => {
  [owner, receiver] = await Promise.all([newOwner(), WebhookReceiver.start()]);
  const key = crypto.randomUUID();
  const request = {
    body: {
      url: `${receiver.url}?token=${canary('the path of a webhook URL')}`,
      events: ['conversation.*', 'sandbox.*'],
    },
    headers: { 'Idempotency-Key': key },
  };
  const created = await owner.api.send('POST', path, request);
  const again = await owner.api.send('POST', path, request);
  if (created.status !== 201) throw new Error(created.text);
  ({ id, secret } = created.body);
  rememberSecret('the secret of a webhook endpoint', secret);
  expect(again.body).toEqual(created.body);
});
afterAll(() => receiver?.stop());

function arrival(type: string, ofSecret: () => string = () => secret): Promise<Received> {
  return eventually(type, () => receiver.verified(ofSecret()).find((message) => message.type === type));
}

describe('signed events', () => {
  it('report a conversation and its sandbox, each in order', async () => {
    const source = `https://me:${canary('a token in a plugin URL')}@git.example.test/o/r`;
    const plugins = [{ source, parameters: { password: canary('a plugin parameter') } }];
    const started = await startConversation(owner.api, { title: 'Published', plugins });
    await arrival('sandbox.running');
    const created = await arrival('conversation.created');
    expect(created.data).toMatchObject({ conversation_id: started.id, title: 'Published' });
    await owner.api.send('PATCH', `/api/v1/app-conversations/${started.id}`, { body: { title: 'Renamed' } });
    await owner.api.delete(`/api/v1/app-conversations/${started.id}`);
    await Promise.all([arrival('conversation.deleted'), arrival('sandbox.deleted')]);

    const typesOf = (field: string, of: string) =>
      receiver
        .verified(secret)
        .flatMap(({ data, type }) =>
          data[field] === of && 'generation' in data === (field === 'sandbox_id') ? [type] : [],
        );
    const sandbox = typesOf('sandbox_id', started.sandboxId);
    expect([...new Set(sandbox)]).toEqual(['sandbox.starting', 'sandbox.running', 'sandbox.deleted']);
    const conversation = typesOf('conversation_id', started.id);
    expect(conversation[0]).toBe('conversation.created');
    expect(conversation).toContain('conversation.updated');
    expect(conversation.at(-1)).toBe('conversation.deleted');
    expect(receiver.received).toHaveLength(receiver.verified(secret).length);
    for (const { body } of receiver.received) expect(body).not.toContain(started.sessionKey);
  });

  it('are logged, and can be delivered again', async () => {
    // The receiver has it before the service has stored its response.
    const body = await eventually('the newest one is stored as delivered', async () => {
      const newest = (await owner.api.get(`${path}/${id}/messages`, { limit: 1 })).body;
      return newest.items[0]?.status === 'delivered' && newest;
    });
    expect(body.items).toHaveLength(1);
    const next = await owner.api.get(`${path}/${id}/messages`, { limit: 100, page_id: body.next_page_id });
    const messages = [...body.items, ...next.body.items];
    const [message] = messages;
    expect(messages.length).toBeGreaterThanOrEqual(6);
    expect(message).toMatchObject({ status: 'delivered', attempts: [{ status: 204, error: null }] });
    const times = receiver.received.filter((one) => one.id === message.id).length;
    receiver.behaviour = answering(200, { 'Content-Type': 'text/plain' }, 'taken\0');

    const answer = await owner.api.post(`${path}/${id}/messages/${message.id}/redeliver`);

    expect(answer.status).toBe(202);
    await eventually(
      'it is delivered again',
      () => receiver.received.filter((one) => one.id === message.id).length > times,
    );
    const read = await eventually('it is in the log', async () => {
      const found = await owner.api.get(`${path}/${id}/messages/${message.id}`);
      return found.body.status === 'delivered' ? found.body : undefined;
    });
    expect(JSON.parse(read.body)).toMatchObject({ type: message.type });
    expect(read.attempts).toMatchObject([{ answer: null }, { answer: { text: 'taken\ufffd', truncated: false } }]);
    const { body: list } = await owner.api.get(`${path}/${id}/messages`, { limit: 100 });
    expect(JSON.stringify(list)).not.toContain('answer');
  });

  it('are signed with both secrets during a rotation', async () => {
    const request = { body: { overlap_seconds: 600 }, headers: { 'Idempotency-Key': crypto.randomUUID() } };
    const { body } = await owner.api.send('POST', `${path}/${id}/rotate-secret`, request);
    rememberSecret('the next secret of a webhook endpoint', body.secret);
    // A repetition after a lost response must not replace the secret that receivers still use.
    expect((await owner.api.send('POST', `${path}/${id}/rotate-secret`, request)).body).toEqual(body);
    expect(body.previous_secret_expires_at).toEqual(expect.any(String));

    expect((await owner.api.post(`${path}/${id}/ping`)).status).toBe(202);

    const pinged = await arrival('webhook_endpoint.ping', () => body.secret);
    expect(receiver.verified(secret)).toContainEqual(pinged);
    expect((await owner.api.get(`${path}/${id}`)).text).not.toContain('whsec_');
  });

  it.runIf(stateDirectory !== null)(
    'are delivered again by the sweep after the Retry-After of a receiver',
    async () => {
      const { body } = await owner.api.get(`${path}/${id}/messages`, { limit: 100 });
      const message = body.items.find(({ type }: { type: string }) => type === 'conversation.created').id;
      const times = () => receiver.received.filter((one) => one.id === message).length;
      const before = times();
      // Longer than one run of the worker waits.
      receiver.behaviour = (_, response) =>
        void response.writeHead(times() === before + 1 ? 503 : 200, { 'Retry-After': '12' }).end();

      await owner.api.post(`${path}/${id}/messages/${message}/redeliver`);

      const delivered = eventually('it is delivered at last', async () => {
        const found = await owner.api.get(`${path}/${id}/messages/${message}`);
        return found.body.status === 'delivered' && times() === before + 2 ? found.body : undefined;
      });
      const { attempts } = await withSweeps(stateDirectory ?? '', delivered);
      const [refused, taken] = attempts.slice(-2);
      expect([refused.status, taken.status]).toEqual([503, 200]);
      expect(Date.parse(taken.at) - Date.parse(refused.at)).toBeGreaterThanOrEqual(12_000);
    },
  );

  it('stop when a receiver returns 410, and the other endpoints of the owner receive an event about it', async () => {
    const other = await owner.api.post(path, { url: receiver.url, events: ['webhook_endpoint.*'] });
    rememberSecret('the secret of another webhook endpoint', other.body.secret);
    receiver.behaviour = (message, response) =>
      void response.writeHead(message.type === 'webhook_endpoint.ping' ? 410 : 200).end();

    await owner.api.post(`${path}/${id}/ping`);

    const notice = await arrival('webhook_endpoint.disabled', () => other.body.secret);
    expect(notice.data).toMatchObject({ webhook_endpoint_id: id, reason: 'gone' });
    const { body } = await owner.api.get(path);
    expect(body.items[0]).toMatchObject({ id, enabled: false, disabled_reason: 'gone' });
    expectProblem(await owner.api.post(`${path}/${id}/ping`), 409, 'conflict');
    const enabled = await owner.api.send('PATCH', `${path}/${id}`, {
      body: { enabled: true, events: ['key.*'], url: receiver.url },
    });
    expect(enabled.body).toMatchObject({ enabled: true, disabled_reason: null, events: ['key.*'] });
    expect((await owner.api.delete(`${path}/${other.body.id}`)).body).toEqual({ success: true });
  });

  it('are accepted only for public or loopback receivers, and for known types', async () => {
    const refused = async (body: unknown) => badFields(await owner.api.post(path, body));

    expect(await refused({ url: 'https://169.254.169.254/', events: ['*'] })).toEqual(['body.url']);
    expect(await refused({ url: 'http://10.0.0.1:8080/', events: ['*'] })).toEqual(['body.url']);
    expect(await refused({ url: 'https://a:b@hooks.example.com/', events: ['*'] })).toEqual(['body.url']);
    expect(await refused({ url: receiver.url, events: ['sandbox.unknown'] })).toEqual(['body.events.0']);
    expect(await refused({ url: receiver.url, events: [] })).toEqual(['body.events']);
  });
});
