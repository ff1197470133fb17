import { chmod, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { loginScopes } from '../../../console/acs/arguments/choices.ts';
import { LOCAL_CLIENT } from '../../../infra/local/people/people.ts';
import { Browser, type Choice } from '../../support/accounts/people/browser.ts';
import { Api } from '../../support/service/api.ts';
import { sendForm } from '../../support/service/device-login.ts';
import { eventually } from '../../support/service/eventually.ts';
import { newOwner } from '../../support/service/owners.ts';
import { rememberSecret } from '../../support/service/secrets-of-run.ts';
import { type PeopleService, startPeopleService } from '../support/people-service.ts';
import { type Begun, type Run, Shell } from './acs.ts';

const ada = { person: 'ada' };
const grace = { person: 'grace' };
const linus = { person: 'linus' };

let people: PeopleService;
beforeAll(async () => {
  people = await startPeopleService();
});
afterAll(() => people?.stop());

/** Starts a command with a program in place of the browser, which writes down what it has to open. */
async function beginWithBrowser(shell: Shell, ...args: readonly string[]) {
  const folder = await mkdtemp(join(tmpdir(), 'e2e-opener-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const opened = join(folder, 'opened');
  for (const name of ['xdg-open', 'open']) {
    await writeFile(
      join(folder, name),
      `#!/bin/sh\nprintf %s "$1" > '${opened}.new'; mv '${opened}.new' '${opened}'\n`,
    );
    await chmod(join(folder, name), 0o755);
  }
  const command = shell.beginWith(['env', `PATH=${[folder, process.env.PATH].join(delimiter)}`], ...args);
  return { command, opened: () => eventually('the browser is opened', () => readFile(opened, 'utf8')) };
}

/** Runs a command that opens the browser, where someone signs in. */
async function runAs(who: Choice, shell: Shell, ...args: readonly string[]): Promise<Run> {
  const { command, opened } = await beginWithBrowser(shell, ...args);
  const url = await Promise.race([opened(), endedBefore(command)]);
  const page = await fetch(await new Browser().follow(url, who));
  expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('You are signed in.')]);
  const run = await command.ended;
  for (const key of await keysIn(shell)) rememberSecret('the key of acs login', key);
  return run;
}

async function endedBefore(command: Begun): Promise<never> {
  const { code, stderr } = await command.ended;
  throw new Error(`it ended with ${code} before the sign-in: ${stderr}`);
}

const credentialsOf = (shell: Shell) => readFile(join(shell.folder, 'acs', 'credentials.json'), 'utf8');
const keysIn = async (shell: Shell) => (await credentialsOf(shell).catch(() => '')).match(/acs_\w+/g) ?? [];
const statusOf = async (key: string) =>
  (await Api.withKey(people.service.baseUrl, key).get('/api/keys/current')).status;

/** A person who signed in, as programs with a token are. */
async function apiOf(who: Choice): Promise<Api> {
  const { issuer } = people.provider;
  const { id_token: token } = await new Browser().signIn(who, { issuer, clientId: LOCAL_CLIENT });
  rememberSecret('the token of a person', token);
  const api = Api.withBearer(people.service.baseUrl, token);
  expect((await api.post('/api/v1/sign-in')).status).toBe(200);
  return api;
}

describe('acs login by a person', () => {
  it('--web goes through the browser, stores a key of the person and no token, and logout revokes it', async () => {
    const shell = await Shell.open();

    const login = await runAs(ada, shell, 'login', '--web');

    const { baseUrl } = people.service;
    expect(login).toMatchObject({ code: 0, stdout: `Signed in to ${baseUrl} as Ada Lovelace, for acme.\n` });
    const stored = await credentialsOf(shell);
    expect(stored).not.toContain('eyJ');
    expect((await stat(join(shell.folder, 'acs', 'credentials.json'))).mode & 0o777).toBe(0o600);
    const [key = ''] = await keysIn(shell);
    expect(login.stdout + login.stderr).not.toContain(key);
    const me = await shell.json('whoami');
    expect(me).toMatchObject({ owner: 'acme', source: 'file', scopes: loginScopes });
    expect((await shell.json('keys', 'list')).find(({ id }: { id: string }) => id === me.key_id)).toMatchObject({
      member: { id: me.user_id, email: 'ada@acme.example' },
    });

    const again = await runAs(ada, shell, 'login', '--web');
    expect([again.code, await statusOf(key)]).toEqual([0, 401]);
    const [next = ''] = await keysIn(shell);
    expect(await shell.json('logout')).toMatchObject({ revoked: true });
    expect(await statusOf(next)).toBe(401);
    expect(await shell.run('whoami')).toMatchObject({ code: 4 });
  });

  it('--device gives a key of the person who approves it, which works for their owner', async () => {
    const [shell, api] = [await Shell.open(), await apiOf(grace)];
    const login = shell.begin('login', '--device');
    const code = await eventually('a code is shown', () => /approve the code (\S+),/.exec(login.stderr)?.[1]);

    const approved = await sendForm(api, '/oauth/device/verify-authenticated', {
      ...{ user_code: code, decision: 'approve' },
    });

    expect(approved.status).toBe(200);
    expect(await login.ended).toMatchObject({
      code: 0,
      stdout: `Signed in to ${people.service.baseUrl} as Grace Hopper, for acme.\n`,
    });
    for (const key of await keysIn(shell)) rememberSecret('the key of a device', key);
    const { user_id: id, scopes } = await shell.json('whoami');
    expect(id).toMatch(/^[0-9a-f-]{36}$/);
    expect(scopes).not.toContain('members:write');
    expect(await shell.json('orgs', 'list')).toEqual([{ owner: 'acme', current: true, signed_in: true }]);
  });

  it('tells a viewer that acs needs more than their role, and stores nothing', async () => {
    const shell = await Shell.open();

    const login = await runAs(linus, shell, 'login', '--web');

    expect(login).toMatchObject({
      code: 1,
      stdout: '',
      stderr: expect.stringContaining('The role viewer in acme cannot create an API key'),
    });
    expect(await keysIn(shell)).toEqual([]);
  });
});

describe('acs orgs and acs members', () => {
  it('switch between the owners of a person, invite, and remove', async () => {
    const [operator, boss, worker] = [await newOwner(['--scopes', 'admin']), await Shell.open(), await Shell.open()];
    const scopes = ['members:read', 'members:write', 'conversations:read', 'sandboxes:read', 'settings:read'];
    const all = [...scopes, 'usage:read', 'webhooks:read', 'conversations:write', 'sandboxes:write', 'sandboxes:exec'];
    const rest = ['sandboxes:files', 'sandboxes:share', 'keys:read', 'keys:write'];
    const made = await operator.api.post('/api/v1/owners', { id: 'second', key: { scopes: [...all, ...rest] } });
    rememberSecret('an API key', made.body.key.key);
    const second = await Shell.open(made.body.key.key);
    const { successful } = await second.json('members', 'invite', 'grace@acme.example', '--role', 'member');
    const [{ token }] = successful;
    rememberSecret('the token of an invitation', token);
    expect(await second.json('members', 'list', '--invited')).toMatchObject([{ email: 'grace@acme.example' }]);
    const api = await apiOf(grace);
    expect((await api.post('/api/organizations/members/invite/accept', { token })).status).toBe(200);

    expect(await runAs(grace, worker, 'login', '--owner', 'acme')).toMatchObject({ code: 0 });
    expect(await worker.json('orgs', 'list')).toEqual([
      { owner: 'acme', current: true, signed_in: true },
      { owner: 'second', current: false, signed_in: false },
    ]);
    expect(await runAs(grace, worker, 'orgs', 'switch', 'second')).toMatchObject({ code: 0 });
    expect(await worker.json('whoami')).toMatchObject({ owner: 'second' });
    expect(await worker.run('orgs', 'switch', 'acme')).toMatchObject({ code: 0 });
    expect(await worker.json('whoami')).toMatchObject({ owner: 'acme' });
    expect(await worker.run('members', 'invite', 'x@example.com')).toMatchObject({ code: 1 });

    expect(await runAs(ada, boss, 'login', '--web')).toMatchObject({ code: 0 });
    const emails = (await boss.json('members', 'list')).map(({ email }: { email: string }) => email);
    expect(emails).toEqual(expect.arrayContaining(['ada@acme.example', 'grace@acme.example']));
    const invited = await boss.json('members', 'invite', 'joan@elsewhere.example');
    rememberSecret('the token of an invitation', invited.successful[0].token);
    expect(await boss.run('members', 'remove', 'Grace@acme.example', '--yes')).toMatchObject({ code: 0 });
    expect(await worker.run('whoami')).toMatchObject({ code: 4 });
    // The key for the other owner stays.
    expect(await worker.run('orgs', 'switch', 'second')).toMatchObject({ code: 0 });
    expect(await worker.json('whoami')).toMatchObject({ owner: 'second' });
  });
});
