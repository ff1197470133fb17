import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { type Ended, runNode } from '../../support/service/local-service.ts';
import { anonymous, newName, newOwner, service } from '../../support/service/owners.ts';
import { rememberSecret } from '../../support/service/secrets-of-run.ts';

const members = (...args: readonly string[]): Promise<Ended> =>
  runNode(['infra/keys/members-cli.ts', ...args, ...service().keysOption], process.env);

/** The command failed because of its input: stderr explains it without a stack trace, and stdout is empty. */
function expectRefusal({ code, stdout, stderr }: Ended, words: RegExp): void {
  expect([code, stdout]).toEqual([1, '']);
  expect(stderr).toMatch(words);
  expect(stderr).not.toMatch(/\n\s+at /);
}

describe('npm run members', () => {
  it('invite prints a link that opens a page, and whose token no server gets', async () => {
    const owner = newName();
    const { stdout, code } = await members('invite', '--owner', owner, '--role', 'admin', '--json');
    expect(code).toBe(0);
    const { url, token, ...shown } = JSON.parse(stdout);
    rememberSecret('the token of an invitation', token);

    const { pathname, search, hash, origin } = new URL(url);

    expect(shown).toMatchObject({ owner, email: null, role: 'admin' });
    expect([origin, search, hash]).toEqual([service().baseUrl, '', `#token=${token}`]);
    const page = await anonymous().get(pathname);
    expect([page.status, page.headers.get('content-type')]).toEqual([200, expect.stringContaining('text/html')]);
    expect(page.text).not.toContain(token);
  });

  it('invite names the guest, and when the invitation ends', async () => {
    const owner = newName();
    const { stdout } = await members('invite', '--owner', owner, '--email', 'Ada@Example.com', '--expires-in', '2d');
    const [, token = ''] = /#token=(\S+)/.exec(stdout) ?? [];
    rememberSecret('the token of an invitation', token);

    expect(token).not.toBe('');
    expect(stdout).toMatch(/ada@example\.com can become member of \S+ until \d{4}-/);
    expect(stdout).toContain(`The owner ${owner} has no members yet.`);
  });

  it('invite refuses an owner that is being deleted, so that no address is left', async () => {
    const [admin, gone] = await Promise.all([newOwner(['--scopes', 'admin']), newOwner()]);
    expect((await admin.api.delete(`/api/v1/owners/${gone.name}?confirm=${gone.name}`)).status).toBe(202);

    expectRefusal(await members('invite', '--owner', gone.name, '--email', 'ada@example.com'), /being deleted/);
  });

  it('list shows that an owner has no members, and remove that one is not there', async () => {
    const owner = newName();

    expect((await members('list', '--owner', owner)).stdout).toBe(`Owner ${owner} has no members.\n`);
    expect((await members('list', '--owner', owner, '--json')).stdout).toBe('[]\n');
    expectRefusal(await members('remove', randomUUID(), '--owner', owner), /^Member \S+ not found/);
  });

  it.each<[string, readonly string[], RegExp]>([
    ['another command', ['promote', '--owner', 'acme'], /no command 'promote'/],
    ['no owner', ['list'], /--owner/],
    ['a role that only the provider gives', ['invite', '--owner', 'acme', '--role', 'operator'], /--role: Use viewer/],
    [
      'an invitation for too long',
      ['invite', '--owner', 'a', '--expires-in', '31d'],
      /--expires-in: Must be at most 30d/,
    ],
    ['a name that no owner can have', ['list', '--owner', 'ü'], /--owner: Must be [^.]* \. .*digit\.\n$/],
    ['no mail address', ['invite', '--owner', 'acme', '--email', 'ada'], /--email: 'ada'/],
    ['no member', ['remove', '--owner', 'acme'], /remove USER_ID/],
    ['another word for keys', ['remove', 'x', '--owner', 'acme', '--keys', 'all'], /--keys: Use keep or revoke/],
  ])('refuses %s', async (_, args, words) => {
    expectRefusal(await members(...args), words);
  });
});
