import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { scopes } from '../../../shared/contract/shapes/scopes.ts';
import type { Api } from '../../support/service/api.ts';
import { Device, sendForm } from '../../support/service/device-login.ts';
import { eventually } from '../../support/service/eventually.ts';
import { anonymous, service, useService } from '../../support/service/owners.ts';
import { olga, organizationPath, type Person, ServiceWithPeople } from '../../support/service/people.ts';
import { startSandbox } from '../../support/service/sandboxes.ts';
import { rememberSecret } from '../../support/service/secrets-of-run.ts';
import { WebhookReceiver } from '../../support/webhooks/webhook-receiver.ts';

/** What people do with their organization, and programs with a key that belongs to no person. */
describe('members, over HTTP', () => {
  const shared = service();
  let people: ServiceWithPeople;
  let receiver: WebhookReceiver;
  let ada: Person;
  let operator: Person;
  /** A key of the organization that can manage members. */
  let program: Api;
  let acme = '';

  beforeAll(async () => {
    [people, receiver] = [await ServiceWithPeople.start(), await WebhookReceiver.start()];
    useService(people.address);
    [ada, operator] = [await people.signIn({ person: 'ada' }), await people.signIn(olga)];
    acme = await organizationPath(ada.api);
    // It can give at most the rights that it has.
    const rights = scopes.filter((scope) => scope !== 'admin');
    ({ api: program } = await people.keyOf(operator.api, { scopes: rights }, '/api/v1/owners/acme/keys'));
  });

  afterAll(async () => {
    useService(shared);
    await receiver?.stop();
    await people?.end();
  });

  it('an operator who signed in creates owners with keys', async () => {
    const { body, status } = await operator.api.post('/api/v1/owners', { id: 'globex', key: {} });
    expect(status).toBe(201);

    expect(body.key.created_by).toBe(operator.id);
    expect((await people.withKey(body.key.key).get('/api/v1/limits')).status).toBe(200);
  });

  it('gets an invitation by mail, which can be revoked until it is accepted', async () => {
    const invite = (email: string) => ada.api.post(`${acme}/members/invite`, { emails: [email], role: 'member' });
    const { body } = await invite('gone@other.example');
    const [{ id, token, email_sent: sent }] = body.successful;
    rememberSecret('the token of an invitation', token);
    expect(sent).toBe(true);
    expect(await mailTo('gone@other.example')).toContain(token);

    expect((await ada.api.delete(`${acme}/members/invite/${id}`)).status).toBeLessThan(300);

    const gone = await people.signIn({ email: 'gone@other.example' });
    expect((await gone.api.post('/api/organizations/members/invite/accept', { token })).status).toBeGreaterThan(399);
    expect((await people.join('mia@other.example', 'member', ada.api)).id).toMatch(/\S/);
  });

  it.each([
    ['an admin', () => ada.api],
    ['a program with members:write', () => program],
  ])('gets another role, limits and a budget by %s, is signed out, and removed with all keys', async (who, by) => {
    const email = `${who.replaceAll(/\W/g, '-')}@other.example`;
    const member = await people.join(email, 'admin', ada.api);
    const key = await people.keyOf(member.api, { name: 'laptop' });
    const sandbox = await startSandbox(member.api);
    const path = `${acme}/members/${member.id}`;
    const budget = `${acme}/budgets/overrides/${member.id}`;

    const changed = await by().send('PATCH', path, { body: { role: 'member', limits: { sandboxes: 3 } } });
    expect(changed.body).toMatchObject({ access_role: 'member', limits: { sandboxes: 3 } });
    const { body } = await by().send('PUT', budget, { body: { monthly_limit: 50 } });
    expect(body).toMatchObject({ monthly_limit: 50, is_override: true });
    expect((await by().delete(budget)).status).toBeLessThan(300);
    expect((await key.api.get('/api/v1/limits')).body.sandboxes.member.limit).toBe(3);
    expect((await by().delete(`${path}/sessions`)).status).toBe(200);
    expect((await member.api.get('/api/v1/limits')).status).toBe(401);

    const removal = { query: { keys: 'revoke', session_keys: 'rotate' } };
    const { body: removed } = await by().send('DELETE', path, removal);
    expect(removed.session_keys).toMatchObject({ complete: true });
    expect(removed.session_keys.rotated).toBeGreaterThan(0);
    expect((await key.api.get('/api/v1/limits')).status).toBe(401);
    await eventually('the sandbox has another session key', async () => {
      const { body: now } = await ada.api.get(`/api/v1/sandboxes/${sandbox.id}`);
      if (now.status !== 'RUNNING' || now.session_api_key === null) return undefined;
      rememberSecret('a session key', now.session_api_key);
      return now.session_api_key !== sandbox.sessionKey || undefined;
    });
    await ada.api.delete(`/api/v1/sandboxes/${sandbox.id}`);
  });

  it('rotates and lists keys, and signs a device in', async () => {
    const grace = await people.signIn({ person: 'grace' });
    const { id } = await people.keyOf(grace.api, { name: 'laptop' });
    const { body: rotated } = await grace.api.post(`/api/keys/${id}/rotate`, {});
    rememberSecret('an API key', rotated.key);
    const device = await Device.start(anonymous());
    await sendForm(grace.api, '/oauth/device/verify-authenticated', {
      user_code: device.codes.user_code,
      decision: 'approve',
    });
    const onDevice = people.withKey(await device.token());

    const { body: all } = await ada.api.get('/api/keys');
    const own = all.filter(({ member }: { member: { id: string } | null }) => member?.id === grace.id);
    expect(own.length).toBeGreaterThanOrEqual(2);
    expect((await ada.api.get(`/api/keys/${rotated.id}`)).body.member).toMatchObject({ id: grace.id });
    expect((await onDevice.get('/api/keys/current')).body.owner_id).toBe('acme');
    expect((await onDevice.get('/api/v1/users/me')).body.email).toBe('grace@acme.example');
    const second = await people.keyOf(grace.api, { name: 'server' });
    const { body: next } = await second.api.post(`/api/keys/${second.id}/rotate`, {});
    expect(next.member).toMatchObject({ id: grace.id });
    rememberSecret('an API key', next.key);
  });

  it('switches between organizations', async () => {
    const switched = await ada.api.post(`${acme}/switch`);

    expect([switched.status, switched.body.name]).toEqual([200, 'acme']);
  });

  it('chooses alerts, and the mails of the owner arrive', async () => {
    const { url } = receiver;
    const change = (path: string, body: unknown) => ada.api.send('PATCH', path, { body });
    const own = await change('/api/v1/alerts/own', { mail: true, slack_url: url, on: ['finished'] });
    expect(own.status, own.text).toBe(200);
    expect((await ada.api.get('/api/v1/alerts/own')).body).toMatchObject({ on: ['finished'] });
    expect((await change('/api/v1/alerts/own', { mail: false, slack_url: null })).status).toBe(200);

    await change('/api/v1/alerts', { mail: ['ops@acme.example'], slack_url: url, on: ['suspension'] });
    expect((await ada.api.get('/api/v1/alerts')).body).toMatchObject({ on: ['suspension'] });
    await change('/api/v1/alerts', { slack_url: null });
    const suspend = (suspended: boolean) =>
      operator.api.send('PATCH', '/api/v1/owners/acme', {
        body: suspended ? { suspended, reason: 'A test' } : { suspended },
      });
    expect((await suspend(true)).status).toBe(200);
    expect(await mailTo('ops@acme.example')).toContain('A test');
    expect((await suspend(false)).status).toBe(200);
  });

  it('sees who made conversations and what they cost', async () => {
    const { id } = await startSandbox(ada.api);
    const { body: task } = await ada.api.post('/api/v1/app-conversations', { sandbox_id: id, title: 'By Ada' });
    const made = `${acme}/conversations/${task.conversation_id}`;

    const { body } = await eventually('the conversation is there', async () => {
      const read = await ada.api.get(made);
      return read.status === 200 ? read : undefined;
    });
    expect(body).toMatchObject({ user_id: ada.id, user_email: 'ada@acme.example' });
    expect((await ada.api.get(`${acme}/conversations/stats`)).body.running_runtimes).toBeGreaterThan(0);
    const { body: usage } = await ada.api.get(`${acme}/conversations/user-usage`);
    expect(usage.items).toContainEqual(expect.objectContaining({ user_id: ada.id }));
  });

  it('loses the streams of a token and of a key with the removal', async () => {
    const { id } = await startSandbox(ada.api);
    const leaver = await people.join('lea@other.example', 'member', ada.api);
    const key = await people.keyOf(leaver.api);
    const at = `/api/v1/sandboxes/${id}`;
    const command = { body: { command: 'echo begun; sleep 300' } };
    const headers = { Accept: 'text/event-stream' };
    const running = [leaver.api, key.api].map((api) => api.send('POST', `${at}/commands`, { ...command, headers }));
    const ids = await eventually('both commands run', async () => {
      const { body } = await ada.api.get(`${at}/commands`);
      return body.items?.length === 2 ? body.items.map(({ id: one }: { id: string }) => one) : undefined;
    });
    const streams = [
      ...running,
      ...[leaver.api, key.api].flatMap((api, index) => [
        api.send('GET', `${at}/commands/${ids[index]}/output`, { headers }),
        api.get(`${at}/logs`, { follow: true }),
      ]),
    ];

    const { status } = await ada.api.send('DELETE', `${acme}/members/${leaver.id}`, { query: { keys: 'revoke' } });

    expect(status).toBeLessThan(300);
    for (const { text } of await Promise.all(streams)) expect(text).toMatch(/no longer valid|key_ended/);
  });

  /** The last mail to an address, which the service on this machine keeps as a file. */
  function mailTo(address: string): Promise<string> {
    const folder = join(people.stateDirectory, 'mail');
    return eventually(`a mail to ${address}`, async () => {
      const names = await readdir(folder).catch(() => []);
      const mails = await Promise.all(names.toSorted().map((name) => readFile(join(folder, name), 'utf8')));
      return mails.findLast((mail) => mail.includes(`\nTo: ${address}\n`));
    });
  }
});
