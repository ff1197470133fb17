import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
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
import { commitAuthorScript } from '../../../../../shared/domain/conversations/start/workspace/commit-author.ts';
import {
  ALSO,
  BRANCH,
  CLONE_FAILED,
  cloneScript,
  credentialDirectoryScript,
  EMPTY,
  IN_THE_WAY,
  initScript,
  NO_DEFAULT_BRANCH,
  OTHER,
  SUBMODULE,
  SUBMODULES,
} from '../../../../../shared/domain/conversations/start/workspace/prepare-script.ts';
import { MARK } from '../../../../../shared/domain/conversations/start/workspace/repository-identity.ts';
import { hookScript } from '../../../../../shared/domain/conversations/start/workspace/set-up-project.ts';
import {
  SECRETS_FILE,
  SETUP_FAILED,
  setupScript,
} from '../../../../../shared/domain/conversations/start/workspace/setup-script.ts';
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
    refresh: null,
    credentialOf: null,
    project: 'one',
    conversations: ['0'.repeat(32)],
    submoduleSeconds: 20,
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

  it("gets the owner's name for commits, however it is written", async () => {
    const author = commitAuthorScript({ name: `Ann "A" O'Hara $(x)`, email: 'ann@example.com' });

    expect((await run(`${initScript(WORKING_DIR)}\n${author}`)).code).toBe(0);
    const { stdout } = await run('git -C project config user.name && git -C project config user.email');
    expect(stdout).toBe(`Ann "A" O'Hara $(x)\nann@example.com\n`);
    expect(commitAuthorScript(undefined)).toBe('');
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
    // biome-ignore lint/suspicious/noTemplateCurlyInString: a variable of the shell
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

describe('a clone that an agent has changed', () => {
  const port = () => new URL(git.url).port;
  const origin = (url: string) => gitSays('remote', 'set-url', 'origin', `'${url}'`);
  const unmark = () => rmSync(project('site', '.git', MARK), { force: true });
  const known = () => {
    mkdirSync(join(root, 'conversations', '0'.repeat(32)), { recursive: true });
    writeFileSync(join(root, 'conversations', '0'.repeat(32), 'meta.json'), '{}');
  };

  it.each<[string, () => string]>([
    ['a token', () => `${git.url.replace('://', `://oauth2:${TOKEN}@`)}/acme/site.git`],
    ['the URL of another repository', () => `${git.url}/me/fork.git`],
    ['the form of ssh', () => 'git@127.0.0.1:acme/site.git'],
  ])('is the same repository with %s in its origin, as the mark of its clone tells', async (_, url) => {
    await run(checkout());
    writeFileSync(project('site', 'mine'), 'x');
    await origin(url());

    expect(await run(checkout())).toMatchObject({ code: 0 });
    expect(existsSync(project('site', 'mine'))).toBe(true);
    expect(await gitSays('config', 'remote.origin.url')).toBe(url());
  });

  it.each<[string, () => string]>([
    ['a token', () => `http://oauth2:${TOKEN}@127.0.0.1:${port()}/acme/site.git`],
    ['another name of the host', () => `http://localhost:${port()}/acme/site.git`],
    ['no suffix', () => `${git.url}/acme/site`],
    ['a slash and capitals', () => `HTTP://127.0.0.1:${port()}//Acme/Site/`],
    ['the short form of ssh', () => 'git@127.0.0.1:acme/site.git'],
    ['the long form of ssh and a port', () => 'ssh://git@localhost:2222/acme/site.git'],
  ])('is recognised without its mark by host and path: %s', async (_, url) => {
    await run(checkout());
    unmark();
    await origin(url());

    expect((await run(checkout())).code).toBe(0);
    expect(readFileSync(project('site', '.git', MARK), 'utf8')).toBe(`${git.url}/acme/site.git\n`);
  });

  it.each<[string, () => string]>([
    ['another host', () => 'https://example.com/acme/site.git'],
    ['another port', () => 'http://127.0.0.1:1/acme/site.git'],
    ['another owner', () => `${git.url}/other/site.git`],
    ['a host in the user part', () => `https://127.0.0.1:${port()}@example.com/acme/site.git`],
    ['a file', () => '/acme/site.git'],
  ])('is another repository without its mark: %s', async (_, url) => {
    await run(checkout());
    unmark();
    await origin(url());

    expect((await run(checkout())).code).toBe(IN_THE_WAY);
  });

  it('is recognised under the former and the present name of its repository', async () => {
    git.addRepository('newco/site', { 'a.txt': 'a' });
    await run(checkout());
    git.renamed.set('acme/site', 'newco/site');
    const present = { url: `${git.url}/newco/site.git` };

    expect((await run(checkout(present))).code).toBe(0);
    expect((await run(checkout())).code).toBe(0);
    git.renamed.clear();
    expect((await run(checkout(present))).code).toBe(IN_THE_WAY);
  });

  it('sends no request and no token to the host that its mark names', async () => {
    git.password = TOKEN;
    await leaveToken('one');
    await run(checkout({ credentialOf: 'one' }));
    const other = await startGitServer();
    writeFileSync(project('site', '.git', MARK), `${other.url}/acme/site.git\n`);
    await leaveToken('two');

    const ended = await run(checkout({ credentialOf: 'two' }));
    await other.close();

    expect(ended.code).toBe(IN_THE_WAY);
    expect([other.requests, other.logins]).toEqual([0, []]);
  });

  it('is a worktree of its repository', async () => {
    await run(checkout());
    await gitSays('worktree', 'add', '-q', '../tree');
    await run('cd project && mv site main && mv tree site && git -C main worktree repair ../site');

    expect(statSync(project('site', '.git')).isFile()).toBe(true);
    expect((await run(checkout())).code).toBe(0);
  });

  it('stays for a conversation that its agent has, whatever the agent made of it, and is named', async () => {
    await run(checkout());
    await run(`cd project && rm -rf site && git clone -q ${git.url}/other/site.git site`);
    expect((await run(checkout())).code).toBe(IN_THE_WAY);
    known();

    const { code, stdout } = await run(checkout());

    expect(code).toBe(0);
    expect(stdout).toContain(`${OTHER}localhost:${port()}/other/site\n`);
    expect(existsSync(project('site', 'b.txt'))).toBe(true);
  });

  it('is reported when it has another branch than a new conversation asks for', async () => {
    await run(checkout());

    expect((await run(checkout({ branch: 'next' }))).stdout).toContain(`${BRANCH}openhands-workspace-1234\n`);
    expect((await run(checkout())).stdout).not.toContain(BRANCH);
    known();
    expect((await run(checkout({ branch: 'next' }))).stdout).not.toContain(BRANCH);
  });

  it('is reported when it has another directory and is cloned again', async () => {
    await run(checkout());
    await run('mv project/site project/mine');

    const { code, stdout } = await run(checkout());

    expect([code, stdout.includes(`${ALSO}mine\n`)]).toEqual([0, true]);
    expect(readdirSync(project()).toSorted()).toEqual(['mine', 'site']);
  });
});

describe('a repository', () => {
  it('without a commit is reported as empty', async () => {
    git.addRepository('acme/empty', {});
    git.git('acme/empty', 'update-ref', '-d', 'refs/heads/main');

    const { code, stdout } = await run(checkout({ url: `${git.url}/acme/empty.git` }));

    expect([code, stdout.includes(EMPTY)]).toEqual([0, true]);
    expect(await gitSays('symbolic-ref', '--short', 'HEAD')).toBe('openhands-workspace-1234');
  });

  it('whose HEAD names no branch is not cloned, and its branches are named', async () => {
    git.addRepository('acme/headless', { a: 'a' }, ['next']);
    git.git('acme/headless', 'symbolic-ref', 'HEAD', 'refs/heads/trunk');
    const url = `${git.url}/acme/headless.git`;

    const { code, stdout } = await run(checkout({ url }));

    expect([code, stdout]).toEqual([NO_DEFAULT_BRANCH, 'main\nnext\n']);
    expect(readdirSync(project())).toEqual([]);
    expect((await run(checkout({ url, branch: 'next' }))).code).toBe(0);
  });

  it('has file names that git does not quote, also in an existing clone', async () => {
    await run(checkout());
    await gitSays('config', '--unset', 'core.quotePath');
    await run(checkout());
    writeFileSync(project('site', 'メモ.txt'), 'x');

    expect(await gitSays('ls-files', '--others')).toBe('メモ.txt');
    await run(initScript('/workspace/plain'));
    expect((await run('git -C plain config core.quotePath')).stdout).toBe('false\n');
  });
});

describe('submodules', () => {
  const submodules = (modules: Record<string, { of: string; url: string }>) => {
    git.addRepository('acme/lib', { 'lib.txt': 'l' });
    git.addRepository('acme/super', { a: 'a' }, [], modules);
    return { url: `${git.url}/acme/super.git` };
  };
  const lib = (...path: string[]) => project('site', 'lib', ...path);

  it.each<[string, () => string]>([
    ['relative', () => '../lib.git'],
    ['absolute', () => `${git.url}/acme/lib.git`],
    ['of ssh at the same host', () => 'git@127.0.0.1:acme/lib.git'],
  ])('are cloned with the token of their host, shallow: URL %s', async (_, url) => {
    const asked = submodules({ lib: { of: 'acme/lib', url: url() } });
    git.password = TOKEN;
    await leaveToken('one');

    const { code, stdout, stderr } = await run(checkout({ ...asked, credentialOf: 'one' }));

    expect([code, stdout.includes(SUBMODULES)], stderr).toEqual([0, false]);
    expect(readFileSync(lib('lib.txt'), 'utf8')).toBe('l');
    expect((await run('git -C project/site/lib rev-parse --is-shallow-repository')).stdout.trim()).toBe('true');
    expect((await run(`grep -rl ${TOKEN} . || echo none`)).stdout.trim()).toBe('none');
  });

  it('at another host get no token, and are reported', async () => {
    const other = await startGitServer();
    other.password = TOKEN;
    const asked = submodules({ lib: { of: 'acme/lib', url: `${other.url}/acme/lib.git` } });
    git.password = TOKEN;
    await leaveToken('one');

    const { code, stdout } = await run(checkout({ ...asked, credentialOf: 'one' }));
    await other.close();

    expect(code).toBe(0);
    expect(stdout).toContain(`${SUBMODULES}\n${SUBMODULE}lib`);
    expect(other.logins).toEqual([]);
    expect(existsSync(project('site', 'a'))).toBe(true);
  });

  it('are checked out, though one before and one after them cannot be cloned', async () => {
    const one = (url: string) => ({ of: 'acme/lib', url });
    const asked = submodules({ a: one('ssh://git@127.0.0.2/x'), lib: one('../lib.git'), 'z é': one('../no.git') });

    const { stdout, stderr } = await run(checkout(asked));

    expect(existsSync(lib('lib.txt')), stderr).toBe(true);
    expect(stdout).toContain(`${SUBMODULES}\n${SUBMODULE}a\n${SUBMODULE}z é\n`);
    expect((await run('git -C project/site status --short')).stdout).toBe('');
  });

  it.each([
    ['a file', () => `file://${root}/secret`],
    ['a path', () => join(root, 'secret')],
    ['a program', () => `ext::sh -c touch% ${root.replaceAll(' ', '% ')}/ran`],
    ['an option', () => `-u./ran`],
    ['ssh at another host', () => 'ssh://-oProxyCommand=touch%20ran/x'],
  ])('with a hostile URL are reported, and nothing runs: %s', async (_, url) => {
    await run('git init -q secret && git -C secret -c user.name=a -c user.email=a@b commit -q --allow-empty -m x');
    const asked = submodules({ lib: { of: 'acme/lib', url: url() } });

    const { code, stdout } = await run(checkout(asked));

    expect([code, stdout.includes(SUBMODULES)]).toEqual([0, true]);
    expect(existsSync(join(root, 'ran')) || existsSync(project('ran'))).toBe(false);
    expect(existsSync(lib('.git'))).toBe(false);
  });

  it('that contain themselves end at the time limit', async () => {
    git.addRepository('acme/super', { a: 'a' });
    git.addRepository('acme/loop', {}, [], { lib: { of: 'acme/super', url: '../super.git' } });
    git.addRepository('acme/super', { a: 'a' }, [], { lib: { of: 'acme/loop', url: '../loop.git' } });

    const { code } = await run(checkout({ url: `${git.url}/acme/loop.git`, submoduleSeconds: 2 }));

    expect(code).toBe(0);
  });
});

describe('a set-up script', () => {
  const given = { workingDir: WORKING_DIR, directory: 'site', project: 'x', secretsOf: null, secretNames: [] };
  const setup = (startTaskId = 'task-1', key = '1-x', limitSeconds = 20, secrets: Partial<typeof secretsGiven> = {}) =>
    setupScript({ ...given, key, startTaskId, limitSeconds, ...secrets });
  const secretsGiven = { secretsOf: 'one', secretNames: ['GITLAB_TOKEN', 'PEM_KEY'] };
  const KEY = '-----BEGIN KEY-----\nline-one-of-the-key\n-----END KEY-----\n';
  /** What an agent's terminal prints: an interactive bash, as of agent servers. */
  const inTerminal = async (command: string) => {
    const shell = `bash --noprofile -i -c '${command}' 2>/dev/null`;
    return (await run(shell)).stdout.trim();
  };
  const leaveSecrets = async () => {
    const { stdout } = await run(credentialDirectoryScript('one'));
    writeFileSync(join(stdout.trim(), SECRETS_FILE), `export GITLAB_TOKEN='${TOKEN}'\nexport PEM_KEY='${KEY}'\n`);
    return setup('task-1', '1-x', 20, secretsGiven);
  };
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

  it('gets the secrets, and leaves no file with them', async () => {
    script('printf %s "$GITLAB_TOKEN" | sha256sum >../seen; printf %s "$PEM_KEY" | wc -l >../lines');

    expect(await run(await leaveSecrets())).toMatchObject({ code: 0 });

    const sha = createHash('sha256').update(TOKEN).digest('hex');
    expect(readFileSync(project('seen'), 'utf8')).toContain(sha);
    expect(readFileSync(project('lines'), 'utf8').trim()).toBe('3');
    expect((await run(`grep -rl -e ${TOKEN} -e line-one-of . || echo none`)).stdout.trim()).toBe('none');
  });

  it('that prints its secrets and fails shows none of them', async () => {
    script('set -x; echo "token $GITLAB_TOKEN"; echo "$PEM_KEY"; exit 4');

    const { code, stdout } = await run(await leaveSecrets());

    expect(code).toBe(SETUP_FAILED);
    expect(stdout).toContain('token **********');
    expect(stdout).not.toMatch(/token-that|line-one-of/);
    expect((await run(`grep -rl -e ${TOKEN} -e line-one-of . || echo none`)).stdout.trim()).toBe('none');
  });

  it('takes secrets and exports of any name', async () => {
    const { stdout: directory } = await run(credentialDirectoryScript('one'));
    const secretNames = ['text', 'line', 'value', 'SETUP_NAMES', 'SETUP_EXPORTS', 'SETUP_SECRETS', 'by'];
    const secrets = secretNames.map((name) => `export ${name}='hidden-${name}-hidden'\n`).join('');
    writeFileSync(join(directory.trim(), SECRETS_FILE), secrets);
    script('set -a; export name=ann code=a; echo "plain, $line, $SETUP_NAMES"; exit 5');

    const { stdout } = await run(setup('task-1', '1-x', 20, { secretsOf: 'one', secretNames }));

    expect(stdout.split('\n')).toEqual(['5', 'plain, **********, **********', '']);
    expect(await inTerminal('echo "$name $code $text"')).toBe('ann a');
  });

  it.each([
    ['ends', ''],
    ['exits', 'exit 0'],
    ['fails', 'exit 3'],
    ['stops at an error', 'set -eu; false'],
    ['cleans up', 'trap "echo bye" EXIT'],
    ['returns', 'return 0'],
    ['ends with a test', '[ -f package.json ] && npm install'],
  ])('gives its exports to the shells of agents when it %s', async (_, last) => {
    script(`export MY_ENV_VAR="my value's"\nexport PATH="$PWD/bin:$PATH"\nexport TWO=$'a\\nb'\nPLAIN=x\n${last}\n`);

    await run(setup());

    const site = project('site');
    // biome-ignore lint/suspicious/noTemplateCurlyInString: a variable of the shell
    expect(await inTerminal('echo "$MY_ENV_VAR|$TWO|${PATH%%:*}|$PLAIN"')).toBe(`my value's|a\nb|${site}/bin|`);
  });

  it('adds its exports to the profile of shells once, and replaces them on another machine', async () => {
    script('export ONE=1');
    await run(setup());
    await run(`echo 'export MINE=2' >>"$HOME/.bashrc"`);
    script('export TWO=2');
    await run(setup('task-2', '2-x'));

    expect(await inTerminal('echo "$ONE$TWO$MINE"')).toBe('22');
    expect(readFileSync(join(home(), '.bashrc'), 'utf8').match(/exports-x/g)).toHaveLength(2);
  });

  it('does not keep the secrets that it got and exports', async () => {
    script('export GITLAB_TOKEN PEM_KEY OTHER=1');
    await run(await leaveSecrets());

    expect((await run(`grep -rl -e ${TOKEN} -e line-one-of . || echo none`)).stdout.trim()).toBe('none');
    expect(await inTerminal('echo "$OTHER$GITLAB_TOKEN"')).toBe('1');
  });

  it.each([
    [
      'line ends of Windows',
      // biome-ignore lint/suspicious/noTemplateCurlyInString: a variable of the shell
      '#!/bin/bash\r\nif true; then\r\n  export A="b"\r\nfi\r\ndirname "${BASH_SOURCE[0]}" >../place\r\n',
    ],
    ['a byte order mark', '\uFEFFexport A="b"\ndirname "$0" >../place\n'],
    ['both', '\uFEFF#!/bin/bash\r\nexport A="b"\r\ndirname "$0" >../place'],
  ])('can have %s', async (_, text) => {
    script(text);

    expect(await run(setup())).toMatchObject({ code: 0, stderr: '' });

    expect(await inTerminal('printf %s "$A" | od -An -c')).toBe('b');
    expect(readFileSync(project('place'), 'utf8')).toBe('.openhands\n');
    expect(readdirSync(project('site', '.openhands'))).toEqual(['setup.sh']);
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
