import { scopes } from '../../../shared/contract/shapes/scopes.ts';
import type { Api } from '../../support/service/api.ts';
import { newOwner, type Owner } from '../../support/service/owners.ts';
import { canary, rememberSecret } from '../../support/service/secrets-of-run.ts';
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
  await walkMembers(walk, anonymous);
  await walkAgentProfiles(walk, api);
  await walkProviderConnections(walk, api, id);
}

/** Service keys manage the members of their owner, too. */
async function walkMembers(walk: Walk, anonymous: Api): Promise<void> {
  const held = scopes.filter((scope) => scope !== 'admin').join(',');
  const { api } = await newOwner(['--scopes', held]);
  const { body: own } = await api.get('/api/organizations');
  const at = [own.current_org_id];
  const all = '/api/organizations/{}/members';
  await walk.visit(api, `GET ${all}`, { at, query: { limit: 5, email: 'ada' } });
  await walk.visit(api, `GET ${all}`, { at, query: { page_id: 'x' }, fails: 422 });
  await walk.visit(api, `GET ${all}/count`, { at });
  await walk.visit(api, `PATCH ${all}/{}`, { at: [...at, 'unknown'], body: { role: 'viewer' }, fails: 404 });
  await walk.visit(api, `DELETE ${all}/{}`, { at: [...at, 'unknown'], fails: 404 });
  await walk.visit(api, `DELETE ${all}/{}/sessions`, { at: [...at, 'unknown'], fails: 404 });
  await walkBudgets(walk, api, own.current_org_id);
  await walk.visit(api, `POST ${all}/invite`, { at, body: { role: 'operator' }, fails: 422 });
  const { body: made } = await walk.visit(api, `POST ${all}/invite`, { at, body: { emails: ['ada@example.com'] } });
  const [{ id, token }] = made.successful;
  rememberSecret('the token of an invitation', token);
  await walk.visit(api, `GET ${all}/invite`, { at });
  const accept = '/api/organizations/members/invite/accept';
  await walk.visit(anonymous, `GET ${accept}`, { query: { token } });
  await walk.visit(anonymous, `GET ${accept}`);
  await walk.visit(anonymous, `GET ${accept}`, { query: { token: 'x' }, fails: 422 });
  await walk.visit(api, `POST ${accept}`, { body: { token }, fails: 403 });
  await walk.visit(anonymous, `POST ${accept}`, { body: { token }, fails: 401 });
  await walk.visit(api, `DELETE ${all}/invite/{}`, { at: [...at, String(id)] });
  await walk.visit(api, `DELETE ${all}/invite/{}`, { at: [...at, String(id)], fails: 404 });
  await walk.visit(api, 'POST /api/organizations/{}/switch', { at });
  await walk.visit(api, 'POST /api/organizations/{}/switch', { at: ['unknown'], fails: 404 });
  await walk.visit(api, 'POST /api/logout');
  // Only tokens of an identity provider sign in: test/service/accounts/tokens.test.ts.
  await walk.visit(api, 'POST /api/v1/sign-in', { fails: 403 });
  await walk.visit(anonymous, 'POST /api/v1/sign-in', { fails: 401 });
}

async function walkBudgets(walk: Walk, api: Api, organization: string): Promise<void> {
  const all = '/api/organizations/{}/budgets';
  const at = [organization];
  await walk.visit(api, `GET ${all}`, { at, query: { users_per_page: 5 } });
  await walk.visit(api, `GET ${all}`, { at, query: { users_status: 'rich' }, fails: 422 });
  await walk.visit(api, `PATCH ${all}`, { at, body: { monthly_limit: 5 }, fails: 403 });
  const { api: operator } = await newOwner(['--scopes', 'admin']);
  const { body: own } = await operator.get('/api/organizations');
  const body = { monthly_limit: 5, reset_day: 1 };
  await walk.visit(operator, `PATCH ${all}`, { at: [own.current_org_id], body });
  await walk.visit(operator, `PATCH ${all}`, { at: [own.current_org_id], body: { enabled: true }, fails: 422 });
  const one = `${all}/overrides/{}`;
  await walk.visit(api, `PUT ${one}`, { at: [...at, 'unknown'], body: { monthly_limit: 5 }, fails: 404 });
  await walk.visit(api, `PUT ${one}`, { at: [...at, 'unknown'], body: { monthly_limit: -1 }, fails: 422 });
  await walk.visit(api, `DELETE ${one}`, { at: [...at, 'unknown'], fails: 404 });
  await walk.visit(api, 'GET /api/organizations/{}/members/financial', { at, query: { limit: 5 } });
  await walk.visit(api, 'GET /api/organizations/{}/members/financial', { at: ['unknown'], fails: 404 });
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
    '/api/onboarding_status',
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
