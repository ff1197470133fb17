import { mkdtemp, rm } from 'node:fs/promises';
import type { IncomingHttpHeaders } from 'node:http';
import { request } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Api } from '../../support/service/api.ts';
import { reached, type StartedConversation, waitForSandbox, waitForTask } from '../../support/service/conversations.ts';
import { eventually } from '../../support/service/eventually.ts';
import { LocalService } from '../../support/service/local-service.ts';
import { service } from '../../support/service/owners.ts';
import { noBrowser } from '../support/browser.ts';
import { EventSocket, socketUrl } from '../support/event-socket.ts';
import { connectedEditor, installStubEditor } from '../support/stub-editor.ts';
import { makeCertificate, type TestCertificate } from '../support/test-certificate.ts';
import { PAGE_HOST, WebClient } from '../support/web-client.ts';

const DOMAIN = 'sandboxes.example.test';

const folder = await mkdtemp(join(tmpdir(), 'e2e-https-'));

let certificate: TestCertificate;
let own: LocalService;
let api: Api;
let conversation: StartedConversation;
/** The page of VS Code, open over a pause, and the process that it was connected to before. */
let tab: WebClient | undefined;
let editor: string | undefined;
beforeAll(async () => {
  if (service().stateDirectory === null) return;
  certificate = await makeCertificate(folder, [`*.${DOMAIN}`, PAGE_HOST]);
  own = await LocalService.start({
    stateDirectory: join(folder, 'state'),
    path: await installStubEditor(folder),
    args: [...['--sandbox-domain', DOMAIN], ...['--tls-cert', certificate.certFile, '--tls-key', certificate.keyFile]],
  });
  api = Api.withKey(own.baseUrl, own.apiKey);
  const created = await api.post('/api/v1/app-conversations', {
    initial_message: { content: [{ type: 'text', text: 'first' }] },
  });
  await waitForTask(api, created.body.id, 'READY');
  conversation = await reached(api, created.body.conversation_id);
});
afterAll(async () => {
  await tab?.close();
  await own?.interrupt();
  await rm(folder, { recursive: true, force: true });
});

/** Resolves every host name to this machine. */
const toThisMachine = (
  _: string,
  __: unknown,
  found: (error: null, addresses: { address: string; family: number }[]) => void,
) => found(null, [{ address: '127.0.0.1', family: 4 }]);

const secure = () => ({ ca: certificate.cert, lookup: toThisMachine as never });

interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

async function ask(url: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Answer> {
  const { promise, resolve, reject } = Promise.withResolvers<Answer>();
  const sent = request(url, { ...secure(), method, headers, agent: false }, (response) => {
    const { statusCode: status = 0, headers: received } = response;
    text(response).then((body) => resolve({ status, headers: received, body }), reject);
  });
  sent.on('error', reject).end();
  return promise;
}

const keyOf = ({ sessionKey }: StartedConversation) => ({ 'X-Session-API-Key': sessionKey });

describe.skipIf(service().stateDirectory === null)('a sandbox domain with TLS', () => {
  it('gives each sandbox its own host name, for HTTPS and WebSockets', async () => {
    const { host, protocol } = new URL(conversation.url);
    expect(protocol).toBe('https:');
    expect(host).toMatch(/^[a-z2-7]{48}\.sandboxes\.example\.test:\d+$/);
    expect((await ask(conversation.url, keyOf(conversation))).status).toBe(200);

    const query = { session_api_key: conversation.sessionKey, resend_mode: 'all' };
    const socket = new EventSocket(conversation.url, query, secure());
    await socket.waitForAnswer('first');
    await socket.say('over TLS');
    await socket.waitForAnswer('over TLS');
    socket.end();
  });

  it('refuses a forged address', async () => {
    const forged = conversation.url.replace(/^https:\/\/(.)/, (_, first) => `https://${first === 'a' ? 'b' : 'a'}`);

    const { status, body } = await ask(forged, keyOf(conversation));

    expect([status, JSON.parse(body)]).toMatchObject([403, { status: 403, code: 'sandbox_address_invalid' }]);
  });

  it.skipIf(noBrowser !== undefined)('serves an HTTPS page, whose browser blocks plain HTTP', async () => {
    const client = await WebClient.open(certificate);
    try {
      expect(client.origin).toMatch(/^https:/);
      const [shown] = (await client.call(`${own.baseUrl}/api/v1/app-conversations?ids=${conversation.id}`, own.apiKey))
        .body;
      expect(shown.conversation_url).toBe(conversation.url);
      const answer = await client.callAgent(conversation.url, conversation.sessionKey);
      expect(answer.status).toBe(200);
      const plain = conversation.url.replace('https:', 'http:');
      await expect(client.callAgent(plain, conversation.sessionKey)).rejects.toThrow(/Failed to fetch/);

      const query = new URLSearchParams({ session_api_key: conversation.sessionKey, resend_mode: 'all' });
      await client.openSocket(`${socketUrl(conversation.url)}?${query}`);
      await client.say('from a page of HTTPS');
      await eventually('the agent answers', async () =>
        (await client.heard()).includes('You said: from a page of HTTPS'),
      );
    } finally {
      await client.close();
    }
  });

  const editorUrl = async (): Promise<string> => {
    const { body } = await api.get(`/api/v1/sandboxes/${conversation.sandboxId}`);
    return body.exposed_urls.find(({ name }: { name: string }) => name === 'VSCODE').url;
  };

  it.skipIf(noBrowser !== undefined)('opens VS Code, whose page holds a WebSocket and no session key', async () => {
    tab = await WebClient.open(certificate);
    const url = await editorUrl();
    await tab.page.goto(url);

    editor = await connectedEditor(tab.page);

    expect(new URL(tab.page.url()).origin).toBe(new URL(url).origin);
    expect(tab.page.url()).not.toContain(conversation.sessionKey);
  });
});

/** Through the deployed edge function, the writer of its store and the slow way, each in its own process. */
describe.skipIf(service().stateDirectory === null)('the lasting address of a paused sandbox', () => {
  const codeOf = ({ body }: Answer): string | undefined => JSON.parse(body).code;
  const knock = (headers: Record<string, string> = {}) => ask(conversation.url, headers);

  async function pause(): Promise<void> {
    await api.post(`/api/v1/sandboxes/${conversation.sandboxId}/pause`, {});
    await waitForSandbox(api, conversation.sandboxId, 'PAUSED');
    // Until the edge has forgotten the task, requests still go there.
    await eventually('the edge asks the service', async () => {
      const answer = await knock();
      return answer.status === 409 && codeOf(answer) === 'sandbox_paused';
    });
  }

  async function expectSameAddress(): Promise<void> {
    await waitForSandbox(api, conversation.sandboxId, 'RUNNING');
    const resumed = await reached(api, conversation.id);
    expect(resumed).toMatchObject({ url: conversation.url, sessionKey: conversation.sessionKey });
    expect((await knock(keyOf(conversation))).status).toBe(200);
    expect((await knock()).status).toBe(401);
  }

  it('says that it is paused to who has no key, to a page of another origin and to a WebSocket', async () => {
    await pause();

    const answer = await knock();
    const preflight = await ask(conversation.url, { 'Access-Control-Request-Method': 'POST' }, 'OPTIONS');
    const socket = new EventSocket(conversation.url, { session_api_key: conversation.sessionKey }, secure());

    expect([answer.status, codeOf(answer)]).toEqual([409, 'sandbox_paused']);
    expect([answer, preflight].map(({ headers }) => headers['access-control-allow-origin'])).toEqual(['*', '*']);
    expect(preflight.status).toBe(204);
    expect(await socket.waitForRefusal()).toBe(503);
    socket.end();
    expect((await api.get(`/api/v1/sandboxes/${conversation.sandboxId}`)).body.status).toBe('PAUSED');
  });

  it('wakes the sandbox for its session key, which then works at the same address', async () => {
    const answer = await knock(keyOf(conversation));

    expect([answer.status, codeOf(answer), answer.headers['retry-after']]).toEqual([503, 'sandbox_starting', '2']);
    await expectSameAddress();
  });

  it.skipIf(noBrowser !== undefined)('connected the open page of VS Code to its new process by itself', async () => {
    if (tab === undefined || editor === undefined) throw new Error('VS Code was not opened.');

    expect(await connectedEditor(tab.page, editor)).not.toBe(editor);
  });

  it('works again after a resume by the API', async () => {
    await pause();

    await api.post(`/api/v1/sandboxes/${conversation.sandboxId}/resume`, {});

    await expectSameAddress();
  });

  it('follows a changed policy, and ends with the sandbox', async () => {
    const path = `/api/v1/sandboxes/${conversation.sandboxId}`;
    await api.send('PATCH', path, { body: { wake: { AGENT_SERVER: 'never' } } });
    await pause();
    expect(codeOf(await knock(keyOf(conversation)))).toBe('sandbox_paused');

    await api.delete(path);

    const answer = await knock(keyOf(conversation));
    expect([answer.status, codeOf(answer)]).toEqual([410, 'gone']);
  });
});
