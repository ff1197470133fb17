import { type StartedConversation, startConversation } from '../../support/service/conversations.ts';
import type { Owner } from '../../support/service/owners.ts';
import type { Walk } from '../walk.ts';

const unknown = '0190a1b2c3d47e5f8a9b0c1d2e3f4a5b';

/** Starts the conversation that the rest of the walk uses. */
export async function walkAppConversations(walk: Walk, { api }: Owner): Promise<StartedConversation> {
  const create = 'POST /api/v1/app-conversations';
  await walk.visit(api, create, { body: { agent_type: 'wrong' }, fails: 422 });
  await walk.visit(api, create, { body: '{', fails: 400 });
  await walk.visit(api, create, { body: new Uint8Array(7 * 1024 * 1024).fill(0x20), fails: 413 });
  await walk.visit(api, create, { body: 'x', headers: { 'Content-Type': 'text/plain' }, fails: 415 });
  await walk.visit(api, create, { body: { sandbox_id: 'unknown' }, fails: 404 });
  const { body: created } = await walk.visit(api, create, {
    body: {
      title: 'A title',
      secrets: { NAME: 'value' },
      pr_number: [7],
      initial_message: { content: [{ type: 'text', text: 'hello' }] },
    },
  });
  await walk.visit(api, 'GET /api/v1/app-conversations/start-tasks', { query: { ids: [created.id, unknown] } });
  await walk.visit(api, 'GET /api/v1/app-conversations/start-tasks', { fails: 422 });
  await walk.visit(api, 'GET /api/v1/app-conversations/start-tasks/search', { query: { limit: 1 } });
  await walk.visit(api, 'GET /api/v1/app-conversations/start-tasks/search', {
    query: { sort_order: 'UPDATED_AT_DESC' },
  });
  await walk.visit(api, 'GET /api/v1/app-conversations/start-tasks/search', { query: { limit: 101 }, fails: 422 });
  const tasks = 'GET /api/v1/app-conversations/start-tasks/count';
  // The first call creates the count. Later calls read it.
  await walk.visit(api, tasks);
  await walk.visit(api, tasks);
  await walk.visit(api, 'POST /api/v1/app-conversations/stream-start', { body: {} });
  await walk.visit(api, 'POST /api/v1/app-conversations/stream-start', { body: { agent_type: 'wrong' }, fails: 422 });
  const started = await startConversation(api);

  const list = 'GET /api/v1/app-conversations';
  await walk.visit(api, list, { query: { ids: [started.id, unknown] } });
  await walk.visit(api, list, { query: { limit: 1 } });
  await walk.visit(api, list, { query: { ids: Array.from({ length: 100 }, () => unknown) }, fails: 400 });
  await walk.visit(api, `${list}/search`, { query: { sort_order: 'UPDATED_AT_DESC', title__contains: 'A' } });
  await walk.visit(api, `${list}/search`, { query: { limit: 0 }, fails: 422 });
  await walk.visit(api, `${list}/search`, { query: { text__contains: 'hello', id__contains: started.id.slice(-6) } });
  await walk.visit(api, list, { query: { text__contains: 'hello', status__eq: 'ready' } });
  await walk.visit(api, `${list}/count`);
  await walk.visit(api, `${list}/count`);
  await walk.visit(api, `${list}/{}`, { at: [started.id] });
  await walk.visit(api, `${list}/{}`, { at: [unknown], fails: 404 });
  return started;
}

export async function walkLegacyConversations(walk: Walk, { api, bearer }: Owner): Promise<string> {
  const all = 'POST /api/conversations';
  await walk.visit(api, all, { body: { unknown_field: true }, fails: 422 });
  await walk.visit(api, all, { body: 'x', headers: { 'Content-Type': 'text/plain' }, fails: 415 });
  const { body: created } = await walk.visit(bearer, all, { body: { initial_user_msg: 'hello' } });
  const id: string = created.conversation_id;
  await walk.visit(api, 'GET /api/conversations', { query: { limit: 2 } });
  await walk.visit(api, 'GET /api/conversations', { query: { limit: 0 }, fails: 422 });
  await walk.visit(api, 'GET /api/conversations/{}', { at: [id] });
  await walk.visit(api, 'GET /api/conversations/{}', { at: [unknown] });
  return id;
}

export async function walkDeletions(walk: Walk, { api }: Owner, id: string, legacyId: string): Promise<void> {
  await walk.visit(api, 'DELETE /api/v1/app-conversations/{}', { at: [id] });
  await walk.visit(api, 'DELETE /api/v1/app-conversations/{}', { at: [id], fails: 404 });
  await walk.visit(api, 'DELETE /api/conversations/{}', { at: [legacyId] });
  await walk.visit(api, 'DELETE /api/conversations/{}', { at: [legacyId] });
}
