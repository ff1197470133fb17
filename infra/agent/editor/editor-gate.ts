import { type ChildProcess, spawn } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Duplex } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import type { Activity } from '../base/activity.ts';
import { log, reasonOf } from '../base/log.ts';
import { GroupKeeper } from '../bash/command-runner.ts';
import { isAcceptedKey } from '../http/access.ts';
import { withoutKeys } from '../settings/settings.ts';

/** By TLS the cookie has a prefix, so that browsers take it from this host only and other sandboxes cannot set it. */
function cookieNameFor({ headers }: IncomingMessage): string {
  return headers['x-forwarded-proto'] === 'https' ? '__Host-editor-session' : 'editor-session';
}

/**
 * The cookie lasts as the session key does, so that a page of VS Code connects again after the sandbox was paused.
 * The key cannot be computed from it.
 */
function cookieValueOf(sessionKey: string): string {
  return createHmac('sha256', sessionKey).update('VS Code').digest('base64url');
}

interface GateOptions {
  readonly editor: EditorProcess;
  readonly activity: Activity;
  /** The current session keys. */
  readonly keys: () => readonly string[];
  /** Maps a folder of the protocol to one on this machine. */
  readonly folder: (asked: string) => string;
}

/**
 * A proxy in front of VS Code. A browser sends a session key once, in the URL; the gate then redirects to a URL without
 * it and sets a cookie for this editor.
 */
export function editorGate({ editor, activity, keys, folder }: GateOptions): Server {
  const isAdmitted = (incoming: IncomingMessage) =>
    isAcceptedKey(cookiesOf(incoming.headers.cookie).get(cookieNameFor(incoming)), keys().map(cookieValueOf));

  const answer = async (incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> => {
    const url = new URL(incoming.url ?? '/', 'http://editor');
    const token = url.searchParams.get('tkn');
    if (token !== null && isAcceptedKey(token, keys())) {
      const headers = { Location: withoutToken(url, folder), 'Set-Cookie': cookieFor(incoming, cookieValueOf(token)) };
      return void outgoing.writeHead(302, headers).end();
    }
    if (!isAdmitted(incoming))
      return say(outgoing, 403, 'Open VS Code with the URL of the sandbox, including its token.');
    activity.touch();
    const socketPath = await editor.socket();
    const { method, url: path } = incoming;
    const inner = request({ socketPath, method, path, headers: headersFor(incoming) }, (response) => {
      outgoing.writeHead(response.statusCode ?? 502, response.headers);
      response.pipe(outgoing);
    });
    inner.once('error', () => say(outgoing, 502, 'VS Code closed the connection. Try again.'));
    outgoing.once('close', () => inner.destroy());
    incoming.pipe(inner);
  };

  const server = createServer((incoming, outgoing) => {
    answer(incoming, outgoing).catch((error: unknown) => {
      log(`VS Code: ${reasonOf(error)}`);
      say(outgoing, 502, 'VS Code does not start in this sandbox.');
    });
  });
  server.on('upgrade', (incoming: IncomingMessage, socket: Duplex, head: Buffer) => {
    socket.on('error', () => socket.destroy());
    if (!isAdmitted(incoming) || !isOwnOrigin(incoming)) return void socket.end('HTTP/1.1 403 Forbidden\r\n\r\n');
    activity.touch();
    editor.socket().then(
      (socketPath) => passUpgrade(incoming, socket, head, socketPath),
      () => socket.end('HTTP/1.1 502 Bad Gateway\r\n\r\n'),
    );
  });
  return server;
}

/** The URL without the token, for the browser's history. */
function withoutToken(url: URL, folderOf: (asked: string) => string): string {
  url.searchParams.delete('tkn');
  const folder = url.searchParams.get('folder');
  if (folder !== null) url.searchParams.set('folder', folderOf(folder));
  return `${url.pathname}${url.search}`;
}

function cookieFor(incoming: IncomingMessage, value: string): string {
  const name = cookieNameFor(incoming);
  return `${name}=${value}; Path=/; HttpOnly; SameSite=Lax${name.startsWith('__Host-') ? '; Secure' : ''}`;
}

function cookiesOf(header = ''): ReadonlyMap<string, string> {
  return new Map(
    header.split(';').map((pair) => {
      const [name = '', ...value] = pair.trim().split('=');
      return [name, value.join('=')] as const;
    }),
  );
}

/** Browsers let pages of other origins open WebSockets with this origin's cookies, so the origin must be checked. */
function isOwnOrigin({ headers }: IncomingMessage): boolean {
  const host = headers['x-forwarded-host'] ?? headers.host;
  const { origin } = headers;
  return origin === undefined || (URL.canParse(origin) && new URL(origin).host === host);
}

/** Hides the gate's cookie from extensions of VS Code. */
function headersFor(incoming: IncomingMessage): IncomingMessage['headers'] {
  const { cookie, ...others } = incoming.headers;
  const cookieName = cookieNameFor(incoming);
  const rest = [...cookiesOf(cookie)].filter(([name]) => name !== '' && name !== cookieName);
  return rest.length === 0 ? others : { ...others, cookie: rest.map(([name, value]) => `${name}=${value}`).join('; ') };
}

function passUpgrade(incoming: IncomingMessage, socket: Duplex, head: Buffer, socketPath: string): void {
  const inner = connect(socketPath, () => {
    const lines = Object.entries(headersFor(incoming)).flatMap(([name, value]) =>
      [value ?? []].flat().map((one) => `${name}: ${one}`),
    );
    inner.write(`${[`${incoming.method} ${incoming.url} HTTP/1.1`, ...lines].join('\r\n')}\r\n\r\n`);
    inner.write(head);
    socket.pipe(inner).pipe(socket);
  });
  inner.once('error', () => socket.destroy());
  socket.once('close', () => inner.destroy());
}

function say(outgoing: ServerResponse, status: number, sentence: string): void {
  if (outgoing.headersSent) return void outgoing.destroy();
  outgoing
    .writeHead(status, { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'no-store' })
    .end(sentence);
}

/** Time limit for VS Code to listen. */
const startMilliseconds = 30_000;
const pollMilliseconds = 50;

/** The VS Code of this machine, at a socket that only the user can open. It starts on first use. */
export class EditorProcess {
  readonly program: string;
  private readonly workspace: string;
  private readonly keeper = new GroupKeeper();
  private readonly folder = mkdtempSync(join(tmpdir(), 'editor-'));
  private child: ChildProcess | undefined;
  private started: Promise<string> | undefined;

  constructor(program: string, workspace: string) {
    this.program = program;
    this.workspace = workspace;
  }

  /** The socket, once VS Code listens. @throws Error when it does not start */
  async socket(): Promise<string> {
    this.started ??= this.start();
    try {
      return await this.started;
    } catch (error) {
      this.started = undefined;
      throw error;
    }
  }

  stop(): void {
    this.keeper.close();
    rmSync(this.folder, { recursive: true, force: true });
  }

  private async start(): Promise<string> {
    const socket = join(this.folder, 'socket');
    rmSync(socket, { force: true });
    const home = join(this.workspace, '.home');
    mkdirSync(home, { recursive: true, mode: 0o700 });
    const child = spawn(this.program, argumentsOf(this.program, socket, join(home, '.vscode-server')), {
      cwd: this.workspace,
      env: { ...withoutKeys(process.env), HOME: home },
      detached: true,
      stdio: 'ignore',
    });
    this.child = child;
    child.once('error', (error) => log(`VS Code cannot be started: ${error.message}`));
    child.once('exit', (code) => {
      log(`VS Code ended with ${code}`);
      if (this.child === child) this.child = this.started = undefined;
    });
    if (child.pid !== undefined) this.keeper.add(child.pid);
    const deadline = Date.now() + startMilliseconds;
    while (!(await listensAt(socket))) {
      if (this.child !== child || child.pid === undefined) throw new Error('VS Code did not start');
      if (Date.now() > deadline) throw new Error('VS Code did not listen in time');
      await wait(pollMilliseconds);
    }
    return socket;
  }
}

/** Disables the editors' own authentication, as the gate does it. */
function argumentsOf(program: string, socket: string, data: string): string[] {
  if (program.includes('openvscode-server')) {
    const kept = ['--server-data-dir', data, '--telemetry-level', 'off'];
    return ['--without-connection-token', '--socket-path', socket, ...kept];
  }
  const kept = ['--user-data-dir', data, '--extensions-dir', join(data, 'extensions')];
  return ['--auth', 'none', '--socket', socket, ...kept, '--disable-telemetry', '--disable-update-check'];
}

function listensAt(socket: string): Promise<boolean> {
  return new Promise((resolve) => {
    const connection = connect(socket, () => resolve(true));
    connection.once('connect', () => connection.destroy());
    connection.once('error', () => resolve(false));
  });
}
