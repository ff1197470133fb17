import type { Api } from '../../support/service/api.ts';
import type { Owner } from '../../support/service/owners.ts';
import { canary } from '../../support/service/secrets-of-run.ts';
import type { Walk } from '../walk.ts';

export async function walkStartUp(walk: Walk, { api }: Owner, anonymous: Api): Promise<void> {
  for (const path of ['/alive', '/health', '/ready', '/server_info', '/saas', '/openapi.json']) {
    await walk.visit(anonymous, `GET ${path}`);
  }
  await walk.visit(anonymous, 'GET /api/options/config');
  await walk.visit(anonymous, 'GET /api/v1/web-client/config');
  await walk.visit(api, 'GET /api/options/models');
  await walk.visit(api, 'GET /api/v1/config/models/search', { query: { limit: 1 } });
  await walk.visit(api, 'GET /api/v1/config/models/search', { query: { limit: 'x' }, fails: 422 });
  await walk.visit(api, 'GET /api/v1/config/providers/search');
  await walk.visit(api, 'GET /api/keys/current');
  await walk.visit(anonymous, 'GET /api/keys/current', { fails: 401 });
  const { body: organizations } = await walk.visit(api, 'GET /api/organizations');
  const [{ id }] = organizations.items;
  const me = await walk.visit(api, 'GET /api/organizations/{}/me', { at: [id], headers: { 'X-Org-Id': id } });
  await walk.visit(api, 'GET /api/organizations/{}/members/{}', { at: [id, me.body.user_id] });
  await walk.visit(api, 'GET /api/organizations/{}/members/{}', { at: [id, 'unknown'], fails: 404 });
  await walk.visit(api, 'GET /api/organizations/{}/me', { at: ['unknown'], fails: 404 });
  await walk.visit(api, 'GET /api/organizations/{}/profiles', { at: [id] });
  await walkOrganizationProfiles(walk, api, id);
  await walkAgentProfiles(walk, api);
  await walkProviderConnections(walk, api, id);
}

async function walkProviderConnections(walk: Walk, api: Api, organization: string): Promise<void> {
  const all = '/api/organizations/{}/provider-connections';
  const at = [organization];
  const body = { display_name: 'Ours', provider: 'openai', api_key: canary('the key of a provider') };
  const { body: made } = await walk.visit(api, `POST ${all}`, { at, body });
  await walk.visit(api, `POST ${all}`, { at, body: { display_name: 'Ours' }, fails: 422 });
  await walk.visit(api, `GET ${all}`, { at });
  await walk.visit(api, `GET ${all}`, { at: ['unknown'], fails: 404 });
  await walk.visit(api, `PATCH ${all}/{}`, { at: [organization, made.id], body: { ...body, display_name: 'Yours' } });
  await walk.visit(api, `PATCH ${all}/{}`, { at: [organization, 'none'], body: {}, fails: 404 });
  await walk.visit(api, `DELETE ${all}/{}`, { at: [organization, made.id] });
}

async function walkAgentProfiles(walk: Walk, api: Api): Promise<void> {
  const one = '/api/agent-profiles/{}';
  const body = { agent_kind: 'openhands', llm_profile_ref: 'one' };
  await walk.visit(api, `POST ${one}`, { at: ['one'], body });
  await walk.visit(api, `POST ${one}`, { at: ['one'], body: { agent_kind: 'acp', llm_profile_ref: 'x' }, fails: 422 });
  const program = { agent_kind: 'acp', acp_command: ['npx', 'agent'], acp_args: [canary('an argument of an agent')] };
  await walk.visit(api, `POST ${one}`, { at: ['program'], body: program });
  await walk.visit(api, `DELETE ${one}`, { at: ['program'] });
  await walk.visit(api, `GET ${one}`, { at: ['none'], fails: 404 });
  const { body: read } = await walk.visit(api, `GET ${one}`, { at: ['one'] });
  await walk.visit(api, `POST ${one}/rename`, { at: ['one'], body: { new_name: 'two' } });
  await walk.visit(api, `POST ${one}/activate`, { at: [read.profile.id], body: {} });
  await walk.visit(api, `POST ${one}/activate`, { at: ['none'], body: {}, fails: 404 });
  await walk.visit(api, 'GET /api/agent-profiles');
  await walk.visit(api, `DELETE ${one}`, { at: ['two'] });
}

async function walkOrganizationProfiles(walk: Walk, api: Api, organization: string): Promise<void> {
  const one = '/api/organizations/{}/profiles/{}';
  const at = (name: string) => [organization, name];
  const llm = { model: 'openai/y', api_key: canary('the key of an organization') };
  await walk.visit(api, `POST ${one}`, { at: at('one'), body: { llm } });
  await walk.visit(api, `POST ${one}`, { at: at('no name'), body: { llm }, fails: 422 });
  await walk.visit(api, `POST ${one}`, { at: ['unknown', 'one'], body: { llm }, fails: 404 });
  await walk.visit(api, `GET ${one}`, { at: at('one') });
  await walk.visit(api, `GET ${one}`, { at: at('none'), fails: 404 });
  await walk.visit(api, `POST ${one}/rename`, { at: at('one'), body: { new_name: 'two' } });
  await walk.visit(api, `POST ${one}/activate`, { at: at('two') });
  await walk.visit(api, `POST ${one}/activate`, { at: at('one'), fails: 404 });
  await walk.visit(api, `DELETE ${one}`, { at: at('two') });
}

export async function walkEmpty(walk: Walk, { api }: Owner): Promise<void> {
  await walk.visit(api, 'POST /api/authenticate');
  const paths = [
    '/api/options/agents',
    '/api/options/security-analyzers',
    '/api/v1/skills/search',
    '/api/keys/llm/byor',
    '/api/automation/health',
    '/api/automation/sdk-version',
    '/api/keys/llm/byor/permitted',
  ];
  for (const path of paths) await walk.visit(api, `GET ${path}`, { query: { limit: 30, provider: 'github' } });
}

export async function walkDevice(walk: Walk, { api }: Owner, anonymous: Api): Promise<void> {
  await walk.visit(anonymous, 'GET /oauth/device/verify');
  const form = { 'Content-Type': 'application/x-www-form-urlencoded' };
  const authorize = 'POST /oauth/device/authorize';
  await walk.visit(anonymous, authorize, { body: `scope=${'x'.repeat(1_001)}`, headers: form, fails: 400 });
  const { body: asked } = await walk.visit(anonymous, authorize, { body: 'client_name=acs', headers: form });
  const code = `device_code=${asked.device_code}`;
  const token = 'POST /oauth/device/token';
  await walk.visit(anonymous, token, { body: 'x=y', headers: form, fails: 400 });
  await walk.visit(anonymous, token, { body: 'device_code=unknown', headers: form, fails: 400 });
  const verify = 'POST /oauth/device/verify-authenticated';
  await walk.visit(anonymous, verify, { body: 'user_code=x', headers: form, fails: 401 });
  await walk.visit(api, verify, { body: 'user_code=x&decision=approve', headers: form, fails: 404 });
  await walk.visit(api, verify, { body: `user_code=${asked.user_code}`, headers: form, fails: 422 });
  const look = 'GET /oauth/device/requests/{}';
  await walk.visit(api, look, { at: ['x'], fails: 404 });
  await walk.visit(anonymous, look, { at: [asked.user_code], fails: 401 });
  await walk.visit(api, look, { at: [asked.user_code] });
  await walk.visit(api, verify, { body: `user_code=${asked.user_code}&decision=approve`, headers: form });
  await walk.visit(anonymous, token, { body: code, headers: form });
  await walk.visit(anonymous, token, { body: code, headers: form, fails: 400 });
}
