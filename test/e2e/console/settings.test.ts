import { expect, onTestFinished } from 'vitest';
import { anAppKey } from '../../support/git/github-app-server.ts';
import { startGitHub } from '../../support/git/github-server.ts';
import type { Owner } from '../../support/service/owners.ts';
import { canary } from '../../support/service/secrets-of-run.ts';
import { consoleTest } from '../support/console-test.ts';
import { describeInBrowser } from '../support/describe-unless.ts';

const it = consoleTest();

const stored = async ({ api }: Owner) => (await api.get('/api/v1/settings')).body;

describeInBrowser('settings page', () => {
  it('a model and its key can be saved and removed, and the key is never shown', async ({ one, owner }) => {
    const secret = canary('key to a model');
    await one.visit('/settings', 'Settings');
    await one.page.getByRole('combobox', { name: 'Model' }).fill('openai/gpt-5');
    await one.page.getByLabel('API key', { exact: true }).fill(secret);
    await one.page.getByLabel('Maximum steps').fill('42');
    await one.page.getByRole('button', { name: 'Save', exact: true }).click();
    await one.page.getByText('Settings saved').first().waitFor();
    expect(await stored(owner)).toMatchObject({ llm_model: 'openai/gpt-5', llm_api_key_set: true, max_iterations: 42 });
    expect(await one.page.content()).not.toContain(secret);
    expect(await one.page.getByLabel('API key', { exact: true }).inputValue()).toBe('');
    await one.page.getByRole('button', { name: 'Remove key' }).click();
    await one.page.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).click();
    await one.page.getByText('Not set').waitFor();
    expect(await stored(owner)).toMatchObject({ llm_model: 'openai/gpt-5', llm_api_key_set: false });
    one.expectNoFailure();
  });

  it('an invalid field shows its error, and leaving with changes asks first', async ({ one }) => {
    one.mean((status) => status === 422);
    await one.visit('/settings', 'Settings');
    const address = one.page.getByLabel('Base URL');
    await address.fill('nowhere');
    await one.page.getByRole('button', { name: 'Save', exact: true }).click();
    await one.page.getByText('Must be an http or https URL').first().waitFor();
    expect(await address.getAttribute('aria-invalid')).toBe('true');
    await one.expectAccessible();
    const leave = one.navigationLink('Limits');
    await leave.click();
    const dialog = one.page.getByRole('dialog', { name: 'Discard unsaved changes?' });
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    expect(await address.inputValue()).toBe('nowhere');
    await leave.click();
    await dialog.getByRole('button', { name: 'Discard' }).click();
    await one.heading('Limits').waitFor();
    one.expectNoFailure();
  });

  it('model and agent profiles can be created, edited, activated and deleted', async ({ one, owner }) => {
    await one.visit('/settings?tab=profiles', 'Settings');
    await one.page.getByRole('button', { name: 'New profile' }).click();
    const dialog = one.page.getByRole('dialog');
    await dialog.getByLabel('Name').fill('fast');
    await dialog.getByRole('combobox', { name: 'Model' }).fill('openai/gpt-5-nano');
    await dialog.getByRole('button', { name: 'Create' }).click();
    const act = async (name: string, action: string) => {
      await one.page.getByRole('button', { name: `Actions for ${name}` }).click();
      await one.page.getByRole('menuitem', { name: action }).click();
    };
    await act('fast', 'Use');
    await one.page.getByText('In use', { exact: true }).waitFor();
    await act('fast', 'Edit');
    await dialog.getByRole('combobox', { name: 'Model' }).fill('openai/gpt-5-mini');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await one.page.getByText('openai/gpt-5-mini').first().waitFor();
    await dialog.waitFor({ state: 'detached' });
    expect(await stored(owner)).toMatchObject({ llm_model: 'openai/gpt-5-mini', llm_profiles: { active: 'fast' } });

    await one.page.getByRole('tab', { name: 'Agent profiles' }).click();
    await one.page.getByRole('button', { name: 'New profile' }).click();
    await dialog.getByLabel('Name').fill('reviewer');
    await dialog.getByLabel('Model profile').selectOption('fast');
    await dialog.getByLabel('Instructions').fill('Review only.');
    await one.expectAccessible();
    await dialog.getByRole('button', { name: 'Create' }).click();
    await act('reviewer', 'Use');
    await one.page.getByText('In use', { exact: true }).waitFor();
    await act('reviewer', 'Edit');
    await dialog.getByLabel('Sub-agents').check();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.waitFor({ state: 'detached' });
    const { body } = await owner.api.get('/api/agent-profiles/reviewer');
    const changed = { system_message_suffix: 'Review only.', enable_sub_agents: true, llm_profile_ref: 'fast' };
    expect(body.profile).toMatchObject({ ...changed, revision: 1 });
    await one.visit('/conversations/new', 'Start a conversation');
    await one.page.getByText('More options').click();
    await one.page.getByLabel('Agent', { exact: true }).getByText('reviewer (default)').waitFor({ state: 'attached' });

    await one.visit('/settings?tab=agents', 'Settings');
    await act('reviewer', 'Delete');
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await one.page.getByText('No agent profiles yet').waitFor();
    await one.page.getByRole('tab', { name: 'Model profiles' }).click();
    await act('fast', 'Rename');
    await dialog.getByLabel('New name').fill('small');
    await dialog.getByRole('button', { name: 'Rename' }).click();
    await act('small', 'Delete');
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await one.page.getByText('No model profiles yet').waitFor();
    one.expectNoFailure();
  });

  it('secrets can be added and deleted, and only their names are shown', async ({ one }) => {
    const value = canary('secret of agents');
    await one.visit('/settings?tab=secrets', 'Settings');
    await one.page.getByRole('button', { name: 'Add secret' }).click();
    const dialog = one.page.getByRole('dialog');
    await dialog.getByLabel('Name').fill('NPM_TOKEN');
    await dialog.getByLabel('Value').fill(value);
    await dialog.getByLabel('Description').fill('For the registry');
    await dialog.getByRole('button', { name: 'Add' }).click();
    await one.page.getByRole('cell', { name: 'For the registry' }).waitFor();
    expect(await one.page.content()).not.toContain(value);
    await one.page.getByRole('button', { name: 'Actions for NPM_TOKEN' }).click();
    await one.page.getByRole('menuitem', { name: 'Delete' }).click();
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await one.page.getByText('No secrets yet').waitFor();
    one.expectNoFailure();
  });

  it('a read-only key sees the settings and a notice', async ({ visitor, owner }) => {
    const { body: reader } = await owner.api.post('/api/keys', { scopes: ['settings:read'] });
    await visitor.signIn(reader.key, { path: '/settings' });
    await visitor.page.getByText('Changing settings requires a key with the scope settings:write.').waitFor();
    await visitor.page.getByText('openai/gpt-5-mini').first().waitFor();
    expect(await visitor.page.getByRole('button', { name: 'Save' }).count()).toBe(0);
    visitor.expectNoFailure();
  });
});

describeInBrowser('git token form', () => {
  it('a saved token is tested: first its error is shown, then its account', async ({ one }) => {
    const token = canary('git token');
    const server = await startGitHub({ tokens: [token] });
    onTestFinished(() => server.close());
    one.mean((status, route) => status === 409 && route === 'GET /api/v1/users/git-info');
    await one.visit('/settings?tab=git', 'Settings');
    await one.page.getByLabel('Host').fill(server.host);
    await one.page.getByLabel(/^Token \(/).fill('ghp_wrong');
    const save = one.page.getByRole('button', { name: 'Save and test' });
    await save.click();
    const refused = one.page.getByText('The token for GitHub does not work');
    await refused.first().waitFor();
    await one.page.getByRole('button', { name: 'Test the token for GitHub' }).click();
    await refused.nth(1).waitFor();
    expect(await one.page.getByLabel('Host').inputValue()).toBe(server.host);
    await one.page.getByLabel(/^Token \(/).fill(token);
    await save.click();
    await one.page.getByText('The token for GitHub works').waitFor();
    expect(await refused.count()).toBe(0);
    await one.page.getByText('octocat', { exact: true }).waitFor();
    expect(await one.page.content()).not.toContain(token);
    await one.expectAccessible();
    await one.page.getByRole('button', { name: 'Remove the token for GitHub' }).click();
    await one.page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await one.page.getByText('No git provider connected').waitFor();
    one.expectNoFailure();
  });
});

describeInBrowser('GitHub App form', () => {
  it('an App is saved with its key, shown without it, changed and removed', async ({ one }) => {
    const { pkcs1 } = anAppKey();
    one.mean((status, route) => status === 422 && route === 'POST /api/v1/secrets/git-providers');
    await one.visit('/settings?tab=git', 'Settings');
    await one.page.getByLabel('App ID or client ID').fill('123');
    await one.page.getByLabel('Private key').fill('no key');
    const save = one.page.getByRole('button', { name: 'Save the App' });
    await save.click();
    await one.page.getByText('Must be a private key in PEM format.').waitFor();
    await one.page.getByLabel('Private key').fill(pkcs1);
    await save.click();
    await one.page.getByText('App 123', { exact: true }).waitFor();
    expect(await one.page.content()).not.toContain('PRIVATE KEY');
    await one.page.getByLabel('Installation ID').fill('7');
    await save.click();
    await one.page.getByText('github.com, installation 7 only').waitFor();
    await one.expectAccessible();
    await one.page.getByRole('button', { name: 'Remove the GitHub App' }).click();
    await one.page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await expect.poll(() => one.page.getByText('App 123', { exact: true }).count()).toBe(0);
    one.expectNoFailure();
  });
});
