import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { beforeEach, describe, expect, it } from 'vitest';
import { edgePortInUse, listenAtKeptPort } from '../../../../../infra/local/cloud/ports.ts';
import { UserError } from '../../../../../infra/local/terminal/user-error.ts';
import { folderOfTest } from '../../../../support/temporary-folder.ts';

const ANY = 49_321;

const path = folderOfTest();
const inUse = new Set<number>();
const moves: (readonly [from: number, to: number])[] = [];

/** Listens like the edge, whose error has the reason as its cause. */
async function listen(port: number): Promise<number> {
  if (inUse.has(port)) throw new Error('no', { cause: Object.assign(new Error(), { code: 'EADDRINUSE' }) });
  return port === 0 ? ANY : port;
}

const start = (chosen?: number, servicePort = 3000, listener = listen) =>
  listenAtKeptPort(listener, {
    chosen,
    next: servicePort + 1,
    file: path('edge-port'),
    inUse: edgePortInUse,
    onMove: (from, to) => moves.push([from, to]),
  });

beforeEach(() => {
  inUse.clear();
  moves.length = 0;
});

describe('the port of the edge', () => {
  it('is the next one after the port of the service', async () => {
    expect(await start()).toBe(3001);
  });

  it('is another one when that is in use or does not exist, and stays the same', async () => {
    inUse.add(3001);
    expect(await start()).toBe(ANY);
    inUse.clear();
    expect(await start()).toBe(ANY);
    expect(moves).toEqual([]);
    await rm(path('edge-port'));
    expect(await start(undefined, 65_535)).toBe(ANY);
  });

  it('changes when another program uses it, reports the change, and stays the same', async () => {
    await start();
    inUse.add(3001);

    expect(await start()).toBe(ANY);
    expect(moves).toEqual([[3001, ANY]]);
    inUse.clear();
    expect(await start()).toBe(ANY);
  });

  it('is the chosen one, or the start fails', async () => {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    const chosen = typeof address === 'object' && address ? address.port : 0;
    const really = async (port: number): Promise<number> => {
      await once(createServer().listen(port, '127.0.0.1'), 'listening');
      return port;
    };

    const refused = start(chosen, 3000, really);

    await expect(refused).rejects.toThrow(UserError);
    await expect(refused).rejects.toThrow(/^Port \d+ of the edge is in use\. .* --edge-port \d+$/);
    server.close();
    expect(await start(4000)).toBe(4000);
  });

  it('does not change after another error', async () => {
    const fails = () => Promise.reject(new Error('no such address'));

    await expect(start(undefined, 3000, fails)).rejects.toThrow('no such address');
  });
});
