import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { beforeEach, describe, expect, it } from 'vitest';
import { listenAtEdgePort } from '../../../../../infra/local/cloud/ports.ts';
import { UserError } from '../../../../../infra/local/terminal/user-error.ts';
import { folderOfTest } from '../../../../support/temporary-folder.ts';

const ANY = 49_321;

const path = folderOfTest();
const inUse = new Set<number>();
const logged: string[] = [];

/** Listens like the edge, whose error has the reason as its cause. */
async function listen(port: number): Promise<number> {
  if (inUse.has(port)) throw new Error('no', { cause: Object.assign(new Error(), { code: 'EADDRINUSE' }) });
  return port === 0 ? ANY : port;
}

const start = (chosen?: number, servicePort = 3000) =>
  listenAtEdgePort(listen, { chosen, servicePort, stateDirectory: path(), log: (message) => logged.push(message) });

beforeEach(() => {
  inUse.clear();
  logged.length = 0;
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
    expect(logged).toEqual([]);
    await rm(path('edge-port'));
    expect(await start(undefined, 65_535)).toBe(ANY);
  });

  it('changes when another program uses it, logs the change, and stays the same', async () => {
    await start();
    inUse.add(3001);

    expect(await start()).toBe(ANY);
    expect(logged).toEqual([expect.stringMatching(/moved from port 3001 to 49321/)]);
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
    const wishes = { chosen, servicePort: 3000, stateDirectory: path(), log: () => undefined };

    const refused = listenAtEdgePort(really, wishes);

    await expect(refused).rejects.toThrow(UserError);
    await expect(refused).rejects.toThrow(/^Port \d+ of the edge is in use\. .* --edge-port \d+$/);
    server.close();
    expect(await start(4000)).toBe(4000);
  });

  it('does not change after another error', async () => {
    const wishes = { chosen: undefined, servicePort: 3000, stateDirectory: path(), log: () => undefined };

    await expect(listenAtEdgePort(() => Promise.reject(new Error('no such address')), wishes)).rejects.toThrow(
      'no such address',
    );
  });
});
