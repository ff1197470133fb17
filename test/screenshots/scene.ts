import { startGitHubWithClones } from '../e2e/browser/github-with-clones.ts';
import { writePastUsage } from '../support/billing/usage-data.ts';
import type { Api } from '../support/service/api.ts';
import { startConversation, waitForAnswer, waitForSandbox, waitForTask } from '../support/service/conversations.ts';
import { eventually } from '../support/service/eventually.ts';
import { newOwner, type Owner, service } from '../support/service/owners.ts';
import { postEvents } from '../support/service/webhooks.ts';
import { answering, WebhookReceiver } from '../support/webhooks/webhook-receiver.ts';
import { repairEvents } from './agent-events.ts';

/** The content of the screenshots: an owner with objects of every kind, created through the API. */
export interface Scene {
  readonly owner: Owner;
  /** The id of the conversation. */
  readonly title: string;
  readonly conversationId: string;
  readonly sandboxId: string;
  readonly endpointId: string;
  close(): Promise<void>;
}

const TOKEN = 'token-of-the-scene';
const REPOSITORY = 'acme/shop';
const FILES = { 'README.md': '# Shop\n', 'src/price.ts': 'export const currency = "EUR";\n' };

/** A conversation about the repository of the shop. */
const inRepository = { selected_repository: REPOSITORY, git_provider: 'github' } as const;

/** @throws when the service refuses a request */
export async function makeScene(): Promise<Scene> {
  const owner = await newOwner(
    ['--scopes', 'admin', '--name', 'console', '--monthly-budget-usd', '25', '--sandboxes', '5'],
    'acme',
  );
  await Promise.all(['globex', 'initech'].map((name) => newOwner(['--monthly-budget-usd', '10'], name)));
  const { api } = owner;
  await writePastUsage(service().stateDirectory ?? '', owner.name, [owner.keyId, ...(await makeKeys(api))]);
  const provider = await startGitHubWithClones(TOKEN, REPOSITORY, FILES);
  const provider_tokens = { github: { token: TOKEN, host: provider.host } };
  accepted(await api.post('/api/v1/secrets/git-providers', { provider_tokens }));
  accepted(await api.post('/api/v1/secrets', { name: 'NPM_REGISTRY', value: 'https://registry.example.com' }));
  const { receiver, endpointId } = await makeEndpoint(api);

  const title = 'Cents are lost in the total of the cart';
  const repair = await startConversation(api, { title, ...inRepository });
  accepted(await postEvents(repair, repairEvents(Date.now())));
  await ask(api, '/run git ls-files', { title: 'Which files does the shop have?', ...inRepository });
  const paused = await ask(api, '/run node --version', { title: 'Upgrade to Node.js 24' });
  await api.post(`/api/v1/sandboxes/${paused.sandboxId}/pause`);
  await waitForSandbox(api, paused.sandboxId, 'PAUSED');
  await failedStart(api);
  const dropped = await ask(api, '/run npm ls', { title: 'Which packages are old?' });
  accepted(await api.delete(`/api/v1/app-conversations/${dropped.id}`));
  await eventually('a receipt of the deletion', async () => {
    const { body } = await api.get('/api/v1/sandbox-deletions');
    return body.items.length > 0;
  });
  return {
    owner,
    title,
    conversationId: repair.id,
    sandboxId: repair.sandboxId,
    endpointId,
    async close() {
      await Promise.all([provider.close(), receiver.stop()]);
    },
  };
}

/** @returns their ids */
async function makeKeys(api: Api): Promise<readonly string[]> {
  const inAYear = new Date(Date.now() + 365 * 86_400_000).toISOString();
  const orders = [
    { name: 'nightly job', scopes: ['conversations:read', 'conversations:write', 'sandboxes:read'] },
    { name: 'reporting', scopes: ['usage:read'], expires_at: inAYear },
  ];
  const ids: string[] = [];
  for (const order of orders) ids.push(accepted(await api.post('/api/keys', order)).id);
  return ids;
}

/** An endpoint with a successful and a failed delivery. */
async function makeEndpoint(api: Api) {
  const receiver = await WebhookReceiver.start();
  const body = accepted(
    await api.post('/api/v1/webhook-endpoints', { url: receiver.url, description: 'Shop backend', events: ['*'] }),
  );
  const ping = async (status: number): Promise<void> => {
    receiver.behaviour = answering(status);
    const seen = receiver.received.length;
    accepted(await api.post(`/api/v1/webhook-endpoints/${body.id}/ping`));
    await eventually('the ping arrives', () => receiver.received.length > seen);
  };
  await ping(204);
  await ping(503);
  receiver.behaviour = answering(204);
  return { receiver, endpointId: String(body.id) };
}

/** A conversation with a message and its response. */
async function ask(api: Api, message: string, request: Readonly<Record<string, unknown>>) {
  const content = [{ type: 'text', text: message }];
  const started = await startConversation(api, { ...request, initial_message: { content } });
  await waitForAnswer(started);
  return started;
}

/** A start that fails because of a missing repository. */
async function failedStart(api: Api): Promise<void> {
  const order = { ...inRepository, title: 'Invoices as PDF', selected_repository: 'acme/invoices' };
  const { id } = accepted(await api.post('/api/v1/app-conversations', order));
  await waitForTask(api, id, 'ERROR');
}

function accepted({ status, text, body }: Awaited<ReturnType<Api['post']>>) {
  if (status >= 300) throw new Error(`The service returned ${status}: ${text}`);
  return body;
}
