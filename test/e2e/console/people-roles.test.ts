import type { Request } from 'playwright-core';
import { expect } from 'vitest';
import { Api } from '../../support/service/api.ts';
import { startConversation } from '../../support/service/conversations.ts';
import { sendForm } from '../../support/service/device-login.ts';
import { ConsolePage } from '../support/console-page.ts';
import { consoleTest } from '../support/console-test.ts';
import { describeInBrowser } from '../support/describe-unless.ts';
import { suiteService } from '../support/people-service.ts';
import {
  accept,
  ada,
  apiOf,
  done,
  grace,
  invite,
  linus,
  navigationOf,
  openAccountMenu,
  signedIn,
  signInAs,
} from '../support/person-page.ts';

const it = consoleTest();

const kay = { email: 'kay@elsewhere.example' };

describeInBrowser('roles of people in the console', () => {
  const people = suiteService();

  it('each role is offered what it can do, on every page', async ({ browser }) => {
    const offered = [
      [ada, ['Members', 'Webhooks', 'Audit log', 'Settings', 'Keys']],
      [grace, ['Members', 'Webhooks', 'Settings', 'Keys']],
      [linus, ['Members', 'Webhooks', 'Settings']],
    ] as const;
    for (const [who, some] of offered) {
      const one = await signedIn(browser, who);
      const links = await navigationOf(one);
      for (const name of ['Members', 'Webhooks', 'Audit log', 'Settings', 'Keys'] as const)
        expect([who.name, name, links.includes(name)]).toEqual([
          who.name,
          name,
          (some as readonly string[]).includes(name),
        ]);
      expect(links).not.toContain('Owners');
      for (const link of links.filter((name) => name !== 'Reference')) {
        await one.navigationLink(link).click();
        await one.heading().waitFor();
        await one.page.getByRole('status', { name: 'Loading' }).waitFor({ state: 'detached' });
      }
      await one.goTo('/members', 'Members');
      await one.page.getByText('ada@acme.example').first().waitFor();
      const isAdmin = who === ada;
      expect(await one.page.getByRole('button', { name: 'Invite' }).count()).toBe(isAdmin ? 1 : 0);
      await one.goTo('/conversations', 'Conversations');
      await one.page.getByText(who === linus ? 'No conversations yet' : 'Start your first conversation').waitFor();
      expect(await one.page.getByRole('button', { name: 'Start' }).count()).toBe(who === linus ? 0 : 1);
      await one.goTo('/audit', /Audit/);
      expect(await one.page.getByText('Your role has no access to this page').count()).toBe(isAdmin ? 0 : 1);
      await done(one);
    }
  });

  it('a role that is lowered while a tab is open takes the buttons, and the refusal says so', async ({ browser }) => {
    const admin = await signedIn(browser, ada, '/members', 'Members');
    const link = await invite(admin, kay.email, 'admin');
    const one = await ConsolePage.open(browser);
    await accept(one, link, kay);
    await one.goTo('/members', 'Members');
    await one.page.getByRole('button', { name: 'Invite' }).click();
    const dialog = one.page.getByRole('dialog');
    await dialog.getByLabel(/^Mail addresses/).fill('someone@elsewhere.example');

    await admin.page.reload();
    await admin.page.getByRole('button', { name: 'Actions for kay' }).click();
    await admin.page.getByRole('menuitem', { name: 'Change role and limits' }).click();
    const change = admin.page.getByRole('dialog');
    await change.getByLabel('Role').selectOption('viewer');
    await change.getByRole('button', { name: 'Save' }).click();
    await admin.page.getByText('kay changed').first().waitFor();

    one.mean((status, route) => status === 403 && route.endsWith('/members/invite'));
    await dialog.getByRole('button', { name: 'Invite' }).click();
    await dialog.getByText('Your role viewer does not include the scope members:write').waitFor();
    await one.page.keyboard.press('Escape');
    await one.page.getByRole('button', { name: 'Discard' }).click();
    await one.page.getByRole('button', { name: 'Invite' }).waitFor({ state: 'detached' });
    const menu = await openAccountMenu(one);
    await menu.getByText('viewer', { exact: true }).waitFor();
    await one.page.keyboard.press('Escape');
    await one.goTo('/audit', /Audit/);
    await one.page.getByText('Your role in acme is viewer').waitFor();
    await done(admin, one);
  });

  it('a person who signs in for it approves the sign-in of a program, which gets a key of theirs', async ({
    visitor,
  }) => {
    const { baseUrl } = people.current.service;
    const open = new Api(baseUrl);
    const { body: asked } = await sendForm(open, '/oauth/device/authorize', { client_name: 'A program' });
    await visitor.visit(`/device?user_code=${asked.user_code}`, /^Sign in/);
    await signInAs(visitor, grace);
    await visitor.heading('Approve sign-in').waitFor();
    await visitor.page.getByText('You can revoke the key at any time.').waitFor();
    await visitor.expectGoodLooks('approval by a person');
    await visitor.page.getByRole('button', { name: 'Approve' }).click();
    await visitor.page.getByText('Device signed in').waitFor();
    const grant_type = 'urn:ietf:params:oauth:grant-type:device_code';
    const { body: given } = await sendForm(open, '/oauth/device/token', { grant_type, device_code: asked.device_code });
    const { body } = await Api.withKey(baseUrl, given.access_token).get('/api/keys/current');
    expect(body).toMatchObject({ owner_id: 'acme', member: { name: grace.name, role: 'member' } });
    visitor.expectNoFailure();
  });

  it('conversations are found by who started them', async ({ browser }) => {
    const [admin, one] = [await signedIn(browser, ada), await signedIn(browser, grace)];
    const { id } = await startConversation(await apiOf(one), { title: 'Of Grace' });
    await admin.goTo('/conversations', 'Conversations');
    await admin.page.getByRole('button', { name: 'More filters' }).click();
    const choice = admin.page.getByLabel('Started by', { exact: true });
    await choice.selectOption('You');
    await admin.page.getByRole('button', { name: 'Filter', exact: true }).click();
    await admin.page.getByText('No conversations match').waitFor();
    await admin.expectGoodLooks('conversations by who started them');
    await choice.selectOption(grace.name);
    await admin.page.getByRole('button', { name: 'Filter', exact: true }).click();
    await admin.page.getByRole('link', { name: `Remove filter Started by: ${grace.name}` }).waitFor();
    await admin.page.getByRole('link', { name: 'Of Grace' }).click();
    await admin.page.getByLabel('About this conversation').getByText(grace.name).waitFor();
    await (await apiOf(one)).delete(`/api/v1/app-conversations/${id}`);
    await done(admin, one);
  });

  it('the reference sends requests as the person, and its samples have no token', async ({ browser }) => {
    const one = await signedIn(browser, grace);
    await one.navigationLink('Reference').click();
    await one.page.getByText('Requests use your session').waitFor();
    const isAsked = (sent: Request) => sent.url().endsWith('/api/v1/overview') && sent.method() === 'GET';
    await one.page.getByRole('button', { name: /^Test Request.*\/api\/v1\/overview\b/ }).click();
    const send = one.page.getByRole('button', { name: /^Send get request/i });
    const [request] = await Promise.all([one.page.waitForRequest(isAsked), send.click()]);
    expect(request.headers().authorization).toMatch(/^Bearer eyJ/);
    expect((await request.response())?.status()).toBe(200);
    expect(await one.page.locator('body').innerText()).not.toContain('eyJ');
    await done(one);
  });
});
