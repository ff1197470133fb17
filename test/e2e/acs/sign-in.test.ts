import { chmod, readFile, stat } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { loginScopes } from '../../../console/acs/arguments/choices.ts';
import { sendForm } from '../../support/service/device-login.ts';
import { eventually } from '../../support/service/eventually.ts';
import { newOwner, service } from '../../support/service/owners.ts';
import { Shell } from './acs.ts';

const keptIn = (shell: Shell) => join(shell.folder, 'acs', 'credentials.json');

describe('acs login', () => {
  it('stores a key from stdin for this user only, and shows its owner', async () => {
    const [owner, shell] = [await newOwner(), await Shell.open()];

    const login = await shell.runWith(`${owner.apiKey}\n`, 'login', '--with-key');

    expect(login).toMatchObject({ code: 0, stdout: `Signed in to ${service().baseUrl} as ${owner.name}.\n` });
    expect(login.stderr).toContain(`stored in ${keptIn(shell)}`);
    expect((await stat(keptIn(shell))).mode & 0o777).toBe(0o600);
    expect((await stat(join(shell.folder, 'acs'))).mode & 0o777).toBe(0o700);
    expect(await shell.json('whoami')).toMatchObject({ owner: owner.name, key_id: owner.keyId, source: 'file' });
    await chmod(keptIn(shell), 0o644);
    const exposed = await shell.run('whoami');
    expect(exposed.stderr).toContain('Warning: Other users can read');
    expect(login.stdout + login.stderr + exposed.stdout + exposed.stderr).not.toContain(owner.apiKey);

    expect((await shell.run('logout')).code).toBe(0);
    expect(await readFile(keptIn(shell), 'utf8')).not.toContain(owner.apiKey);
    expect(await shell.run('whoami')).toMatchObject({ code: 4, stdout: '' });
    // The key itself stays valid.
    expect((await owner.api.get('/api/keys/current')).status).toBe(200);
  });

  it('logout --revoke revokes the key', async () => {
    const [owner, shell] = [await newOwner(), await Shell.open()];
    await shell.runWith(owner.apiKey, 'login', '--with-key');

    expect(await shell.run('logout', '--revoke')).toMatchObject({ code: 0 });

    expect((await owner.api.get('/api/keys/current')).status).toBe(401);
  });

  it('--device shows a code, and stores the key after the approval', async () => {
    const [owner, shell] = [await newOwner(), await Shell.open()];
    const login = shell.begin('login', '--device');
    const code = await eventually('a code is shown', () => /approve the code (\S+),/.exec(login.stderr)?.[1]);

    expect(login.stderr).toContain(`/device?user_code=${code}`);
    expect(login.stderr).toContain('requested by acs on ');
    await sendForm(owner.api, '/oauth/device/verify-authenticated', { user_code: code, decision: 'approve' });

    expect(await login.ended).toMatchObject({
      code: 0,
      stdout: `Signed in to ${service().baseUrl} as ${owner.name}.\n`,
    });
    const { key_name: name, scopes } = await shell.json('whoami');
    // At most what the approving key has, which is not for members.
    const given = loginScopes.filter((scope) => scope !== 'members:write');
    expect([name, scopes]).toEqual([`acs on ${hostname()}`, given]);
  });

  it('a denied device sign-in is reported', async () => {
    const [owner, shell] = [await newOwner(), await Shell.open()];
    const login = shell.begin('login', '--device');
    const code = await eventually('a code is shown', () => /approve the code (\S+),/.exec(login.stderr)?.[1]);

    await sendForm(owner.api, '/oauth/device/verify-authenticated', { user_code: code, decision: 'deny' });

    expect(await login.ended).toMatchObject({
      code: 1,
      stdout: '',
      stderr: expect.stringContaining('The sign-in was denied'),
    });
  });

  it('an invalid key is neither stored nor shown', async () => {
    const shell = await Shell.open();
    const key = `acs_${'a'.repeat(12)}_${'b'.repeat(49)}`;

    const login = await shell.runWith(key, 'login', '--with-key');
    const asArgument = await shell.run('login', '--with-key', key);

    expect(login).toMatchObject({ code: 4, stdout: '', stderr: expect.stringMatching(/401[\s\S]*request_id: \S+/) });
    expect(asArgument).toMatchObject({ code: 2, stdout: '' });
    expect(login.stderr + asArgument.stderr).not.toContain('b'.repeat(49));
    await expect(stat(keptIn(shell))).rejects.toThrow('ENOENT');
  });

  it('names the option when there is no terminal for the prompt', async () => {
    const shell = await Shell.open();

    expect(await shell.run('login')).toMatchObject({ code: 2, stderr: expect.stringContaining('--with-key') });
  });
});
