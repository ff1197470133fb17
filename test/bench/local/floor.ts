import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { ownMilliseconds } from './processes.ts';
import { Clients } from './requests.ts';

const WARM_UP = 500;

/** What a plain Node server takes for requests whose answers are as large as a list. */
export interface Floor {
  /** CPU time of a request. */
  readonly milliseconds: number;
  readonly requestsPerSecond: number;
}

/** Figures of two machines, or of one under another load, compare as multiples of this. */
export async function measureFloor(requests: number, clients: number): Promise<Floor> {
  const child = fork(join(import.meta.dirname, 'floor-server.mjs'), { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  try {
    const [port] = await once(child, 'message');
    const senders = new Clients(`http://127.0.0.1:${port}`, clients);
    const call = () => ({ method: 'GET', path: '/', headers: {} }) as const;
    await senders.load(call, WARM_UP, clients);
    const before = ownMilliseconds(child.pid ?? 0);
    const { requestsPerSecond } = await senders.load(call, requests, clients);
    const milliseconds = ownMilliseconds(child.pid ?? 0) - before;
    senders.close();
    return { milliseconds: milliseconds / requests, requestsPerSecond };
  } finally {
    const exit = once(child, 'exit');
    child.kill('SIGKILL');
    await exit;
  }
}
