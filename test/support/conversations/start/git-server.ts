import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { close, listen } from '../../http/servers.ts';

/** Serves repositories over HTTP with `git http-backend`. */
export interface GitServer {
  readonly url: string;
  /** The logins of requests, as `name:password`. */
  readonly logins: string[];
  /** The required password. `null` allows all requests. */
  password: string | null;
  failing: number;
  addRepository(name: string, files: Readonly<Record<string, string>>, branches?: readonly string[]): void;
  close(): Promise<void>;
}

/** @throws if git has no `http-backend`. Debian's package includes it. */
export async function startGitServer(): Promise<GitServer> {
  const root = mkdtempSync(join(tmpdir(), 'git-server-'));
  const server = createServer((request, response) => {
    const login = loginOf(request);
    if (login !== undefined) git.logins.push(login);
    if (git.failing > 0) {
      git.failing -= 1;
      return response.writeHead(503).end();
    }
    if (git.password !== null && login?.split(':')[1] !== git.password) {
      return response.writeHead(401, { 'WWW-Authenticate': 'Basic realm="git"' }).end();
    }
    answer(root, request, response);
  });
  const git: GitServer = {
    url: await listen(server),
    logins: [],
    password: null,
    failing: 0,
    addRepository: (name, files, branches = []) => addRepository(root, name, files, branches),
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
): void {
  const work = mkdtempSync(join(tmpdir(), 'git-work-'));
  const git = (...args: string[]) => {
    const who = ['-c', 'user.name=Ann', '-c', 'user.email=ann@example.com', '-c', 'commit.gpgsign=false'];
    const { status, stderr } = spawnSync('git', [...who, ...args], { cwd: work, encoding: 'utf8' });
    if (status !== 0) throw new Error(`git ${args.join(' ')}: ${stderr}`);
  };
  git('init', '-q', '-b', 'main');
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(work, path)), { recursive: true });
    writeFileSync(join(work, path), text);
  }
  git('add', '-A');
  git('commit', '-q', '-m', 'first', '--allow-empty');
  for (const branch of branches) git('branch', branch);
  const bare = join(root, `${name}.git`);
  mkdirSync(dirname(bare), { recursive: true });
  git('clone', '-q', '--bare', work, bare);
  rmSync(work, { recursive: true, force: true });
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
