import type { Api } from '../../support/service/api.ts';
import { startConversation } from '../../support/service/conversations.ts';
import type { Owner } from '../../support/service/owners.ts';
import { canary } from '../../support/service/secrets-of-run.ts';
import type { Walk } from '../walk.ts';

async function organizationOf(api: Api): Promise<string> {
  return (await api.get('/api/organizations')).body.current_org_id;
}

/** Names, and settings in the forms of other services. */
export async function walkOrganizations(walk: Walk, { api }: Owner): Promise<void> {
  const at = [await organizationOf(api)];
  const one = '/api/organizations/{}';
  await walk.visit(api, 'GET /api/organizations', { query: { limit: 0 }, fails: 422 });
  await walk.visit(api, `GET ${one}`, { at });
  await walk.visit(api, `GET ${one}`, { at: ['unknown'], fails: 404 });
  await walk.visit(api, `PATCH ${one}`, { at, body: { name: 'Acme', contact_email: 'ann@example.com' } });
  await walk.visit(api, `PATCH ${one}`, { at, body: { contact_email: 'Ann' }, fails: 422 });
  const body = { conversation_settings_diff: { max_iterations: 400 }, search_api_key: canary('a key for searches') };
  await walk.visit(api, `PATCH ${one}/settings`, { at, body });
  await walk.visit(api, `PATCH ${one}/settings`, { at: ['unknown'], body, fails: 404 });
  await walk.visit(api, `GET ${one}/settings`, { at });
  await walk.visit(api, 'POST /api/organizations/llm', { body });
  await walk.visit(api, 'GET /api/organizations/llm', { query: { org_id: 'unknown' }, fails: 404 });
  await walk.visit(api, 'GET /api/organizations/llm', { query: { org_id: at[0] ?? '' } });
  const app = { enable_proactive_conversation_starters: false };
  const { body: changed } = await walk.visit(api, 'POST /api/organizations/app', { body: app });
  const late = { ...app, last_known_updated_at: '2020-01-01T00:00:00Z' };
  await walk.visit(api, 'POST /api/organizations/app', { body: late, fails: 409 });
  const known = { ...app, last_known_updated_at: changed.updated_at };
  await walk.visit(api, 'POST /api/organizations/app', { body: known });
  await walk.visit(api, 'GET /api/organizations/app');
  await walk.visit(api, 'POST /api/users/app', { body: { language: 'en', git_full_clone: false } });
  await walk.visit(api, 'POST /api/users/app', { body: { git_full_clone: true }, fails: 422 });
  await walk.visit(api, 'GET /api/users/app');
}

/** All conversations of an organization, of which it starts, stops and deletes one. */
export async function walkOrganizationConversations(walk: Walk, { api }: Owner): Promise<void> {
  const { id } = await startConversation(api, { title: 'To be stopped' });
  const organization = await organizationOf(api);
  const at = [organization];
  const all = '/api/organizations/{}/conversations';
  await walk.visit(api, `GET ${all}`, { at, query: { per_page: 1, search: 'a', execution_status: 'idle,running' } });
  await walk.visit(api, `GET ${all}`, { at, query: { time_window: '1y' }, fails: 422 });
  await walk.visit(api, `GET ${all}`, { at: ['unknown'], fails: 404 });
  await walk.visit(api, `GET ${all}/stats`, { at });
  await walk.visit(api, `GET ${all}/usage-stats`, { at, query: { days: 30 } });
  await walk.visit(api, `GET ${all}/user-usage`, { at });
  await walk.visit(api, `GET ${all}/export`, { at, query: { time_window: '7d' } });
  await walk.visit(api, `GET ${all}/{}`, { at: [organization, id] });
  await walk.visit(api, `GET ${all}/{}`, { at: [organization, 'none'], fails: 404 });
  await walk.visit(api, `POST ${all}/{}/stop`, { at: [organization, id] });
  await walk.visit(api, `POST ${all}/{}/stop`, { at: [organization, id], fails: 409 });
  await api.delete(`/api/v1/app-conversations/${id}`);
}
