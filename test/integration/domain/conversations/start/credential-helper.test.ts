import { execFileSync, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  ACCESS_FILE,
  accessFile,
} from '../../../../../shared/domain/conversations/start/workspace/credential-helper.ts';
import {
  cloneScript,
  credentialDirectoryScript,
} from '../../../../../shared/domain/conversations/start/workspace/prepare-script.ts';
import { type GitServer, startGitServer } from '../../../../support/conversations/start/git-server.ts';
import { type HttpAgent, startHttpAgent } from '../../../../support/http/http-agent.ts';

/** The key of the sandbox, which the service takes. */
const ACCESS = 'header.payload.signature-of-a-sandbox';
const FIRST = 'ghs_first_token_of_the_app';
const LATER = 'ghs_later_token_of_the_app';

let git: GitServer;
let service: HttpAgent;
let root: string;

beforeAll(async () => {
  git = await startGitServer();
  git.addRepository('acme/other', { 'b.txt': 'b' });
  service = await startHttpAgent();
});
afterAll(async () => {
  await git.close();
  await service.close();
});
beforeEach(async () => {
  git.addRepository('acme/site', { 'a.txt': 'a' });
  git.git('acme/site', 'config', 'http.receivepack', 'true');
  git.password = FIRST;
  git.logins.length = 0;
  service.requests.length = 0;
  service.reply = () => ({ headers: { 'content-type': 'text/plain' }, body: git.password ?? '' });
  root = mkdtempSync(join(tmpdir(), "disk of 'one' "));
  return () => rmSync(root, { recursive: true, force: true });
});

interface Ended {
  readonly code: number | null;
  readonly said: string;
}

const site = (...path: string[]) => join(root, 'project', 'site', ...path);

/** Runs a script as an agent server does. @param path the programs that it finds */
async function run(script: string, cwd = root, path = process.env.PATH ?? ''): Promise<Ended> {
  const home = join(root, '.home');
  mkdirSync(home, { recursive: true });
  const env = { PATH: path, HOME: home, GIT_TERMINAL_PROMPT: '0', EMAIL: 'ann@example.com' };
  const child = spawn('/bin/sh', ['-c', script], { cwd, env });
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (text) => {
      said += text;
    });
  const code = await new Promise<number | null>((resolve) => child.on('close', resolve));
  return { code, said };
}

/** Starts a conversation with the repository, as the service does. */
async function start(repository = 'acme/site'): Promise<Ended> {
  const directory = (await run(credentialDirectoryScript('one'))).said.trim();
  const url = `${git.url}/${repository}.git`;
  writeFileSync(join(directory, 'git'), `${git.url.replace('://', `://x-access-token:${git.password}@`)}\n`);
  const access = { url: `${service.url}/api/v1/webhooks/secrets`, token: ACCESS };
  writeFileSync(join(directory, ACCESS_FILE), accessFile(access, new URL(url), 'x-access-token'));
  return run(
    cloneScript('/workspace/project', {
      url,
      directory: 'site',
      branch: null,
      freshBranch: 'work',
      refresh: null,
      credentialOf: 'one',
      project: 'abc',
      conversations: ['0'.repeat(32)],
      submoduleSeconds: 20,
    }),
  );
}

/** Python can be found through a script that needs other programs. */
function placeOf(program: string): string {
  const output =
    program === 'python3'
      ? execFileSync(program, ['-c', 'import os, sys; print(os.path.realpath(sys.executable))'], { encoding: 'utf8' })
      : execFileSync('which', [program], { encoding: 'utf8' });
  return output.trim();
}

const push = 'echo more >>a.txt && git commit -qam more && git push -q origin HEAD';

describe('git in the clone of a conversation', () => {
  it('pushes and fetches with a token that it asks for each time, also after the first one has expired', async () => {
    expect(await start()).toMatchObject({ code: 0 });
    expect(await run(push, site())).toMatchObject({ code: 0 });
    git.password = LATER;
    expect(await run(`${push} && git fetch -q`, site())).toMatchObject({ code: 0 });

    expect(new Set(git.logins)).toEqual(new Set([`x-access-token:${FIRST}`, `x-access-token:${LATER}`]));
    expect(git.git('acme/site', 'log', '--format=%s', 'work').trim().split('\n')).toEqual(['more', 'more', 'first']);
    for (const { method, path, headers } of service.requests)
      expect([method, path, headers['x-access-token']]).toEqual(['GET', '/api/v1/webhooks/secrets', ACCESS]);
  });

  it('leaves no token on the disk, which snapshots and forks copy, and its key only to its user', async () => {
    await start();
    await run(push, site());

    expect(execFileSync('grep', ['-rlF', '-e', ACCESS, root], { encoding: 'utf8' }).trim()).toBe(
      join(root, '.conversation-git', 'abc'),
    );
    for (const token of [FIRST, Buffer.from(`x-access-token:${FIRST}`).toString('base64')])
      expect(() => execFileSync('grep', ['-rF', '-e', token, root])).toThrow();
    expect(statSync(join(root, '.conversation-git')).mode & 0o777).toBe(0o700);
    expect(statSync(join(root, '.conversation-git', 'abc')).mode & 0o777).toBe(0o600);
    expect(readFileSync(site('.git', 'config'), 'utf8')).toContain(`url = ${git.url}/acme/site.git`);
  });

  it('asks again in the same way after another start, with the helper of that', async () => {
    await start();
    await start();

    const helpers = await run(`git config --local --get-all credential.${git.url}.helper | wc -l`, site());
    expect(helpers.said.trim()).toBe('2');
    expect(await run(push, site())).toMatchObject({ code: 0 });
  });

  it('gets no token for another repository of the server', async () => {
    await start();

    const { code, said } = await run(`git ls-remote ${git.url}/acme/other.git`, site());

    expect(code).not.toBe(0);
    expect(said).toContain(`This conversation has access to ${git.url}/acme/site.git only.`);
    expect(service.requests).toEqual([]);
  });

  it('gets no token for another server', async () => {
    await start();
    const other = await startGitServer();
    other.password = 'x';
    other.addRepository('acme/site', {});

    expect((await run(`git ls-remote ${other.url}/acme/site.git`, site())).code).not.toBe(0);

    expect([service.requests, other.logins]).toEqual([[], []]);
    await other.close();
  });

  it('says what to do when there is no token, and does not ask for a password', async () => {
    await start();
    const detail = 'Your GitHub App 1 is not installed for \\"acme/site\\". Install it.';
    service.reply = () => ({ status: 409, body: `{"title":"Conflict","detail":"${detail}","code":"x"}` });

    const { code, said } = await run(push, site());

    expect(code).not.toBe(0);
    expect(said).toContain('There is no token for');
    expect(said).toContain('Install it.');
    expect(said).not.toContain('Username');
  });

  it('says that the service does not answer', async () => {
    await start();
    service.reply = () => undefined;

    const { said } = await run(push, site());

    expect(said).toContain('the service did not answer');
  });

  it('takes the name from a token that has one', async () => {
    await start();
    service.reply = () => ({ headers: { 'content-type': 'text/plain' }, body: `ann:${git.password}` });

    expect(await run(push, site())).toMatchObject({ code: 0 });
    expect(git.logins.at(-1)).toBe(`ann:${FIRST}`);
  });

  it.each([
    ['python3', 0, ''],
    [null, 128, 'git needs curl or python3'],
  ] as const)('works where the sandbox has only %s', async (program, expected, words) => {
    await start();
    const bin = join(root, 'bin');
    mkdirSync(bin);
    const programs = ['git', 'sh', 'tr', 'sed', 'tail', ...(program === null ? [] : [program])];
    for (const name of programs)
      writeFileSync(join(bin, name), `#!/bin/sh\nexec ${placeOf(name)} "$@"\n`, { mode: 0o755 });

    const { code, said } = await run('git commit -q --allow-empty -m more && git push -q origin HEAD', site(), bin);

    expect([code, said]).toEqual([expected, expect.stringContaining(words)]);
  });
});
