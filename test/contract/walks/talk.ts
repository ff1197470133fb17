import { randomUUID } from 'node:crypto';
import type { StartedConversation } from '../../support/service/conversations.ts';
import type { Owner } from '../../support/service/owners.ts';
import type { Walk } from '../walk.ts';

const unknown = '0190a1b2c3d47e5f8a9b0c1d2e3f4a5b';
const said = (text: string) => ({ content: [{ type: 'text', text }] });

export async function walkTalk(walk: Walk, { api }: Owner, { id }: StartedConversation): Promise<void> {
  const one = 'POST /api/v1/app-conversations/{}';
  await walk.visit(api, `${one}/send-message`, { at: [id], body: said('hello') });
  await walk.visit(api, `${one}/send-message`, { at: [id], body: { content: [] }, fails: 422 });
  await walk.visit(api, `${one}/send-message`, { at: [unknown], body: said('hello'), fails: 404 });
  await walk.visit(api, `${one}/switch_profile`, { at: [id], body: {}, fails: 422 });
  await walk.visit(api, `${one}/switch_acp_model`, { at: [id], body: {}, fails: 422 });
  await walk.visit(api, 'PATCH /api/v1/app-conversations/{}', { at: [id], body: { title: 'Another title' } });
  await walk.visit(api, 'PATCH /api/v1/app-conversations/{}', { at: [id], body: { title: 7 }, fails: 422 });
  await walk.visit(api, 'PATCH /api/v1/app-conversations/{}', { at: [unknown], body: { title: 'x' }, fails: 404 });

  const view = 'GET /api/v1/app-conversations/{}';
  await walk.visit(api, `${view}/file`, { at: [id] });
  await walk.visit(api, `${view}/files`, { at: [id] });
  await walk.visit(api, `${view}/files`, { at: [unknown], fails: 404 });
  await walk.visit(api, `${view}/skills`, { at: [id] });
  await walk.visit(api, `${view}/hooks`, { at: [id] });
  await walk.visit(api, `${view}/git/changes`, { at: [id], query: { path: '.' } });
  await walk.visit(api, `${view}/git/changes`, { at: [unknown], query: { path: '.' }, fails: 404 });
  await walk.visit(api, `${view}/git/diff`, { at: [id], fails: 422 });

  const queue = 'POST /api/v1/conversations/{}/pending-messages';
  const { body: task } = await walk.visit(api, 'POST /api/v1/app-conversations', { body: {} });
  await walk.visit(api, queue, { at: [task.id], body: said('first words') });
  await walk.visit(api, queue, { at: [task.id], body: {}, fails: 400 });
  await walk.visit(api, queue, { at: [unknown], body: said('x'), fails: 404 });
  const queued = 'GET /api/v1/conversations/{}/pending-messages';
  await walk.visit(api, queued, { at: [task.id] });
  await walk.visit(api, queued, { at: [unknown], fails: 404 });

  const parts = 'POST /api/v1/uploads/{}/parts';
  await walk.visit(api, parts, { at: [randomUUID()], body: { number: 1, total_bytes: 4, text: 'data' } });
  await walk.visit(api, parts, { at: [randomUUID()], body: {}, fails: 422 });
}

export async function walkLegacyTalk(walk: Walk, { api }: Owner, { id }: StartedConversation): Promise<void> {
  const one = '/api/conversations/{}';
  await walk.visit(api, `PATCH ${one}`, { at: [id], body: { title: 'A legacy title' } });
  await walk.visit(api, `PATCH ${one}`, { at: [id], body: { title: '' }, fails: 422 });
  await walk.visit(api, `PATCH ${one}`, { at: [unknown], body: { title: 'x' }, fails: 404 });
  for (const rest of ['config', 'vscode-url', 'web-hosts', 'microagents', 'list-files', 'git/changes']) {
    await walk.visit(api, `GET ${one}/${rest}`, { at: [id] });
    await walk.visit(api, `GET ${one}/${rest}`, { at: [unknown], fails: 404 });
  }
  await walk.visit(api, `GET ${one}/zip-directory`, { at: [id] });
  await walk.visit(api, `GET ${one}/zip-directory`, { at: [unknown], fails: 404 });
  await walk.visit(api, `GET ${one}/remember-prompt`, { at: [id], fails: 422 });
  await walk.visit(api, `GET ${one}/remember-prompt`, { at: [unknown], query: { event_id: 'x' }, fails: 404 });
  await walk.visit(api, `GET ${one}/select-file`, { at: [id], fails: 422 });
  await walk.visit(api, `GET ${one}/git/diff`, { at: [id], fails: 422 });
  await walk.visit(api, `POST ${one}/message`, { at: [id], body: { message: 'hello' } });
  await walk.visit(api, `POST ${one}/events`, { at: [id], body: { action: 'message', args: { content: 'hello' } } });
  await walk.visit(api, `POST ${one}/start`, { at: [id], body: { providers_set: null } });
  await walk.visit(api, `POST ${one}/start`, { at: [unknown], body: {}, fails: 404 });
}

export async function walkSilence(walk: Walk, { api }: Owner, conversation: StartedConversation): Promise<void> {
  const { id, sandboxId } = conversation;
  const send = 'POST /api/v1/app-conversations/{}/send-message';
  await walk.visit(api, 'POST /api/conversations/{}/stop', { at: [id] });
  await walk.visit(api, send, { at: [id], body: said('hello'), fails: 409 });
  await walk.visit(api, 'GET /api/v1/app-conversations/{}/git/changes', { at: [id], query: { path: '.' }, fails: 409 });
  await walk.visit(api, 'GET /api/v1/app-conversations/{}', { at: [id] });
  await walk.visit(api, 'DELETE /api/v1/sandboxes/{}', { at: [sandboxId] });
  await walk.visit(api, send, { at: [id], body: said('hello'), fails: 410 });
  await walk.visit(api, 'GET /api/conversations/{}', { at: [id] });
}
