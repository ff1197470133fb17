import { describe, expect, it } from 'vitest';
import { findOrganizationMember } from '../../../../functions/accounts/find-organization-member.ts';
import { getOrganizationMember } from '../../../../functions/accounts/get-organization-member.ts';
import { listOrganizationProfiles } from '../../../../functions/accounts/list-organization-profiles.ts';
import { listOrganizations } from '../../../../functions/accounts/list-organizations.ts';
import { getUserInfo } from '../../../../functions/git/get-user-info.ts';
import { getOptionsConfig } from '../../../../functions/service/get-options-config.ts';
import { getSaas } from '../../../../functions/service/get-saas.ts';
import { getWebClientConfig } from '../../../../functions/service/get-web-client-config.ts';
import { getModels } from '../../../../functions/settings/get-models.ts';
import { searchModels } from '../../../../functions/settings/search-models.ts';
import { searchProviders } from '../../../../functions/settings/search-providers.ts';
import {
  organizationPermissions,
  permissionScopes,
} from '../../../../shared/contract/shapes/organization-permissions.ts';
import { defaultScopes, type Scope } from '../../../../shared/contract/shapes/scopes.ts';
import { profileOf } from '../../../../shared/domain/accounts/owners/organization-profile.ts';
import { noMembers } from '../../../support/accounts/people/no-members.ts';
import { gitDepsOf } from '../../../support/git/git-deps.ts';
import { expectHosted } from '../../../support/hosted/hosted-schema.ts';
import { invoke } from '../../../support/http/invoke.ts';

const settings = {
  app_mode: 'saas' as const,
  auth_url: 'https://login.example.com',
  providers_configured: ['github' as const],
  hide_llm_settings: true,
};

describe('web client configuration', () => {
  it('is that of the deployment, in both generations', async () => {
    const legacy = await invoke(getOptionsConfig, { settings });
    const current = await invoke(getWebClientConfig, { settings, oidc: undefined });
    const saas = await invoke(getSaas, { settings });

    expect(legacy.body).toMatchObject({
      APP_MODE: 'saas',
      AUTH_URL: 'https://login.example.com',
      PROVIDERS_CONFIGURED: ['github'],
      FEATURE_FLAGS: { HIDE_LLM_SETTINGS: true, ENABLE_BILLING: false },
    });
    expect(current.body).toMatchObject({
      app_mode: 'saas',
      auth_url: 'https://login.example.com',
      providers_configured: ['github'],
      feature_flags: { hide_llm_settings: true, enable_billing: false },
      oidc: null,
    });
    expectHosted('WebClientConfig', current.body);
    expect(saas.body).toEqual({ saas: true });
  });

  it('names the OpenID provider and its public client, and not who gets which role', async () => {
    const provider = { issuer: 'https://login.example.com', clientId: 'console', scopes: ['openid'] };
    const claims = { email: 'email', email_verified: 'email_verified', name: 'name', picture: 'picture', groups: 'g' };
    const rules = { claims, trustEmail: false, roles: { staff: 'admin' as const }, signUp: 'closed' as const };
    const configOf = async (oidc: object) =>
      (await invoke(getWebClientConfig, { settings, oidc: { ...provider, ...rules, ...oidc } })).body.oidc;

    const shown = { issuer: 'https://login.example.com', client_id: 'console', audience: null, scopes: ['openid'] };
    expect(await configOf({})).toEqual(shown);
    expect(await configOf({ audience: 'api://agents' })).toEqual({ ...shown, audience: 'api://agents' });
  });
});

describe('offered models', () => {
  const models = ['anthropic/claude', 'openai/gpt', 'openai/other/model', 'bare'];

  it('are a list for legacy clients, the default first', async () => {
    expect((await invoke(getModels, { models })).body).toEqual(models);
  });

  it('are paged, with separate provider and name', async () => {
    const first = await invoke(searchModels, { models }, { query: { limit: 3 } });
    const pageId = first.body.next_page_id;
    const second = await invoke(searchModels, { models }, { query: { limit: 3, page_id: pageId } });

    expect([...first.body.items, ...second.body.items]).toEqual([
      { provider: 'anthropic', name: 'claude', verified: true },
      { provider: 'openai', name: 'gpt', verified: true },
      { provider: 'openai', name: 'other/model', verified: true },
      { provider: null, name: 'bare', verified: true },
    ]);
    expect(second.body.next_page_id).toBeNull();
    const elsewhere = { limit: 3, page_id: pageId, query: 'g' };
    expect((await invoke(searchModels, { models }, { query: elsewhere })).status).toBe(422);
  });

  it.each([
    [{ query: 'GPT' }, ['gpt']],
    [{ provider__eq: 'openai' }, ['gpt', 'other/model']],
    [{ verified__eq: 'false' }, []],
  ])('are filtered by %j', async (query, names) => {
    const { body } = await invoke(searchModels, { models }, { query });

    expect(body.items.map(({ name }: { name: string }) => name)).toEqual(names);
  });

  it('list each provider once', async () => {
    const { body } = await invoke(searchProviders, { models });

    expect(body).toEqual({
      items: [
        { name: 'anthropic', verified: true },
        { name: 'openai', verified: true },
      ],
      next_page_id: null,
    });
  });
});

const profiles = {
  findMany: async (ownerIds: readonly string[]) => ownerIds.map((id) => profileOf(id, undefined)),
};
const organizations = { members: noMembers, provider: undefined, profiles };

describe("caller's organization", () => {
  it("is that of the key's owner", async () => {
    const { body } = await invoke(getUserInfo, gitDepsOf({}), { caller: { ownerId: 'ann' } });

    expect(body).toEqual({ id: 'ann', login: 'ann', avatar_url: '', company: null, name: null, email: null });
  });

  it("is one for each owner, and another owner's returns 404", async () => {
    const idOf = async (ownerId: string): Promise<string> =>
      (await invoke(listOrganizations, organizations, { caller: { ownerId } })).body.items[0].id;
    const [anns, bobs] = [await idOf('ann'), await idOf('bob')];
    const ask = (orgId: string) => invoke(getOrganizationMember, {}, { params: { org_id: orgId } });

    expect((await ask(anns)).body).toMatchObject({ org_id: anns, user_id: 'ann', role: 'owner' });
    expect((await ask(anns.replaceAll('-', ''))).status).toBe(200);
    expect([(await ask(bobs)).status, (await ask('x')).status]).toEqual([404, 404]);
    const settings = { find: async () => undefined };
    const profiles = await invoke(listOrganizationProfiles, { settings }, { params: { org_id: anns } });
    expect(profiles.body).toEqual({ profiles: [], active_profile: null });
    expect((await invoke(listOrganizationProfiles, { settings }, { params: { org_id: bobs } })).status).toBe(404);
  });

  it('has one member, whose permissions are those of the API key', async () => {
    const { body: list } = await invoke(listOrganizations, organizations, { caller: { ownerId: 'ann' } });
    const [{ id: org_id }] = list.items;
    const permissions = async (scopes: readonly Scope[]) =>
      (await invoke(getOrganizationMember, {}, { params: { org_id }, caller: { ownerId: 'ann', scopes } })).body
        .permissions;
    const member = (user_id: string) =>
      invoke(findOrganizationMember, { members: noMembers }, { params: { org_id, user_id } });

    expect(await permissions(defaultScopes)).toEqual(
      organizationPermissions.filter((name) => permissionScopes[name] !== 'members:write'),
    );
    expect(await permissions(['settings:read'])).toEqual(['view_org_settings', 'view_llm_settings']);
    expect(await permissions(['conversations:read'])).toEqual(['view_org_conversations']);
    expect(await permissions(['sandboxes:read'])).toEqual([]);
    expect((await member('ann')).body).toMatchObject({ org_id, user_id: 'ann', role: 'owner' });
    expect((await member('bob')).status).toBe(404);
  });
});
