import { spawn } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  builtIn,
  type Refresh,
  sealBuildScript,
} from '../../../../../shared/domain/conversations/start/workspace/prebuilt.ts';
import { cloneScript } from '../../../../../shared/domain/conversations/start/workspace/prepare-script.ts';
import { setupScript } from '../../../../../shared/domain/conversations/start/workspace/setup-script.ts';
import { type GitServer, startGitServer } from '../../../../support/conversations/start/git-server.ts';

const WORKING_DIR = '/workspace/project';
const SETUP = 'mkdir -p node_modules\necho lib >node_modules/lib\necho ran >>../count\nexport MODE=fast\n';

let git: GitServer;
let root: string;
let machine: string;

beforeAll(async () => {
  git = await startGitServer();
});
afterAll(() => git.close());
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'prebuilt-'));
  machine = 'one';
  repository({ 'a.txt': 'first' });
  return () => rmSync(root, { recursive: true, force: true });
});

/** Replaces the repository by one with these files. Its history begins again, as that of a branch can. */
function repository(
  files: Readonly<Record<string, string>>,
  submodules: Parameters<GitServer['addRepository']>[3] = {},
) {
  const common = { '.gitignore': 'node_modules\n', '.openhands/setup.sh': SETUP };
  git.addRepository('acme/site', { ...common, ...files }, ['next'], submodules);
}

interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs a script as an agent server does. The home directory belongs to the machine, the rest to the disk. */
async function run(script: string): Promise<Ended> {
  const home = join(root, `home-${machine}`);
  mkdirSync(home, { recursive: true });
  mkdirSync(join(root, 'disk'), { recursive: true });
  const env = { PATH: process.env.PATH ?? '', HOME: home };
  const child = spawn('/bin/sh', ['-c', script], { cwd: join(root, 'disk'), env });
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

const project = (...path: string[]) => join(root, 'disk/project', ...path);
const read = (...path: string[]) => readFileSync(project(...path), 'utf8');

interface Wanted {
  readonly branch?: string | null;
  readonly freshBranch?: string;
  readonly directory?: string;
  readonly refresh?: Partial<Refresh> | null;
}

const clone = ({ branch = null, freshBranch = 'fresh-1', directory = 'site', refresh = null }: Wanted = {}) =>
  run(
    cloneScript(WORKING_DIR, {
      url: `${git.url}/acme/site.git`,
      directory,
      branch,
      freshBranch,
      refresh: refresh && { buildId: 'b1', project: 'p', setupKey: '1-p', setupOnStart: false, ...refresh },
      credentialOf: null,
      project: 'one',
      conversations: ['0'.repeat(32)],
      submoduleSeconds: 20,
    }),
  );

const setUp = () =>
  run(
    setupScript({
      workingDir: WORKING_DIR,
      directory: 'site',
      key: '1-p',
      project: 'p',
      startTaskId: 't1',
      limitSeconds: 20,
      secretsOf: null,
      secretNames: [],
    }),
  );

/** What a build leaves on the disk, from which sandboxes on other machines begin. */
async function build(branch: string | null = null) {
  expect(await clone({ branch, freshBranch: '' })).toMatchObject({ code: 0 });
  expect(await setUp()).toMatchObject({ code: 0 });
  const sealed = await run(
    sealBuildScript({ workingDir: WORKING_DIR, directory: 'site', buildId: 'b1', project: 'p' }),
  );
  expect(sealed.code).toBe(0);
  machine = 'two';
  return builtIn(sealed.stdout);
}

async function start(wanted: Wanted = {}): Promise<Ended> {
  const cloned = await clone({ refresh: {}, ...wanted });
  expect(cloned).toMatchObject({ code: 0 });
  expect(await setUp()).toMatchObject({ code: 0 });
  return cloned;
}

/** What git and the file system tell about a clone, without what the set-up has installed. */
async function stateOf(directory: string): Promise<string> {
  const { stdout } = await run(`cd project/${directory}
git rev-parse HEAD; git symbolic-ref -q --short HEAD || git describe --tags --exact-match; git status --porcelain
git ls-files -s; git for-each-ref --format='%(refname) %(objectname)' refs/heads refs/remotes/origin/main refs/remotes/origin/next
git rev-list --count HEAD; git config --get remote.origin.url; git config --get core.quotePath; git submodule status --recursive | sed 's, (.*,,'
find . -path ./.git -prune -o -path ./node_modules -prune -o -type f ! -path '*/.git/*' ! -name .git -print | sort | xargs sha256sum
ls .git/conversation-origin; ls -d .git/conversation-prebuild 2>/dev/null; test -e .git/ORIG_HEAD && echo ORIG_HEAD`);
  return stdout;
}

/** A clone of the same branch by a start without a build. */
async function freshState(branch: string | null = null): Promise<string> {
  await clone({ branch, directory: 'other' });
  return stateOf('other');
}

const ran = () => read('count').trim().split('\n').length;

describe('a start from a build', () => {
  it('has commit and branch of the build, and what its set-up installed and exported', async () => {
    const built = await build();
    const { stdout } = await start();

    expect(built).toEqual({ commit: git.git('acme/site', 'rev-parse', 'main').trim(), branch: 'main' });
    expect(stdout).toContain('found setup');
    expect(stdout).not.toContain('cloned');
    expect(ran()).toBe(1);
    expect(read('site/node_modules/lib')).toBe('lib\n');
    expect((await run('. "$HOME/.bashrc"; printf %s "$MODE"')).stdout).toBe('fast');
    expect(await stateOf('site')).toBe(await freshState());
  });

  it('fetches what is new, and is then as a new clone', async () => {
    await build();
    repository({ 'b.txt': 'second', 'node_modules.txt': 'x' });
    await start();

    expect(existsSync(project('site/a.txt'))).toBe(false);
    expect(read('site/b.txt')).toBe('second');
    expect(ran()).toBe(1);
    expect(await stateOf('site')).toBe(await freshState());
  });

  it('is on the named branch, without a branch of its own', async () => {
    await build('next');
    repository({ 'c.txt': 'third' });
    await start({ branch: 'next' });

    expect(await stateOf('site')).toBe(await freshState('next'));
  });

  it('is at a tag that has moved', async () => {
    git.git('acme/site', 'tag', 'v1', 'main');
    await build('v1');
    repository({ 'c.txt': 'third' });
    git.git('acme/site', 'tag', 'v1', 'main');
    await start({ branch: 'v1' });

    expect(read('site/c.txt')).toBe('third');
    expect(await stateOf('site')).toBe(await freshState('v1'));
  });

  it('follows submodules that were added, moved and removed', async () => {
    git.addRepository('acme/lib', { 'lib.txt': 'one' });
    const lib = { of: 'acme/lib', url: `${git.url}/acme/lib.git` };
    repository({}, { old: lib, 'deps/lib': lib });
    await build();
    git.addRepository('acme/lib', { 'lib.txt': 'two' });
    repository({}, { 'deps/lib': lib, added: lib });
    await start();

    expect(existsSync(project('site/old'))).toBe(false);
    expect(read('site/deps/lib/lib.txt')).toBe('two');
    expect(read('site/added/lib.txt')).toBe('two');
    expect(await stateOf('site')).toBe(await freshState());
  });

  it.each([
    ['the script has changed', { '.openhands/setup.sh': `${SETUP}echo more\n` }, {}],
    ['every start asks for it', {}, { setupOnStart: true }],
  ])('runs the set-up again if %s', async (_case, files, refresh) => {
    await build();
    repository({ 'a.txt': 'first', ...files });
    await start({ refresh });

    expect(ran()).toBe(2);
  });

  it('runs the set-up again if it changes files of the repository that are new', async () => {
    const script = `${SETUP}echo generated >a.txt\n`;
    repository({ 'a.txt': 'first', '.openhands/setup.sh': script });
    await build();
    cpSync(join(root, 'disk'), join(root, 'kept'), { recursive: true });
    await start();
    const unchanged = [ran(), read('site/a.txt')];
    rmSync(join(root, 'disk'), { recursive: true });
    cpSync(join(root, 'kept'), join(root, 'disk'), { recursive: true });
    repository({ 'a.txt': 'second', '.openhands/setup.sh': script });
    machine = 'three';
    await start();

    expect(unchanged).toEqual([1, 'generated\n']);
    expect([ran(), read('site/a.txt')]).toEqual([2, 'generated\n']);
  });

  it('clones instead if the default branch is another one, or the build is damaged', async () => {
    await build();
    git.git('acme/site', 'symbolic-ref', 'HEAD', 'refs/heads/next');
    const { stdout } = await start();

    expect(stdout).toContain('cloned');
    expect(ran()).toBe(2);
    expect(await stateOf('site')).toBe(await freshState());

    rmSync(join(root, 'disk'), { recursive: true });
    machine = 'one';
    repository({ 'a.txt': 'first' });
    await build();
    rmSync(project('site/.git/HEAD'));
    expect((await start()).stdout).toContain('cloned');
  });

  it('never touches the work of an agent, and is not used by another build', async () => {
    await build();
    writeFileSync(project('site/a.txt'), 'work');
    await start({ refresh: { buildId: 'b2' } });
    expect(read('site/a.txt')).toBe('work');

    rmSync(project('site'), { recursive: true });
    machine = 'one';
    await build();
    await start();
    writeFileSync(project('site/a.txt'), 'work');
    repository({ 'a.txt': 'second' });
    machine = 'three';
    await start();
    expect(read('site/a.txt')).toBe('work');
  });

  it('can be interrupted and repeated', async () => {
    await build();
    cpSync(project('site/.git/conversation-prebuild'), join(root, 'mark'), { recursive: true });
    await clone({ refresh: {} });
    cpSync(join(root, 'mark'), project('site/.git/conversation-prebuild'), { recursive: true });
    await start();

    expect(ran()).toBe(1);
    expect(await stateOf('site')).toBe(await freshState());
  });

  it('has no file of the machine that built it', async () => {
    await build();

    const { stdout } = await run('ls "$HOME/../home-one/.conversation-start"');
    expect(stdout.trim()).toBe('lock');
  });
});
