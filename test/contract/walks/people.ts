import { anAppKey } from '../../support/git/github-app-server.ts';
import type { Api } from '../../support/service/api.ts';
import type { Owner } from '../../support/service/owners.ts';
import { canary } from '../../support/service/secrets-of-run.ts';
import type { Walk } from '../walk.ts';

export async function walkSettings(walk: Walk, { api }: Owner): Promise<void> {
  const settings = 'POST /api/v1/settings';
  await walk.visit(api, settings, { body: { agent_settings: {} }, fails: 422 });
  await walk.visit(api, settings, { body: { llm_model: 'openai/x', llm_api_key: canary('the key of a model') } });
  await walk.visit(api, 'GET /api/v1/settings');
  await walk.visit(api, 'GET /api/v1/users/me');
  await walk.visit(api, 'GET /api/v1/users/me', { query: { expose_secrets: true }, fails: 401 });
  await walk.visit(api, 'POST /api/settings', { body: { language: 'en' } });
  await walk.visit(api, 'GET /api/settings');
  await walk.visit(api, 'GET /api/v1/settings/agent-schema');
  await walk.visit(api, 'GET /api/v1/settings/conversation-schema');

  const profile = '/api/v1/settings/profiles/{}';
  const llm = { model: 'openai/y', api_key: canary('the key of a profile') };
  await walk.visit(api, `POST ${profile}`, { at: ['one'], body: { llm } });
  await walk.visit(api, `POST ${profile}`, { at: ['no name'], body: { llm }, fails: 422 });
  await walk.visit(api, 'GET /api/v1/settings/profiles');
  await walk.visit(api, `GET ${profile}`, { at: ['one'] });
  await walk.visit(api, `GET ${profile}`, { at: ['none'], fails: 404 });
  await walk.visit(api, `POST ${profile}/rename`, { at: ['one'], body: { new_name: 'two' } });
  await walk.visit(api, `POST ${profile}/activate`, { at: ['two'] });
  await walk.visit(api, `POST ${profile}/activate`, { at: ['one'], fails: 404 });
  await walk.visit(api, `DELETE ${profile}`, { at: ['two'] });
}

/** Secrets of both generations. The last ones remain, so that an agent can read them. */
export async function walkSecrets(walk: Walk, { api }: Owner): Promise<void> {
  const secret = () => ({ name: 'WALKED', value: canary('a secret of an owner'), description: 'for a walk' });
  const tokens = () => ({ provider_tokens: { github: { token: canary('a git token'), host: 'git.example.com' } } });
  await walk.visit(api, 'POST /api/v1/secrets', { body: { name: '1', value: '' }, fails: 422 });
  await walk.visit(api, 'POST /api/v1/secrets', { body: secret() });
  await walk.visit(api, 'GET /api/v1/secrets/search', { query: { name__contains: 'WALK' } });
  await walk.visit(api, 'PUT /api/v1/secrets/{}', { at: ['WALKED'], body: { name: 'WALKED', description: 'again' } });
  await walk.visit(api, 'PUT /api/v1/secrets/{}', { at: ['NONE'], body: { name: 'NONE' }, fails: 404 });
  await walk.visit(api, 'DELETE /api/v1/secrets/{}', { at: ['WALKED'] });
  await walk.visit(api, 'DELETE /api/v1/secrets/{}', { at: ['WALKED'], fails: 404 });
  await walk.visit(api, 'POST /api/secrets', { body: secret() });
  await walk.visit(api, 'POST /api/secrets', { body: secret(), fails: 409 });
  await walk.visit(api, 'GET /api/secrets');
  await walk.visit(api, 'PUT /api/secrets/{}', { at: ['WALKED'], body: { name: 'WALKED' } });
  await walk.visit(api, 'DELETE /api/secrets/{}', { at: ['WALKED'] });

  await walk.visit(api, 'POST /api/add-git-providers', { body: tokens() });
  await walk.visit(api, 'POST /api/unset-provider-tokens');
  const { pkcs1 } = anAppKey();
  const app = (private_key: string) => ({ github_app: { app_id: '123', installation_id: '7', private_key } });
  await walk.visit(api, 'POST /api/v1/secrets/git-providers', { body: app('no key'), fails: 422 });
  await walk.visit(api, 'POST /api/v1/secrets/git-providers', { body: { ...tokens(), ...app(pkcs1) } });
  await walk.visit(api, 'GET /api/v1/settings');
  await walk.visit(api, 'DELETE /api/v1/secrets/git-providers');
  await walk.visit(api, 'POST /api/v1/secrets', { body: secret() });
  await walk.visit(api, 'POST /api/v1/secrets/git-providers', { body: tokens() });
}

export async function walkSandboxSecrets(
  walk: Walk,
  owner: Owner,
  { sandboxId, agent, anonymous }: { readonly sandboxId: string; readonly agent: Api; readonly anonymous: Api },
): Promise<void> {
  const list = 'GET /api/v1/sandboxes/{}/settings/secrets';
  await walk.visit(agent, list, { at: [sandboxId] });
  await walk.visit(agent, list, { at: ['another'], fails: 403 });
  await walk.visit(anonymous, list, { at: [sandboxId], fails: 401 });
  await walk.visit(agent, `${list}/{}`, { at: [sandboxId, 'WALKED'] });
  await walk.visit(agent, `${list}/{}`, { at: [sandboxId, 'NONE'], fails: 404 });
  await walk.visit(owner.api, `${list}/{}`, { at: [sandboxId, 'WALKED'], fails: 401 });
  await walk.visit(anonymous, 'GET /api/v1/webhooks/secrets', { fails: 401 });
  await walk.visit(anonymous, 'GET /api/v1/webhooks/secrets', { headers: { 'X-Access-Token': 'wrong' }, fails: 401 });
}
