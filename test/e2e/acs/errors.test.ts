import { describe, expect, it } from 'vitest';
import { freePort } from '../../support/free-port.ts';
import { eventually } from '../../support/service/eventually.ts';
import { newOwner } from '../../support/service/owners.ts';
import { Shell } from './acs.ts';
import { InjectingProxy } from './injecting-proxy.ts';

describe('acs', () => {
  it('a wrong command line ends with 2 and its error', async () => {
    const shell = await Shell.open('acs_unused');
    expect(await shell.run('conversations', 'lst')).toMatchObject({
      code: 2,
      stdout: '',
      stderr: expect.stringContaining('Did you mean: acs conversations list?'),
    });
  });

  it('an invalid key ends with 4', async () => {
    const shell = await Shell.open('acs_wrong');

    const ended = await shell.run('conversations', 'list', '--json');

    expect(ended).toMatchObject({
      code: 4,
      stdout: '',
      stderr: expect.stringMatching(/acs login\nrequest_id: \S+\n$/),
    });
    expect(ended.stderr).not.toContain('acs_wrong');
  });

  it("reports a stranger's conversation as missing", async () => {
    const [mine, stranger] = [await newOwner(), await newOwner()];
    const { body } = await stranger.api.post('/api/v1/app-conversations', {});
    const shell = await Shell.open(mine.apiKey);

    const commands = [['conversations', 'get'], ['conversations', 'delete', '--yes'], ['events']];
    for (const ended of await Promise.all(commands.map((args) => shell.run(...args, body.conversation_id))))
      expect(ended).toMatchObject({ code: 1, stdout: '', stderr: expect.stringContaining('404 not_found') });
  });

  it('names an invalid field', async () => {
    const shell = await Shell.open((await newOwner()).apiKey);

    const ended = await shell.run('webhooks', 'create', 'http://127.0.0.1/hook');

    expect(ended).toMatchObject({ code: 1, stdout: '', stderr: expect.stringContaining('url') });
  });

  it('names a URL that does not respond', async () => {
    const shell = await Shell.open('acs_unused');
    const url = `http://127.0.0.1:${await freePort()}`;

    const ended = await shell.run('whoami', '--url', url);

    expect(ended).toMatchObject({ code: 1, stderr: expect.stringContaining(`No response from ${url} (ECONNREFUSED)`) });
  });

  it('ends without an error when its reader closes the pipe', async () => {
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

const page = { headers: { 'Content-Type': 'text/html' }, body: '<h1>Bad Gateway</h1>' };

it('acs waits as long as Retry-After says, reports it, and continues', async () => {
  const { apiKey, name } = await newOwner();
  const proxy = await InjectingProxy.start({ status: 429, headers: { 'Retry-After': '1' } }, { status: 503 });
  const shell = await Shell.open(apiKey, proxy.url);

  const ended = await shell.run('whoami');

  expect(ended).toMatchObject({ code: 0, stdout: expect.stringContaining(name) });
  expect(ended.stderr).toMatch(
    /^Too many requests \(429\)\. Trying again in 1s\.\nThe service is busy \(503\)\. Trying again in 1s\.\n\S+ responds again\.\n$/,
  );
});

it('acs gives up when a proxy responds instead of the service', async () => {
  const { apiKey } = await newOwner();
  // One response for each attempt.
  const always = (status: number) => InjectingProxy.start(...Array.from({ length: 4 }, () => ({ status, ...page })));
  const [bad, foreign] = [await always(502), await always(200)];

  const [gone, wrong] = await Promise.all(
    [bad, foreign].map(async ({ url }) => (await Shell.open(apiKey, url)).run('limits', '--json')),
  );

  expect(gone).toMatchObject({ code: 1, stdout: '', stderr: expect.stringContaining('responded with 502. (502)') });
  expect(wrong).toMatchObject({
    code: 1,
    stdout: '',
    stderr: expect.stringContaining('is not the service: it responded with text/html'),
  });
});

it('acs events --follow survives a lost connection and a failing service, and ends with 4 when its key is revoked', async () => {
  const owner = await newOwner();
  const { body: short } = await owner.api.post('/api/keys', { name: 'short' });
  const { id } = await owner.client.startConversation({});
  const proxy = await InjectingProxy.start();
  const shell = await Shell.open(short.key, proxy.url);

  const follow = shell.begin('events', id, '--follow');
  await eventually('it follows live', () => follow.stderr.includes('Following live'));
  proxy.injected.push({ status: 500 });
  proxy.cut();
  await eventually('it reports another attempt', () => follow.stderr.includes('Trying again'));
  await owner.api.delete(`/api/keys/${short.id}`);

  expect(await follow.ended).toMatchObject({ code: 4, stderr: expect.stringContaining('acs login') });
});

it('acs conversations open prints the URL of a conversation in the console', async () => {
  const { apiKey, client } = await newOwner();
  const { id } = await client.startConversation({});
  const shell = await Shell.open(apiKey);

  const ended = await shell.run('conversations', 'open', id);

  expect(ended).toMatchObject({ code: 0, stdout: expect.stringMatching(new RegExp(`^http.*/conversations/${id}\n$`)) });
});
