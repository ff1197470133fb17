import { eventually } from '../../support/service/eventually.ts';
import type { Owner } from '../../support/service/owners.ts';
import type { Walk } from '../walk.ts';

const ABSENT = '0193e0b4d1f87a3c9b2e6f5a4d3c2b1a';

export async function walkSnapshots(walk: Walk, { api }: Owner, running: string): Promise<void> {
  const create = 'POST /api/v1/sandboxes/{}/snapshots';
  const one = '/api/v1/snapshots/{}';
  const body = { name: 'walked', retention_days: 1 };
  const { body: made } = await walk.visit(api, create, { at: [running], body });
  await walk.visit(api, create, { at: ['unknown'], body, fails: 404 });
  await walk.visit(api, create, { at: [running], body: { retention_days: 0 }, fails: 422 });
  await walk.visit(api, 'GET /api/v1/snapshots/search', { query: { sandbox_id__eq: running } });
  await walk.visit(api, 'GET /api/v1/snapshots/search', { query: { page_id: 'nonsense' }, fails: 422 });
  await walk.visit(api, `GET ${one}`, { at: [made.id] });
  await walk.visit(api, `GET ${one}`, { at: [ABSENT], fails: 404 });
  await walk.visit(api, `PATCH ${one}`, { at: [made.id], body: { name: 'walked again' } });
  await walk.visit(api, `PATCH ${one}`, { at: [ABSENT], body: {}, fails: 404 });
  await walkSnapshotFiles(walk, api, made.id);
  const restore = 'POST /api/v1/sandboxes/{}/restore';
  await walk.visit(api, restore, { at: [running], body: { snapshot_id: made.id }, fails: 409 });
  await walk.visit(api, restore, { at: ['unknown'], body: { snapshot_id: made.id }, fails: 404 });
  const fork = 'POST /api/v1/sandboxes/{}/fork';
  await walk.visit(api, fork, { at: [running], body: { count: 1 } });
  await walk.visit(api, fork, { at: [running], body: { count: 101 }, fails: 422 });
  await walk.visit(api, fork, { at: ['unknown'], body: {}, fails: 404 });
  await walk.visit(api, `DELETE ${one}`, { at: [made.id] });
  await walk.visit(api, `DELETE ${one}`, { at: [ABSENT], fails: 404 });
  await walk.visit(api, 'GET /api/v1/snapshot-deletions', { query: { limit: 1 } });
  await walk.visit(api, 'GET /api/v1/snapshot-deletions', { query: { page_id: 'nonsense' }, fails: 422 });
  await walk.visit(api, 'GET /api/v1/snapshot-deletions/{}', { at: [made.id] });
  await walk.visit(api, 'GET /api/v1/snapshot-deletions/{}', { at: [ABSENT], fails: 404 });
}

async function walkSnapshotFiles(walk: Walk, api: Owner['api'], id: string): Promise<void> {
  await eventually('the snapshot is READY', async () => {
    const { body } = await api.get(`/api/v1/snapshots/${id}`);
    return body.state === 'READY' ? true : undefined;
  });
  const at = [id];
  const files = 'GET /api/v1/snapshots/{}/files';
  const whole = { path: '/workspace' };
  const { body: page } = await walk.visit(api, files, { at, query: { ...whole, limit: 1 } });
  await walk.visit(api, files, { at, query: { path: 'absent' }, fails: 404 });
  await walk.visit(api, files, { at, query: { page_id: 'nonsense' }, fails: 422 });
  await walk.visit(api, `${files}/archive`, { at, query: whole });
  await walk.visit(api, `${files}/archive`, { at, query: { path: '/etc' }, fails: 409 });
  await walk.visit(api, `${files}/content`, { at, query: { path: page.entry.path }, fails: 409 });
  await walk.visit(api, `${files}/content`, { at: [ABSENT], query: whole, fails: 404 });
  const changes = 'GET /api/v1/snapshots/{}/changes';
  await walk.visit(api, changes, { at, query: { since: id } });
  await walk.visit(api, changes, { at, query: { since: ABSENT }, fails: 404 });
  await walk.visit(api, changes, { at, query: { since: 'nonsense' }, fails: 422 });
}

export async function walkConversationForks(walk: Walk, { api }: Owner, conversationId: string): Promise<void> {
  const fork = 'POST /api/v1/app-conversations/{}/fork';
  await walk.visit(api, fork, { at: [conversationId], body: { title: 'Another way' } });
  await walk.visit(api, fork, { at: [conversationId], body: { event_id: 'no event' }, fails: 404 });
  await walk.visit(api, fork, { at: [ABSENT], body: {}, fails: 404 });
}
