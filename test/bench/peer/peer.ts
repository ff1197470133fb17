import { execFile, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { freePort } from '../../support/free-port.ts';
import { type Call, Clients } from '../local/requests.ts';
import { ROWS } from '../local/scene.ts';
import type { RowName } from './rows.ts';

const PEER = 'openhands-ai';
export const PEER_VERSION = '1.11.0';

const ANSWERS_WITHIN_MS = 240_000;
const LOOK_EVERY_MS = 500;
const headers = {};

export interface Peer {
  readonly pid: number;
  readonly clients: Clients;
  call(row: RowName): Call;
  stop(): Promise<void>;
}

/** Why the peer cannot be measured, in a sentence; undefined when it is installed. */
export async function missing(python: string | undefined): Promise<string | undefined> {
  if (python === undefined) {
    return `The peer is skipped: name a Python that has ${PEER} ${PEER_VERSION} by --python or PEER_PYTHON.`;
  }
  const program = `import importlib.metadata as m; print(m.version('${PEER}'))`;
  const found = await promisify(execFile)(python, ['-c', program]).then(
    ({ stdout }) => stdout.trim(),
    () => 'no version',
  );
  if (found === PEER_VERSION) return undefined;
  return `The peer is skipped: ${python} has ${found} of ${PEER}, and ${PEER_VERSION} is wanted.`;
}

/** The app server with a folder of its own and as many conversations as this service has. */
export async function startPeer(python: string, isMended: boolean, clientCount: number): Promise<Peer> {
  const home = await mkdtemp(join(tmpdir(), 'bench-peer-'));
  const port = await freePort();
  const program = join(import.meta.dirname, 'peer_server.py');
  const child = spawn(python, [program, String(port), ...(isMended ? ['mended'] : [])], {
    cwd: home,
    env: { PATH: process.env.PATH, HOME: home, OH_PERSISTENCE_DIR: home, RUNTIME: 'process', SERVE_FRONTEND: 'false' },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let output = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    output = (output + text).slice(-20_000);
  });
  const clients = new Clients(`http://127.0.0.1:${port}`, clientCount);
  const stop = async (): Promise<void> => {
    clients.close();
    if (child.exitCode === null && child.signalCode === null) {
      const exit = once(child, 'exit');
      child.kill('SIGKILL');
      await exit;
    }
    await rm(home, { recursive: true, force: true });
  };
  try {
    await answering(clients, () => child.exitCode !== null);
    const ids = Array.from({ length: ROWS }, () => randomUUID().replaceAll('-', ''));
    await promisify(execFile)(python, [join(import.meta.dirname, 'peer_rows.py'), join(home, 'openhands.db'), ...ids]);
    await clients.send({ method: 'POST', path: '/api/v1/settings', headers, body: { language: 'en' } });
    return { pid: child.pid ?? 0, clients, call: (row) => callOf(row, ids[0] ?? ''), stop };
  } catch (error) {
    await stop();
    throw new Error(`the peer does not run: ${String(error)}\n${output}`, { cause: error });
  }
}

async function answering(clients: Clients, hasEnded: () => boolean): Promise<void> {
  const deadline = Date.now() + ANSWERS_WITHIN_MS;
  for (;;) {
    const isThere = await clients.send(callOf('specs', '')).then(
      () => true,
      () => false,
    );
    if (isThere) return;
    if (hasEnded() || Date.now() > deadline) throw new Error('it does not answer');
    await pause(LOOK_EVERY_MS);
  }
}

function callOf(row: RowName, conversationId: string): Call {
  return { method: 'GET', path: pathOf(row, conversationId), headers };
}

/** Both services have the same paths. */
export function pathOf(row: RowName, conversationId: string): string {
  switch (row) {
    case 'list':
      return `/api/v1/app-conversations/search?limit=${ROWS}`;
    case 'get':
      return `/api/v1/app-conversations?ids=${conversationId}`;
    case 'search':
      return `/api/v1/app-conversations/search?limit=${ROWS}&title__contains=bench`;
    case 'sandboxes':
      return '/api/v1/sandboxes/search';
    case 'settings':
      return '/api/v1/settings';
    case 'specs':
      return '/api/v1/sandbox-specs/search';
  }
}
