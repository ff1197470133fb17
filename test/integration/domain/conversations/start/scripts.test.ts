import { spawn } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { unpackHistoryScript } from '../../../../../shared/domain/conversations/start/saga/begin-conversation.ts';
import {
  CLONE_FAILED,
  cloneScript,
  credentialDirectoryScript,
  IN_THE_WAY,
  initScript,
} from '../../../../../shared/domain/conversations/start/workspace/prepare-script.ts';
import {
  hookScript,
  SETUP_FAILED,
  setupScript,
} from '../../../../../shared/domain/conversations/start/workspace/set-up-project.ts';
import { tar } from '../../../../../shared/domain/conversations/start/workspace/tar.ts';
import { type GitServer, startGitServer } from '../../../../support/conversations/start/git-server.ts';

const WORKING_DIR = '/workspace/project';
const TOKEN = 'token-that-nobody-sees';

let git: GitServer;
let root: string;

beforeAll(async () => {
  git = await startGitServer();
  git.addRepository('acme/site', { 'a.txt': 'a', '.openhands/setup.sh': 'echo ran >>../count\n', 'AGENTS.md': 'x' }, [
    'next',
  ]);
  git.addRepository('other/site', { 'b.txt': 'b' });
});
afterAll(() => git.close());
beforeEach(() => {
  git.password = null;
  root = mkdtempSync(join(tmpdir(), "disk of 'one' "));
  return () => rmSync(root, { recursive: true, force: true });
});

interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

const home = () => join(root, '.home');
const scratch = () => join(home(), '.conversation-start');
const project = (...path: string[]) => join(root, 'project', ...path);

/** Runs a script as an agent server does, with the working directory and home on the disk. */
async function run(script: string): Promise<Ended> {
  mkdirSync(home(), { recursive: true });
  const child = spawn('/bin/sh', ['-c', script], { cwd: root, env: { PATH: process.env.PATH ?? '', HOME: home() } });
  const said = { stdout: '', stderr: '' };
  child.stdout.on('data', (text) => {
    said.stdout += text;
  });
  child.stderr.on('data', (text) => {
    said.stderr += text;
  });
  const code = await new Promise<number | null>((resolve) => child.on('close', resolve));
  return { code, ...said };
}

const checkout = (overrides: Partial<Parameters<typeof cloneScript>[1]> = {}) =>
  cloneScript(WORKING_DIR, {
    url: `${git.url}/acme/site.git`,
    directory: 'site',
    branch: null,
    freshBranch: 'openhands-workspace-1234',
    credentialOf: null,
    ...overrides,
  });

async function gitSays(...args: string[]): Promise<string> {
  return (await run(`git -C project/site ${args.join(' ')}`)).stdout.trim();
}

async function leaveToken(id: string): Promise<void> {
  const { stdout } = await run(credentialDirectoryScript(id));
  writeFileSync(join(stdout.trim(), 'git'), `${git.url.replace('://', `://x:${TOKEN}@`)}\n`);
}

describe('the working directory', () => {
  it('becomes a git repository once', async () => {
    expect(await run(initScript(WORKING_DIR))).toMatchObject({ code: 0 });
    writeFileSync(project('mine'), 'x');
    const again = await run(initScript(WORKING_DIR));

    expect(again.code).toBe(0);
    expect(readdirSync(project()).toSorted()).toEqual(['.git', 'mine']);
  });

  it('is next to the conversations if the agent server has a path for them', async () => {
    const { stdout } = await run(
      `export OH_CONVERSATIONS_PATH="$PWD/disk/conversations"; mkdir disk; ${initScript(WORKING_DIR)}`,
    );

    expect(stdout).toContain(`root ${join(root, 'disk')}`);
    expect(existsSync(join(root, 'disk/project/.git'))).toBe(true);
  });
});

describe('a clone', () => {
  it('is shallow, has its own branch, and reports the set-up and skills of the project', async () => {
    const { code, stdout } = await run(checkout());

    expect(code).toBe(0);
    expect(stdout.split('\n').filter((line) => line.startsWith('found'))).toEqual(['found setup', 'found skills']);
    expect(await gitSays('rev-parse', '--abbrev-ref', 'HEAD')).toBe('openhands-workspace-1234');
    expect(await gitSays('rev-parse', '--is-shallow-repository')).toBe('true');
    expect(await gitSays('config', 'remote.origin.url')).toBe(`${git.url}/acme/site.git`);
  });

  it('has the requested branch, and stays unchanged by a second clone', async () => {
    await run(checkout({ branch: 'next' }));
    writeFileSync(project('site', 'mine'), 'x');

    expect((await run(checkout({ branch: 'next' }))).code).toBe(0);
    expect(await gitSays('rev-parse', '--abbrev-ref', 'HEAD')).toBe('next');
    expect(existsSync(project('site', 'mine'))).toBe(true);
  });

  it('is atomic: a partial clone of a killed worker is replaced', async () => {
    mkdirSync(project('.site.part'), { recursive: true });
    writeFileSync(project('.site.part', 'half'), 'x');

    expect((await run(checkout())).code).toBe(0);
    expect(readdirSync(project())).toEqual(['site']);
  });

  it.each([
    ['-x', "user's-branch"],
    ['Repo%20(v2)', 'feature/(wip)-x'],
    ['$(touch made)', 'a!b$(touch${IFS}made)'],
    ['`touch made`;&', 'say-"hi"'],
  ])('takes the name %s and the branch %s as they are', async (directory, branch) => {
    git.addRepository(`acme/${directory}`, { 'AGENTS.md': 'x' }, [branch]);
    const url = `${git.url}/acme/${encodeURIComponent(directory)}.git`;
    const script = checkout({ url, directory, branch });

    expect((await run(script)).stdout).toContain('found skills');
    expect((await run(hookScript(WORKING_DIR, directory))).code).toBe(0);
    expect(readdirSync(project())).toEqual([directory]);
    expect((await run(script)).code).toBe(0);
    expect(readFileSync(project(directory, '.git/HEAD'), 'utf8')).toBe(`ref: refs/heads/${branch}\n`);
  });

  it('is made once for two concurrent workers', async () => {
    const ended = await Promise.all([run(checkout()), run(checkout())]);

    expect(ended.map(({ code }) => code)).toEqual([0, 0]);
    expect(await gitSays('rev-parse', '--abbrev-ref', 'HEAD')).toBe('openhands-workspace-1234');
  });

  it('fails when another repository has its directory', async () => {
    await run(checkout());

    expect((await run(checkout({ url: `${git.url}/other/site.git` }))).code).toBe(IN_THE_WAY);
  });

  it('reads its token from a file that it deletes, and leaves no trace of the token', async () => {
    git.password = TOKEN;
    await leaveToken('one');
    const file = join(scratch(), 'credential-one');
    expect(statSync(file).mode & 0o777).toBe(0o700);

    expect(await run(checkout({ credentialOf: 'one' }))).toMatchObject({ code: 0 });

    expect(existsSync(file)).toBe(false);
    const { stdout } = await run(`grep -rl ${TOKEN} . || echo none`);
    expect(stdout.trim()).toBe('none');
  });

  it.each([
    ['without a token', null],
    ['with a wrong one', 'wrong'],
  ])('fails without a prompt when the server requires a password, %s', async (_, credentialOf) => {
    if (credentialOf) await leaveToken(credentialOf);
    git.password = 'another';

    const { code, stderr } = await run(checkout({ credentialOf }));

    expect(code).toBe(CLONE_FAILED);
    expect(stderr).toMatch(/could not read Username|Authentication failed/);
    expect(stderr).not.toContain(TOKEN);
    expect(existsSync(join(scratch(), `credential-${credentialOf}`))).toBe(false);
    expect(existsSync(project('.site.part'))).toBe(false);
  });
});

describe('a set-up script', () => {
  const setup = (startTaskId = 'task-1', key = '1-x', limitSeconds = 20) =>
    setupScript({ workingDir: WORKING_DIR, directory: 'site', key, startTaskId, limitSeconds });
  const script = (text: string) => {
    mkdirSync(project('site', '.openhands'), { recursive: true });
    writeFileSync(project('site', '.openhands', 'setup.sh'), text);
  };
  const count = () => readFileSync(project('count'), 'utf8').trim().split('\n').length;

  it('runs once on a machine for all start tasks', async () => {
    script('echo ran >>../count');

    const ended = await Promise.all([run(setup()), run(setup()), run(setup('task-2'))]);

    expect(ended.map(({ code }) => code)).toEqual([0, 0, 0]);
    expect(count()).toBe(1);
  });

  it('runs again on another machine', async () => {
    script('echo ran >>../count');
    await run(setup());
    await run(setup('task-2', '2-x'));

    expect(count()).toBe(2);
  });

  it('reports its failure, and runs again only for another start task', async () => {
    script('echo ran >>../count; echo the reason; exit 7');

    const ended = [await run(setup()), await run(setup()), await run(setup('task-2'))];

    for (const { code, stdout } of ended) {
      expect(code).toBe(SETUP_FAILED);
      expect(stdout.split('\n')).toEqual(['7', 'the reason', '']);
    }
    expect(count()).toBe(2);
  });

  it('ends at its time limit', async () => {
    script('sleep 60');

    expect(await run(setup('task-1', '1-x', 1))).toMatchObject({
      code: SETUP_FAILED,
      stdout: expect.stringMatching(/^124/),
    });
  });

  it('can leave a server running, which keeps neither the command nor the lock open', async () => {
    script('sleep 300 & echo $! >../pid');

    expect((await run(setup())).code).toBe(0);
    expect((await run(checkout({ directory: 'elsewhere' }))).code).toBe(0);
    process.kill(Number(readFileSync(project('pid'), 'utf8')));
  });
});

describe('a git hook', () => {
  const commit = 'git -c user.name=a -c user.email=a@b -C project/site commit -q --allow-empty -m x';
  const install = () => run(hookScript(WORKING_DIR, 'site'));
  const preCommit = (text: string) => writeFileSync(project('site', '.openhands', 'pre-commit.sh'), text);

  it('runs the script of the repository and the existing hook', async () => {
    await run(checkout());
    preCommit('echo ours >>../hooks');
    const earlier = project('site', '.git/hooks/pre-commit');
    writeFileSync(earlier, '#!/bin/sh\necho earlier >>../hooks\n', { mode: 0o755 });

    for (const _ of [1, 2]) expect((await install()).code).toBe(0);
    expect((await run(commit)).code).toBe(0);

    expect(readFileSync(project('hooks'), 'utf8')).toBe('earlier\nours\n');
  });

  it('stops a commit that the script refuses', async () => {
    await run(checkout());
    preCommit('exit 1');
    await install();

    expect((await run(commit)).code).not.toBe(0);
  });

  it('is absent when the repository has no script', async () => {
    await run(checkout());
    await install();

    expect(existsSync(project('site', '.git/hooks/pre-commit'))).toBe(false);
  });
});

describe('a recording', () => {
  const id = '0'.repeat(32);
  const leave = async (files: Record<string, string>) => {
    mkdirSync(scratch(), { recursive: true });
    writeFileSync(join(scratch(), 'recording-1'), Buffer.concat([...tar(() => Object.entries(files)).pieces()]));
    return run(unpackHistoryScript(id, 'recording-1'));
  };
  const events = () => readdirSync(join(root, 'conversations', id, 'events')).toSorted();

  it('is unpacked where the agent reads it, and replaces the files of a previous attempt', async () => {
    await leave({ 'event-1': 'ä', 'event-2': 'x'.repeat(1000) });
    expect(await leave({ 'event-3': 'x', 'event-4': '' })).toMatchObject({ code: 0 });

    expect(events()).toEqual(['event-3', 'event-4']);
    expect(existsSync(join(scratch(), 'recording-1'))).toBe(false);
  });

  it('leaves a conversation unchanged that the agent has', async () => {
    await leave({ 'event-1': 'x' });
    writeFileSync(join(root, 'conversations', id, 'meta.json'), '{}');
    expect((await leave({ 'event-2': 'x' })).code).toBe(0);

    expect(events()).toEqual(['event-1']);
  });
});
