import type { Browser } from 'playwright-core';
import { Api } from '../../support/service/api.ts';
import { service } from '../../support/service/owners.ts';
import { ConsolePage } from './console-page.ts';

/** Someone on the login page of the local provider, or a mail address with groups. */
export type Who = { readonly name: string } | { readonly email: string; readonly groups?: string };

/** The people on the login page: an admin, a member and a viewer. */
export const ada = { name: 'Ada Lovelace' };
export const grace = { name: 'Grace Hopper' };
export const linus = { name: 'Linus Torvalds' };

/** Chooses a person on the login page of the provider. */
export async function chooseAtProvider({ page }: ConsolePage, who: Who): Promise<void> {
  if ('name' in who) {
    await page.getByRole('button', { name: who.name }).click();
    return;
  }
  await page.getByText('Someone else').click();
  await page.getByLabel('Mail address').fill(who.email);
  if (who.groups !== undefined) await page.getByLabel('Groups').fill(who.groups);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}

/** Presses a button that opens another document. What was shown before does not count as what came of it. */
export async function leaving({ page }: ConsolePage, button: string): Promise<void> {
  await Promise.all([page.waitForEvent('domcontentloaded'), page.getByRole('button', { name: button }).click()]);
}

/** Signs in from the sign-in page that is shown. */
export async function signInAs(one: ConsolePage, who: Who): Promise<void> {
  await one.page.getByRole('button', { name: 'Sign in with your account' }).click();
  await chooseAtProvider(one, who);
}

/** The menu with who is signed in, open. */
export async function openAccountMenu({ page }: ConsolePage) {
  await page.getByRole('button', { name: /Account and appearance/ }).click();
  const menu = page.getByRole('menu');
  await menu.waitFor();
  return menu;
}

/** A page of a browser of its own, signed in. */
export async function signedIn(browser: Browser, who: Who, path = '/', heading = 'Overview'): Promise<ConsolePage> {
  const one = await ConsolePage.open(browser);
  await one.visit(path, /^Sign in/);
  await signInAs(one, who);
  await one.heading(heading).waitFor();
  return one;
}

/** Invites by mail address, as an admin on the page Members. @returns the link */
export async function invite({ page }: ConsolePage, email: string, role = 'member'): Promise<string> {
  await page.getByRole('button', { name: 'Invite' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(/^Mail addresses/).fill(email);
  await dialog.getByLabel('Role').selectOption(role);
  await dialog.getByRole('button', { name: 'Invite' }).click();
  await page.getByRole('heading', { name: 'Invitation created' }).waitFor();
  const link = await dialog.locator('code').innerText();
  await dialog.getByRole('button', { name: 'Done' }).click();
  return link;
}

/** Opens the link of an invitation, signs in and accepts it. */
export async function accept(one: ConsolePage, link: string, who: Who): Promise<void> {
  await one.page.goto(link);
  await signInAs(one, who);
  await one.page.getByRole('button', { name: 'Accept the invitation' }).click();
  await one.heading('Overview').waitFor();
}

/** Ends the use of pages, on which nothing failed. */
export async function done(...pages: readonly ConsolePage[]): Promise<void> {
  for (const page of pages) {
    page.expectNoFailure();
    await page.close();
  }
}

/** The names of the links in the navigation. */
export async function navigationOf({ page }: ConsolePage): Promise<readonly string[]> {
  return page.getByRole('navigation', { name: 'Main' }).getByRole('link').allInnerTexts();
}

/** Removes a member on the page Members. */
export async function remove({ page }: ConsolePage, name: string): Promise<void> {
  await page.getByRole('button', { name: `Actions for ${name}` }).click();
  await page.getByRole('menuitem', { name: 'Remove' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await page.getByText(`${name} is no longer a member`).first().waitFor();
}

/** The session of the tab, as the console stores it. */
interface StoredSession {
  readonly tokens: { readonly refreshToken: string | null; readonly arrivedAt: number; readonly expiresAt: number };
}

/** Changes the tokens that the tab stores, and loads the page again with them. */
export async function changeTokens({ page }: ConsolePage, change: Partial<StoredSession['tokens']>): Promise<void> {
  await page.evaluate(`(() => {
    const session = JSON.parse(sessionStorage.getItem('acs.person'));
    Object.assign(session.tokens, ${JSON.stringify(change)});
    sessionStorage.setItem('acs.person', JSON.stringify(session));
  })()`);
  await page.reload();
}

/** The service as the person of the tab. */
export async function apiOf({ page }: ConsolePage): Promise<Api> {
  const token = await page.evaluate(`JSON.parse(sessionStorage.getItem('acs.person')).tokens.sent`);
  return Api.withBearer(service().baseUrl, String(token));
}

/** Makes the provider answer the browser without some of the tokens. */
export async function withhold({ page }: ConsolePage, grant: string, ...names: readonly string[]): Promise<void> {
  await page.route('**/token', async (route) => {
    if (!route.request().postData()?.includes(`grant_type=${grant}`)) return route.continue();
    const response = await route.fetch();
    const body = Object.entries(await response.json()).filter(([name]) => !names.includes(name));
    await route.fulfill({ response, json: Object.fromEntries(body) });
  });
}
