import { expect } from 'vitest';
import { ConsolePage } from '../support/console-page.ts';
import { consoleTest } from '../support/console-test.ts';
import { describeInBrowser } from '../support/describe-unless.ts';
import { suiteService } from '../support/people-service.ts';
import {
  ada,
  changeTokens,
  chooseAtProvider,
  done,
  grace,
  leaving,
  linus,
  signedIn,
  signInAs,
  withhold,
} from '../support/person-page.ts';

const it = consoleTest();

describeInBrowser('sessions of people in the console', () => {
  const people = suiteService();

  it('a sign-out ends every tab, the tokens at the service, and the session at the provider', async ({ visitor }) => {
    let sent = '';
    visitor.page.on('request', (request) => {
      sent = request.headers().authorization ?? sent;
    });
    await visitor.visit('/limits', /^Sign in/);
    await signInAs(visitor, ada);
    await visitor.heading('Limits').waitFor();
    const other = await visitor.anotherTab();
    await other.visit('/', 'Overview');
    await visitor.signOut();
    await visitor.page.getByText('You are signed out', { exact: true }).waitFor();
    await other.heading(/^Sign in/).waitFor();
    expect(sent).toMatch(/^Bearer /);
    const again = await fetch(`${people.current.service.baseUrl}/api/v1/limits`, { headers: { Authorization: sent } });
    expect(again.status).toBe(401);
    const stored = await visitor.page.evaluate('JSON.stringify([sessionStorage, localStorage])');
    expect(stored).not.toContain('eyJ');
    // The provider asks again who it is.
    await visitor.page.getByRole('button', { name: 'Sign in with your account' }).click();
    await visitor.page.getByRole('button', { name: grace.name }).waitFor();
    visitor.expectNoFailure();
  });

  it('sessions that an admin ends are over in an open tab, and go on after a sign-in where the person was', async ({
    browser,
  }) => {
    const admin = await signedIn(browser, ada, '/members', 'Members');
    const one = await signedIn(browser, linus, '/usage?days=7', 'Usage');
    // The console renews a token that is as new as the sign-out.
    await changeTokens(one, { arrivedAt: Date.now() - 60_000 });
    await one.heading('Usage').waitFor();
    await admin.page.reload();
    await admin.page.getByRole('button', { name: 'Actions for Linus Torvalds' }).click();
    await admin.page.getByRole('menuitem', { name: 'End sessions' }).click();
    await admin.page.getByRole('dialog').getByRole('button', { name: 'End sessions' }).click();
    await admin.page.getByText('Sessions of Linus Torvalds ended').first().waitFor();
    one.mean((status) => status === 401);
    await one.navigationLink('Limits').click();
    await one.heading(/^Sign in/).waitFor();
    await one.page.getByText('Your session has ended').waitFor();
    expect(await one.page.evaluate('JSON.stringify([sessionStorage, localStorage])')).not.toContain('eyJ');
    await one.expectGoodLooks('sign-in after the end of a session');
    await one.page.getByRole('button', { name: 'Sign in with your account' }).click();
    await one.heading('Limits').waitFor();
    await done(admin, one);
  });

  it.for([
    ['gives no refresh tokens', 'authorization_code', 'refresh_token'],
    ['renews no ID tokens', 'refresh_token', 'id_token'],
  ] as const)(
    'a provider that %s: the session ends with its token, and goes on at the same address',
    async ([, grant, name], { browser }) => {
      const one = await ConsolePage.open(browser);
      await withhold(one, grant, name);
      await one.visit('/conversations?title=x', /^Sign in/);
      await signInAs(one, grace);
      await one.heading('Conversations').waitFor();
      await changeTokens(one, { expiresAt: Date.now() });
      await one.heading(/^Sign in/).waitFor();
      await one.page.getByText('Your session has expired').waitFor();
      await one.page.getByRole('button', { name: 'Sign in with your account' }).click();
      await one.heading('Conversations').waitFor();
      expect(new URL(one.page.url()).search).toBe('?title=x');
      await done(one);
    },
  );

  it('links with an answer of a provider, or with the end of a session, change nothing in a tab', async ({
    visitor,
  }) => {
    await visitor.visit('/', /^Sign in/);
    await signInAs(visitor, grace);
    await visitor.heading('Overview').waitFor();
    for (const query of ['code=c&state=s', 'error=x&error_description=Call+us', 'state=signed-out']) {
      await visitor.page.goto(`${ConsolePage.origin}/sign-in?${query}`);
      await visitor.heading('Overview').waitFor();
    }
    visitor.expectNoFailure();
  });

  it('a provider that is down keeps people signed in, and says so to others', async ({ browser, visitor }) => {
    const one = await signedIn(browser, grace);
    await people.current.stopProvider();
    try {
      await one.navigationLink('Limits').click();
      await one.heading('Limits').waitFor();
      one.expectNoFailure();
      await visitor.visit('/', /^Sign in/);
      await visitor.page.getByRole('button', { name: 'Sign in with your account' }).click();
      await visitor.page.getByText('The identity provider is not responding').waitFor();
    } finally {
      await people.current.startProvider();
    }
    await visitor.page.getByRole('button', { name: 'Sign in with your account' }).click();
    await chooseAtProvider(visitor, ada);
    await visitor.heading('Overview').waitFor();
    await one.close();
  });

  it('keys that the provider rotated are accepted, and the tab goes on', async ({ browser, visitor }) => {
    const one = await signedIn(browser, grace);
    await people.current.provider.rotateKeys({ publishEarlier: true });
    visitor.mean((status) => status === 401);
    // The authorizer looks for unknown keys at most twice a minute.
    await expect
      .poll(
        async () => {
          await visitor.page.goto(`${ConsolePage.origin}/`);
          await visitor.heading(/^Sign in|Overview/).waitFor();
          if (await visitor.heading('Overview').isVisible()) return true;
          await leaving(visitor, 'Sign in with your account');
          // The provider asks only once who it is.
          if (new URL(visitor.page.url()).origin !== ConsolePage.origin) await leaving(visitor, ada.name);
          await visitor.heading(/^Sign in to Agent|Overview/).waitFor();
          return visitor.heading('Overview').isVisible();
        },
        { timeout: 120_000 },
      )
      .toBe(true);
    await one.navigationLink('Limits').click();
    await one.heading('Limits').waitFor();
    await done(one);
  });
});
