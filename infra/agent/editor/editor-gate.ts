import { randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http';
import { connect } from 'node:net';
import type { Duplex } from 'node:stream';
import type { Activity } from '../base/activity.ts';
import { log } from '../base/log.ts';
import { isAcceptedKey } from '../http/access.ts';
import type { EditorProcess } from './editor-process.ts';

const cookieName = 'editor-session';

interface GateOptions {
  readonly editor: EditorProcess;
  readonly activity: Activity;
  /** The session keys now; none before the agent server has them. */
  readonly keys: () => readonly string[];
  /** Where a folder of the protocol lies on this machine. */
  readonly folder: (asked: string) => string;
}

/**
 * Stands before VS Code on the port for browsers. A browser shows a session key once, in the address, and is sent on to
 * one without it, with a cookie that opens this one editor.
 */
export function editorGate({ editor, activity, keys, folder }: GateOptions): Server {
  const cookie = randomBytes(32).toString('base64url');
  const isAdmitted = ({ headers }: IncomingMessage) =>
    isAcceptedKey(cookiesOf(headers.cookie).get(cookieName), [cookie]);

  const answer = async (incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> => {
    const url = new URL(incoming.url ?? '/', 'http://editor');
    if (isAcceptedKey(url.searchParams.get('tkn') ?? undefined, keys())) {
      outgoing.writeHead(302, { Location: withoutToken(url, folder), 'Set-Cookie': cookieFor(incoming, cookie) }).end();
      return;
    }
    if (!isAdmitted(incoming)) return say(outgoing, 403, 'Open VS Code by its address in the sandbox, with its token.');
    activity.touch();
    const socketPath = await editor.socket();
    const { method, url: path } = incoming;
    const inner = request({ socketPath, method, path, headers: headersFor(incoming) }, (response) => {
      outgoing.writeHead(response.statusCode ?? 502, response.headers);
      response.pipe(outgoing);
    });
    inner.once('error', () => say(outgoing, 502, 'VS Code broke off its answer.'));
    outgoing.once('close', () => inner.destroy());
    incoming.pipe(inner);
  };

  const server = createServer((incoming, outgoing) => {
    answer(incoming, outgoing).catch((error: unknown) => {
      log(`VS Code: ${error instanceof Error ? error.message : String(error)}`);
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

/** The same address for the browser's history. */
function withoutToken(url: URL, folderOf: (asked: string) => string): string {
  url.searchParams.delete('tkn');
  const folder = url.searchParams.get('folder');
  if (folder !== null) url.searchParams.set('folder', folderOf(folder));
  return `${url.pathname}${url.search}`;
}

function cookieFor({ headers }: IncomingMessage, value: string): string {
  const secure = headers['x-forwarded-proto'] === 'https' ? '; Secure' : '';
  return `${cookieName}=${value}; Path=/; HttpOnly; SameSite=Lax${secure}`;
}

function cookiesOf(header = ''): ReadonlyMap<string, string> {
  return new Map(
    header.split(';').map((pair) => {
      const [name = '', ...value] = pair.trim().split('=');
      return [name, value.join('=')] as const;
    }),
  );
}

/** A page of another origin may open a WebSocket with this one's cookies. */
function isOwnOrigin({ headers }: IncomingMessage): boolean {
  const host = headers['x-forwarded-host'] ?? headers.host;
  const { origin } = headers;
  return origin === undefined || (URL.canParse(origin) && new URL(origin).host === host);
}

/** Without the gate's cookie: extensions of VS Code read requests. */
function headersFor({ headers }: IncomingMessage): IncomingMessage['headers'] {
  const { cookie, ...others } = headers;
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
