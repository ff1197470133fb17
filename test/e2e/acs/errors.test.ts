import { describe, expect, it } from 'vitest';
import { freePort } from '../../support/free-port.ts';
import { newOwner } from '../../support/service/owners.ts';
import { Shell } from './acs.ts';

describe('acs', () => {
  it('a wrong command line ends with 2 and its error', async () => {
    const shell = await Shell.open('acs_unused');
    expect(await shell.run('conversations', 'lst')).toMatchObject({
      code: 2,
      stdout: '',
      stderr: expect.stringContaining('Did you mean: acs conversations list?'),
    });
  });

  it('a key that does not work ends with 4', async () => {
    const shell = await Shell.open('acs_wrong');

    const ended = await shell.run('conversations', 'list', '--json');

    expect(ended).toMatchObject({
      code: 4,
      stdout: '',
      stderr: expect.stringMatching(/acs login\nrequest_id: \S+\n$/),
    });
    expect(ended.stderr).not.toContain('acs_wrong');
  });

  it("answers for a stranger's conversation as for one that is not there", async () => {
    const [mine, stranger] = [await newOwner(), await newOwner()];
    const { body } = await stranger.api.post('/api/v1/app-conversations', {});
    const shell = await Shell.open(mine.apiKey);

    const commands = [['conversations', 'get'], ['conversations', 'delete', '--yes'], ['events']];
    for (const ended of await Promise.all(commands.map((args) => shell.run(...args, body.conversation_id))))
      expect(ended).toMatchObject({ code: 1, stdout: '', stderr: expect.stringContaining('404 not_found') });
  });

  it('a refused field is named', async () => {
    const shell = await Shell.open((await newOwner()).apiKey);

    const ended = await shell.run('webhooks', 'create', 'http://127.0.0.1/hook');

    expect(ended).toMatchObject({ code: 1, stdout: '', stderr: expect.stringContaining('url') });
  });

  it('the URL that does not respond is named', async () => {
    const shell = await Shell.open('acs_unused');
    const url = `http://127.0.0.1:${await freePort()}`;

    const ended = await shell.run('whoami', '--url', url);

    expect(ended).toMatchObject({ code: 1, stderr: expect.stringContaining(`No response from ${url} (ECONNREFUSED)`) });
  });

  it('ends quietly when its reader closes the pipe', async () => {
    const shell = await Shell.open((await newOwner()).apiKey);
    const begun = shell.begin('limits');
    begun.child.stdout.destroy();

    expect(await begun.ended).toMatchObject({ code: 0, stderr: '' });
  });

  it('completes commands, options, their values and ids', async () => {
    const { apiKey, keyId } = await newOwner();
    const shell = await Shell.open(apiKey);
    const complete = async (...words: readonly string[]) =>
      (await shell.run('--get-yargs-completions', 'acs', ...words)).stdout
        .split('\n')
        .map((line) => line.split(':')[0]);

    const [commands, options, values, further, ids] = await Promise.all([
      complete('conv'),
      complete('sandboxes', 'list', '--st'),
      complete('sandboxes', 'list', '--status', ''),
      complete('keys', 'create', '--scopes', 'keys:read', 'usage'),
      complete('keys', 'revoke', ''),
    ]);
    expect(commands).toContain('conversations');
    expect(options).toContain('--status');
    expect(values).toContain('RUNNING');
    expect(further[0]).toMatch(/^usage/);
    expect(ids[0]).toMatch(new RegExp(`^${keyId}\\b`));
  });
});
