import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { ownMilliseconds } from './processes.ts';
import { Clients } from './requests.ts';

const WARM_UP = 500;

/**
 * CPU time that a plain Node server needs for a request whose answer is as large as a list, in milliseconds. Figures of
 * two machines, or of one under another load, compare as multiples of it.
 */
export async function floorMilliseconds(requests: number, clients: number): Promise<number> {
  const child = fork(join(import.meta.dirname, 'floor-server.mjs'), { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  try {
    const [port] = await once(child, 'message');
    const senders = new Clients(`http://127.0.0.1:${port}`, clients);
    const call = () => ({ method: 'GET', path: '/', headers: {} }) as const;
    await senders.load(call, WARM_UP, clients);
    const before = ownMilliseconds(child.pid ?? 0);
    await senders.load(call, requests, clients);
    const milliseconds = ownMilliseconds(child.pid ?? 0) - before;
    senders.close();
    return milliseconds / requests;
  } finally {
    const exit = once(child, 'exit');
    child.kill('SIGKILL');
    await exit;
  }
}
