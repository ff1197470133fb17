import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { isAtLeast, type Role } from '../../../shared/contract/shapes/roles.ts';
import type { Api } from '../../support/service/api.ts';
import { startConversation } from '../../support/service/conversations.ts';
import { rememberSecret } from '../../support/service/secrets-of-run.ts';
import type { ConsolePage } from '../support/console-page.ts';
import { pages } from '../support/console-pages.ts';
import { consoleTest } from '../support/console-test.ts';
import { describeInBrowser } from '../support/describe-unless.ts';
import { suiteService } from '../support/people-service.ts';
import { apiOf, signedIn, type Who } from '../support/person-page.ts';

const it = consoleTest();

const people: readonly (readonly [Role, Who])[] = [
  ['admin', { name: 'Ada Lovelace' }],
  ['member', { name: 'Grace Hopper' }],
  ['viewer', { name: 'Linus Torvalds' }],
];

/** The least role that sees a page, where it is not `viewer`. */
const seenBy: Readonly<Record<string, Role>> = {
  '/keys': 'member',
  '/audit': 'admin',
  '/owners': 'operator',
  '/deployment': 'operator',
};

/** The buttons of a page that change something or show a secret, and the least role that gets them. */
const offered: Readonly<Record<string, readonly [Role, ...string[]]>> = {
  '/conversations/new': ['member', 'Start'],
  '/sandboxes': ['member', 'Start a sandbox'],
  '/sandboxes?tab=receipts': ['member', 'Start a sandbox'],
  '/prebuilds': ['member', 'Create prebuild'],
  '/specs': ['member', 'Create spec'],
  '/keys': ['member', 'Create key'],
  '/device': ['member', 'Continue'],
  '/members': ['admin', 'Invite'],
  '/webhooks': ['admin', 'Add endpoint'],
  '/settings?tab=git': ['admin', 'Save and test', 'Save the App'],
  '/conversations/{}': ['member', 'Pause', 'Rename'],
  '/sandboxes/{}': ['member', 'Copy session key', 'Delete', 'Fork', 'Pause', 'Show session key'],
  '/prebuilds/{}': ['member', 'Build now'],
  '/webhooks/{}': ['admin', 'Send ping'],
};

const DOES = /^(Add|Build|Continue|Create|Delete|Edit|Fork|Invite|Pause|Remove|Rename|Resume|Revoke|Save|Send|Start)\b/;

describeInBrowser('every page, to people of each role', () => {
  suiteService();

  it('offers what the role can do, and asks for nothing that the service refuses', async ({ browser }) => {
    const admin = await signedIn(browser, { name: 'Ada Lovelace' });
    const things = await pagesOfThings(await apiOf(admin));
    await admin.close();
    await Promise.all(
      people.map(async ([role, who]) => {
        const one = await signedIn(browser, who);
        for (const [address, heading] of [...pages, ...things]) {
          await one.visit(address, new RegExp(`^${heading}`));
          await one.page.getByRole('status', { name: 'Loading' }).waitFor({ state: 'detached' });
          // What a page offers can depend on what it reads.
          await one.page.waitForLoadState('networkidle');
          const [least, ...names] = offered[address.replace(/[0-9a-f-]{32,}/, '{}')] ?? ['viewer'];
          const isRefused = !isAtLeast(role, seenBy[address] ?? 'viewer');
          const buttons = isAtLeast(role, least) ? names : [];
          // A busy browser can draw later what it has read.
          await expect
            .poll(async () => [role, address, await isRefusing(one), await buttonsOf(one)])
            .toEqual([role, address, isRefused, buttons]);
          if (role === 'viewer') expect([address, await menusOf(one)]).toEqual([address, []]);
        }
        one.expectNoFailure();
        await one.close();
      }),
    );
  });
});

function isRefusing({ page }: ConsolePage): Promise<boolean> {
  return page.getByText('Your role has no access to this page').isVisible();
}

/** The buttons that someone can press, without those that only show or copy what is there. */
async function buttonsOf({ page }: ConsolePage): Promise<readonly string[]> {
  const names = await page.evaluate<string[]>(`
    [...document.querySelectorAll('main button:not(:disabled):not([role])')].map((one) =>
      (one.getAttribute('aria-label') ?? one.textContent).trim())`);
  return [...new Set(names)].filter((name) => DOES.test(name) || /session key/.test(name)).toSorted();
}

/** The items of all menus of a page that change something. */
async function menusOf({ page }: ConsolePage): Promise<readonly string[]> {
  const found: string[] = [];
  for (const menu of await page
    .locator('main')
    .getByRole('button', { name: /^(Actions|More actions)/ })
    .all()) {
    await menu.click();
    const items = page.getByRole('menuitem');
    await items.first().waitFor();
    found.push(...(await items.allInnerTexts()).filter((name) => DOES.test(name)));
    await page.keyboard.press('Escape');
    await items.first().waitFor({ state: 'detached' });
  }
  return found;
}

/** Makes one of each thing that has a page of its own. @returns the pages, with their headings */
async function pagesOfThings(api: Api): Promise<readonly (readonly [address: string, heading: string])[]> {
  const { id, sandboxId } = await startConversation(api, { title: 'Seen by all' });
  const { body: snapshot } = await api.post(`/api/v1/sandboxes/${sandboxId}/snapshots`, { name: 'Of all' });
  const { body: prebuild } = await api.post('/api/v1/prebuilds', { repository: `acme/${randomUUID()}` });
  const { body: endpoint } = await api.post('/api/v1/webhook-endpoints', {
    url: 'http://127.0.0.1:9999/',
    events: ['key.*'],
  });
  rememberSecret('the secret of a webhook endpoint', endpoint.secret);
  return [
    [`/conversations/${id}`, 'Seen by all'],
    [`/sandboxes/${sandboxId}`, ''],
    [`/snapshots/${snapshot.id}`, ''],
    [`/prebuilds/${prebuild.id}`, ''],
    [`/webhooks/${endpoint.id}`, ''],
  ];
}
