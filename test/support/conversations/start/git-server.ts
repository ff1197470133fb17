import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { close, listen } from '../../http/servers.ts';

interface Submodule {
  /** The repository of the server whose latest commit it is. */
  readonly of: string;
  readonly url: string;
}

/** Serves repositories over HTTP with `git http-backend`. */
export interface GitServer {
  readonly url: string;
  /** The logins of requests, as `name:password`. */
  readonly logins: string[];
  requests: number;
  /** The required password. `null` allows all requests. */
  password: string | null;
  failing: number;
  /** Former names of repositories, which are redirected. */
  readonly renamed: Map<string, string>;
  addRepository(
    name: string,
    files: Readonly<Record<string, string>>,
    branches?: readonly string[],
    submodules?: Readonly<Record<string, Submodule>>,
  ): void;
  /** Runs git in a repository of the server. @returns its output */
  git(name: string, ...args: string[]): string;
  close(): Promise<void>;
}

/** @throws if git has no `http-backend`. Debian's package includes it. */
export async function startGitServer(): Promise<GitServer> {
  const root = mkdtempSync(join(tmpdir(), 'git-server-'));
  const server = createServer((request, response) => {
    const login = loginOf(request);
    git.requests += 1;
    if (login !== undefined) git.logins.push(login);
    if (git.failing > 0) {
      git.failing -= 1;
      return response.writeHead(503).end();
    }
    if (git.password !== null && login?.split(':')[1] !== git.password) {
      return response.writeHead(401, { 'WWW-Authenticate': 'Basic realm="git"' }).end();
    }
    const [, name = ''] = /^\/(.+?)\.git\//.exec(request.url ?? '') ?? [];
    const present = git.renamed.get(name);
    if (present === undefined) return answer(root, request, response);
    response.writeHead(301, { Location: `${git.url}${request.url?.replace(name, present)}` }).end();
  });
  const git: GitServer = {
    url: await listen(server),
    logins: [],
    requests: 0,
    password: null,
    failing: 0,
    renamed: new Map(),
    addRepository: (name, files, branches = [], submodules = {}) =>
      addRepository(root, name, files, branches, submodules),
    git: (name, ...args) => runGit(join(root, `${name}.git`), ...args),
    close: async () => {
      await close(server);
      rmSync(root, { recursive: true, force: true });
    },
  };
  return git;
}

function loginOf({ headers }: IncomingMessage): string | undefined {
  const [, encoded] = /^Basic (.+)$/.exec(headers.authorization ?? '') ?? [];
  return encoded && Buffer.from(encoded, 'base64').toString();
}

function addRepository(
  root: string,
  name: string,
  files: Readonly<Record<string, string>>,
  branches: readonly string[],
  submodules: Readonly<Record<string, Submodule>>,
): void {
  const work = mkdtempSync(join(tmpdir(), 'git-work-'));
  const git = (...args: string[]) => runGit(work, ...args);
  git('init', '-q', '-b', 'main');
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(work, path)), { recursive: true });
    writeFileSync(join(work, path), text);
  }
  const modules = Object.entries(submodules).map(
    ([path, { url }]) => `[submodule "${path}"]\n\tpath = ${path}\n\turl = ${url}\n`,
  );
  if (modules.length > 0) writeFileSync(join(work, '.gitmodules'), modules.join(''));
  git('add', '-A');
  for (const [path, { of }] of Object.entries(submodules)) {
    const commit = runGit(join(root, `${of}.git`), 'rev-parse', 'HEAD').trim();
    git('update-index', '--add', '--cacheinfo', `160000,${commit},${path}`);
  }
  git('commit', '-q', '-m', 'first', '--allow-empty');
  for (const branch of branches) git('branch', branch);
  const bare = join(root, `${name}.git`);
  mkdirSync(dirname(bare), { recursive: true });
  rmSync(bare, { recursive: true, force: true });
  git('clone', '-q', '--bare', work, bare);
  rmSync(work, { recursive: true, force: true });
}

function runGit(directory: string, ...args: string[]): string {
  const who = ['-c', 'user.name=Ann', '-c', 'user.email=ann@example.com', '-c', 'commit.gpgsign=false'];
  const { status, stdout, stderr } = spawnSync('git', [...who, ...args], { cwd: directory, encoding: 'utf8' });
  if (status !== 0) throw new Error(`git ${args.join(' ')}: ${stderr}`);
  return stdout;
}

/** Runs `git http-backend` as a CGI program. */
function answer(root: string, request: IncomingMessage, response: ServerResponse): void {
  const { pathname, search } = new URL(request.url ?? '/', 'http://git');
  const child = spawn('git', ['http-backend'], {
    env: {
      PATH: process.env.PATH ?? '',
      GIT_PROJECT_ROOT: root,
      GIT_HTTP_EXPORT_ALL: '1',
      REQUEST_METHOD: request.method ?? 'GET',
      PATH_INFO: decodeURIComponent(pathname),
      QUERY_STRING: search.slice(1),
      CONTENT_TYPE: request.headers['content-type'] ?? '',
      HTTP_CONTENT_ENCODING: request.headers['content-encoding'] ?? '',
      GIT_PROTOCOL: String(request.headers['git-protocol'] ?? ''),
      REMOTE_ADDR: '127.0.0.1',
    },
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  request.pipe(child.stdin);
  const chunks: Buffer[] = [];
  child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk));
  child.on('close', () => {
    const whole = Buffer.concat(chunks);
    const end = whole.indexOf('\r\n\r\n');
    const lines = whole.subarray(0, Math.max(end, 0)).toString().split('\r\n');
    const headers = lines.map((line): [string, string] => {
      const [name = '', ...value] = line.split(': ');
      return [name, value.join(': ')];
    });
    const status = Number(headers.find(([name]) => name === 'Status')?.[1].split(' ')[0] ?? 200);
    const shown = headers.filter(([name]) => name !== 'Status' && name !== '');
    response.writeHead(status, Object.fromEntries(shown)).end(whole.subarray(end + 4));
  });
}
