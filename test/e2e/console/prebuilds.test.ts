import { expect } from 'vitest';
import { eventually } from '../../support/service/eventually.ts';
import { newOwner } from '../../support/service/owners.ts';
import { gitServer, giveTokens } from '../../support/service/repositories.ts';
import { canary, rememberSecret } from '../../support/service/secrets-of-run.ts';
import { consoleTest } from '../support/console-test.ts';
import { describeInBrowser } from '../support/describe-unless.ts';

const it = consoleTest({ path: '/prebuilds' });
const token = canary('a git token');
rememberSecret('a git token', token);
const git = await gitServer();
git.password = token;
const setUp = (script: string) => git.addRepository('acme/site', { '.openhands/setup.sh': script });

describeInBrowser('prebuild pages', () => {
  it('a repository can be prepared, built after pushes, and used by a start', async ({ one, owner }) => {
    const { page } = one;
    const dialog = page.getByRole('dialog');
    setUp('echo done\n');
    // The git server has no API that suggests repositories and branches. The second prebuild of one is refused.
    const isRefused = (route: string) => route.startsWith('GET /api/v1/git/') || route === 'POST /api/v1/prebuilds';
    one.mean((status, route) => status === 409 && isRefused(route));
    await giveTokens(owner, git, token, ['github']);
    await page.getByText('No prebuilds yet').waitFor();

    await page.getByRole('button', { name: 'Create prebuild' }).first().click();
    await dialog.getByLabel('Repository').fill('https://github.com/acme/site');
    expect(await dialog.getByLabel('Repository').inputValue()).toBe('acme/site');
    await dialog.getByLabel('Git provider').selectOption('GitHub');
    await dialog.getByLabel('Build again').selectOption('After each push');
    await one.expectAccessible();
    await dialog.getByRole('button', { name: 'Create', exact: true }).click();
    await page.getByRole('heading', { name: 'Prebuild created' }).waitFor();
    rememberSecret('the secret of a webhook', await dialog.locator('code').first().innerText());
    const { body } = await owner.api.get('/api/v1/prebuilds');
    await dialog.getByText(body.items[0].hook_url).waitFor();
    await one.expectAccessible();
    await one.copy('Copy the Webhook secret', dialog);
    await dialog.getByRole('button', { name: 'Done' }).click();

    await page.getByText('Took', { exact: true }).waitFor();
    await page.getByText('Ready', { exact: true }).waitFor();
    await one.expectGoodLooks('A prebuild');

    const actions = page.getByRole('button', { name: 'Actions for this prebuild' });
    await actions.click();
    await page.getByRole('menuitem', { name: 'Rotate webhook secret' }).click();
    await one.expectAccessible();
    await dialog.getByRole('button', { name: 'Make a new secret' }).click();
    await page.getByRole('heading', { name: 'Secret rotated' }).waitFor();
    rememberSecret('the secret of a webhook', await dialog.locator('code').first().innerText());
    await one.copy('Copy the Webhook secret', dialog);
    await dialog.getByRole('button', { name: 'Done' }).click();

    setUp('echo "no compiler here" >&2; exit 3\n');
    await page.getByRole('button', { name: 'Build now' }).click();
    await eventually(
      'the build fails',
      async () => (await owner.api.get(`/api/v1/prebuilds/${body.items[0].id}`)).body.failure !== null,
      120_000,
    );
    await page.getByText('The last build failed', { exact: true }).waitFor();
    await page.getByText('no compiler here').waitFor();
    await page.getByText('Starts still begin from the last successful build.').waitFor();
    await one.expectGoodLooks('A failed build');

    await one.goTo('/prebuilds', 'Prebuilds');
    await page.getByRole('row').filter({ hasText: 'acme/site' }).getByText('Failed', { exact: true }).waitFor();
    await one.expectGoodLooks('Prebuilds');
    await page.getByRole('button', { name: 'Create prebuild' }).click();
    await dialog.getByLabel('Repository').fill('Acme/Site');
    await dialog.getByRole('button', { name: 'Create', exact: true }).click();
    await dialog.getByRole('link', { name: 'Open the prebuild that exists' }).waitFor();
    await dialog.getByRole('button', { name: 'Cancel' }).click();

    await one.visit('/conversations/new', 'Start a conversation');
    await page.getByText('More options').click();
    await page.getByLabel('Repository').fill('acme/site');
    await page.getByLabel('Git provider').selectOption('GitHub');
    await page.getByRole('status').filter({ hasText: 'Begins from a prebuild' }).waitFor();
    await one.expectAccessible();
    await page.getByLabel('Branch').fill('next');
    await page.getByRole('status').filter({ hasText: 'Begins from a prebuild' }).waitFor({ state: 'detached' });
    await page.getByLabel('Branch').fill('');
    await page.getByRole('link', { name: 'prebuild', exact: true }).click();

    await page.getByRole('heading', { name: 'Prebuild', exact: true }).waitFor();
    await actions.click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await one.expectAccessible();
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await page.getByText('No prebuilds yet').waitFor();
    one.expectNoFailure();
  });

  it('a key that cannot write sees prebuilds without actions', async ({ visitor }) => {
    const reader = await newOwner(['--scopes', 'sandboxes:read']);
    const { page } = visitor;
    const headers = { 'Access-Control-Allow-Origin': '*' };
    await page.route('**/api/v1/prebuilds', (route) => route.fulfill({ json: { items: [long] }, headers }));
    await page.route('**/api/v1/prebuilds/*', (route) => route.fulfill({ json: long, headers }));
    await visitor.signIn(reader.apiKey, { path: '/prebuilds' });
    await page.setViewportSize({ width: 360, height: 740 });
    await page.getByText(long.repository).waitFor();
    await visitor.expectFits();
    expect(await page.getByRole('button', { name: 'Create prebuild' }).count()).toBe(0);
    await page.getByText(long.repository).click();
    await page.getByText('Starts clone the repository until a build succeeds.').waitFor();
    expect(await page.getByRole('button', { name: 'Build now' }).count()).toBe(0);
    await visitor.expectFits();
    await visitor.expectAccessible();
    visitor.expectNoFailure();
    await page.unrouteAll();
  });
});

const long = {
  id: '0193e0b4d1f87a3c9b2e6f5a4d3c2b1a',
  repository: `acme/${'w'.repeat(200)}`,
  git_provider: 'bitbucket_data_center',
  branch: 'b'.repeat(200),
  sandbox_spec_id: 'reference',
  refresh: 'push',
  setup_on_start: true,
  resources: { cpu: 2, memory_gb: 8, disk_gb: 50 },
  state: 'ERROR',
  current: null,
  build: null,
  failure: {
    code: 'clone_failed',
    message: 'm'.repeat(500),
    output: 'o'.repeat(2_000),
    at: '2026-11-20T10:00:00.000Z',
  },
  next_build_at: null,
  hook_url: `https://api.example.com/api/v1/prebuild-hooks/${'0'.repeat(32)}`,
  created_at: '2026-11-20T10:00:00.000Z',
  updated_at: '2026-11-20T10:00:00.000Z',
};
