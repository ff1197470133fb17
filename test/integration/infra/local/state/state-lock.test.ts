import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { reset } from '../../../../../infra/local/reset.ts';
import { holderOf, StateLock } from '../../../../../infra/local/state/state-lock.ts';
import { folderOfTest } from '../../../../support/temporary-folder.ts';

const path = folderOfTest();
const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});

async function anEndpoint(pid: number): Promise<string> {
  const server = createServer((_request, response) => response.end(JSON.stringify({ pid })));
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

describe('the lock of a state directory', () => {
  it('admits one of several starts', async () => {
    const outcomes = await Promise.allSettled(Array.from({ length: 5 }, () => StateLock.acquire(path())));

    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await readdir(path())).toEqual(['lock']);
  });

  it('admits one of several starts that find the lock of a killed service', async () => {
    for (let round = 0; round < 20; round += 1) {
      const killed = { pid: process.pid, token: 'killed', endpoint: 'http://127.0.0.1:9' };
      await writeFile(path('lock'), JSON.stringify(killed));

      const outcomes = await Promise.allSettled(Array.from({ length: 4 }, () => StateLock.acquire(path())));

      expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
      await rm(path('lock'));
    }
  });

  it('admits one start after another start was killed while it took over a lock', async () => {
    const killed = { pid: process.pid, token: 'killed', endpoint: 'http://127.0.0.1:9' };
    await writeFile(path('lock'), JSON.stringify(killed));
    await writeFile(path('lock.killed'), JSON.stringify({ ...killed, token: 'killed-too' }));

    const outcomes = await Promise.allSettled(Array.from({ length: 4 }, () => StateLock.acquire(path())));

    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await readdir(path())).toEqual(['lock']);
  });

  it('names the process that holds it', async () => {
    await StateLock.acquire(path());

    await expect(StateLock.acquire(path())).rejects.toThrow(
      `A service already runs in ${path()} (process ${process.pid}). Stop it first, or choose another PORT or --state.`,
    );
  });

  it('is free after its release', async () => {
    const lock = await StateLock.acquire(path());
    await lock.release();

    await StateLock.acquire(path());
  });

  it('is free after its process was killed, even when another process has the same id', async () => {
    const first = await StateLock.acquire(path());
    await first.announce('http://127.0.0.1:9');
    expect(await holderOf(path())).toBeUndefined();

    const second = await StateLock.acquire(path());
    await first.release();

    await second.announce(await anEndpoint(process.pid));
    expect(await holderOf(path())).toBe(process.pid);
  });

  it('ignores an endpoint of another process', async () => {
    const lock = await StateLock.acquire(path());
    await lock.announce(await anEndpoint(1));

    expect(await holderOf(path())).toBeUndefined();
  });

  it('is taken over when its file is incomplete', async () => {
    await writeFile(path('lock'), '{"pid":');

    await StateLock.acquire(path());
  });
});

describe('a reset of state directories', () => {
  it('deletes them', async () => {
    await mkdir(path('3000', 'dynamodb'), { recursive: true });
    await mkdir(path('4000', 'workspaces', 'ann', 'sbx'), { recursive: true });

    await reset([path('3000'), path('4000')]);

    expect(await readdir(path())).toEqual([]);
  });

  it('deletes nothing while a service runs in one of them', async () => {
    const running = path('4000');
    await mkdir(path('3000', 'dynamodb'), { recursive: true });
    const lock = await StateLock.acquire(running);
    await lock.announce(await anEndpoint(process.pid));

    await expect(reset([path('3000'), running])).rejects.toThrow(`(process ${process.pid})`);

    expect(await readdir(path('3000'))).toEqual(['dynamodb']);
  });
});
