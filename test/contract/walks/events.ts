import { Api, type Query } from '../../support/service/api.ts';
import { askAgent, type StartedConversation } from '../../support/service/conversations.ts';
import { eventually } from '../../support/service/eventually.ts';
import type { Owner } from '../../support/service/owners.ts';
import type { Walk } from '../walk.ts';

const unknown = '0190a1b2c3d47e5f8a9b0c1d2e3f4a5b';

export async function walkEvents(walk: Walk, { api }: Owner, { id }: StartedConversation): Promise<void> {
  await api.post(`/api/v1/app-conversations/${id}/send-message`, { content: [{ type: 'text', text: 'Hello' }] });
  const first = await eventually('the service knows an event', async () => {
    const { body } = await api.get(`/api/v1/conversation/${id}/events/search`, { limit: 1 });
    return body?.items?.[0]?.id as string | undefined;
  });
  const paths: readonly { at: readonly string[]; base: string; query: Query }[] = [
    { at: [id], base: 'GET /api/v1/conversation/{}/events', query: {} },
    { at: [], base: 'GET /api/v1/events', query: { conversation_id__eq: id } },
  ];
  for (const { at, base, query } of paths) {
    const filters = { ...query, timestamp__gte: '2026-01-01T00:00:00Z', kind__eq: 'MessageEvent' };
    await walk.visit(api, `${base}/search`, { at, query: { ...query, sort_order: 'TIMESTAMP_DESC', limit: 2 } });
    await walk.visit(api, `${base}/search`, { at, query: filters });
    await walk.visit(api, `${base}/search`, { at, query: { ...query, limit: 101 }, fails: 422 });
    await walk.visit(api, `${base}/search`, { at, query: { ...query, timestamp__lt: 'then' }, fails: 422 });
    await walk.visit(api, `${base}/count`, { at, query: filters });
    await walk.visit(api, `${base}/count`, { at, query });
    await walk.visit(api, base, { at, query: { ...query, id: [first, unknown] } });
    await walk.visit(api, base, { at, query, fails: 422 });
  }
  await walk.visit(api, 'GET /api/v1/conversation/{}/events/search', { at: [unknown] });
  await walk.visit(api, 'GET /api/conversations/{}/events', { at: [id], query: { limit: 2, reverse: true } });
  await walk.visit(api, 'GET /api/conversations/{}/events', { at: [id], query: { limit: 101 }, fails: 400 });
  await walk.visit(api, 'GET /api/conversations/{}/events', { at: [unknown], fails: 404 });
  await walk.visit(api, 'GET /api/conversations/{}/trajectory', { at: [id] });
  await walk.visit(api, 'GET /api/conversations/{}/trajectory', { at: [unknown], fails: 404 });
  await walk.visit(api, 'GET /api/v1/app-conversations/{}/download', { at: [id] });
  await walk.visit(api, 'GET /api/v1/app-conversations/{}/download', { at: [unknown], fails: 404 });
}

/** The reads of a public conversation, by its link. */
export async function walkSharing(walk: Walk, { api }: Owner, { id, sandboxId }: StartedConversation): Promise<void> {
  const update = 'PATCH /api/v1/app-conversations/{}';
  const { body: shared } = await walk.visit(api, update, { at: [id], body: { public: true } });
  const visitor = new Api(api.baseUrl);
  const query = { conversation_id: shared.share_id };
  await walk.visit(visitor, 'GET /api/shared-conversations', { query: { ids: [shared.share_id, unknown] } });
  await walk.visit(visitor, 'GET /api/shared-conversations', { fails: 422 });
  await walk.visit(visitor, 'GET /api/shared-conversations', { query: { ids: Array(21).fill(unknown) }, fails: 400 });
  const search = 'GET /api/shared-events/search';
  const { body: page } = await walk.visit(visitor, search, { query: { ...query, limit: 2 } });
  await walk.visit(visitor, search, { query: { ...query, limit: 101 }, fails: 422 });
  const { id: first } = page.items[0];
  await walk.visit(visitor, 'GET /api/shared-events/count', { query });
  await walk.visit(visitor, 'GET /api/shared-events/count', { fails: 422 });
  await walk.visit(visitor, 'GET /api/shared-events', { query: { ...query, id: [first, unknown] } });
  await walk.visit(visitor, 'GET /api/shared-events', { query, fails: 422 });
  await walk.visit(visitor, 'GET /api/shared-events/{}/{}', { at: [shared.share_id, first] });
  await walk.visit(visitor, 'GET /api/shared-events/{}/{}', { at: [unknown, unknown] });
  await walkSharedFiles(walk, visitor, { api, id, sandboxId, token: shared.share_id });
  await walk.visit(api, update, { at: [id], body: { public: false } });
}

interface SharedConversation {
  readonly api: Api;
  readonly id: string;
  readonly sandboxId: string;
  readonly token: string;
}

async function walkSharedFiles(
  walk: Walk,
  visitor: Api,
  { api, id, sandboxId, token }: SharedConversation,
): Promise<void> {
  const bytes = { body: 'for all to read', headers: { 'Content-Type': 'application/octet-stream' } };
  await api.send('PUT', `/api/v1/sandboxes/${sandboxId}/files/content?path=shared.md`, bytes);
  const choose = 'PUT /api/v1/app-conversations/{}/shared-files';
  const read = 'GET /api/shared-files';
  const query = (file: string) => ({ query: { conversation_id: token, id: file } });
  const { body: chosen } = await walk.visit(api, choose, { at: [id], body: { paths: ['shared.md'] } });
  await walk.visit(api, choose, { at: [id], body: { paths: ['missing'] }, fails: 404 });
  await walk.visit(api, choose, { at: [id], body: { paths: Array(21).fill('shared.md') }, fails: 422 });
  await walk.visit(api, choose, { at: [unknown], body: { paths: [] }, fails: 404 });
  await walk.visit(visitor, read, query(chosen.items[0].id));
  await walk.visit(visitor, read, { ...query(unknown), fails: 404 });
  await walk.visit(visitor, read, { ...query('x'), fails: 422 });
}

/** The webhooks of an agent server, in both path forms, each sent twice. */
export async function walkWebhooks(
  walk: Walk,
  conversation: StartedConversation,
  { agent, anonymous }: { readonly agent: Api; readonly anonymous: Api },
): Promise<void> {
  const { sandboxId } = conversation;
  const { body: info } = await askAgent(conversation, '');
  const { body: page } = await askAgent(conversation, '/events/search?limit=2');
  const id: string = info.id.replaceAll('-', '');
  await walk.visit(agent, 'POST /api/v1/webhooks/conversations', { body: info });
  await walk.visit(agent, 'POST /api/v1/webhooks/conversations', { body: {}, fails: 422 });
  await walk.visit(anonymous, 'POST /api/v1/webhooks/conversations', { body: info, fails: 401 });
  await walk.visit(agent, 'POST /api/v1/webhooks/events/{}', { at: [id], body: page.items });
  await walk.visit(anonymous, 'POST /api/v1/webhooks/events/{}', { at: [id], body: page.items, fails: 401 });
  await walk.visit(agent, 'POST /api/v1/webhooks/{}/conversations', { at: [sandboxId], body: info });
  await walk.visit(agent, 'POST /api/v1/webhooks/{}/conversations', { at: ['another'], body: info, fails: 401 });
  await walk.visit(agent, 'POST /api/v1/webhooks/{}/events/{}', { at: [sandboxId, id], body: page.items });
}
