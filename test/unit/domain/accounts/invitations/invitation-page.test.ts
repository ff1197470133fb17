import { createHash } from 'node:crypto';
import { runInNewContext } from 'node:vm';
import { expect, it } from 'vitest';
import { openInvitation } from '../../../../../shared/contract/accounts/invitations.ts';
import { invitationPage, invitationScript } from '../../../../../shared/domain/accounts/invitations/invitation-page.ts';

/** Runs the script of the page at an address. @returns where the browser goes on; undefined if it stays */
function goesTo(address: string): string | undefined {
  const at = new URL(address);
  const link = new URL('https://console.example.com/invitation');
  let next: string | undefined;
  const location = { search: at.search, hash: at.hash, replace: (url: string) => (next = url) };
  runInNewContext(invitationScript, { document: { getElementById: () => link }, location, URLSearchParams });
  return next;
}

const page = 'https://api.example.com/api/organizations/members/invite/accept';

it.each([
  ['the fragment, as links of the command line have it', `${page}#token=inv_1`],
  ['the query, as clients of the hosted product have it', `${page}?token=inv_1`],
])('the page of an invitation goes on with the token of %s', (_, address) => {
  expect(goesTo(address)).toBe('https://console.example.com/invitation#token=inv_1');
});

it('the page of an invitation stays without a token, and without a console', () => {
  expect(goesTo(page)).toBeUndefined();
  expect(goesTo(`${page}#other`)).toBeUndefined();
  expect(invitationPage(undefined)).toContain('This service has no web console.');
  expect(invitationPage('https://console.example.com/"<')).not.toContain('/"<');
});

it('the policy of the page allows its script', () => {
  const hash = createHash('sha256').update(invitationScript).digest('base64');

  expect(openInvitation.success.headers?.['Content-Security-Policy']).toContain(`script-src 'sha256-${hash}'`);
});
