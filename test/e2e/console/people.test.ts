import { expect } from 'vitest';
import { scopesOfRole } from '../../../shared/contract/shapes/roles.ts';
import { Api } from '../../support/service/api.ts';
import { newOwner } from '../../support/service/owners.ts';
import type { ConsolePage } from '../support/console-page.ts';
import { consoleTest } from '../support/console-test.ts';
import { describeInBrowser } from '../support/describe-unless.ts';
import { suiteService } from '../support/people-service.ts';
import { accept, ada, grace, invite, openAccountMenu, remove, signedIn, signInAs } from '../support/person-page.ts';

const it = consoleTest();

const joan = { email: 'joan@elsewhere.example' };

describeInBrowser('people in the console', () => {
  const people = suiteService();

  it('the first admin signs in, at the page where they wanted to be', async ({ visitor }) => {
    await visitor.visit('/keys?name=x', /^Sign in/);
    await visitor.page.getByRole('button', { name: 'Sign in with your account' }).waitFor();
    await visitor.expectGoodLooks('sign-in with an account');
    await signInAs(visitor, ada);
    await visitor.heading('Keys').waitFor();
    expect(new URL(visitor.page.url()).search).toBe('?name=x');
    const menu = await openAccountMenu(visitor);
    for (const text of ['Ada Lovelace', 'ada@acme.example', 'admin', 'acme'])
      await menu.getByText(text, { exact: true }).waitFor();
    await visitor.page.keyboard.press('Escape');
    // Codes, states and tokens are in no address that this browser shows.
    expect(await visitor.page.evaluate('location.href + JSON.stringify(history.state)')).not.toMatch(/code=|state=/);
    visitor.expectNoFailure();
  });

  it('an invitation is accepted after the sign-in, its token stays out of requests, and a removal ends the tab', async ({
    browser,
    visitor,
  }) => {
    const admin = await signedIn(browser, ada, '/members', 'Members');
    const link = await invite(admin, joan.email);
    const token = new URL(link).hash.replace('#token=', '');
    await admin.page.getByText('Pending invitations').waitFor();
    await admin.expectGoodLooks('members');

    await visitor.page.goto(link);
    await visitor.page.getByText('Sign in with your account to accept the invitation').waitFor();
    expect(visitor.page.url()).not.toContain(token);
    await signInAs(visitor, joan);
    await visitor.heading('You are invited').waitFor();
    await visitor.expectGoodLooks('invitation');
    await visitor.page.getByRole('button', { name: 'Accept the invitation' }).click();
    await visitor.heading('Overview').waitFor();
    const requested = visitor.addresses.filter((address) => address !== link);
    expect(requested.filter((address) => address.includes(token))).toEqual([]);

    // The page also reads what it shows, so it can notice by itself.
    visitor.mean((status) => status === 403);
    await admin.page.reload();
    await remove(admin, 'joan');
    await visitor.goTo('/limits', 'You are no longer a member');
    await visitor.page.getByText('was removed from the owner').waitFor();
    await visitor.page.reload();
    await visitor.heading(/You are (no longer|not) a member/).waitFor();
    for (const one of [visitor, admin]) one.expectNoFailure();
    await admin.close();
  });

  it('a person of two owners switches in one tab, and the other tab stays with its own', async ({
    visitor,
    browser,
  }) => {
    const second = 'second';
    const { baseUrl } = people.current.service;
    const operator = await newOwner(['--scopes', 'admin']);
    const scopes = [...scopesOfRole('member'), 'members:write'];
    const made = await operator.api.post('/api/v1/owners', { id: second, key: { scopes } });
    expect(made.status).toBe(201);
    const api = Api.withKey(baseUrl, made.body.key.key);
    const { org_id: orgId } = (await api.get('/api/keys/current')).body;
    const invitation = { emails: ['grace@acme.example'], role: 'member' };
    const { successful } = (await api.post(`/api/organizations/${orgId}/members/invite`, invitation)).body;
    await accept(visitor, successful[0].invite_url, grace);
    const account = (one: ConsolePage) => one.page.getByRole('button', { name: /Account and appearance/ });
    await account(visitor).getByText(second).waitFor();
    await visitor.goTo('/members', 'Members');
    expect(await visitor.page.getByText('ada@acme.example').count()).toBe(0);

    const other = await visitor.anotherTab();
    await other.visit('/', 'Overview');
    const ofOther = await account(other).innerText();
    const from = ofOther.includes(second) ? second : 'acme';
    const menu = await openAccountMenu(visitor);
    await menu.getByRole('menuitem', { name: /^acme/ }).click();
    await account(visitor).getByText('acme').waitFor();
    await visitor.page.getByText('ada@acme.example').first().waitFor();
    await other.navigationLink('Members').click();
    await other.heading('Members').waitFor();
    await account(other).getByText(from).waitFor();
    // A new tab begins with the owner that was chosen last.
    const third = await visitor.anotherTab();
    await third.visit('/', 'Overview');
    await account(third).getByText('acme').waitFor();
    for (const one of [visitor, other, third]) one.expectNoFailure();
    expect(browser.isConnected()).toBe(true);
  });
});
