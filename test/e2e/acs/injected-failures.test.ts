import { expect, it } from 'vitest';
import { eventually } from '../../support/service/eventually.ts';
import { newOwner } from '../../support/service/owners.ts';
import { Shell } from './acs.ts';
import { InjectingProxy } from './injecting-proxy.ts';

const page = { headers: { 'Content-Type': 'text/html' }, body: '<h1>Bad Gateway</h1>' };

it('acs waits as long as the service asks for, says so, and goes on', async () => {
  const { apiKey, name } = await newOwner();
  const proxy = await InjectingProxy.start({ status: 429, headers: { 'Retry-After': '1' } }, { status: 503 });
  const shell = await Shell.open(apiKey, proxy.url);

  const ended = await shell.run('whoami');

  expect(ended).toMatchObject({ code: 0, stdout: expect.stringContaining(name) });
  expect(ended.stderr).toMatch(
    /^Too many requests \(429\)\. Trying again in 1s\.\nThe service is busy \(503\)\. Trying again in 1s\.\n$/,
  );
});

it('acs gives up where a proxy answers in the place of the service', async () => {
  const { apiKey } = await newOwner();
  // For each of the tries.
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

it('acs events --follow outlives a lost connection and a service that fails, and ends with 4 when its key is revoked', async () => {
  const owner = await newOwner();
  const { body: short } = await owner.api.post('/api/keys', { name: 'short' });
  const { id } = await owner.client.startConversation({});
  const proxy = await InjectingProxy.start();
  const shell = await Shell.open(short.key, proxy.url);

  const follow = shell.begin('events', id, '--follow');
  await eventually('it follows live', () => (follow.stderr.includes('Following live') ? true : undefined));
  proxy.injected.push({ status: 500 });
  proxy.cut();
  await eventually('it says that it tries again', () => (follow.stderr.includes('Trying again') ? true : undefined));
  await owner.api.delete(`/api/keys/${short.id}`);

  expect(await follow.ended).toMatchObject({ code: 4, stderr: expect.stringContaining('acs login') });
});

it('acs conversations open prints where the console has a conversation', async () => {
  const { apiKey, client } = await newOwner();
  const { id } = await client.startConversation({});
  const shell = await Shell.open(apiKey);

  const ended = await shell.run('conversations', 'open', id);

  expect(ended).toMatchObject({ code: 0, stdout: expect.stringMatching(new RegExp(`^http.*/conversations/${id}\n$`)) });
});
