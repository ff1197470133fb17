import { afterAll, beforeAll, expect, it } from 'vitest';
import { showDevicePage } from '../../../shared/contract/accounts/device.ts';
import { page as plainPage } from '../../../shared/domain/accounts/device/page.ts';
import { Device } from '../../support/service/device-login.ts';
import { eventually } from '../../support/service/eventually.ts';
import { anonymous, newOwner, type Owner, service } from '../../support/service/owners.ts';
import { noBrowser } from '../support/browser.ts';
import { describeInBrowser } from '../support/describe-unless.ts';
import { socketUrl } from '../support/event-socket.ts';
import { WebClient } from '../support/web-client.ts';

let owner: Owner;
let client: WebClient;
beforeAll(async () => {
  if (noBrowser !== undefined) return;
  [owner, client] = await Promise.all([newOwner(), WebClient.open()]);
});
afterAll(() => client?.close());

const call = async (route: string, method = 'GET', body?: unknown) => {
  const answer = await client.call(`${service().baseUrl}${route}`, owner.apiKey, method, body);
  expect([route, answer.status], JSON.stringify(answer.body)).toEqual([route, 200]);
  return answer.body;
};

const reached = (id: string) =>
  eventually(`conversation ${id} is reached`, async () => {
    const [found] = await call(`/api/v1/app-conversations?ids=${id}`);
    return found.conversation_url === null ? undefined : found;
  });

const openSocket = ({ conversation_url: url, session_api_key: key }: Record<string, string>) => {
  const query = new URLSearchParams({ session_api_key: key ?? '', resend_mode: 'all' });
  return client.openSocket(`${socketUrl(url ?? '')}?${query}`);
};

describeInBrowser('a browser', () => {
  it('lets a page of another origin use an agent, pause it, resume it and read its history', async () => {
    const created = await call('/api/v1/app-conversations', 'POST', { title: 'From a browser' });
    const id: string = await eventually('the conversation is ready', async () => {
      const [task] = await call(`/api/v1/app-conversations/start-tasks?ids=${created.id}`);
      if (task.status === 'ERROR') throw new Error(task.detail);
      return task.status === 'READY' ? task.app_conversation_id : undefined;
    });
    const before = await reached(id);

    await openSocket(before);
    await client.say('hello from a browser');
    await eventually('the agent answers', async () =>
      (await client.heard()).includes('You said: hello from a browser'),
    );

    await call(`/api/v1/sandboxes/${before.sandbox_id}/pause`, 'POST', {});
    await eventually('the socket closes', async () => !(await client.isConnected()));
    await call(`/api/v1/sandboxes/${before.sandbox_id}/resume`, 'POST', {});
    const { conversation_url, session_api_key } = before;
    expect(await reached(id)).toMatchObject({ conversation_url, session_api_key });
    await eventually('the page connects again by itself, and shows the history', async () =>
      (await client.heard()).includes('You said: hello from a browser'),
    );
    await client.say('in the same tab');
    await eventually('the agent answers again', async () =>
      (await client.heard()).includes('You said: in the same tab'),
    );

    await eventually('the service knows what was said', async () => {
      const { items } = await call(`/api/v1/conversation/${id}/events/search?limit=100&sort_order=TIMESTAMP_DESC`);
      return JSON.stringify(items).includes('You said: hello from a browser');
    });
  });

  it('lets a page of another origin read failures', async () => {
    const { page } = client;
    const failures = [
      await client.call(`${service().baseUrl}/api/v1/sandboxes/unknown`, owner.apiKey),
      await client.call(`${service().baseUrl}/api/keys/current`, 'wrong'),
    ];

    expect(failures.map(({ status, body }) => [status, body.status])).toEqual([
      [404, 404],
      [401, 401],
    ]);
    const id = await page.evaluate(
      async (url) => (await fetch(url)).headers.get('X-Request-Id'),
      `${service().baseUrl}/alive`,
    );
    expect(id).toMatch(/^[0-9a-f-]{36}$/);
  });

  it('approves a device on a page that shows what was approved, without a key in any URL', async () => {
    const { page } = client;
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    const device = await Device.start(anonymous());

    // The page of a service without a console.
    const url = `${service().baseUrl}/oauth/device/verify?user_code=${device.codes.user_code}`;
    const headers = { ...showDevicePage.success.headers, 'Content-Type': showDevicePage.success.contentType };
    await page.route(url, (route) => route.fulfill({ body: plainPage, headers }));
    await page.goto(url);
    await page.fill('#key', 'acs_no_key_at_all');
    await page.click('button[value=approve]');
    await page.getByText('This API key is not valid.').waitFor();
    await page.fill('#key', owner.apiKey);
    await page.click('button[value=approve]');
    await page.getByText('Device signed in').waitFor();

    expect(await device.token()).toMatch(/^acs_/);
    expect(await page.locator('form, input, button').count()).toBe(0);
    const facts = await page.locator('#facts').innerText();
    for (const fact of ['node device login', '127.0.0.1', 'keys:read', 'Expires']) expect(facts).toContain(fact);
    expect(await page.getByText('You can close this window').isVisible()).toBe(true);
    expect(asked.filter((url) => url.includes(owner.apiKey))).toEqual([]);
  });
});
